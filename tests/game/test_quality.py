"""Readings that say themselves that they are no valid draw; each docstring quotes its rule."""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    VoidRound,
)
from tabledisplay.game.readings import cause_of
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated

HAND = Dice.of(1, 2, 4)
DICE = Dice.of(5, 2, 5)


def closed() -> Sitting:
    """Bets are closed after a shake that the device told of."""
    sitting = seated()
    sitting.frame("M")
    sitting.frame("S")
    sitting.must(CloseBets())
    return sitting


@pytest.mark.parametrize(
    ("quality", "cause", "die"),
    [
        ((0x01, 0, 0, 0), "broken", 1),
        ((0, 0x02, 0, 0), "stacked", 2),
        ((0, 0x04, 0, 0), "leaning", 2),
        ((0, 0, 0x08, 0), "mixer_fault", 3),
        ((0, 0, 0, 0x08), "mixer_fault", None),
        ((0x20, 0x20, 0x20, 0x08), "mixer_fault", None),
        ((0x04, 0x01, 0, 0), "broken", 2),
        ((0x04, 0x02, 0x04, 0x01), "broken", None),
        ((0x04, 0x02, 0x04, 0), "stacked", 2),
        ((0x07, 0, 0x01, 0), "broken", 1),
        ((0, 0, 0x10, 0), "other", 3),
        ((0, 0x20, 0x10, 0), "other", 2),
        ((0, 0, 0, 0x40), "other", None),
        ((0, 0x80, 0, 0x40), "other", 2),
        ((0, 0, 0xF0, 0x04), "leaning", None),
        ((0xFF, 0xFF, 0xFF, 0xFF), "broken", 1),
    ],
)
def test_cause_and_die_of_a_void(
    quality: tuple[int, int, int, int], cause: str, die: int | None
) -> None:
    """« Cause: the union of q1–q3 and Q, first of 01 broken, 02 stacked, 04 leaning, 08
    mixer_fault, else other; die: the first die that has the bit, null if only Q has. »"""
    assert cause_of(quality) == (cause, die)
    for dice in ((3, 4, 1), ()):
        sitting = closed()
        sitting.read(*dice, quality=quality)
        assert sitting.where == (Phase.NO_MORE_BETS, 1)
        assert sitting.proposed is None
        assert sitting.suggestion == (cause, die)
        assert sitting.croupier.counters.rejected == 0


def test_a_flawed_reading_is_never_confirmed() -> None:
    """« phase stays, `proposed` null, `suggestion` = void with cause and die; confirm is refused;
    the croupier voids or enters dice. »"""
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    assert sitting.do(ConfirmDice()) == "no_dice"
    assert sitting.public.phase is Phase.NO_MORE_BETS
    assert sitting.public.counts.rounds == 0
    sitting.must(VoidRound())
    assert (sitting.latest.void, sitting.latest.die, sitting.latest.dice) == ("leaning", 2, None)


def test_the_croupier_may_give_another_reason_and_then_no_die() -> None:
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    sitting.must(VoidRound("broken"))
    assert (sitting.latest.void, sitting.latest.die) == ("broken", None)


def test_the_croupier_may_enter_the_dice_of_a_flawed_draw() -> None:
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    sitting.must(EnterDice(HAND))
    assert sitting.suggestion is None
    sitting.read(3, 4, 1, quality=(0, 4, 0, 0))
    sitting.read(3, 4, 1)
    assert sitting.proposed == (1, 2, 4), "its repeats do not come back"
    assert sitting.alarms == []
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == HAND


@pytest.mark.parametrize("weak", [0x10, 0x20, 0x30])
def test_dice_seen_badly_give_way_to_dice_seen_well(weak: int) -> None:
    """« A later line of the same key without bits replaces one whose only bits were 10 or 20. »"""
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, weak, 0, 0x10))
    assert sitting.suggestion == ("other", 2)
    sitting.read(*DICE)
    assert sitting.proposed == (2, 5, 5)
    assert sitting.suggestion is None


