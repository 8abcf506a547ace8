"""The journal comes before the screen: while it takes nothing, nothing is true."""

from datetime import timedelta

import pytest

from tabledisplay.game.commands import (
    Acknowledge,
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    ReopenBets,
    SetPin,
    StartShake,
)
from tabledisplay.game.state import Phase
from tabledisplay.public_view import Banner
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import (
    DrawKey,
    Lid,
    ReadingHeard,
    ShakerState,
    StateHeard,
)
from tabledisplay.table import Snapshot, SystemClock
from tests.game.sitting import BOOT, DEVICE, OPEN, MemoryJournal, Sitting, seated

DICE = Dice.of(5, 2, 5)


def broken(sitting: Sitting) -> Sitting:
    sitting.journal.broken = True
    sitting.shown.clear()
    return sitting


def repaired(sitting: Sitting) -> Sitting:
    sitting.journal.broken = False
    sitting.shown.clear()
    return sitting


@pytest.mark.parametrize("phase", list(Phase))
def test_a_command_that_cannot_be_journaled_is_refused_and_moves_nothing(phase: Phase) -> None:
    """« Journal dead: every command is refused with `journal_failed` and tries again »"""
    keys = {
        Phase.CLOSED: OPEN,
        Phase.READY: StartShake(),
        Phase.SHAKING: EndShake(),
        Phase.BETS_OPEN: CloseBets(),
        Phase.NO_MORE_BETS: EnterDice(DICE),
        Phase.PROPOSED: ConfirmDice(),
        Phase.CONFIRMED: StartShake(),
        Phase.VOID: EndShake(),
    }
    sitting = broken(Sitting().to(phase))
    before, journaled = sitting.state, len(sitting.journal.bodies)
    for _ in range(2):
        assert sitting.do(keys[phase]) == "journal_failed"
        assert (sitting.state, len(sitting.journal.bodies)) == (before, journaled)
        assert sitting.public.banner is Banner.UNAVAILABLE
        assert sitting.public.result is None
        assert not sitting.croupier.recorded
    assert sitting.shown[0].public.banner is Banner.UNAVAILABLE, "screens are told at once"
    repaired(sitting)
    assert sitting.public.banner is Banner.UNAVAILABLE, "until something is written"
    sitting.must(keys[phase])
    assert sitting.state.phase is not before.phase
    assert sitting.public.banner is not Banner.UNAVAILABLE
    assert sitting.croupier.recorded
    assert sitting.shown[-1].croupier.recorded


def test_what_the_shaker_says_is_told_again_by_its_repeats() -> None:
    sitting = broken(seated())
    sitting.frame("S")
    assert sitting.where == (Phase.READY, 0)
    assert sitting.shown[-1].public.banner is Banner.UNAVAILABLE
    repaired(sitting)
    sitting.frame("S")
    assert sitting.where == (Phase.BETS_OPEN, 1)
    assert sitting.shown[-1].public.banner is Banner.PLACE_YOUR_BETS
    sitting.must(CloseBets())
    broken(sitting)
    sitting.read(*DICE)
    assert sitting.proposed is None
    repaired(sitting)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)


def test_a_reading_that_could_not_be_journaled_is_held_nowhere() -> None:
    sitting = seated()
    sitting.frame("S")
    broken(sitting)
    sitting.read(*DICE)
    sitting.read()
    assert sitting.table._held.sealed is None
    assert sitting.table._held.rejected == 0
    repaired(sitting)
    sitting.must(CloseBets())
    assert sitting.proposed is None


def test_a_close_that_failed_did_not_start_the_three_seconds() -> None:
    sitting = broken(Sitting().to(Phase.BETS_OPEN))
    assert sitting.do(CloseBets()) == "journal_failed"
    sitting.clocks.pass_by(2.9)
    repaired(sitting).must(CloseBets())
    sitting.clocks.pass_by(2.9)
    sitting.must(ReopenBets(None))


def test_a_table_whose_journal_is_dead_from_the_start() -> None:
    sitting = Sitting(MemoryJournal(broken=True))
    assert sitting.public.banner is Banner.UNAVAILABLE
    assert sitting.kinds == []
    assert sitting.do(OPEN) == "journal_failed"
    repaired(sitting).must(OPEN)
    assert sitting.kinds == ["program_started", "table_opened"]


