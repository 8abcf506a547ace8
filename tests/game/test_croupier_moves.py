"""What the keys of the croupier and the chef de table do; each docstring quotes its rule."""

from decimal import Decimal

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    CloseTable,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    LiftBell,
    OpenTable,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Clocks, Sitting, seated

DICE = Dice.of(5, 2, 5)
OTHER = Dice.of(1, 2, 4)


@pytest.mark.parametrize(
    ("start", "command", "end"),
    [
        (Phase.CLOSED, OpenTable(Decimal(5)), (Phase.READY, 0)),
        (Phase.READY, StartShake(), (Phase.SHAKING, 1)),
        (Phase.READY, EndShake(), (Phase.BETS_OPEN, 1)),
        (Phase.READY, CloseTable(), (Phase.CLOSED, 0)),
        (Phase.SHAKING, EndShake(), (Phase.BETS_OPEN, 1)),
        (Phase.SHAKING, VoidRound("broken"), (Phase.VOID, 1)),
        (Phase.BETS_OPEN, StartShake(), (Phase.SHAKING, 1)),
        (Phase.BETS_OPEN, CloseBets(), (Phase.NO_MORE_BETS, 1)),
        (Phase.BETS_OPEN, LiftBell(), (Phase.BETS_OPEN, 1)),
        (Phase.BETS_OPEN, VoidRound("stacked"), (Phase.VOID, 1)),
        (Phase.NO_MORE_BETS, LiftBell(), (Phase.NO_MORE_BETS, 1)),
        (Phase.NO_MORE_BETS, EnterDice(DICE), (Phase.PROPOSED, 1)),
        (Phase.NO_MORE_BETS, ReopenBets(None), (Phase.BETS_OPEN, 1)),
        (Phase.NO_MORE_BETS, VoidRound("leaning"), (Phase.VOID, 1)),
        (Phase.PROPOSED, EnterDice(DICE), (Phase.PROPOSED, 1)),
        (Phase.PROPOSED, ConfirmDice(), (Phase.CONFIRMED, 1)),
        (Phase.PROPOSED, VoidRound("mixer_fault"), (Phase.VOID, 1)),
        (Phase.CONFIRMED, StartShake(), (Phase.SHAKING, 2)),
        (Phase.CONFIRMED, EndShake(), (Phase.BETS_OPEN, 2)),
        (Phase.CONFIRMED, VoidRound("other"), (Phase.VOID, 1)),
        (Phase.CONFIRMED, CloseTable(), (Phase.CLOSED, 1)),
        (Phase.VOID, StartShake(), (Phase.SHAKING, 2)),
        (Phase.VOID, EndShake(), (Phase.BETS_OPEN, 2)),
        (Phase.VOID, CloseTable(), (Phase.CLOSED, 1)),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple | Phase) else None,
)
def test_every_move(start: Phase, command: Command, end: tuple[Phase, int]) -> None:
    sitting = Sitting().to(start)
    sitting.must(command)
    assert sitting.where == end


def test_rounds_are_numbered_within_an_opening() -> None:
    """« 1 first in each opening; a void keeps its number; a round is identified by opening and
    number »"""
    sitting = Sitting().to(Phase.READY).round(1, 1, 2)
    sitting.must(StartShake(), VoidRound("broken"))
    sitting.round(1, 1, 3)
    sitting.must(CloseTable())
    sitting.to(Phase.READY).round(1, 1, 4)
    assert [(r.opening, r.number, r.dice and r.dice.total) for r in sitting.state.history] == [
        (1, 1, 4),
        (1, 2, None),
        (1, 3, 5),
        (2, 1, 6),
    ]


def test_a_second_shake_is_of_the_same_round() -> None:
    """« In BETS_OPEN it is a second shake of the same round. »"""
    sitting = Sitting().to(Phase.BETS_OPEN)
    sitting.must(StartShake(), EndShake(), StartShake(), EndShake())
    assert sitting.where == (Phase.BETS_OPEN, 1)
    assert sitting.kinds.count("shake_started") == 3


@pytest.mark.parametrize(("seconds", "code"), [(0.0, None), (3.0, None), (3.001, "too_late")])
def test_a_close_can_be_taken_back_for_three_seconds(seconds: float, code: str | None) -> None:
    """« `reopen_bets` within 3.0 s (monotonic …), bell down, nothing heard »"""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.clocks.pass_by(seconds)
    assert sitting.croupier.takeable
    assert sitting.do(ReopenBets(None)) == code
    assert sitting.phase is (Phase.NO_MORE_BETS if code else Phase.BETS_OPEN)
    assert sitting.kinds.count("betting_reopened") == (code is None)


def test_the_time_of_the_close_is_the_tables_own() -> None:
    """« monotonic, handed in by table.py »: no other word for it counts, nor the wall clock."""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.clocks.ticks += 4
    assert sitting.do(ReopenBets(0.0)) == "too_late"
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.clocks.wall = sitting.clocks.wall.replace(year=2031)
    assert sitting.do(ReopenBets(99.0)) is None


def test_a_close_is_taken_back_anew_after_each_close() -> None:
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.clocks.pass_by(2.9)
    sitting.must(ReopenBets(None))
    assert not sitting.croupier.takeable
    sitting.must(CloseBets())
    sitting.clocks.pass_by(2.9)
    sitting.must(ReopenBets(None))
    assert sitting.where == (Phase.BETS_OPEN, 1)
    assert sitting.do(ReopenBets(None)) == "wrong_phase"


