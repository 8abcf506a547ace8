"""A draw is believed only if its shake was heard, or none can have been missed."""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    CloseTable,
    ConfirmDice,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)
HAND = Dice.of(1, 2, 4)


def closed_by_hand(sitting: Sitting) -> Sitting:
    sitting.must(EndShake(), CloseBets())
    return sitting


def test_a_draw_whose_shake_was_not_heard_is_typed_by_hand() -> None:
    """« If the link was not connected at any time since the last confirm, void or opening, a
    reading is proposed only when an `M` or `S` edge of its device round was heard in this round;
    otherwise alarm `shake_unseen`, hand entry. »"""
    sitting = seated()
    sitting.must(StartShake())
    sitting.present(False)
    sitting.present()
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.phase is Phase.NO_MORE_BETS
    assert sitting.alarms == ["shake_unseen"]
    sitting.read(*DICE)
    assert sitting.alarms == ["shake_unseen"]
    sitting.must(EnterDice(HAND), ConfirmDice())
    assert sitting.latest.manual


@pytest.mark.parametrize("letter", ["M", "S"])
def test_a_shake_heard_in_this_round_is_believed_after_a_loss(letter: str) -> None:
    sitting = seated()
    sitting.present(False)
    sitting.present()
    sitting.frame(letter)
    sitting.to(Phase.NO_MORE_BETS)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


@pytest.mark.parametrize("end", ["confirm", "void", "opening"])
def test_a_loss_is_forgotten_with_the_round(end: str) -> None:
    """« since the last confirm, void or opening »"""
    sitting = seated()
    closed_by_hand(sitting)
    sitting.present(False)
    sitting.present()
    if end == "confirm":
        sitting.must(EnterDice(HAND), ConfirmDice())
    else:
        sitting.must(VoidRound("other"))
    if end == "opening":
        sitting.present(False)
        sitting.present()
        sitting.must(CloseTable(), OPEN)
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


@pytest.mark.parametrize("end", ["confirm", "void", "opening"])
def test_a_link_that_is_down_at_the_end_of_a_round_is_a_loss_in_the_next(end: str) -> None:
    sitting = seated()
    sitting.to(Phase.NO_MORE_BETS)
    if end == "opening":
        sitting.must(VoidRound("other"), CloseTable())
    sitting.present(False)
    if end == "confirm":
        sitting.must(EnterDice(HAND), ConfirmDice(), StartShake())
    elif end == "void":
        sitting.must(VoidRound("other"), StartShake())
    else:
        sitting.must(OPEN, StartShake())
    sitting.present()
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    assert sitting.alarms == ["shake_unseen"]


def test_the_void_of_an_earlier_round_forgets_no_loss() -> None:
    sitting = closed_by_hand(seated().to(Phase.READY).round(1, 1, 1))
    sitting.present(False)
    sitting.present()
    sitting.must(VoidRound("other", round=1))
    sitting.read(*DICE)
    assert sitting.alarms == ["shake_unseen"]


def test_a_shaker_first_heard_before_the_first_round_has_missed_nothing() -> None:
    sitting = Sitting()
    sitting.must(OPEN)
    sitting.present()
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


def test_a_link_that_was_up_and_lost_before_the_first_round_may_have_missed_one() -> None:
    sitting = Sitting()
    sitting.must(OPEN)
    for up in (True, False, True):
        sitting.present(up)
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.alarms == ["shake_unseen"]


def test_a_restart_of_the_program_is_a_loss() -> None:
    sitting = seated()
    sitting.must(StartShake())
    sitting = sitting.restarted()
    sitting.present()
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.alarms == ["shake_unseen"]


def test_a_second_shake_of_another_number_replaces_the_first() -> None:
    """« Once an `M` or `S` edge was heard in a round, only the latest such device round may be
    proposed. »"""
    sitting = seated()
    sitting.frame("S", draw=0x101)
    sitting.frame("M", draw=0x102)
    sitting.frame("S", draw=0x102)
    sitting.must(CloseBets())
    sitting.read(*DICE, draw=0x101)
    assert sitting.proposed is None
    assert sitting.alarms == ["shake_unseen"]
    sitting.read(6, 6, 6, draw=0x102)
    assert sitting.proposed == (6, 6, 6)


def test_a_reading_before_a_second_shake_is_not_of_the_round() -> None:
    """« on void or a new shake it is dropped »: nor does its repeat bring it back."""
    sitting = seated().to(Phase.BETS_OPEN)
    sitting.read(*DICE)
    sitting.must(StartShake(), EndShake(), CloseBets())
    sitting.read(*DICE)
    assert sitting.proposed is None
    sitting.read(6, 6, 6, draw=0x102)
    assert sitting.proposed == (6, 6, 6)


@pytest.mark.parametrize("by_hand_first", [False, True])
def test_a_device_that_does_not_count_may_shake_twice(by_hand_first: bool) -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(*DICE)
    if by_hand_first:
        sitting.must(StartShake())
    sitting.frame("M")
    sitting.frame("S")
    sitting.must(CloseBets())
    assert sitting.proposed is None
    sitting.read(6, 6, 6)
    assert sitting.proposed == (6, 6, 6)
