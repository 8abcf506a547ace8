"""Which draws are used up, when, and what frees them; and what an unheard shake forbids."""

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
DRAW = f"0000A7F3/0C21/{0x101:04X}"


def closed_by_hand(sitting: Sitting) -> Sitting:
    sitting.must(EndShake(), CloseBets())
    return sitting


@pytest.mark.parametrize("end", ["confirmed", "void"])
def test_every_reading_of_a_round_is_spent_with_it(end: str) -> None:
    """« Spent are: every key heard in a round … when that round is confirmed or voided »"""
    sitting = closed_by_hand(seated())
    sitting.read(*DICE)
    assert sitting.state.spent == ("0000A7F3/0C21/0100",), "not while the round is open"
    sitting.must(ConfirmDice() if end == "confirmed" else VoidRound("other"))
    assert DRAW in sitting.state.spent
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.croupier.counters.repeats == 1


@pytest.mark.parametrize("letter", ["M", "S", "I", "O", "F"])
def test_the_number_of_any_frame_of_a_round_is_spent_with_it(letter: str) -> None:
    """« … and the device's round number of any frame, when that round is confirmed or voided »"""
    sitting = seated().to(Phase.SHAKING)
    sitting.frame(letter)
    sitting.must(VoidRound("other"))
    assert DRAW in sitting.state.spent


def test_a_frame_that_only_repeats_is_heard_in_each_round() -> None:
    sitting = seated()
    sitting.must(CloseTable())
    sitting.frame("S")
    sitting.must(OPEN)
    sitting.frame("S")
    assert DRAW not in sitting.state.spent
    closed_by_hand(sitting)
    sitting.frame("S")
    sitting.must(EnterDice(HAND), ConfirmDice())
    assert DRAW in sitting.state.spent


@pytest.mark.parametrize("phase", [Phase.CLOSED, Phase.READY, Phase.CONFIRMED, Phase.VOID])
def test_a_reading_between_rounds_is_spent(phase: Phase) -> None:
    """« every key … heard in CLOSED, READY, CONFIRMED or VOID »"""
    sitting = seated()
    if phase is Phase.CLOSED:
        sitting.must(CloseTable())
    sitting.to(phase)
    sitting.read(*DICE)
    assert DRAW in sitting.state.spent
    assert sitting.alarms == []
    sitting.to(Phase.READY) if phase is Phase.CLOSED else None
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.proposed is None


@pytest.mark.parametrize("phase", [Phase.CLOSED, Phase.READY, Phase.CONFIRMED, Phase.VOID])
@pytest.mark.parametrize("letter", ["I", "O", "S", "M", "F"])
def test_the_number_of_an_idle_or_open_frame_between_rounds_is_spent(
    phase: Phase, letter: str
) -> None:
    """« … and the round number of any `I`/`O` frame, heard in CLOSED, READY, CONFIRMED or VOID »"""
    sitting = seated()
    if phase is Phase.CLOSED:
        sitting.must(CloseTable())
    sitting.to(phase)
    sitting.frame(letter)
    assert (DRAW in sitting.state.spent) == (letter in "IO")


def test_an_idle_frame_that_only_repeats_is_spent_too() -> None:
    """The frame was heard in a round that it did not belong to, and goes on after it."""
    sitting = seated().to(Phase.SHAKING)
    sitting.frame("O", lid="O")
    sitting.must(VoidRound("broken"))
    sitting.frame("M")
    assert DRAW not in sitting.state.spent
    sitting.must(VoidRound("broken"))
    assert DRAW in sitting.state.spent
    sitting = Sitting()
    sitting.present()
    sitting.must(OPEN)
    sitting.read(*DICE)
    sitting.frame("I")
    journaled = len(sitting.journal.bodies)
    sitting.frame("I")
    assert len(sitting.journal.bodies) == journaled, "and is journaled once"


def test_an_idle_frame_repeated_after_its_draw_was_freed() -> None:
    sitting = seated()
    sitting.frame("I")
    sitting.must(StartShake())
    sitting.frame("I")
    sitting.must(VoidRound("broken"))
    assert sitting.state.spent.count(DRAW) == 1


