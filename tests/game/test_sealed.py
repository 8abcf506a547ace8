"""A reading that comes too early: one sealed slot in memory, and no value anywhere else."""

from collections.abc import Iterator

import pytest

from tabledisplay.game.commands import (
    AcceptDevice,
    CloseBets,
    ConfirmDice,
    EndShake,
    LiftBell,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated

DICE = Dice.of(5, 2, 5)
HAND = Dice.of(1, 2, 4)
EARLY = [Phase.SHAKING, Phase.BETS_OPEN]


def everything(sitting: Sitting) -> Iterator[str]:
    """All that a person or a program could look at."""
    yield repr(sitting.table.snapshot)
    yield repr(sitting.state)
    yield repr(sitting.table._held)
    yield repr(sitting.shown)
    for body in sitting.journal.bodies:
        yield body.decode()


def nowhere(sitting: Sitting, *faces: int) -> bool:
    orders = {(a, b, c) for a in faces for b in faces for c in faces}
    forms = [", ".join(map(str, order)) for order in orders]
    forms += [",".join(map(str, order)) for order in orders]
    forms += ["-".join(map(str, order)) for order in orders]
    return not any(form in text for text in everything(sitting) for form in forms)


@pytest.mark.parametrize("phase", EARLY)
def test_an_early_reading_is_nowhere(phase: Phase) -> None:
    """« SHAKING or BETS_OPEN: **sealed** — one slot in memory, no event with values, alarm
    `reading_early` »"""
    sitting = seated()
    sitting.frame("M")
    sitting.to(phase)
    sitting.read(5, 2, 5)
    assert nowhere(sitting, 5, 2)
    assert sitting.where == (phase, 1)
    assert sitting.proposed is None
    assert sitting.alarms == ["reading_early"]
    sitting.read(5, 2, 5)
    sitting.read(6, 2, 6)
    assert sitting.alarms == ["reading_early"], "once for each draw in a round"
    assert sitting.kinds.count("reading_sealed") == 1
    assert nowhere(sitting, 5, 2, 6)


def test_the_close_unseals() -> None:
    """« on close_bets it is judged again as if heard then » (case 14)"""
    sitting = seated()
    sitting.frame("S")
    sitting.read(5, 2, 5)
    sitting.must(CloseBets())
    assert sitting.phase is Phase.PROPOSED
    assert (sitting.proposed, sitting.croupier.proposed_from) == ((2, 5, 5), "device")
    assert sitting.public.result is None
    assert sitting.croupier.bell_up
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE


@pytest.mark.parametrize("phase", EARLY)
def test_a_void_drops_it(phase: Phase) -> None:
    """« on void … it is dropped » (case 14)"""
    sitting = seated()
    sitting.frame("M")
    sitting.to(phase)
    sitting.read(5, 2, 5)
    sitting.must(VoidRound("broken"), EndShake(), CloseBets())
    assert sitting.proposed is None
    sitting.read(5, 2, 5)
    assert sitting.proposed is None
    assert nowhere(sitting, 5, 2)


def test_a_new_shake_drops_it() -> None:
    """« on … a new shake it is dropped »"""
    for by_device in (False, True):
        sitting = seated()
        sitting.frame("S")
        sitting.read(5, 2, 5)
        if by_device:
            sitting.frame("M", draw=0x102)
        else:
            sitting.must(StartShake())
        sitting.must(EndShake(), CloseBets())
        assert sitting.proposed is None
        assert nowhere(sitting, 5, 2)


@pytest.mark.parametrize(
    "command", [LiftBell(), AcceptDevice("0000A7F3"), VoidRound("other", round=1)]
)
def test_other_keys_leave_it_sealed(command: LiftBell | AcceptDevice | VoidRound) -> None:
    sitting = seated().to(Phase.READY).round(1, 1, 1)
    sitting.frame("S")
    sitting.read(5, 2, 6)
    journaled = len(sitting.journal.bodies)
    sitting.must(command)
    assert sitting.proposed is None
    assert nowhere(sitting, 5, 2, 6)
    assert len(sitting.journal.bodies) <= journaled + 2
    sitting.must(CloseBets())
    assert sitting.proposed == (2, 5, 6)


def test_it_does_not_outlive_the_program() -> None:
    """« After a crash it is gone; the device's repeat brings it back. »"""
    sitting = seated()
    sitting.frame("S")
    sitting.read(5, 2, 5)
    sitting = sitting.restarted()
    sitting.present()
    sitting.must(CloseBets())
    assert sitting.proposed is None
    sitting.read(5, 2, 5)
    assert sitting.proposed == (2, 5, 5)


def test_its_repeat_seals_it_again_after_a_restart() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(5, 2, 5)
    sitting = sitting.restarted()
    sitting.present()
    sitting.read(5, 2, 5)
    assert sitting.alarms == ["reading_early"]
    assert sitting.kinds.count("reading_sealed") == 1
    sitting.must(CloseBets())
    assert sitting.proposed == (2, 5, 5)


def test_it_ends_the_take_back() -> None:
    """« nothing heard »: a sealed draw of another shake does not come back either."""
    sitting = seated()
    sitting.frame("S")
    sitting.read(6, 6, 6, draw=0x100 - 1)
    sitting.must(CloseBets())
    assert sitting.phase is Phase.NO_MORE_BETS
    assert sitting.do(ReopenBets(None)) == "too_late"


def test_only_the_last_shakes_draw_is_sealed() -> None:
    sitting = seated()
    sitting.frame("S", draw=0x102)
    sitting.read(6, 6, 6, draw=0x101)
    sitting.must(CloseBets())
    assert sitting.proposed is None
    assert sitting.alarms == ["reading_early"]


def test_without_a_shake_heard_the_later_draw_is_sealed() -> None:
    sitting = seated().to(Phase.BETS_OPEN)
    sitting.read(6, 6, 6, draw=0x101)
    sitting.read(5, 2, 5, draw=0x102)
    sitting.must(CloseBets())
    assert sitting.proposed == (2, 5, 5)
    assert sitting.alarms == ["reading_early"] * 2


def test_other_dice_of_the_sealed_draw_contradict_it() -> None:
    """« the same key with other dice …: first kept, alarm `contradiction`, the croupier may
    confirm »"""
    sitting = seated()
    sitting.frame("S")
    sitting.read(5, 2, 5)
    sitting.read(6, 6, 6)
    sitting.read(5, 2, 5)
    assert sitting.alarms == ["reading_early"]
    sitting.must(CloseBets())
    assert sitting.proposed == (2, 5, 5)
    assert sitting.alarms == ["reading_early", "contradiction"]
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE


def test_a_clash_of_one_draw_says_nothing_of_the_next() -> None:
    sitting = seated().to(Phase.BETS_OPEN)
    sitting.read(5, 2, 5, draw=0x101)
    sitting.read(6, 6, 6, draw=0x101)
    sitting.read(5, 2, 5, draw=0x102)
    sitting.must(CloseBets())
    assert "contradiction" not in sitting.alarms


def test_a_sealed_flaw_suggests_a_void_at_the_close() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    assert sitting.suggestion is None
    assert sitting.alarms == ["reading_early"]
    sitting.must(CloseBets())
    assert sitting.where == (Phase.NO_MORE_BETS, 1)
    assert sitting.suggestion == ("leaning", 2)


def test_sealed_dice_seen_badly_give_way_to_dice_seen_well() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.read(3, 4, 1, quality=(0, 0x10, 0, 0))
    sitting.read(5, 2, 5)
    sitting.read(quality=(0, 0x20, 0, 0))
    sitting.must(CloseBets())
    assert sitting.proposed == (2, 5, 5)


@pytest.mark.parametrize("first", [(0, 0, 0, 0), (0, 0x10, 0, 0)])
def test_a_sealed_draw_gives_way_to_a_worse_flaw(first: tuple[int, int, int, int]) -> None:
    """As it does on the panel: judged « as if heard then », one after the other."""
    sitting = seated()
    sitting.frame("S")
    sitting.read(5, 2, 5, quality=first)
    sitting.read(5, 2, 5, quality=(1, 0, 0, 0))
    sitting.read(5, 2, 5)
    sitting.must(CloseBets())
    assert sitting.proposed is None
    assert sitting.suggestion == ("broken", 1)
    assert "contradiction" not in sitting.alarms


def test_a_sealed_draw_of_an_unseen_shake_is_not_proposed() -> None:
    sitting = seated()
    sitting.present(False)
    sitting.present()
    sitting.must(EndShake())
    sitting.read(5, 2, 5)
    sitting.must(CloseBets())
    assert sitting.proposed is None
    assert sitting.alarms == ["reading_early", "shake_unseen"]