@pytest.mark.parametrize("strong", [0x01, 0x02, 0x04, 0x08, 0x40, 0x80, 0x14])
def test_other_flaws_do_not(strong: int) -> None:
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, strong, 0, 0))
    before = sitting.suggestion
    sitting.read(*DICE)
    assert sitting.proposed is None
    assert sitting.suggestion == before
    sitting.read(*DICE, quality=(0, 0x10, 0, 0))
    assert sitting.suggestion == before


def test_a_flaw_told_again_is_told_once() -> None:
    sitting = closed()
    sitting.read(3, 4, 1, quality=(0, 0x10, 0, 0))
    journaled = len(sitting.journal.bodies)
    sitting.read(3, 4, 1, quality=(0, 0x10, 0, 0))
    assert len(sitting.journal.bodies) == journaled
    sitting.read(3, 4, 1, quality=(0, 0x04, 0, 0))
    assert sitting.suggestion == ("leaning", 2), "the worse flaw of the same draw replaces it"
    assert sitting.croupier.counters.repeats == 1


@pytest.mark.parametrize("weak", [0x10, 0x20])
@pytest.mark.parametrize("entered", [False, True])
def test_a_hand_over_the_dice_takes_nothing_away(weak: int, entered: bool) -> None:
    sitting = closed()
    if entered:
        sitting.must(EnterDice(DICE))
    else:
        sitting.read(*DICE)
    sitting.read(quality=(weak, 0, 0, 0))
    assert sitting.proposed == (2, 5, 5)
    assert sitting.suggestion is None
    sitting.must(ConfirmDice())


@pytest.mark.parametrize("entered", [False, True])
def test_a_strong_flaw_clears_a_proposal(entered: bool) -> None:
    sitting = closed()
    if entered:
        sitting.must(EnterDice(DICE))
    else:
        sitting.read(*DICE)
    sitting.read(*DICE, quality=(0, 0, 1, 0))
    assert sitting.phase is Phase.PROPOSED
    assert (sitting.proposed, sitting.croupier.proposed_from) == (None, None)
    assert sitting.suggestion == ("broken", 3)
    assert sitting.do(ConfirmDice()) == "no_dice"
    sitting.must(EnterDice(HAND), ConfirmDice())
    assert sitting.latest.dice == HAND


def test_a_flaw_of_another_draw_than_the_last_shake_is_no_flaw() -> None:
    sitting = closed()
    sitting.read(3, 4, 1, draw=0x0F0, quality=(1, 0, 0, 0))
    assert sitting.suggestion is None
    assert sitting.alarms == ["shake_unseen"]


@pytest.mark.parametrize("quality", [(0, 0, 0, 0), (0, 4, 0, 0)])
def test_another_draw_beside_a_flawed_one_contradicts_it(
    quality: tuple[int, int, int, int],
) -> None:
    sitting = seated()
    sitting.must(EndShake(), CloseBets())
    sitting.read(3, 4, 1, draw=0x101, quality=(1, 0, 0, 0))
    sitting.read(*DICE, draw=0x102, quality=quality)
    assert sitting.proposed is None
    assert sitting.suggestion == ("broken", 1)
    assert sitting.alarms == ["contradiction"]


def test_a_device_that_finds_flaws_without_end_cannot_keep_the_croupier_from_playing() -> None:
    """« play goes on by hand »: what he enters after the first flaw stands."""
    sitting = seated()
    sitting.must(EndShake(), CloseBets())
    for draw in range(0x101, 0x105):
        sitting.read(draw=draw, quality=(0, 0, 0, 8))
    sitting.must(EnterDice(HAND))
    sitting.read(draw=0x105, quality=(0, 0, 0, 8))
    assert sitting.proposed == (1, 2, 4)
    assert sitting.alarms == ["contradiction"]
    sitting.must(ConfirmDice())