def test_a_mixing_edge_frees_the_draw() -> None:
    """« An `M` edge of the same key heard after it was spent frees it (counters wrap, a device may
    not count). »"""
    sitting = seated()
    for total in range(3):
        sitting.frame("M")
        assert DRAW not in sitting.state.spent
        sitting.frame("S")
        sitting.must(CloseBets())
        sitting.read(1, 1, total + 1)
        assert sitting.proposed == (1, 1, total + 1)
        sitting.must(ConfirmDice())
        assert DRAW in sitting.state.spent
    assert [r.number for r in sitting.state.history] == [1, 2, 3]


def test_mixing_that_only_repeats_frees_nothing() -> None:
    sitting = seated()
    sitting.frame("M")
    sitting.must(VoidRound("broken"))
    sitting.frame("M")
    assert DRAW in sitting.state.spent


def test_dice_at_rest_free_nothing() -> None:
    sitting = seated()
    sitting.frame("I")
    sitting.must(StartShake())
    sitting.frame("S")
    assert DRAW in sitting.state.spent
    assert sitting.phase is Phase.SHAKING
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    assert sitting.proposed is None


@pytest.mark.parametrize("phase", list(Phase))
def test_a_spent_draw_is_never_proposed_sealed_or_alarmed(phase: Phase) -> None:
    """« Spent keys are journaled without dice and never proposed, sealed or alarmed again. »"""
    sitting = seated()
    sitting.read(*DICE)
    if phase is Phase.CLOSED:
        sitting.must(CloseTable())
    sitting.to(phase)
    before, journaled = sitting.state, len(sitting.journal.bodies)
    for quality in ((0, 0, 0, 0), (4, 0, 0, 0)):
        sitting.read(*DICE, quality=quality)
        sitting.read(6, 6, 6, quality=quality)
        sitting.read(quality=quality)
    assert sitting.state == before
    assert len(sitting.journal.bodies) == journaled
    assert sitting.croupier.counters.repeats == 6
    assert sitting.croupier.counters.rejected == 0
    assert b"5]" not in b"".join(b for b in sitting.journal.bodies if b"draw_heard" in b)


def test_a_spent_draw_does_not_end_the_take_back() -> None:
    sitting = seated()
    sitting.read(*DICE)
    closed_by_hand(sitting)
    sitting.read(*DICE)
    assert sitting.croupier.takeable


def test_a_stale_repeat_is_never_the_next_round() -> None:
    """Case 13: the device was silent, the croupier typed; then it repeats what nobody waits for."""
    sitting = seated()
    sitting.frame("S")
    sitting.must(CloseBets(), EnterDice(HAND), ConfirmDice())
    sitting.read(*DICE)
    for _ in range(2):
        closed_by_hand(sitting)
        sitting.read(*DICE)
        assert sitting.proposed is None
        sitting.must(EnterDice(HAND), ConfirmDice())
        sitting = sitting.restarted()
        sitting.present()


def test_the_same_values_twice_running_are_two_draws() -> None:
    """Case 4: equal values are not a repeat."""
    sitting = seated()
    for draw in (0x101, 0x102):
        sitting.frame("S", draw=draw)
        sitting.must(CloseBets())
        for _ in range(3):
            sitting.read(*DICE, draw=draw)
        sitting.must(ConfirmDice())
    assert [r.dice for r in sitting.state.history] == [DICE, DICE]
    assert sitting.croupier.counters.repeats == 4


def test_another_boot_is_another_draw() -> None:
    """« **Key** of a draw: (device, boot, round). »"""
    sitting = closed_by_hand(seated())
    sitting.read(*DICE)
    sitting.must(ConfirmDice())
    sitting.reboot("0C22")
    closed_by_hand(sitting)
    sitting.read(*DICE, boot="0C22")
    assert sitting.proposed == (2, 5, 5)


def test_spent_draws_and_device_survive_openings_and_restarts() -> None:
    """« Boot id, spent keys and the accepted device survive a restart through the journal. »"""
    sitting = seated()
    sitting.frame("O", lid="O", draw=0x101)
    spent, device, frame = sitting.state.spent, sitting.state.device, sitting.state.frame
    sitting.must(CloseTable(), OPEN)
    sitting = sitting.restarted()
    assert (sitting.state.spent, sitting.state.device) == (spent, device)
    assert sitting.state.frame == frame
