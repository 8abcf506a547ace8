"""Clocks that jump: order is that of writing, durations are no matter of the wall clock."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tabledisplay import BUILD_YEAR
from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    ReopenBets,
    StartShake,
)
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.settings import Settings
from tabledisplay.startup import Options, Started, start_table
from tests.console.program import run

AUTUMN = datetime(BUILD_YEAR, 10, 25, 0, 30, tzinfo=UTC)
"""02:30 in Paris for the first time that night if the year is 2026; the second an hour later."""
BY_HAND = (StartShake(), EndShake(), CloseBets())


class JumpingClock:
    """Two clocks that have nothing to do with each other."""

    def __init__(self, wall: datetime) -> None:
        self.wall = wall
        self.since_start = 0.0

    def now(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.since_start


def started(folder: Path, clock: JumpingClock) -> Started:
    return start_table(Options(folder), Settings(), clock)


def stopped(table: Started) -> None:
    table.table.stop()
    table.journal.close()


def play(table: Started, *faces: int) -> None:
    for command in (*BY_HAND, EnterDice(Dice.of(*faces), "no_device"), ConfirmDice()):
        assert table.table.submit(command) is None


def test_rounds_stand_in_their_order_whatever_the_wall_clock_does(tmp_path: Path) -> None:
    clock = JumpingClock(AUTUMN)
    table = started(tmp_path, clock)
    assert table.table.submit(OpenTable(parse_money(5))) is None
    jumps = (timedelta(hours=1), timedelta(minutes=-90), timedelta(days=400), timedelta(days=-401))
    for number, jump in enumerate(jumps, start=1):
        play(table, 1, 2, number)
        clock.wall += jump
    history = table.table.snapshot.public.history
    assert [mark.round for mark in history] == [4, 3, 2, 1]
    stopped(table)
    listed = run("rounds", "--format", "jsonl", "--data", str(tmp_path)).stdout.splitlines()
    assert [json.loads(row)["round"] for row in listed] == [1, 2, 3, 4]
    assert run("verify", "--data", str(tmp_path)).returncode == 0


def test_the_hour_that_comes_twice_is_told_apart(tmp_path: Path) -> None:
    clock = JumpingClock(AUTUMN)
    table = started(tmp_path, clock)
    assert table.table.submit(OpenTable(parse_money(5))) is None
    play(table, 1, 2, 3)
    clock.wall += timedelta(hours=1)
    play(table, 4, 5, 6)
    stopped(table)
    listed = run("rounds", "--format", "jsonl", "--data", str(tmp_path)).stdout.splitlines()
    first, second = (datetime.fromisoformat(json.loads(row)["at"]) for row in listed)
    assert second - first == timedelta(hours=1)


def test_the_take_back_runs_by_the_clock_that_never_jumps(tmp_path: Path) -> None:
    clock = JumpingClock(AUTUMN)
    table = started(tmp_path, clock)
    assert table.table.submit(OpenTable(parse_money(5))) is None
    for command in BY_HAND:
        assert table.table.submit(command) is None
    clock.wall += timedelta(hours=5)
    clock.since_start += 2.9
    assert table.table.submit(ReopenBets(None)) is None
    assert table.table.submit(CloseBets()) is None
    clock.wall -= timedelta(hours=5)
    clock.since_start += 3.1
    refused = table.table.submit(ReopenBets(None))
    assert refused is not None
    assert refused.code == "too_late"
    stopped(table)


def test_a_clock_that_cannot_be_is_said_and_results_are_not_believed(tmp_path: Path) -> None:
    clock = JumpingClock(AUTUMN)
    table = started(tmp_path, clock)
    stopped(table)
    for wall in (
        datetime(BUILD_YEAR - 1, 12, 31, tzinfo=UTC),
        datetime(BUILD_YEAR + 74, 1, 1, tzinfo=UTC),
        AUTUMN - timedelta(days=2),
    ):
        table = started(tmp_path, JumpingClock(wall))
        assert "clock" in [alarm.code for alarm in table.table.snapshot.croupier.alarms]
        assert table.table.snapshot.croupier.untrusted
        stopped(table)
