"""Device against itself, and device against croupier; each docstring quotes its rule."""

from pathlib import Path

import pytest

from tabledisplay.game.commands import (
    Acknowledge,
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    VoidRound,
)
from tabledisplay.game.events import AlarmRaised, DiceProposed, ResultConfirmed, RoundVoided
from tabledisplay.game.held import EVIDENCE_KEPT
from tabledisplay.game.parts import Evidence
from tabledisplay.game.state import Phase
from tabledisplay.pins import Pins
from tabledisplay.rules.dice import Dice
from tests.game.sitting import DEVICE, OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)
HAND = Dice.of(1, 2, 4)
KEY = f"{DEVICE}/0C21/0101"


@pytest.fixture(scope="module")
def chef(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pins") / "pins.json"
    Pins(path).set("chef", "111111")
    return path


def proposed() -> Sitting:
    """2-5-5 by the device, on the panel."""
    sitting = seated()
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    return sitting


def disputed(pins: Pins | None = None) -> Sitting:
    """1-2-4 by the croupier, 2-5-5 by the device."""
    sitting = Sitting(pins=pins)
    sitting.present()
    sitting.must(OPEN, pin="111111")
    sitting.frame("S")
    sitting.to(Phase.PROPOSED)
    sitting.read(*DICE)
    assert sitting.alarms == ["disagreement"]
    return sitting


def evidence(sitting: Sitting) -> tuple[Evidence, ...]:
    last = sitting.journal.events[-1]
    assert isinstance(last, ResultConfirmed | RoundVoided)
    return last.evidence


@pytest.mark.parametrize("draw", [0x101, 0x102])
def test_the_device_against_itself(draw: int) -> None:
    """« In PROPOSED from the device: the same key with other dice, or another key: first kept,
    alarm `contradiction`, the croupier may confirm. »"""
    sitting = proposed()
    sitting.read(6, 6, 6, draw=draw)
    sitting.read(6, 6, 6, draw=draw)
    assert sitting.proposed == (2, 5, 5)
    assert sitting.alarms == ["contradiction"]
    assert b"6,6,6" not in b"".join(sitting.journal.bodies)
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE
    key = f"{DEVICE}/0C21/{draw:04X}"
    assert evidence(sitting) == (Evidence(key, (6, 6, 6), "contradiction"),)


def test_the_same_dice_of_another_draw_are_a_contradiction_too() -> None:
    sitting = proposed()
    sitting.read(*DICE, draw=0x102)
    assert sitting.alarms == ["contradiction"]


def test_a_flaw_of_another_draw_is_one_without_dice() -> None:
    sitting = proposed()
    sitting.read(draw=0x102, quality=(1, 0, 0, 0))
    assert sitting.alarms == ["contradiction"]
    assert sitting.proposed == (2, 5, 5)
    sitting.must(ConfirmDice())
    assert evidence(sitting) == ()


def test_contradictory_frames_are_stored_with_a_void_too() -> None:
    """« Contradictory frames are stored with the round only after it is confirmed or void. »"""
    sitting = proposed()
    sitting.read(6, 6, 6)
    sitting.must(VoidRound("other"))
    assert evidence(sitting) == (Evidence(KEY, (6, 6, 6), "contradiction"),)
    sitting.must(EndShake(), CloseBets(), EnterDice(HAND), ConfirmDice())
    assert evidence(sitting) == (), "of that round only"


def test_the_void_of_an_earlier_round_takes_no_evidence_with_it() -> None:
    sitting = seated().to(Phase.READY).round(1, 1, 1)
    sitting.must(EndShake(), CloseBets())
    sitting.read(*DICE)
    sitting.read(6, 6, 6)
    sitting.must(VoidRound("other", round=1))
    assert evidence(sitting) == ()
    sitting.must(ConfirmDice())
    assert len(evidence(sitting)) == 1


def test_a_broken_device_does_not_fill_the_memory() -> None:
    sitting = proposed()
    for draw in range(0x102, 0x102 + 3 * EVIDENCE_KEPT):
        sitting.read(6, 6, 6, draw=draw)
    sitting.must(ConfirmDice())
    assert len(evidence(sitting)) == EVIDENCE_KEPT


def test_the_device_against_the_croupier() -> None:
    """« In PROPOSED from the croupier: a reading with other dice raises `disagreement` and confirm
    is refused »"""
    sitting = disputed()
    assert (sitting.proposed, sitting.croupier.proposed_from) == ((1, 2, 4), "croupier")
    assert sitting.croupier.disputed
    assert sitting.croupier.rival == DICE
    assert sitting.do(ConfirmDice()) == "disagreement"
    assert b"2,5,5" not in b"".join(sitting.journal.bodies), "journaled only with the round"
    sitting.read(*DICE)
    assert sitting.alarms == ["disagreement"]
    assert sitting.croupier.counters.repeats == 1


def test_the_same_dice_from_the_device_are_no_disagreement() -> None:
    sitting = seated().to(Phase.PROPOSED)
    sitting.read(4, 2, 1)
    assert sitting.alarms == []
    assert sitting.croupier.rival is None
    sitting.must(ConfirmDice())
    assert sitting.latest.manual


def test_it_ends_when_the_croupier_types_the_devices_dice() -> None:
    """« until the croupier types the device's dice »"""
    sitting = disputed()
    sitting.must(EnterDice(Dice.of(6, 6, 6)))
    assert sitting.do(ConfirmDice()) == "disagreement"
    sitting.must(EnterDice(DICE))
    assert not sitting.croupier.disputed
    assert sitting.croupier.rival is None
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == DICE
    assert evidence(sitting) == (Evidence(KEY, (2, 5, 5), "disagreement"),)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("other", [HAND, Dice.of(6, 6, 6)])
def test_other_dice_than_the_devices_after_that_dispute_anew(
    other: Dice, restarts: bool, chef: Path
) -> None:
    """« the chef decides »: typing the device's dice first must not be a way around that."""
    sitting = disputed(Pins(chef))
    sitting.must(EnterDice(DICE))
    if restarts:
        sitting = sitting.restarted()
        sitting.present()
    sitting.must(EnterDice(other))
    assert sitting.croupier.disputed
    assert sitting.do(ConfirmDice()) == "disagreement"
    assert sitting.public.result is None
    sitting.read(*DICE)
    assert sitting.croupier.rival == DICE, "both are shown"
    sitting.must(EnterDice(DICE))
    assert not sitting.croupier.disputed
    sitting.must(EnterDice(DICE))
    assert not sitting.croupier.disputed, "the same dice typed twice are no others"
    sitting.must(EnterDice(other))
    sitting.must(ConfirmDice(), pin="111111")
    assert sitting.latest.dice == other
    entries = [e.disputed for e in sitting.journal.events if isinstance(e, DiceProposed)]
    assert entries == [False, False, True, False, False, True]


def test_a_dispute_anew_alarms_anew_once_the_first_alarm_is_off_the_panel() -> None:
    sitting = disputed()
    first = sitting.state.alarms[0]
    sitting.must(EnterDice(DICE), EnterDice(HAND))
    assert sitting.state.alarms == (first,), "it still stands"
    sitting.must(EnterDice(DICE), Acknowledge(first.id), EnterDice(HAND))
    assert sitting.alarms == ["disagreement"]
    raised = [e.key for e in sitting.journal.events if isinstance(e, AlarmRaised)]
    assert raised == [KEY, KEY]


def test_after_the_chefs_entry_only_his_dice_and_the_devices_stand(chef: Path) -> None:
    sitting = disputed(Pins(chef))
    sitting.must(EnterDice(Dice.of(3, 3, 3)), pin="111111")
    sitting.must(EnterDice(Dice.of(3, 3, 3)))
    assert not sitting.croupier.disputed
    sitting.must(EnterDice(HAND))
    assert sitting.do(ConfirmDice()) == "disagreement"
    sitting.must(EnterDice(DICE), ConfirmDice())
    assert sitting.latest.dice == DICE


def test_the_next_round_knows_nothing_of_it() -> None:
    """« it ends with the round »"""
    sitting = disputed()
    sitting.must(EnterDice(DICE), ConfirmDice(), EndShake(), CloseBets())
    sitting.must(EnterDice(HAND), EnterDice(DICE), EnterDice(HAND), ConfirmDice())
    assert sitting.latest.dice == HAND


@pytest.mark.parametrize("confirms", [False, True])
def test_the_chef_enters_or_confirms(confirms: bool, chef: Path) -> None:
    """« the chef (`pin`) enters or confirms »"""
    sitting = disputed(Pins(chef))
    assert sitting.do(ConfirmDice()) == "disagreement"
    assert sitting.do(ConfirmDice(), pin="999999") == "pin_wrong"
    if confirms:
        sitting.must(ConfirmDice(), pin="111111")
        confirmed = sitting.journal.events[-1]
        assert isinstance(confirmed, ResultConfirmed)
        assert (confirmed.by, confirmed.pin) == ("chef", True)
    else:
        sitting.must(EnterDice(Dice.of(3, 3, 3)), pin="111111")
        assert not sitting.croupier.disputed
        sitting.must(ConfirmDice())
    assert sitting.phase is Phase.CONFIRMED


def test_a_chef_without_a_pin_says_who_he_is_by_offering_one() -> None:
    """« A role whose PIN is not set needs none (journaled as such) »"""
    sitting = disputed()
    sitting.must(ConfirmDice(), pin="")
    confirmed = sitting.journal.events[-1]
    assert isinstance(confirmed, ResultConfirmed)
    assert (confirmed.by, confirmed.pin) == ("chef", False)


def test_an_entry_of_the_chefs_stands_against_repeats_of_the_device(chef: Path) -> None:
    sitting = disputed(Pins(chef))
    sitting.must(EnterDice(HAND), pin="111111")
    sitting.read(*DICE)
    assert not sitting.croupier.disputed
    sitting.must(ConfirmDice())


def test_a_void_ends_it() -> None:
    """« or the round is voided; it ends with the round »"""
    sitting = disputed()
    sitting.must(VoidRound("other"))
    assert not sitting.croupier.disputed
    assert evidence(sitting) == (Evidence(KEY, (2, 5, 5), "disagreement"),)
    sitting.must(EndShake(), CloseBets(), EnterDice(HAND), ConfirmDice())
    assert sitting.phase is Phase.CONFIRMED


def test_entering_other_dice_than_the_devices_is_a_correction() -> None:
    """« Entering other dice after having seen the device's is a correction, journaled with its
    reason, and no disagreement. »"""
    sitting = proposed()
    sitting.must(EnterDice(HAND, "device_wrong"))
    assert not sitting.croupier.disputed
    sitting.read(*DICE)
    sitting.read(*DICE)
    assert sitting.alarms == []
    assert b'"reason":"device_wrong"' in sitting.journal.bodies[-1]
    sitting.must(ConfirmDice())
    assert sitting.latest.dice == HAND
    assert sitting.latest.manual


def test_a_third_reading_disagrees_with_a_correction() -> None:
    sitting = proposed()
    sitting.must(EnterDice(HAND))
    sitting.read(6, 6, 6)
    assert sitting.alarms == ["disagreement"]
    assert sitting.croupier.rival == Dice.of(6, 6, 6)
    assert sitting.do(ConfirmDice()) == "disagreement"


def test_a_device_that_disputes_two_ways_contradicts_itself() -> None:
    sitting = disputed()
    sitting.read(6, 6, 6)
    assert sitting.alarms == ["disagreement", "contradiction"]
    assert sitting.croupier.rival == DICE, "the first is kept"
    sitting.read(*HAND)
    assert sitting.do(ConfirmDice()) == "disagreement", "its agreeing afterwards ends nothing"


def test_a_reading_of_an_unseen_shake_does_not_dispute() -> None:
    sitting = seated()
    sitting.present(False)
    sitting.present()
    sitting.to(Phase.PROPOSED)
    sitting.read(*DICE)
    assert sitting.alarms == ["shake_unseen"]
    sitting.must(ConfirmDice())


def test_a_dispute_outlives_the_program() -> None:
    sitting = disputed()
    sitting = sitting.restarted()
    assert sitting.croupier.disputed
    assert sitting.do(ConfirmDice()) == "disagreement"


@pytest.mark.parametrize("typed_first", [False, True])
def test_after_a_restart_it_ends_by_the_devices_dice_too(typed_first: bool) -> None:
    """The device's dice were in memory only: its repeat brings them back."""
    sitting = disputed().restarted()
    sitting.present()
    if typed_first:
        sitting.must(EnterDice(DICE))
        assert sitting.do(ConfirmDice()) == "disagreement", "nobody knows the device's dice yet"
    sitting.read(*DICE)
    assert sitting.croupier.rival == DICE
    sitting.must(EnterDice(DICE), ConfirmDice())
    assert sitting.latest.dice == DICE
