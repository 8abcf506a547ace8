"""A reading after the close: proposed, flawed, rejected, late; each docstring quotes its rule."""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    LiftBell,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.game.draft import ALIKE_KEPT
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated

DICE = Dice.of(5, 2, 5)
HAND = Dice.of(1, 2, 4)


def closed() -> Sitting:
    """Bets are closed after a shake that the device told of."""
    sitting = seated()
    sitting.frame("M")
    sitting.frame("S")
    sitting.must(CloseBets())
    return sitting


def test_a_reading_after_the_close_is_proposed() -> None:
    """« NO_MORE_BETS → PROPOSED from the device. »"""
    sitting = closed()
    sitting.read(5, 2, 5)
    assert sitting.phase is Phase.PROPOSED
    assert (sitting.proposed, sitting.croupier.proposed_from) == ((2, 5, 5), "device")
    assert sitting.public.result is None
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE
    assert not sitting.latest.manual
    assert not sitting.latest.late


def test_repeats_are_counted_and_nothing_else() -> None:
    """Case 4."""
    sitting = closed()
    sitting.read(*DICE)
    journaled = len(sitting.journal.bodies)
    sitting.read(2, 5, 5)
    sitting.read(5, 5, 2)
    assert len(sitting.journal.bodies) == journaled
    assert sitting.croupier.counters.repeats == 2
    assert sitting.alarms == []


def test_a_device_that_never_says_the_same_round_twice_does_not_fill_the_panel() -> None:
    """Each of its lines is another cause; those beyond a handful say nothing new."""
    sitting = closed()
    for draw in range(0x200, 0x300):
        sitting.read(1, 1, 1, draw=draw)
        sitting.leak(draw=draw)
    codes = [alarm.code for alarm in sitting.croupier.alarms]
    assert [codes.count(code) for code in ("shake_unseen", "leak")] == [ALIKE_KEPT, ALIKE_KEPT]
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


def test_a_reading_ends_the_take_back() -> None:
    """« bell down, nothing heard »"""
    for quality in ((0, 0, 0, 0), (0, 4, 0, 0), (0x10, 0, 0, 0)):
        sitting = closed()
        assert sitting.croupier.takeable
        sitting.read(*DICE, quality=quality)
        assert not sitting.croupier.takeable
        assert sitting.do(ReopenBets(None)) in {"too_late", "wrong_phase"}


def test_a_reading_that_is_not_believed_ends_the_take_back_too() -> None:
    sitting = closed()
    sitting.read(*DICE, draw=0x0F0)
    assert sitting.alarms == ["shake_unseen"]
    assert sitting.do(ReopenBets(None)) == "too_late"


# Dice that are none


def test_impossible_dice_are_rejected_and_counted() -> None:
    """« **Dice** impossible, or `-` with quality zero: rejected and counted, key not spent, no
    phase move; from the second in a row alarm `bad_dice`. »"""
    sitting = closed()
    sitting.read()
    assert (sitting.alarms, sitting.croupier.counters.rejected) == ([], 1)
    sitting.read()
    assert (sitting.alarms, sitting.croupier.counters.rejected) == (["bad_dice"], 2)
    sitting.read()
    assert (sitting.alarms, sitting.croupier.counters.rejected) == (["bad_dice"], 3)
    assert sitting.where == (Phase.NO_MORE_BETS, 1)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


def test_a_good_reading_between_breaks_the_row() -> None:
    sitting = closed()
    sitting.read()
    sitting.read(*DICE)
    sitting.read()
    assert sitting.alarms == []
    sitting.read()
    assert sitting.alarms == ["bad_dice"]


def test_the_row_goes_on_over_rounds_and_keys() -> None:
    sitting = closed()
    sitting.read()
    sitting.must(VoidRound("other"), EndShake(), CloseBets())
    sitting.read(draw=0x102)
    assert sitting.alarms == ["bad_dice"]


def test_a_key_pressed_between_does_not_break_the_row() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(*DICE)
    sitting.read()
    sitting.must(LiftBell())
    sitting.read()
    assert "bad_dice" in sitting.alarms


@pytest.mark.parametrize("phase", list(Phase))
def test_impossible_dice_move_no_phase_and_spend_no_draw(phase: Phase) -> None:
    sitting = seated() if phase is not Phase.CLOSED else Sitting()
    sitting.present()
    sitting.to(phase)
    where, spent = sitting.where, sitting.state.spent
    sitting.read()
    sitting.read()
    assert (sitting.where, sitting.state.spent) == (where, spent)
    assert sitting.alarms == ["bad_dice"]


