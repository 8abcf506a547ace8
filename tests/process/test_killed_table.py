"""The table's program killed at any moment of a night, and two of them at once.

8 kills in an ordinary run; TABLEDISPLAY_KILLS=500 for a long one.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from tabledisplay.journal import FILE_NAME
from tests.console.program import Line, Program, run
from tests.journal.story import held

KILLS = int(os.environ.get("TABLEDISPLAY_KILLS", "8"))
ROUND = ("start_shake", "end_shake", "close_bets", "enter_dice", "confirm")
KINDS = (
    "shake_started.1", "bets_opened.1", "bets_closed.1", "dice_proposed.1", "result_confirmed.1",
)  # fmt: skip


def command(number: int) -> Line:
    """The command of that number: the opening, then round after round of five."""
    if number == 0:
        return {"do": "open_table", "minimum": 5}
    told, step = divmod(number - 1, len(ROUND))
    asked: Line = {"do": ROUND[step]}
    if ROUND[step] == "enter_dice":
        asked |= {"dice": dice(told), "reason": "no_device"}
    return asked


def dice(number: int) -> list[int]:
    """Dice that tell their round."""
    return sorted(1 + number // place % 6 for place in (1, 6, 36))


def journaled(folder: Path) -> int:
    """How many commands stand in the journal, which holds them in order and nothing else."""
    events = [json.loads(entry.body) for entry in held(folder / FILE_NAME)]
    game = [event for event in events if not event["kind"].startswith("program_")]
    for number, event in enumerate(game):
        if number == 0:
            assert event["kind"] == "table_opened.1"
            continue
        told, step = divmod(number - 1, len(ROUND))
        assert (event["kind"], event["round"]) == (KINDS[step], told + 1)
        if "dice" in event:
            assert event["dice"] == dice(told)
    return len(game)


@pytest.mark.timeout(60 + 10 * KILLS)
def test_every_command_that_was_answered_is_there_after_a_kill(tmp_path: Path) -> None:
    chance = random.Random()
    done = 0
    for _ in range(KILLS):
        with Program(tmp_path) as program:
            assert program.last["opening"] == min(done, 1)
            burst = chance.randrange(1, 25)
            for number in range(done, done + burst):
                program.type(json.dumps(command(number) | {"id": number}))
            for _ in range(chance.randrange(burst)):
                program.next()
            program.kill()
            answered = [line for line in program.everything() if line["id"] is not None]
        assert [line["id"] for line in answered] == list(range(done, done + len(answered)))
        assert all(line["refused"] is None for line in answered)
        kept = journaled(tmp_path)
        assert done + len(answered) <= kept <= done + burst
        done = kept
    assert run("verify", "--data", str(tmp_path)).returncode == 0


def test_a_second_table_on_the_same_data_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with Program(tmp_path) as first:
        first.ask("open_table", minimum=5)
        second = run("console", "--data", str(tmp_path))
        assert second.returncode == 2
        assert second.stdout == ""
        assert second.stderr.count("\n") == 1
        assert str(tmp_path / FILE_NAME) in second.stderr
        assert first.ask("start_shake")["phase"] == "shaking"
        assert first.quit()[0] == 0
    with Program(tmp_path) as next_one:
        assert next_one.last["phase"] == "shaking"
