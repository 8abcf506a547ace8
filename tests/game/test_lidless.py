"""A device without a lid: only the croupier says that the bell is up."""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EnterDice,
    LiftBell,
    ReopenBets,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated
from tests.game.test_sealed import nowhere

DICE = Dice.of(5, 2, 5)
HAND = Dice.of(1, 2, 4)


def lidless() -> Sitting:
    sitting = seated()
    sitting.frame("S", lid=None)
    return sitting


@pytest.mark.parametrize("close_first", [False, True])
def test_without_a_lid_only_the_croupier_says_that_the_bell_is_up(close_first: bool) -> None:
    """« A device of the `lines` adapter without a lid: sealed in SHAKING, BETS_OPEN and
    NO_MORE_BETS, judged at `lift_bell`. »"""
    sitting = lidless()
    if close_first:
        sitting.must(CloseBets())
        sitting.read(5, 2, 5, lid=False)
    else:
        sitting.read(5, 2, 5, lid=False)
        assert sitting.alarms == []
        sitting.must(CloseBets())
    sitting.read(5, 2, 5, lid=False)
    assert sitting.where == (Phase.NO_MORE_BETS, 1)
    assert sitting.proposed is None
    assert nowhere(sitting, 5, 2)
    sitting.must(LiftBell())
    assert sitting.phase is Phase.PROPOSED
    assert sitting.proposed == (2, 5, 5)
    assert sitting.alarms == []


def test_with_the_bell_up_a_device_without_a_lid_is_judged_at_once() -> None:
    sitting = lidless()
    sitting.must(CloseBets(), LiftBell())
    sitting.read(5, 2, 5, lid=False)
    assert sitting.proposed == (2, 5, 5)


def test_other_dice_of_a_device_without_a_lid_contradict_it() -> None:
    sitting = lidless()
    sitting.must(CloseBets())
    sitting.read(5, 2, 5, lid=False)
    sitting.read(6, 6, 6, lid=False)
    sitting.must(LiftBell())
    assert sitting.proposed == (2, 5, 5)
    assert sitting.alarms == ["contradiction"]


def test_an_entry_beside_the_sealed_dice_of_a_device_without_a_lid() -> None:
    """« `enter_dice` itself declares the bell up. »"""
    sitting = lidless()
    sitting.must(CloseBets())
    sitting.read(5, 2, 5, lid=False)
    sitting.must(EnterDice(HAND))
    assert sitting.proposed == (1, 2, 4)
    assert sitting.alarms == ["disagreement"]
    assert sitting.croupier.rival == DICE
    assert sitting.do(ConfirmDice()) == "disagreement"


def test_impossible_dice_without_a_lid_say_nothing_of_the_bell() -> None:
    sitting = lidless()
    sitting.must(CloseBets())
    sitting.read(lid=False)
    assert not sitting.croupier.bell_up
    sitting.must(ReopenBets(None))
