"""How the shaker's state frames move a round; each docstring quotes its rule."""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    CloseTable,
    ConfirmDice,
    EndShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)
BETWEEN = [Phase.READY, Phase.CONFIRMED, Phase.VOID]
OPEN_ROUND = [Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED]


def test_the_device_opens_a_round_and_its_bets() -> None:
    """« `M`: in READY/CONFIRMED/VOID → new round, SHAKING »; « `S` …: in SHAKING → BETS_OPEN »"""
    sitting = seated()
    sitting.frame("M")
    assert sitting.where == (Phase.SHAKING, 1)
    sitting.frame("S")
    assert sitting.where == (Phase.BETS_OPEN, 1)
    sitting.frame("O", lid="O")
    assert sitting.where == (Phase.BETS_OPEN, 1)


@pytest.mark.parametrize("phase", BETWEEN)
def test_mixing_begins_a_round(phase: Phase) -> None:
    """« `M`: in READY/CONFIRMED/VOID → new round, SHAKING »"""
    sitting = seated().to(phase)
    number = sitting.state.number
    sitting.frame("M")
    assert sitting.where == (Phase.SHAKING, number + 1)


@pytest.mark.parametrize("phase", BETWEEN)
def test_dice_at_rest_begin_a_round_where_no_mixing_was_heard(phase: Phase) -> None:
    """« `S` …: in READY/CONFIRMED/VOID, no `M` heard → new round, straight to BETS_OPEN »"""
    sitting = seated().to(phase)
    number = sitting.state.number
    sitting.frame("S")
    assert sitting.where == (Phase.BETS_OPEN, number + 1)


def test_mixing_while_bets_are_open_is_a_second_shake() -> None:
    """« `M`: … in BETS_OPEN → SHAKING, same round »"""
    sitting = seated().to(Phase.BETS_OPEN)
    sitting.frame("M")
    assert sitting.where == (Phase.SHAKING, 1)
    sitting.frame("S")
    assert sitting.where == (Phase.BETS_OPEN, 1)


@pytest.mark.parametrize("phase", [Phase.NO_MORE_BETS, Phase.PROPOSED])
def test_mixing_after_the_close(phase: Phase) -> None:
    """« `M`: … in NO_MORE_BETS/PROPOSED → alarm `shake_after_close`, void suggestion, phase kept,
    and nothing of that later device round is ever proposed. »"""
    sitting = seated()
    sitting.frame("S", draw=0x101)
    sitting.to(phase)
    before = sitting.proposed
    sitting.frame("M", draw=0x102)
    assert sitting.where == (phase, 1)
    assert sitting.alarms == ["shake_after_close"]
    assert sitting.suggestion == ("mixer_fault", None)
    assert sitting.proposed == before, "a proposal that was there stays"
    sitting.frame("S", draw=0x102)
    sitting.frame("O", lid="O", draw=0x102)
    sitting.read(6, 6, 6, draw=0x102)
    assert sitting.proposed == before
    assert sitting.alarms == ["shake_after_close"]
    assert sitting.suggestion == ("mixer_fault", None)


def test_nothing_of_a_shake_after_the_close_is_proposed_in_the_next_round_either() -> None:
    sitting = seated().to(Phase.NO_MORE_BETS)
    sitting.frame("M", draw=0x102)
    sitting.must(VoidRound())
    assert sitting.latest.void == "mixer_fault", "the suggestion is the reason unless one is given"
    sitting.frame("S", draw=0x102)
    assert sitting.where == (Phase.VOID, 1), "that round is spent"
    sitting.must(EndShake(), CloseBets())
    sitting.read(6, 6, 6, draw=0x102)
    assert sitting.proposed is None
    assert sitting.croupier.counters.repeats == 1


def test_the_draw_before_a_shake_after_the_close_may_still_be_proposed() -> None:
    sitting = seated()
    sitting.frame("M", draw=0x101)
    sitting.frame("S", draw=0x101)
    sitting.must(CloseBets())
    sitting.frame("M", draw=0x102)
    sitting.read(*DICE, draw=0x101)
    assert sitting.proposed == (2, 5, 5)
    assert sitting.suggestion == ("mixer_fault", None), "the suggestion outlives the proposal"
    sitting.must(ConfirmDice())


