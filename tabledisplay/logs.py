"""Rotating logs in DATA/logs, bounded in size, that cannot hold a draw, a wire line or a PIN.

What the program says of itself goes through `Log.note`: a kind, and facts that are counts or
words without digits. What it cannot choose (errors, other libraries) is stripped of every digit
and of quoted text. One process writes one log: see instance.py.
"""

from __future__ import annotations

import contextlib
import logging
import re
import time
import traceback
from collections.abc import Iterator, Mapping
from enum import StrEnum
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TypedDict, Unpack

LOG_FILE = "tabledisplay.log"
FAULT_FILE, LAST_FAULT_FILE = "fault.log", "fault.last.log"
"""Stacks of a native fault: of this run, and of the last that had one."""
FILES = 4
"""The live file and the older ones, `.1` the youngest; all together keep to the size given."""
HIDDEN = "…"
WORD = re.compile(r"[a-z][a-z_.-]{0,39}")


class Kind(StrEnum):
    """What a line is about."""

    STARTED = "started"
    ENDED = "ended"
    SETTINGS = "settings"
    JOURNAL = "journal"
    LINK = "link"
    FRAMES = "frames"
    SCREENS = "screens"
    DISK = "disk"
    HEALTH = "health"
    WATCHDOG = "watchdog"
    SAFE_MODE = "safe_mode"
    FAULT = "fault"
    BUG = "bug"
    QT = "qt"


class Facts(TypedDict, total=False):
    """What may be told of it: whole numbers, and words without digits."""

    count: int
    length: int
    seconds: int
    megabytes: int
    errno: int
    why: str
    part: str
    state: str


COUNTED = frozenset({"count", "length", "seconds", "megabytes", "errno"})


def line(kind: Kind, facts: Mapping[str, object]) -> str:
    """`kind fact=value …`. A value that a fact may not have is hidden, not told."""
    told = [str(kind)]
    for fact, value in facts.items():
        if fact in COUNTED:
            fits = type(value) is int
        else:
            fits = isinstance(value, str) and WORD.fullmatch(value) is not None
        known = fact in Facts.__annotations__
        told.append(f"{fact if known else HIDDEN}={value if known and fits else HIDDEN}")
    return " ".join(told)


LITERAL = re.compile(r"(?<!\w)[bBrRuUfF]{0,2}(\"[^\"]*\"|'[^']*'|«[^»]*»)")
UNENDED = re.compile(r"(?<!\w)[bBrRuUfF]{0,2}[\"'«$].*$")


def scrubbed(text: str) -> str:
    """One line of foreign text without its digits and without anything in quotes."""
    flat = "".join(c if c.isprintable() else " " for c in text)
    return re.sub(r"\d", "#", UNENDED.sub(HIDDEN, LITERAL.sub(HIDDEN, flat)))[:400]


def told_error(error: BaseException | None, trace: TracebackType | None) -> Iterator[str]:
    """What went wrong and where, line by line: places of our code, no values."""
    for frame in traceback.extract_tb(trace, limit=-30):
        yield f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}"
    if error is not None:
        yield f"  {type(error).__name__}: {scrubbed(str(error))}"


class Scrubbing(logging.Filter):
    """Passes our own lines as they are, those of others only scrubbed."""

    def __init__(self, own: logging.Logger) -> None:
        super().__init__()
        self._own = own

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record of another logger is rewritten."""
        if record.name != self._own.name:
            said = [scrubbed(f"{record.name}: {record.getMessage()}")]
            if record.exc_info:
                said += told_error(record.exc_info[1], record.exc_info[2])
            record.msg, record.args = "\n".join(said), ()
            record.exc_info = record.exc_text = record.stack_info = None
        return True


class BoundedFile(RotatingFileHandler):
    """Never grows past its bound and never raises: a log that fails only counts its losses."""

    lost = 0

    def rotate(self, source: str, dest: str) -> None:
        """Rename; where another program holds the file (Windows) begin it anew instead."""
        try:
            Path(source).replace(dest)
        except OSError:
            Path(source).write_bytes(b"")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's name and form
        """A full disk or a vanished folder costs the line; the next one opens it anew."""
        self.lost += 1
        stream, self.stream = self.stream, None
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()


class Log:
    """The one log of the process. It never raises; `close` gives the root logger back."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._logger = logging.Logger("tabledisplay", logging.INFO)
        self._file = BoundedFile(
            folder / LOG_FILE, backupCount=FILES - 1, encoding="utf-8", delay=True
        )
        self.bound(megabytes)
        form = logging.Formatter("%(asctime)s.%(msecs)03dZ %(levelname)s %(message)s")
        form.converter, form.default_time_format = time.gmtime, "%Y-%m-%dT%H:%M:%S"
        form.default_msec_format = ""
        self._file.setFormatter(form)
        self._file.addFilter(Scrubbing(self._logger))
        self._logger.addHandler(self._file)
        logging.getLogger().addHandler(self._file)

    def bound(self, megabytes: int) -> None:
        """All files together keep to this many MB from now on."""
        self._file.maxBytes = megabytes * 1_000_000 // FILES

    @property
    def lost(self) -> int:
        """Lines that could not be written."""
        return self._file.lost

    def note(self, kind: Kind, /, **facts: Unpack[Facts]) -> None:
        """Write one line."""
        self._logger.info("%s", line(kind, facts))

    def warn(self, kind: Kind, /, **facts: Unpack[Facts]) -> None:
        """As `note`, for what somebody should see to."""
        self._logger.warning("%s", line(kind, facts))

    def error(
        self, kind: Kind, where: str, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """An error that nobody expected, with the places it came through and without values."""
        told = [f"{kind} {scrubbed(where)}", *told_error(error, trace)]
        self._logger.error("%s", "\n".join(told))

    def foreign(self, kind: Kind, text: str) -> None:
        """Words of a library, scrubbed."""
        self._logger.warning("%s", f"{kind} {scrubbed(text)}")

    def close(self) -> None:
        """The file is closed, the root logger as it was."""
        logging.getLogger().removeHandler(self._file)
        self._logger.removeHandler(self._file)
        self._file.close()
