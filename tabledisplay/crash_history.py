"""Crashes of this program, remembered across its starts; after too many it starts plainly.

A run that does not end in order is a crash, be it our bug, a kill or a power cut: the next start
finds it still marked as running. Times are seconds since 1970, given by the caller.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from tabledisplay.files import write_atomically
from tabledisplay.settings import Settings

CRASHES_FILE = "crashes.json"
MANY, WITHIN = 3, 300.0
"""So many crashes in so many seconds: safe mode."""
CHARTS_AND_PICTURES = frozenset({"totals", "faces", "waits", "pictures", "countdown"})


class CrashHistory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`crashes`: times of those that still count. `running`: a run has begun and not ended."""

    crashes: tuple[float, ...] = ()
    running: bool = False
    starts: int = 0
    total: int = 0


def begun(before: CrashHistory, now: float) -> CrashHistory:
    """A run starts. One that had not ended counts as crashed now, for nothing tells when it did.

    Crashes older than WITHIN, or later than now after a jump of the clock, no longer count.
    """
    crashed = before.running
    crashes = (*before.crashes, now) if crashed else before.crashes
    return CrashHistory(
        crashes=tuple(at for at in crashes if now - WITHIN < at <= now)[-MANY:],
        running=True,
        starts=before.starts + 1,
        total=before.total + crashed,
    )


def ended(before: CrashHistory) -> CrashHistory:
    """The run ends in order."""
    return msgspec.structs.replace(before, running=False)


def safe_mode(history: CrashHistory) -> bool:
    """True if the run just begun must be a plain one."""
    return len(history.crashes) >= MANY


def plain(settings: Settings) -> Settings:
    """Settings for safe mode: same game, same screens; no charts, pictures, motion or sound."""
    kept = tuple(name for name in settings.customer.modules if name not in CHARTS_AND_PICTURES)
    customer = msgspec.structs.replace(
        settings.customer, modules=kept, animations="none", logo="", pictures=""
    )
    croupier = msgspec.structs.replace(settings.croupier, sounds=False)
    return msgspec.structs.replace(settings, customer=customer, croupier=croupier)


def read_history(folder: Path) -> CrashHistory:
    """What DATA/health remembers; nothing where that is absent, unreadable or damaged."""
    try:
        return msgspec.json.decode((folder / CRASHES_FILE).read_bytes(), type=CrashHistory)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return CrashHistory()


def write_history(folder: Path, history: CrashHistory) -> None:
    """Remember through a power cut. OSError: the disk refuses."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / CRASHES_FILE, msgspec.json.encode(history))


def begin_run(folder: Path, now: float) -> CrashHistory:
    """Note the start of this run; a disk that refuses does not stop it."""
    history = begun(read_history(folder), now)
    with contextlib.suppress(OSError):
        write_history(folder, history)
    return history


def end_run(folder: Path) -> None:
    """Note that this run ends in order; where the disk refuses, the next start sees a crash."""
    with contextlib.suppress(OSError):
        write_history(folder, ended(read_history(folder)))