def test_a_start_that_was_not_journaled_still_means_that_a_shake_may_be_unseen() -> None:
    sitting = seated()
    sitting.must(EndShake(), CloseBets())
    sitting.journal.broken = True
    sitting = sitting.restarted()
    sitting.present()
    sitting.journal.broken = False
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.alarms == ["shake_unseen"]
    assert sitting.kinds.count("program_started") == 2


@pytest.mark.parametrize("returned", [False, True])
def test_a_loss_that_was_not_journaled_is_one_all_the_same(returned: bool) -> None:
    sitting = seated()
    broken(sitting).present(False)
    if returned:
        sitting.present()
    repaired(sitting)
    sitting.must(EndShake(), CloseBets())
    assert sitting.state.unseen
    assert sitting.state.connected == returned
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.kinds.count("link_interrupted") == 1
    assert sitting.kinds.count("link_restored") == 1 + returned


def test_distrust_that_was_not_journaled_is_told_with_the_next_append() -> None:
    sitting = broken(Sitting().to(Phase.READY).round(*DICE))
    sitting.table.distrust("repaired")
    sitting.check()
    assert sitting.shown[-1].public.banner is Banner.UNAVAILABLE
    repaired(sitting).must(StartShake())
    assert sitting.state.untrusted
    assert sitting.alarms == ["untrusted"]
    sitting.must(Acknowledge(1))
    assert not sitting.state.untrusted
    assert sitting.public.banner is Banner.SHAKING


def test_a_warning_is_an_alarm() -> None:
    sitting = Sitting().to(Phase.READY)
    sitting.table.warn("disk")
    sitting.check()
    assert sitting.alarms == ["disk"]
    assert sitting.shown[-1].croupier.alarms
    broken(sitting)
    sitting.table.warn("clock")
    repaired(sitting).must(StartShake())
    assert sitting.alarms == ["disk", "clock"], "told with the next append"
    sitting.must(EndShake())
    assert sitting.alarms == ["disk", "clock"]


def test_an_end_that_cannot_be_journaled_keeps_nobody() -> None:
    """« quit works without it »"""
    sitting = broken(Sitting().to(Phase.BETS_OPEN))
    sitting.table.stop()
    sitting.check()
    assert "program_stopped" not in sitting.kinds


@pytest.mark.parametrize("again", [True, False], ids=["the same act", "another act"])
def test_events_that_the_disk_kept_after_all_are_true(again: bool) -> None:
    """The journal finds at its next append that the last one had not failed."""
    sitting = Sitting().to(Phase.BETS_OPEN)
    sitting.journal.keeps_after_all = True
    broken(sitting)
    assert sitting.do(CloseBets()) == "journal_failed"
    assert sitting.phase is Phase.BETS_OPEN
    repaired(sitting)
    code = sitting.do(CloseBets() if again else StartShake())
    assert code == (None if again else "journal_failed")
    assert sitting.where == (Phase.NO_MORE_BETS, 1)
    assert sitting.kinds.count("bets_closed") == 1
    assert (sitting.public.banner is Banner.UNAVAILABLE) == (not again)
    if not again:
        assert sitting.do(ReopenBets(None)) == "too_late", "nobody knows when it was"
    sitting.must(EnterDice(DICE), ConfirmDice())
    assert sitting.public.banner is Banner.RESULT


def test_a_start_that_the_disk_kept_after_all_is_not_told_twice() -> None:
    journal = MemoryJournal(broken=True, keeps_after_all=True)
    sitting = Sitting(journal)
    journal.broken = False
    assert sitting.do(OPEN) == "journal_failed"
    sitting.must(OPEN)
    assert sitting.kinds == ["program_started", "table_opened"]


def test_a_sealed_reading_goes_with_a_shake_that_the_disk_kept_after_all() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(*DICE)
    sitting.journal.keeps_after_all = True
    broken(sitting)
    assert sitting.do(StartShake()) == "journal_failed"
    repaired(sitting)
    assert sitting.do(EndShake()) == "wrong_phase", "as far as anybody knows"
    assert sitting.do(CloseBets()) == "journal_failed"
    assert sitting.phase is Phase.SHAKING
    sitting.must(EndShake(), CloseBets())
    assert sitting.proposed is None


