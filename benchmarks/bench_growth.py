"""How the journal grows with the rounds."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from benchmarks.measured import Measured
from tabledisplay.game.wire import encode
from tabledisplay.journal import FILE_NAME, Journal
from tools.build_journal import played

ROUNDS = 400


def measure(args: Namespace) -> Iterator[Measured]:
    """Bytes on disk a round, against the bare texts of its events."""
    folder: Path = args.folder / "growth"
    folder.mkdir()
    events = played(ROUNDS)
    path = folder / FILE_NAME
    journal = Journal.open(path, timezone=ZoneInfo("Europe/Paris"), now=datetime.now(UTC)).journal
    empty = path.stat().st_size
    journal.append(events)
    journal.close()
    yield Measured(
        "journal, growth of a round",
        (path.stat().st_size - empty) / ROUNDS / 1024,
        sum(len(encode(event)) for event in events) / ROUNDS / 1024,
        "kB",
        f"its events as JSON ({len(events) / ROUNDS:.1f} a round)",
    )