@pytest.mark.parametrize("phase", [Phase.NO_MORE_BETS, Phase.PROPOSED])
def test_another_draw_at_rest_after_the_close(phase: Phase) -> None:
    """« `S` …: in NO_MORE_BETS/PROPOSED, a new device round → as `shake_after_close`. »"""
    sitting = seated()
    sitting.frame("S", draw=0x101)
    sitting.to(phase)
    sitting.frame("S", draw=0x102)
    assert sitting.phase is phase
    assert sitting.alarms == ["shake_after_close"]
    assert sitting.suggestion == ("mixer_fault", None)
    sitting.read(6, 6, 6, draw=0x102)
    assert sitting.proposed in (None, (1, 2, 4))
    assert sitting.alarms == ["shake_after_close"]


def test_the_same_draw_at_rest_after_the_close_is_nothing() -> None:
    sitting = seated()
    sitting.frame("M", draw=0x101)
    sitting.frame("S", draw=0x101)
    sitting.must(CloseBets())
    sitting.frame("S", lid="U", draw=0x101)
    sitting.frame("S", lid="C", draw=0x101)
    assert sitting.alarms == []
    sitting.read(*DICE, draw=0x101)
    assert sitting.proposed == (2, 5, 5)


def test_one_alarm_for_one_shake_after_the_close() -> None:
    sitting = seated().to(Phase.NO_MORE_BETS)
    sitting.frame("M", lid="C", draw=0x102)
    sitting.frame("M", lid="U", draw=0x102)
    sitting.frame("M", lid="C", draw=0x102)
    assert sitting.alarms == ["shake_after_close"]
    sitting.frame("M", lid="C", draw=0x103)
    assert sitting.alarms == ["shake_after_close"] * 2


@pytest.mark.parametrize("phase", [*BETWEEN, Phase.SHAKING])
def test_dice_at_rest_of_a_spent_draw_move_nothing(phase: Phase) -> None:
    """« `S`, of a device round that is not spent »"""
    sitting = seated()
    sitting.frame("S", draw=0x101)
    sitting.to(Phase.CONFIRMED)
    if phase is Phase.READY:
        sitting.must(CloseTable(), OPEN)
    sitting.to(phase)
    where = sitting.where
    sitting.frame("I", draw=0x0FF)
    sitting.frame("S", draw=0x101)
    assert sitting.where == where
    assert sitting.alarms == []


def test_a_spent_draw_at_rest_after_the_close_is_no_new_one() -> None:
    sitting = seated()
    sitting.frame("S", draw=0x101)
    sitting.to(Phase.CONFIRMED)
    sitting.must(EndShake(), CloseBets())
    sitting.frame("S", lid="U", draw=0x101)
    assert sitting.alarms == []


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("letter", ["I", "O", "F"])
def test_idle_open_and_fault_move_nothing(phase: Phase, letter: str) -> None:
    """« `I`, `O`, `F` move nothing (`F` alarms). »"""
    sitting = seated().to(phase) if phase is not Phase.CLOSED else Sitting()
    sitting.present()
    where = sitting.where
    sitting.frame(letter, lid="C", draw=0x200)
    assert sitting.where == where
    assert sitting.alarms == (["shaker_fault"] if letter == "F" else [])


def test_a_fault_alarms_once_for_each_draw_in_a_round() -> None:
    sitting = seated().to(Phase.SHAKING)
    for lid in ("C", "U", "C"):
        sitting.frame("F", lid=lid)
    assert sitting.alarms == ["shaker_fault"]


@pytest.mark.parametrize("letter", ["I", "M", "S", "O"])
@pytest.mark.parametrize("lid", ["C", "O", "U", None])
def test_a_closed_table_is_moved_by_nothing(letter: str, lid: str | None) -> None:
    """« In CLOSED a device moves nothing. »"""
    sitting = seated()
    sitting.must(CloseTable())
    sitting.frame(letter, lid=lid)
    assert sitting.where == (Phase.CLOSED, 0)
    assert sitting.alarms == []
