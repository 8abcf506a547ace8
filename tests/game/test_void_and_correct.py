"""Voids and corrections: who may, which round, and what is kept; each docstring quotes its rule."""

import pytest

from tabledisplay.game.commands import (
    CloseTable,
    CorrectResult,
    StartShake,
    VoidRound,
)
from tabledisplay.game.parts import VoidReason
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting

DICE = Dice.of(5, 2, 5)
OTHER = Dice.of(1, 2, 4)


@pytest.mark.parametrize("reason", ["broken", "stacked", "leaning", "mixer_fault", "other"])
@pytest.mark.parametrize(
    "phase", [Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED]
)
def test_the_croupier_voids_the_open_round(phase: Phase, reason: VoidReason) -> None:
    """« `void` by the croupier from SHAKING, BETS_OPEN, NO_MORE_BETS, PROPOSED → VOID. »"""
    sitting = Sitting().to(phase)
    sitting.must(VoidRound(reason))
    assert sitting.phase is Phase.VOID
    assert (sitting.latest.dice, sitting.latest.void, sitting.latest.die) == (None, reason, None)
    assert sitting.latest.first_dice is None, "dice that were never confirmed are nowhere"
    assert sitting.croupier.proposed is None
    assert sitting.public.counts.rounds == 0


def test_the_open_round_may_be_named() -> None:
    sitting = Sitting().to(Phase.BETS_OPEN)
    assert sitting.do(VoidRound("broken", round=7)) == "wrong_phase"
    sitting.must(VoidRound("broken", round=1))
    assert sitting.where == (Phase.VOID, 1)


def test_a_void_needs_a_reason() -> None:
    sitting = Sitting().to(Phase.BETS_OPEN)
    assert sitting.do(VoidRound()) == "bad_input"
    assert sitting.phase is Phase.BETS_OPEN


def test_the_latest_confirmed_round_becomes_void() -> None:
    """« The chef's void of a confirmed round: if it is the latest and no shake has begun →
    VOID …; its history item becomes void with dice null. »"""
    sitting = Sitting().to(Phase.READY).round(1, 2, 3).round(*DICE)
    at = sitting.latest.at
    sitting.clocks.pass_by(60)
    sitting.must(VoidRound("other"))
    assert sitting.where == (Phase.VOID, 2)
    assert (sitting.latest.number, sitting.latest.dice) == (2, None)
    assert (sitting.latest.first_dice, sitting.latest.void) == (DICE, "other")
    assert sitting.latest.at == at
    assert sitting.latest.manual
    assert [mark.void for mark in sitting.public.history] == [True, False]
    assert sitting.public.counts.rounds == 1


@pytest.mark.parametrize("named", [None, 2])
def test_a_confirmed_round_is_not_voided_twice(named: int | None) -> None:
    sitting = Sitting().to(Phase.READY).round(1, 2, 3).round(*DICE)
    sitting.must(VoidRound("other"))
    assert sitting.do(VoidRound("other", round=named)) == "bad_input"


@pytest.mark.parametrize(
    "phase", [Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED, Phase.VOID]
)
def test_the_void_of_an_earlier_round_keeps_the_phase(phase: Phase) -> None:
    """« else the phase is kept »"""
    sitting = Sitting().to(Phase.READY).round(*DICE).round(1, 2, 3).to(phase)
    current = sitting.state.current
    sitting.must(VoidRound("stacked", round=1))
    assert sitting.phase is phase
    assert sitting.state.current == current
    voided = sitting.state.of_opening(1)
    assert voided is not None
    assert (voided.dice, voided.void, voided.first_dice) == (None, "stacked", DICE)


def test_the_void_of_a_round_before_the_confirmed_one_keeps_its_result_on_screen() -> None:
    sitting = Sitting().to(Phase.READY).round(1, 2, 3).round(*DICE)
    sitting.must(VoidRound("other", round=1))
    assert sitting.phase is Phase.CONFIRMED
    assert sitting.public.result is not None
    assert sitting.public.result.dice == DICE
    assert sitting.public.counts.rounds == 1


@pytest.mark.parametrize("number", [0, 3, 10**9])
def test_only_rounds_of_this_opening_can_be_voided_or_corrected(number: int) -> None:
    sitting = Sitting().to(Phase.READY).round(1, 2, 3).round(*DICE)
    assert sitting.do(VoidRound("other", round=number)) == "bad_input"
    assert sitting.do(CorrectResult(number, DICE, "mal lu")) == "bad_input"
    sitting.must(CloseTable())
    sitting.to(Phase.READY).round(1, 1, 1)
    assert sitting.do(VoidRound("other", round=2)) == "bad_input"
    assert sitting.do(CorrectResult(2, OTHER, "mal lu")) == "bad_input"


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in ("closed", "ready")])
def test_any_confirmed_round_of_this_opening_can_be_corrected(phase: Phase) -> None:
    """« `correct`: any confirmed round of this opening, reason mandatory, first dice kept. »"""
    sitting = Sitting().to(Phase.READY).round(*OTHER).round(1, 1, 1).to(phase)
    current = sitting.state.current
    sitting.must(CorrectResult(1, DICE, "  mal lu "))
    corrected = sitting.state.of_opening(1)
    assert corrected is not None
    assert (corrected.dice, corrected.first_dice) == (DICE, OTHER)
    assert (corrected.correction, corrected.corrected) == ("mal lu", True)
    assert (sitting.phase, sitting.state.current) == (phase, current)
    sitting.must(CorrectResult(1, Dice.of(6, 6, 6), "encore"))
    again = sitting.state.of_opening(1)
    assert again is not None
    assert (again.dice, again.first_dice) == (Dice.of(6, 6, 6), OTHER)


def test_a_correction_of_the_result_on_screen_is_seen_by_customers() -> None:
    sitting = Sitting().to(Phase.READY).round(*OTHER)
    sitting.must(CorrectResult(1, DICE, "mal lu"))
    assert sitting.public.result is not None
    assert (sitting.public.result.dice, sitting.public.result.corrected) == (DICE, True)
    assert sitting.public.history[0].corrected


@pytest.mark.parametrize(
    ("number", "dice", "reason"),
    [(1, DICE, ""), (1, DICE, " \t\n"), (1, OTHER, "mal lu"), (2, DICE, "mal lu")],
    ids=["no reason", "blank reason", "the same dice", "a void"],
)
def test_corrections_that_are_none(number: int, dice: Dice, reason: str) -> None:
    sitting = Sitting().to(Phase.READY).round(*OTHER)
    sitting.must(StartShake(), VoidRound("broken"))
    before = sitting.state
    assert sitting.do(CorrectResult(number, dice, reason)) == "bad_input"
    assert sitting.state == before


def test_a_corrected_round_that_is_voided_keeps_its_first_dice() -> None:
    sitting = Sitting().to(Phase.READY).round(*OTHER).round(1, 1, 1)
    sitting.must(CorrectResult(2, DICE, "mal lu"), VoidRound("other"))
    assert (sitting.latest.dice, sitting.latest.first_dice) == (None, Dice.of(1, 1, 1))
    assert sitting.do(CorrectResult(2, DICE, "mal lu")) == "bad_input"
