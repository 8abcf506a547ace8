"""Only a change moves: edges, the lid, and another device; each docstring quotes its rule."""

import pytest

from tabledisplay.game.commands import (
    AcceptDevice,
    CloseBets,
    CloseTable,
    ConfirmDice,
    EndShake,
    EnterDice,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tests.game.sitting import OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)


def test_repeated_frames_move_nothing() -> None:
    """« A device moves a phase, or alarms, only on an **edge** »"""
    sitting = seated()
    sitting.frame("M")
    sitting.must(EndShake())
    sitting.frame("M")
    assert sitting.phase is Phase.BETS_OPEN, "HB repeats what ST said"
    sitting.must(StartShake())
    sitting.frame("M")
    sitting.frame("S")
    sitting.must(StartShake())
    sitting.frame("S")
    assert sitting.phase is Phase.SHAKING


def test_the_croupiers_moves_are_not_undone_by_a_device_that_repeats_itself() -> None:
    """« The croupier's own start_shake/end_shake always work beside it and are not undone by a
    device that repeats itself. »"""
    sitting = seated()
    sitting.frame("S")
    sitting.must(VoidRound("broken"))
    sitting.frame("S")
    assert sitting.where == (Phase.VOID, 1)
    sitting.must(StartShake())
    for _ in range(3):
        sitting.frame("S")
    assert sitting.where == (Phase.SHAKING, 2)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"draw": 0x102}, "round"),
        ({"boot": "0C22"}, "boot, so the device session"),
        ({"lid": "U"}, "lid"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_change_is_an_edge(changed: dict[str, object], what: str) -> None:
    """« a change of (device session, round, state, lid) against its previous frame »"""
    sitting = seated()
    sitting.frame("M")
    sitting.must(EndShake())
    sitting.frame("M", **changed)
    assert sitting.where == (Phase.SHAKING, 1), what


def test_a_new_session_of_the_same_boot_is_an_edge() -> None:
    sitting = seated()
    sitting.frame("M")
    sitting.must(EndShake())
    sitting.reboot()
    sitting.frame("M")
    assert sitting.phase is Phase.SHAKING


def test_a_restart_of_another_device_is_nothing() -> None:
    sitting = seated()
    before = sitting.state
    sitting.reboot(device="0000BEEF")
    assert sitting.state == before


def test_the_first_frame_ever_is_an_edge() -> None:
    """« The first frame ever heard is an edge »"""
    sitting = Sitting()
    sitting.present()
    sitting.must(OPEN)
    sitting.frame("M")
    assert sitting.phase is Phase.SHAKING


@pytest.mark.parametrize("letter", ["M", "S"])
def test_the_first_frame_ever_of_a_spent_draw_is_no_edge(letter: str) -> None:
    """« …, unless its round is spent. »"""
    sitting = Sitting()
    sitting.present()
    sitting.must(OPEN)
    sitting.read(*DICE, draw=0x101)
    sitting.frame(letter, draw=0x101)
    assert sitting.phase is Phase.READY
    sitting.frame(letter, draw=0x101)
    assert sitting.phase is Phase.READY, "and its repeat is no change"
    sitting.frame(letter, draw=0x102)
    assert sitting.phase is not Phase.READY


def test_a_restart_of_the_program_makes_no_edge() -> None:
    sitting = seated()
    sitting.frame("M")
    sitting.must(EndShake())
    sitting = sitting.restarted()
    sitting.present()
    sitting.frame("M")
    assert sitting.where == (Phase.BETS_OPEN, 1)
    sitting.frame("S")
    assert sitting.where == (Phase.BETS_OPEN, 1)


def test_an_opening_makes_no_edge() -> None:
    sitting = seated()
    sitting.must(CloseTable())
    sitting.frame("S")
    sitting.must(OPEN)
    sitting.frame("S")
    assert sitting.where == (Phase.READY, 0)


def test_a_stranger_moves_nothing() -> None:
    sitting = seated()
    before, journaled = sitting.state, len(sitting.journal.bodies)
    for letter in "MSOF":
        sitting.frame(letter, device="0000BEEF")
    sitting.read(*DICE, device="0000BEEF")
    sitting.leak(device="0000BEEF")
    assert sitting.state == before
    assert len(sitting.journal.bodies) == journaled


# The lid


def test_the_lid_up_while_bets_are_open_alarms() -> None:
    """« a lid edge to `O`, in BETS_OPEN raises the alarm `bell_early` and moves nothing »"""
    sitting = seated()
    sitting.frame("S")
    sitting.frame("O", lid="O")
    assert sitting.where == (Phase.BETS_OPEN, 1)
    assert sitting.alarms == ["bell_early"]
    sitting.frame("O", lid="C")
    sitting.frame("O", lid="O")
    assert sitting.alarms == ["bell_early"], "once a round"


def test_bets_that_a_device_opens_with_the_bell_up_alarm() -> None:
    sitting = seated()
    sitting.frame("S", lid="O")
    assert sitting.phase is Phase.BETS_OPEN
    assert sitting.alarms == ["bell_early"]


@pytest.mark.parametrize("phase", [Phase.SHAKING, Phase.READY, Phase.VOID, Phase.CONFIRMED])
def test_the_lid_up_elsewhere_is_no_alarm(phase: Phase) -> None:
    sitting = seated().to(phase)
    sitting.frame("O", lid="O", draw=0x100)
    assert sitting.alarms == []
    assert "bell_lifted" not in sitting.kinds


def test_the_lid_up_ends_the_take_back() -> None:
    """« it ends the take-back (SLP1 says it by the lid) »"""
    sitting = seated()
    sitting.frame("S")
    sitting.must(CloseBets())
    sitting.frame("O", lid="O")
    assert sitting.croupier.bell_up
    assert sitting.kinds[-1] == "bell_lifted"
    assert sitting.do(ReopenBets(None)) == "too_late"
    sitting.frame("F", lid="O")
    assert sitting.kinds.count("bell_lifted") == 1


def test_a_lid_up_before_the_close_leaves_nothing_to_take_back() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.frame("O", lid="O")
    sitting.must(CloseBets())
    assert sitting.do(ReopenBets(None)) == "too_late"


def test_a_lid_that_came_down_again_before_the_close_is_down() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.frame("O", lid="O")
    sitting.frame("S", lid="C")
    sitting.must(CloseBets())
    sitting.must(ReopenBets(None))


def test_a_lid_nobody_knows_is_neither_up_nor_down() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.must(CloseBets())
    sitting.frame("S", lid="U")
    assert not sitting.croupier.bell_up
    assert sitting.croupier.takeable
    sitting.frame("S", lid="C")
    sitting.must(ReopenBets(None))


def test_what_is_heard_of_the_draw_itself_does_not_end_the_take_back() -> None:
    sitting = seated()
    sitting.frame("M")
    sitting.frame("S")
    sitting.must(CloseBets())
    sitting.frame("S")
    sitting.must(ReopenBets(None))


# Another device


def test_another_device_begins_with_an_edge() -> None:
    sitting = seated()
    sitting.frame("M")
    sitting.must(EndShake())
    sitting.must(AcceptDevice("0000BEEF"))
    assert sitting.croupier.device == "0000BEEF"
    sitting.frame("S", draw=0x101)
    assert sitting.phase is Phase.BETS_OPEN
    sitting.frame("M", device="0000BEEF")
    assert sitting.phase is Phase.SHAKING


def test_the_same_device_accepted_again_is_nothing_new() -> None:
    sitting = seated()
    sitting.frame("S")
    sitting.must(StartShake())
    before = sitting.state
    sitting.must(AcceptDevice("0000A7F3"))
    assert sitting.state == before
    sitting.frame("S")
    assert sitting.phase is Phase.SHAKING


def test_dice_of_a_device_accepted_in_the_middle_of_a_round_are_typed_by_hand() -> None:
    """What it did before was not listened to, so its shake was not heard."""
    sitting = seated()
    sitting.present(device="0000BEEF")
    sitting.to(Phase.NO_MORE_BETS)
    sitting.must(AcceptDevice("0000BEEF"))
    assert sitting.croupier.link == "connected"
    sitting.read(*DICE, device="0000BEEF", draw=7)
    assert sitting.proposed is None
    assert sitting.alarms == ["shake_unseen"]
    sitting.must(EnterDice(DICE), ConfirmDice())
    sitting.frame("S", device="0000BEEF", draw=8)
    sitting.must(CloseBets())
    sitting.read(*DICE, device="0000BEEF", draw=8)
    assert sitting.proposed == (2, 5, 5)


def test_a_device_accepted_before_the_first_round_has_missed_nothing() -> None:
    sitting = seated()
    sitting.must(AcceptDevice("0000BEEF"))
    sitting.present(device="0000BEEF")
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE, device="0000BEEF", draw=7)
    assert sitting.proposed == (2, 5, 5)
