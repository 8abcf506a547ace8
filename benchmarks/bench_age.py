"""A journal of years against one of an hour: start, one round, memory."""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measured import Measured
from benchmarks.programs import starts
from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tabledisplay.settings import Settings
from tabledisplay.startup import Options, start_table
from tabledisplay.table import Snapshot
from tools.build_journal import build, played

YOUNG = 1000
STARTS = 12
ROUNDS = 150
AT_MOST = 1.1


def measure(args: Namespace) -> Iterator[Measured]:
    """The old over the young: both end with the same evening, so only the age differs."""
    old, young = _journals(args)
    other = f"{YOUNG:,} events"
    name = f"age, {args.events:,} events"
    for what, command in (
        ("console ready", ("tabledisplay", "console", "--data")),
        ("both windows painted", ("benchmarks.first_frame", "--stay", "--data")),
    ):
        (old_s, old_mb), (young_s, young_mb) = starts(
            STARTS, (*command, str(old)), (*command, str(young))
        )
        yield Measured.at_most(
            f"{name}: {what}", old_s * 1000, young_s * 1000, "ms", other, limit=AT_MOST
        )
        yield Measured.at_most(f"{name}: memory then", old_mb, young_mb, "MB", other, limit=AT_MOST)
    old_ms, young_ms = round_costs(old, young)
    yield Measured.at_most(f"{name}: one round", old_ms, young_ms, "ms", other, limit=AT_MOST)


def _journals(args: Namespace) -> tuple[Path, Path]:
    """Data folders with the old and the young journal."""
    evening = played()
    old, young = args.folder / "old", args.folder / "young"
    build(old, args.events, last=YOUNG, evening=evening)
    build(young, YOUNG, evening=evening)
    return old, young


def round_costs(*folders: Path) -> list[float]:
    """Milliseconds of one hand-played round, snapshots included, on each data folder."""
    started = [start_table(Options(folder), Settings()) for folder in folders]
    costs: list[list[float]] = [[] for _ in folders]
    seen: list[Snapshot] = []
    for each in started:
        each.table.listen = seen.append
        if each.table.state.phase in (Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS):
            each.table.submit(VoidRound("other"))
    for number in range(ROUNDS):
        dice = Dice.of(1 + number % 6, 1 + number // 6 % 6, 3)
        round_of_commands = (
            StartShake(),
            EndShake(),
            CloseBets(),
            EnterDice(dice, "no_device"),
            ConfirmDice(),
        )
        for each, cost in zip(started, costs, strict=True):
            begun = time.perf_counter()
            for command in round_of_commands:
                refused = each.table.submit(command)
                assert refused is None, (command, refused)
            cost.append(time.perf_counter() - begun)
        seen.clear()
    for each in started:
        each.table.stop()
        each.journal.close()
    return [statistics.median(cost) * 1000 for cost in costs]
