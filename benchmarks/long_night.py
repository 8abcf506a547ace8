"""So many rounds through one process: what it holds on to afterwards.

python -m benchmarks.long_night ROUNDS OPENINGS FOLDER
"""

from __future__ import annotations

import gc
import json
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from benchmarks.evening import BRISK, Evening, Pace
from benchmarks.measured import open_files, resident
from tabledisplay.journal import FILE_NAME, Journal
from tabledisplay.table import Snapshot

WARM_UP = 520
"""Rounds before the first look: the history kept is full after 500."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds: MB resident, threads, open files."""

    megabytes: float
    threads: int
    files: int


def held() -> Held:
    gc.collect()
    return Held(resident(), threading.active_count(), open_files())


def replay(
    folder: Path,
    rounds: int,
    openings: int,
    warm_up: int = WARM_UP,
    listen: Callable[[Snapshot], None] | None = None,
    pace: Pace = BRISK,
) -> tuple[Held, Held]:
    """What is held after the warm-up, and after so many more rounds in so many openings."""
    zone = ZoneInfo("Europe/Paris")
    journal = Journal.open(folder / FILE_NAME, timezone=zone, now=datetime.now(UTC)).journal
    evening = Evening(journal, folder, listen=listen, pace=pace)
    evening.open()
    evening.play(warm_up)
    before = held()
    for opening in range(openings):
        if opening:
            evening.close()
            evening.open()
        evening.play(rounds // openings)
    after = held()
    journal.close()
    return before, after


def main() -> None:
    rounds, openings, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    before, after = replay(folder, rounds, openings)
    print(json.dumps([asdict(before), asdict(after)]))


if __name__ == "__main__":
    main()
