"""Room on the disk: warn below 500 MB and give up our own old logs, never a result."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tabledisplay.logs import LAST_FAULT_FILE, LOG_FILE

MEGABYTE = 1_000_000
LOW, AMPLE = 500 * MEGABYTE, 550 * MEGABYTE
"""Bytes free: below LOW it is low, and stays so until AMPLE, so that a warning does not flicker."""


@dataclass(frozen=True, slots=True)
class Room:
    """What there is. `free`: bytes, None where the disk does not say. `purge`: old logs go now."""

    free: int | None = None
    low: bool = False
    purge: bool = False

    @property
    def megabytes(self) -> int | None:
        """Whole MB free."""
        return None if self.free is None else self.free // MEGABYTE


def judge(before: Room, free: int | None) -> Room:
    """What to say and do now that so many bytes are free. Unknown changes nothing."""
    if free is None:
        return Room(None, before.low)
    low = free < (AMPLE if before.low else LOW)
    return Room(free, low, purge=free < LOW)


def free_bytes(folder: Path) -> int | None:
    """Bytes that the program may still write under this folder; None where nobody knows."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free
    return None


def purge_logs(log_folder: Path) -> int:
    """Delete our older logs, not the live one nor anything else. Bytes given back."""
    given_back = 0
    for path in _old_logs(log_folder):
        with contextlib.suppress(OSError):
            size = path.stat().st_size
            path.unlink()
            given_back += size
    return given_back


def _old_logs(log_folder: Path) -> Iterator[Path]:
    """`tabledisplay.log.1` and so on, and the fault of an earlier run."""
    prefix = f"{LOG_FILE}."
    with contextlib.suppress(OSError):
        for path in log_folder.iterdir():
            number = path.name.removeprefix(prefix)
            rotated = path.name != number and number.isdecimal()
            if (
                (rotated or path.name == LAST_FAULT_FILE)
                and path.is_file()
                and not path.is_symlink()
            ):
                yield path
