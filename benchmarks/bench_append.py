"""The journal's append against a bare loop of inserts with the same pragmas, on the same disk."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import apsw

from benchmarks.evening import Evening
from benchmarks.measured import Measured, percentile
from tabledisplay.game.events import AnyEvent
from tabledisplay.game.wire import encode
from tabledisplay.journal import FILE_NAME, Journal
from tabledisplay.journal_schema import SETTINGS

ROUNDS = 200
AT_LEAST = 0.7


class Batches:
    """What a table would append, append by append."""

    def __init__(self) -> None:
        self.kept: list[tuple[AnyEvent, ...]] = []

    def append(self, events: Sequence[AnyEvent]) -> None:
        self.kept.append(tuple(events))


def measure(args: Namespace) -> Iterator[Measured]:
    """Appends a second, of the appends that a table makes, in turns with the bare loop's."""
    folder: Path = args.folder / "append"
    folder.mkdir()
    batches = Batches()
    evening = Evening(batches, folder)
    evening.open()
    evening.play(ROUNDS)

    path = folder / FILE_NAME
    journal = Journal.open(path, timezone=ZoneInfo("Europe/Paris"), now=datetime.now(UTC)).journal
    bare = Bare(folder / "bare.db")
    ours: list[float] = []
    theirs: list[float] = []
    for n, batch in enumerate(batches.kept):
        turn = [(journal.append, ours), (bare.append, theirs)]
        for append, took in turn if n % 2 else turn[::-1]:
            begun = time.perf_counter()
            append(batch)
            took.append(time.perf_counter() - begun)
    journal.close()

    other = f"bare apsw inserts, synced to {_kind_of_disk(folder)}"
    yield Measured.at_least(
        "append, p50",
        1 / percentile(ours, 50),
        1 / percentile(theirs, 50),
        "appends/s",
        other,
        limit=AT_LEAST,
    )
    # In the mean stand the appends that finish a round, too: they also write its row.
    yield Measured(
        "append, mean", len(ours) / sum(ours), len(theirs) / sum(theirs), "appends/s", other
    )
    yield Measured(
        "append, p99", percentile(ours, 99) * 1000, percentile(theirs, 99) * 1000, "ms", other
    )


class Bare:
    """The least that could keep the same rows as safe: no chain, no triggers, no rounds."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path))
        for pragma in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", *SETTINGS):
            self._connection.execute(pragma)
        self._connection.execute(
            "CREATE TABLE event(seq INTEGER PRIMARY KEY, at TEXT NOT NULL, local TEXT NOT NULL,"
            " kind TEXT NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL) STRICT"
        )
        self._seq = 0

    def append(self, events: Sequence[AnyEvent]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for event in events:
            self._seq += 1
            self._connection.execute(
                "INSERT INTO event VALUES(?, ?, ?, ?, ?, ?)",
                (
                    self._seq,
                    "2026-05-03T20:00:00.000000Z",
                    "2026-05-03T22:00:00.000000+02:00",
                    "result_confirmed.1",
                    encode(event).decode(),
                    bytes(32),
                ),
            )
        self._connection.execute("COMMIT")


def _kind_of_disk(folder: Path) -> str:
    """The file system below the folder: a sync costs nothing on one that lives in memory."""
    mounts = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    kinds = {line.split()[1]: line.split()[2] for line in mounts}
    here = folder.resolve()
    while str(here) not in kinds and here != here.parent:
        here = here.parent
    return kinds.get(str(here), os.name)
