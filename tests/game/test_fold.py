"""State is a fold: it may begin at the latest opening, forgets nothing it must not, stays small."""

from dataclasses import replace

import pytest

from tabledisplay.game.apply import apply, fold
from tabledisplay.game.commands import (
    Acknowledge,
    CloseBets,
    CloseTable,
    CorrectResult,
    StartShake,
    VoidRound,
)
from tabledisplay.game.events import ResultCorrected, TableOpened
from tabledisplay.game.state import HISTORY_KEPT, SPENT_KEPT, Phase, TableState
from tabledisplay.rules.dice import Dice
from tests.game.sitting import OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)


def eventful() -> Sitting:
    """Two openings with all that must not be forgotten."""
    sitting = seated()
    sitting.frame("M")
    sitting.frame("F")
    sitting.leak()
    sitting.must(VoidRound("broken"))
    sitting.round(1, 1, 2)
    sitting.must(CorrectResult(2, DICE, "mal lu"), CloseTable())
    sitting.reboot("0C22")
    sitting.present(False)
    sitting.must(OPEN)
    sitting.present()
    sitting.frame("S", boot="0C22", draw=0x103)
    sitting.read(*DICE, boot="0C22", draw=0x103)
    return sitting


def test_a_fold_may_begin_at_the_latest_opening() -> None:
    sitting = eventful()
    events = sitting.journal.events
    opened = max(n for n, event in enumerate(events) if isinstance(event, TableOpened))
    before = fold(events[:opened])
    assert fold(events[opened:], TableState(history=before.history)) == sitting.state
    assert fold(events[opened:]) == replace(
        sitting.state, history=tuple(r for r in sitting.state.history if r.opening == 2)
    )


def test_what_an_opening_hands_on() -> None:
    sitting = eventful().to(Phase.VOID)
    sitting.table.distrust("repaired")
    sitting.must(CloseTable())
    before = sitting.state
    sitting.must(OPEN)
    after = sitting.state
    for name in ("device", "session", "frame", "spent", "alarms", "last_alarm", "untrusted"):
        assert getattr(after, name) == getattr(before, name), name
        assert getattr(after, name) != getattr(TableState(), name), name
    assert after.history == before.history
    assert (after.opening, after.number, after.phase) == (3, 0, Phase.READY)


def test_old_rounds_of_earlier_openings_are_let_go() -> None:
    sitting = Sitting().to(Phase.READY)
    for _ in range(3):
        sitting.round(1, 2, 3)
    rounds = sitting.state.history
    many = replace(sitting.state, history=tuple(rounds[0] for _ in range(HISTORY_KEPT + 7)))
    many = apply(many, sitting.journal.events[1])
    assert len(many.history) == HISTORY_KEPT


def test_spent_draws_do_not_fill_the_memory() -> None:
    sitting = seated()
    sitting.frame("I", draw=0x101)
    full = replace(sitting.state, spent=tuple(f"x/{n}" for n in range(SPENT_KEPT)))
    after = apply(full, sitting.journal.events[-1])
    assert after.spent == (*full.spent[1:], "0000A7F3/0C21/0101")
    assert apply(after, sitting.journal.events[-1]).spent == after.spent


def test_alarms_are_numbered_for_ever_and_stay_until_acknowledged() -> None:
    """« `alarms` (`[{"id","code","text","round"}]`, until acknowledged) »"""
    sitting = seated().to(Phase.SHAKING)
    sitting.leak(draw=0x101)
    sitting.leak(draw=0x102)
    assert [(a.id, a.code, a.round) for a in sitting.state.alarms] == [
        (1, "leak", 1),
        (2, "leak", 1),
    ]
    sitting.must(Acknowledge(2))
    assert sitting.do(Acknowledge(2)) == "bad_input"
    sitting.must(VoidRound("other"), StartShake())
    sitting.leak(draw=0x103)
    sitting = sitting.restarted()
    assert [(a.id, a.round) for a in sitting.state.alarms] == [(1, 1), (3, 2)]
    sitting.must(Acknowledge(1), Acknowledge(3))
    assert sitting.alarms == []
    sitting.leak(draw=0x103)
    assert sitting.alarms == [], "told once in a round"


def test_an_alarm_of_untrusted_results_is_answered_for_by_the_chef() -> None:
    sitting = seated().to(Phase.READY).round(1, 1, 2)
    sitting.table.distrust("repaired")
    sitting.check()
    assert sitting.alarms == ["untrusted"]
    assert sitting.croupier.untrusted
    assert sitting.public.history == ()
    assert sitting.public.result is None
    sitting.must(Acknowledge(1))
    assert not sitting.croupier.untrusted
    assert len(sitting.public.history) == 1
    assert sitting.public.result is not None


def test_a_correction_of_a_round_that_nobody_knows_is_believed() -> None:
    """Checks live in `decide`: an old journal opens whatever it holds."""
    sitting = Sitting().to(Phase.CONFIRMED)
    odd = ResultCorrected(at=sitting.clocks.now(), round=99, dice=(1, 1, 1), reason="?")
    state = apply(sitting.state, odd)
    added = state.of_opening(99)
    assert added is not None
    assert (added.dice, added.first_dice) == (Dice.of(1, 1, 1), None)


@pytest.mark.parametrize("phase", list(Phase))
def test_a_restart_in_any_phase_goes_on_where_it_was(phase: Phase) -> None:
    sitting = seated() if phase is not Phase.CLOSED else Sitting()
    sitting.to(phase)
    before = sitting.state
    after = sitting.restarted().state
    assert after == replace(before, connected=False, unseen=True)


def test_the_program_starts_and_stops() -> None:
    sitting = Sitting().to(Phase.BETS_OPEN)
    before = sitting.state
    sitting.table.stop()
    sitting.check()
    assert sitting.state == before
    assert (sitting.kinds[0], sitting.kinds[-1]) == ("program_started", "program_stopped")


def test_a_closed_table_forgets_its_round() -> None:
    sitting = seated().to(Phase.CONFIRMED)
    sitting.leak()
    sitting.must(CloseTable())
    assert not sitting.state.current.raised
    assert sitting.do(CloseBets()) == "wrong_phase"