def test_a_pin_cannot_be_set_where_nothing_can_be_written() -> None:
    sitting = Sitting()
    assert sitting.do(SetPin("chef", "123456")) == "journal_failed"
    assert sitting.croupier.roles_with_pin == frozenset()
    assert "pin_set" not in sitting.kinds
    sitting.must(OPEN)


def test_the_clocks_of_this_machine() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.monotonic() <= clock.monotonic()


def test_counters_alone_tell_nobody() -> None:
    """« counters alone print none »"""
    sitting = seated()
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    sitting.shown.clear()
    sitting.read(*DICE)
    sitting.read(*DICE, draw=0x100)
    sitting.read()
    assert sitting.shown == []
    assert sitting.croupier.counters.repeats == 2
    assert sitting.croupier.counters.rejected == 1


def test_each_event_is_told() -> None:
    sitting = seated()
    sitting.shown.clear()
    sitting.frame("M")
    sitting.frame("M")
    sitting.frame("S")
    assert [shown.croupier.phase for shown in sitting.shown] == [Phase.SHAKING, Phase.BETS_OPEN]


def test_a_shake_by_hand_is_told_to_whoever_counts_shakes() -> None:
    sitting = Sitting().to(Phase.READY)
    shakes: list[Phase] = []
    sitting.table.on_shake = lambda: shakes.append(sitting.phase)
    broken(sitting)
    sitting.do(StartShake())
    assert shakes == []
    repaired(sitting).must(StartShake(), EndShake(), StartShake())
    assert shakes == [Phase.SHAKING, Phase.SHAKING]


def blind(sitting: Sitting) -> list[tuple[str, Phase, int]]:
    """A listener that always fails; returns what had become true each time it was told."""
    found: list[tuple[str, Phase, int]] = []

    def show(snapshot: Snapshot) -> None:
        journaled = sitting.journal.bodies[-1].decode()
        found.append((journaled, sitting.state.phase, snapshot.croupier.round))
        raise ZeroDivisionError

    sitting.table.listen = show
    return found


def test_a_listener_that_fails_is_told_of_what_is_journaled_and_true_and_refuses_nothing() -> None:
    """Journal → state → listener: a view can hurt neither the answer nor the game."""
    sitting, bugs = seated(), []
    found = blind(sitting)
    sitting.table.failed = bugs.append
    sitting.must(EndShake(), CloseBets(), EnterDice(DICE), ConfirmDice())
    assert [phase for _, phase, _ in found] == [
        Phase.BETS_OPEN,
        Phase.NO_MORE_BETS,
        Phase.PROPOSED,
        Phase.CONFIRMED,
    ]
    for (journaled, _, number), name in zip(
        found, ("bets_opened", "bets_closed", "dice_proposed", "result_confirmed"), strict=True
    ):
        assert f'"kind":"{name}.1"' in journaled
        assert number == 1
    assert [type(bug) for bug in bugs] == [ZeroDivisionError] * 4
    assert sitting.do(ConfirmDice()) == "wrong_phase", "what is refused is still refused"
    assert sitting.restarted().latest.dice == DICE


def test_a_listener_that_fails_loses_no_message_of_the_shaker() -> None:
    sitting, bugs = seated(), []
    found = blind(sitting)
    sitting.table.failed = bugs.append
    key = DrawKey(DEVICE, BOOT, 0x101)
    sitting.hear(
        StateHeard(key, ShakerState.MIXING, Lid.CLOSED),
        StateHeard(key, ShakerState.SETTLED, Lid.CLOSED),
    )
    assert sitting.where == (Phase.BETS_OPEN, 1)
    sitting.must(CloseBets())
    sitting.hear(ReadingHeard(key, (5, 2, 5), (0, 0, 0, 0)))
    assert sitting.proposed == (2, 5, 5)
    assert len(found) == len(bugs) == 4


def test_without_anybody_to_note_it_a_failing_listener_is_heard_of_afterwards() -> None:
    sitting = seated()
    blind(sitting)
    with pytest.raises(ZeroDivisionError):
        sitting.table.submit(EndShake())
    assert sitting.where == (Phase.BETS_OPEN, 1)
    sitting.check()
