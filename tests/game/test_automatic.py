"""Confirmation without the croupier's key: a setting, and only for a draw heard whole."""

import pytest

from tabledisplay.game.commands import CloseBets, ConfirmDice, StartShake
from tabledisplay.game.events import ResultConfirmed
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated

DICE = Dice.of(5, 2, 5)


def closed(*heard: str, automatic: bool = True) -> Sitting:
    """Frames such as `MC` (state, lid); the close comes before the lid is up."""
    sitting = seated(automatic=automatic)
    for letter, lid in heard:
        if lid == "O":
            sitting.to(Phase.NO_MORE_BETS)
        sitting.frame(letter, lid=lid)
    return sitting.to(Phase.NO_MORE_BETS)


def test_a_draw_heard_whole_is_confirmed_by_itself() -> None:
    """« "automatic" only when `M`, `S` and lid `C`→`O` of that device round were all heard in this
    round and quality is clean »"""
    sitting = closed("MC", "SC", "OO")
    sitting.read(*DICE)
    assert sitting.where == (Phase.CONFIRMED, 1)
    assert sitting.latest.dice == DICE
    assert not sitting.latest.manual
    _proposed, confirmed = sitting.journal.events[-2:]
    assert isinstance(confirmed, ResultConfirmed)
    assert (confirmed.by, confirmed.pin) == ("device", False)
    assert sitting.kinds[-2] == "dice_proposed"
    sitting.read(*DICE)
    assert sitting.croupier.counters.repeats == 1


@pytest.mark.parametrize(
    "heard",
    [
        ["SC", "OO"],
        ["MC", "OO"],
        ["MC", "SC"],
        ["MC", "SC", "SU", "OO"],
        ["MC", "SU", "OO"],
        [],
    ],
    ids=["no M", "no S", "no lid", "lid from U", "lid never C", "nothing"],
)
def test_what_was_not_heard_the_croupier_confirms(heard: list[str]) -> None:
    sitting = closed(*heard)
    sitting.read(*DICE)
    assert sitting.phase is Phase.PROPOSED
    sitting.must(ConfirmDice())


def test_by_default_the_croupier_confirms() -> None:
    sitting = closed("MC", "SC", "OO", automatic=False)
    sitting.read(*DICE)
    assert sitting.phase is Phase.PROPOSED


def test_not_a_late_or_a_flawed_reading() -> None:
    sitting = closed("MC", "SC", "OO")
    sitting.read(*DICE, late=True)
    assert sitting.phase is Phase.PROPOSED
    sitting = closed("MC", "SC", "OO")
    sitting.read(*DICE, quality=(0, 0, 0x10, 0))
    assert sitting.phase is Phase.NO_MORE_BETS


def test_frames_of_another_draw_do_not_count() -> None:
    sitting = seated(automatic=True)
    sitting.frame("M", draw=0x101)
    sitting.frame("S", draw=0x102)
    sitting.must(CloseBets())
    sitting.frame("S", lid="O", draw=0x102)
    sitting.read(*DICE, draw=0x102)
    assert sitting.phase is Phase.PROPOSED


def test_a_lid_of_another_draw_does_not_count() -> None:
    sitting = seated(automatic=True)
    sitting.frame("M", draw=0x101)
    sitting.frame("S", draw=0x101)
    sitting.must(CloseBets())
    sitting.frame("I", draw=0x100)
    sitting.frame("O", lid="O", draw=0x100)
    sitting.read(*DICE, draw=0x101)
    assert sitting.phase is Phase.PROPOSED


def test_a_second_shake_of_the_same_number_is_heard_anew() -> None:
    sitting = seated(automatic=True)
    sitting.frame("M")
    sitting.frame("S")
    sitting.frame("O", lid="O")
    sitting.frame("M", lid="C")
    sitting.to(Phase.NO_MORE_BETS)
    sitting.read(*DICE)
    assert sitting.phase is Phase.PROPOSED, "of the second shake only M was heard"


def test_a_sealed_reading_is_judged_as_if_heard_at_the_close() -> None:
    """« on close_bets it is judged again as if heard then »"""
    sitting = seated(automatic=True)
    for letter, lid in ("MC", "SC", "OO"):
        sitting.frame(letter, lid=lid)
    sitting.read(*DICE)
    sitting.must(CloseBets())
    assert sitting.phase is Phase.CONFIRMED
    assert sitting.alarms == ["bell_early", "reading_early"]


def test_a_draw_that_the_device_contradicts_is_not() -> None:
    sitting = seated(automatic=True)
    for letter, lid in ("MC", "SC", "OO"):
        sitting.frame(letter, lid=lid)
    sitting.read(*DICE)
    sitting.read(6, 6, 6)
    sitting.must(CloseBets())
    assert sitting.phase is Phase.PROPOSED
    assert "contradiction" in sitting.alarms


def test_nor_one_after_which_the_device_shook_again() -> None:
    sitting = closed("MC", "SC", "OO")
    sitting.frame("M", draw=0x102)
    sitting.read(*DICE)
    assert sitting.phase is Phase.PROPOSED
    assert sitting.suggestion == ("mixer_fault", None)


def test_nor_one_of_a_device_without_a_lid() -> None:
    sitting = seated(automatic=True)
    sitting.frame("M", lid=None)
    sitting.frame("S", lid=None)
    sitting.must(CloseBets())
    sitting.frame("O", lid=None)
    sitting.read(*DICE)
    assert sitting.phase is Phase.PROPOSED


def test_what_was_heard_outlives_the_program() -> None:
    sitting = closed("MC", "SC", "OO").restarted()
    sitting.present()
    sitting.read(*DICE)
    assert sitting.phase is Phase.CONFIRMED


def test_the_next_round_begins_anew() -> None:
    sitting = closed("MC", "SC", "OO")
    sitting.read(*DICE)
    sitting.must(StartShake())
    sitting.to(Phase.NO_MORE_BETS)
    sitting.read(*DICE, draw=0x102)
    assert sitting.phase is Phase.PROPOSED