def test_never_taken_back_after_a_restart() -> None:
    """« never after a restart »"""
    sitting = Sitting().to(Phase.NO_MORE_BETS).restarted()
    assert sitting.do(ReopenBets(0.0)) == "too_late"


def test_lift_bell_ends_the_take_back() -> None:
    """« `lift_bell` says that the bell is up; it ends the take-back »"""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.must(LiftBell())
    assert not sitting.croupier.takeable
    assert sitting.croupier.bell_up
    assert sitting.do(ReopenBets(None)) == "too_late"
    assert sitting.phase is Phase.NO_MORE_BETS
    assert sitting.alarms == []


def test_a_bell_lifted_before_the_close_leaves_nothing_to_take_back() -> None:
    sitting = Sitting().to(Phase.BETS_OPEN)
    sitting.must(LiftBell(), CloseBets())
    assert sitting.do(ReopenBets(None)) == "too_late"


def test_lift_bell_while_bets_are_open_alarms_and_moves_nothing() -> None:
    """« `lift_bell` … in BETS_OPEN raises the alarm `bell_early` and moves nothing. »"""
    sitting = Sitting().to(Phase.BETS_OPEN)
    sitting.must(LiftBell(), LiftBell())
    assert sitting.where == (Phase.BETS_OPEN, 1)
    assert sitting.alarms == ["bell_early"]
    assert sitting.state.alarms[0].round == 1


def test_a_new_shake_puts_the_bell_down() -> None:
    sitting = Sitting().to(Phase.BETS_OPEN)
    sitting.must(LiftBell(), StartShake(), EndShake(), CloseBets())
    assert not sitting.croupier.bell_up
    assert sitting.do(ReopenBets(None)) is None


def test_dice_are_entered_and_confirmed() -> None:
    """« `enter_dice` → PROPOSED (from the croupier), needs no lift_bell »; « `confirm` →
    CONFIRMED »; the void stays on screen until the next shake."""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.must(EnterDice(DICE))
    assert sitting.phase is Phase.PROPOSED
    assert (sitting.proposed, sitting.croupier.proposed_from) == ((2, 5, 5), "croupier")
    assert sitting.public.phase is Phase.NO_MORE_BETS
    sitting.must(ConfirmDice())
    assert sitting.phase is Phase.CONFIRMED
    assert sitting.public.result is not None
    assert sitting.public.result.dice == DICE
    assert sitting.croupier.proposed is None
    assert sitting.latest.manual
    assert not sitting.latest.late


def test_entering_dice_declares_the_bell_up() -> None:
    """« `enter_dice` itself declares the bell up. »"""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.must(EnterDice(DICE))
    assert sitting.croupier.bell_up
    assert not sitting.croupier.takeable
    assert sitting.do(ReopenBets(None)) == "wrong_phase"


def test_dice_are_entered_again_as_often_as_it_takes() -> None:
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.must(EnterDice(OTHER, "misread"), EnterDice(DICE))
    assert sitting.proposed == (2, 5, 5)
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE
    assert sitting.kinds.count("dice_proposed") == 2


def test_confirm_without_dice_is_refused() -> None:
    """« `confirm` in NO_MORE_BETS is refused with `no_dice`. »"""
    assert Sitting().to(Phase.NO_MORE_BETS).do(ConfirmDice()) == "no_dice"


def reasons(sitting: Sitting) -> list[object]:
    return [getattr(event, "reason", None) for event in sitting.journal.events][-1:]


def test_why_the_croupier_typed_is_journaled() -> None:
    """« `enter_dice` … reason: device_silent|device_wrong|no_device|misread|other »"""
    sitting = Sitting().to(Phase.NO_MORE_BETS)
    sitting.must(EnterDice(DICE))
    assert reasons(sitting) == ["no_device"]
    sitting.must(EnterDice(OTHER, "misread"))
    assert reasons(sitting) == ["misread"]
    sitting = seated().to(Phase.NO_MORE_BETS)
    sitting.must(EnterDice(DICE))
    assert reasons(sitting) == ["device_silent"]
    sitting = seated().to(Phase.NO_MORE_BETS)
    sitting.read(1, 1, 1)
    sitting.must(EnterDice(DICE))
    assert reasons(sitting) == ["device_wrong"]
    sitting.must(EnterDice(Dice.of(1, 1, 1)))
    assert reasons(sitting) == ["other"], "they are the device's own dice"


def test_of_a_disputed_entry_the_device_was_heard() -> None:
    sitting = seated().to(Phase.PROPOSED)
    sitting.read(1, 1, 1)
    sitting.must(EnterDice(DICE))
    assert reasons(sitting) == ["device_wrong"]


def test_opening_sets_the_minimum_and_closing_takes_it_away() -> None:
    sitting = Sitting()
    assert sitting.public.limits is None
    sitting.must(OpenTable(Decimal("2.50"), "A-18"))
    assert (sitting.croupier.minimum, sitting.croupier.float_ref) == (Decimal("2.50"), "A-18")
    limits = sitting.public.limits
    assert limits is not None
    assert (limits.minimum, limits.maximum, limits.maximum_small_big) == (
        Decimal("2.50"),
        Decimal(50),
        Decimal(125),
    )
    sitting.must(CloseTable())
    assert sitting.public.limits is None
    assert sitting.croupier.minimum is None


def test_what_is_refused_is_neither_journaled_nor_told() -> None:
    sitting = Sitting(clocks=Clocks()).to(Phase.READY)
    sitting.shown.clear()
    before = list(sitting.journal.bodies)
    assert sitting.do(ConfirmDice()) == "wrong_phase"
    assert sitting.journal.bodies == before
    assert sitting.shown == []