@pytest.mark.parametrize("phase", [Phase.BETS_OPEN, Phase.NO_MORE_BETS])
def test_impossible_dice_still_tell_that_the_bell_is_up(phase: Phase) -> None:
    """« Only the frame's own lid counts: `O` is the bell up. »; « bell down, nothing heard »"""
    sitting = seated().to(phase)
    sitting.read()
    assert sitting.croupier.bell_up
    journaled = len(sitting.journal.bodies)
    sitting.read(draw=0x102)
    assert "bell_lifted" not in [k.split(".")[0] for k in sitting.kinds[journaled:]]
    sitting.to(Phase.NO_MORE_BETS)
    assert sitting.do(ReopenBets(None)) == "too_late"


# Late


def test_a_late_reading_of_the_open_round_is_marked() -> None:
    """« A late reading of the open round is handled as any, marked late »"""
    sitting = closed()
    sitting.read(*DICE, late=True)
    assert sitting.proposed == (2, 5, 5)
    assert sitting.croupier.late
    sitting.must(ConfirmDice())
    assert sitting.latest.late
    assert sitting.public.history[0].late
    assert sitting.croupier.counters.late == 0


def test_an_entry_by_hand_is_never_late() -> None:
    sitting = closed()
    sitting.read(*DICE, late=True)
    sitting.must(EnterDice(DICE), ConfirmDice())
    assert not sitting.latest.late


@pytest.mark.parametrize("phase", [Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED])
def test_a_late_reading_of_another_draw_is_counted(phase: Phase) -> None:
    """« others are counted, not added »"""
    sitting = seated()
    sitting.frame("S", draw=0x102)
    sitting.to(phase)
    before = sitting.proposed
    sitting.read(6, 6, 6, draw=0x101, late=True)
    assert sitting.croupier.counters.late == 1
    assert sitting.proposed == before
    assert sitting.alarms == []


@pytest.mark.parametrize("phase", [Phase.READY, Phase.CONFIRMED, Phase.VOID])
def test_a_late_reading_between_rounds_is_counted(phase: Phase) -> None:
    sitting = seated().to(phase)
    history = sitting.state.history
    sitting.read(6, 6, 6, late=True)
    sitting.read(6, 6, 6, late=True)
    assert sitting.croupier.counters.late == 1
    assert sitting.croupier.counters.repeats == 1
    assert sitting.state.history == history


def test_a_late_reading_of_a_shake_after_the_close_is_counted() -> None:
    sitting = closed()
    sitting.frame("M", draw=0x102)
    sitting.read(6, 6, 6, draw=0x102, late=True)
    assert sitting.croupier.counters.late == 1
    assert sitting.proposed is None


def test_late_comes_after_dice_and_spent_draws() -> None:
    """« judged in this order: CRC and fields → accepted device → lid → spent key → quality → dice
    → late → phase »"""
    sitting = closed()
    sitting.read(late=True)
    assert (sitting.croupier.counters.rejected, sitting.croupier.counters.late) == (1, 0)
    sitting.read(*DICE, draw=0x100, late=True)
    assert (sitting.croupier.counters.repeats, sitting.croupier.counters.late) == (1, 0)
    sitting.read(late=True, quality=(1, 0, 0, 0))
    assert sitting.suggestion == ("broken", 1)


# Leaks


@pytest.mark.parametrize("phase", list(Phase))
def test_digits_under_the_bell_alarm_and_spend_nothing(phase: Phase) -> None:
    """« Digits with `C` or `U`: values dropped in `watch`, alarm `leak`, key not spent. »"""
    sitting = seated() if phase is not Phase.CLOSED else Sitting()
    sitting.present()
    sitting.to(phase)
    where, spent = sitting.where, sitting.state.spent
    sitting.leak()
    sitting.leak()
    assert sitting.alarms == ["leak"]
    assert (sitting.where, sitting.state.spent) == (where, spent)
    sitting.leak(draw=0x102)
    assert sitting.alarms == ["leak"] * 2


def test_after_a_leak_the_draw_itself_is_welcome() -> None:
    sitting = closed()
    sitting.leak()
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


def test_the_next_round_begins_with_a_clean_sheet() -> None:
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    sitting.must(VoidRound(), StartShake())
    current = sitting.state.current
    assert (current.flaw, current.suggestion, current.proposed) == (None, None, None)
    assert not current.read
    assert not current.barred
