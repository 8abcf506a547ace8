"""DATA/health/state.json: how the program is, for a supervisor, the doctor and the technician.

No dice, nothing of a draw. Whoever reads it sees a whole file, old or new.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from tabledisplay.files import write_atomically

FOLDER, STATE_FILE = "health", "state.json"


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The state at `at` (UTC). `screens`, `late`: keys and parts in trouble, empty when well.

    `journal_events`: how many events the journal had on the disk by then; it never has fewer.
    """

    at: datetime
    started: datetime
    pid: int
    version: str
    phase: str
    link: str
    journal_ok: bool = True
    journal_events: int = 0
    screens: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    free_megabytes: int | None = None
    bugs: int = 0
    lost_log_lines: int = 0
    safe_mode: bool = False
    ended: bool = False


def write_health(folder: Path, health: Health) -> None:
    """Replace the file. OSError: the disk refuses; the old one stands."""
    folder.mkdir(parents=True, exist_ok=True)
    encoded = msgspec.json.encode(health)
    write_atomically(folder / STATE_FILE, msgspec.json.format(encoded, indent=2) + b"\n")


def read_health(folder: Path) -> Health | None:
    """The last state written; None where there is none, or none that can be read."""
    try:
        return msgspec.json.decode((folder / STATE_FILE).read_bytes(), type=Health)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def is_stale(health: Health, now: datetime, patience: timedelta) -> bool:
    """True if a program that has not ended has written nothing for so long.

    A state from the future is stale too: the clock has jumped, nothing vouches for it.
    """
    age = now - health.at
    return not health.ended and not timedelta(0) <= age <= patience
