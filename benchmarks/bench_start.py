"""From the start of the process to both windows painted, memory then, and idle afterwards."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measured import Measured
from benchmarks.programs import Program, starts

STARTS = 10
IDLE_AFTER, IDLE_FOR = 15.0, 30.0
"""Seconds left to settle, charts included, and seconds watched."""
OTHER = "a bare program: two windows, pyqtgraph"
BARE = ("benchmarks.bare_windows", "--stay")
AT_MOST_STARTS = 1.2
AT_MOST_MB = 1.5


def measure(args: Namespace) -> Iterator[Measured]:
    """The table's program over the bare one, in turns; the first start of each does not count."""
    data: Path = args.folder / "start"
    ours = ("benchmarks.first_frame", "--stay", "--data", str(data))
    (ours_s, _), (bare_s, _) = starts(STARTS, ours, BARE)
    yield Measured.at_most(
        "start, both windows painted", ours_s * 1000, bare_s * 1000, "ms", OTHER,
        limit=AT_MOST_STARTS,
    )  # fmt: skip
    with Program(*ours) as table, Program(*BARE) as bare:
        time.sleep(IDLE_AFTER)
        yield Measured.at_most("memory", table.memory, bare.memory, "MB", OTHER, limit=AT_MOST_MB)
        before = table.cpu, bare.cpu
        time.sleep(IDLE_FOR)
        spent = [
            100 * (now - then) / IDLE_FOR
            for now, then in zip(cpu(table, bare), before, strict=True)
        ]
    # A bare window may need less than the system can count: one tick stands for none.
    tick = 100 * 0.01 / IDLE_FOR
    yield Measured("idle", spent[0], max(spent[1], tick), "% of a core", OTHER)


def cpu(*programs: Program) -> list[float]:
    return [program.cpu for program in programs]
