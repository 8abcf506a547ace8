"""Who may do what at the table, once PINs are set."""

import errno
from pathlib import Path

import pytest

from tabledisplay import pins as pins_module
from tabledisplay.game.commands import (
    AcceptDevice,
    CloseTable,
    EndShake,
    OpenTable,
    SetPin,
    StartShake,
)
from tabledisplay.game.decide import Refused
from tabledisplay.game.events import PinAccepted, PinRefused, PinSet
from tabledisplay.pins import FREE_TRIES, Pins, Verdict
from tests.game.sitting import OPEN, Sitting

RIGHT, WRONG = "271828", "314159"
NOW = 1_800_000_000.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pins.json"


@pytest.fixture
def chef(path: Path) -> Pins:
    pins = Pins(path)
    pins.set("chef", RIGHT)
    return pins


def guarded(chef: Pins) -> Sitting:
    return Sitting(pins=chef)


def test_the_chefs_acts_need_his_pin(chef: Pins) -> None:
    """« once set, a missing or wrong one is refused »"""
    sitting = guarded(chef)
    assert sitting.do(OPEN) == "pin_required"
    assert sitting.do(OPEN, WRONG) == "pin_wrong"
    sitting.must(OPEN, pin=RIGHT)
    assert sitting.do(CloseTable()) == "pin_required"
    opened = next(e for e in sitting.journal.events if type(e).__name__ == "TableOpened")
    assert opened.pin
    assert opened.by == "chef"


def test_ordinary_moves_need_none(chef: Pins) -> None:
    sitting = guarded(chef)
    sitting.must(OPEN, pin=RIGHT)
    sitting.must(StartShake(), EndShake())
    assert sitting.do(AcceptDevice("0000BEEF")) is None, "the technician has no PIN"


def test_every_failure_is_journaled_and_no_pin_is(chef: Pins, path: Path) -> None:
    """« every failure journaled, never in a log »"""
    sitting = guarded(chef)
    for _ in range(FREE_TRIES):
        assert sitting.do(OPEN, WRONG) == "pin_wrong"
    assert sitting.do(OPEN, RIGHT) == "pin_locked"
    refusals = [e for e in sitting.journal.events if isinstance(e, PinRefused)]
    assert [e.failures for e in refusals] == [1, 2, 3, 4, 5]
    assert {e.role for e in refusals} == {"chef"}
    journal = b"".join(sitting.journal.bodies)
    assert WRONG.encode() not in journal
    assert RIGHT.encode() not in journal
    assert path.exists()


def test_play_goes_on_during_a_lock(chef: Pins) -> None:
    """« Play is unaffected by a lock-out. »"""
    sitting = guarded(chef)
    sitting.must(OPEN, pin=RIGHT)
    for _ in range(FREE_TRIES):
        sitting.do(CloseTable(), WRONG)
    assert sitting.do(CloseTable(), RIGHT) == "pin_locked"
    sitting.round(1, 2, 3)
    sitting.clocks.pass_by(30)
    sitting.must(CloseTable(), pin=RIGHT)


def test_a_pin_is_set_and_changed(path: Path) -> None:
    sitting = Sitting(pins=Pins(path))
    assert sitting.do(SetPin("chef", "12345")) == "bad_input"
    sitting.must(SetPin("chef", RIGHT))
    assert sitting.croupier.roles_with_pin == {"chef"}
    assert sitting.do(SetPin("chef", WRONG)) == "pin_required"
    assert sitting.do(SetPin("chef", WRONG), WRONG) == "pin_wrong"
    sitting.must(SetPin("chef", WRONG), pin=RIGHT)
    sitting.must(OPEN, pin=WRONG)
    assert [e.changed for e in sitting.journal.events if isinstance(e, PinSet)] == [False, True]
    assert Pins(path).set_roles == {"chef"}
    assert RIGHT.encode() not in b"".join(sitting.journal.bodies)


@pytest.mark.parametrize("first", [True, False])
def test_a_pin_that_cannot_be_journaled_is_not_set(path: Path, first: bool) -> None:
    pins = Pins(path)
    if not first:
        pins.set("chef", RIGHT)
    sitting = Sitting(pins=pins)
    sitting.journal.broken = True
    assert sitting.do(SetPin("chef", WRONG), RIGHT) == "journal_failed"
    kept = Pins(path)
    assert kept.set_roles == (set() if first else {"chef"})
    if not first:
        assert kept.judge("chef", RIGHT, NOW) is Verdict.RIGHT


def test_a_disk_that_refuses_the_count_refuses_the_act(
    chef: Pins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    sitting = guarded(chef)
    with monkeypatch.context() as disk:
        disk.setattr(pins_module, "write_atomically", full)
        assert sitting.do(OPEN, RIGHT) == "journal_failed"
        refused = sitting.table.prove("chef", RIGHT)
        assert refused is not None
        assert refused.code == "journal_failed"
    sitting.must(OPEN, pin=RIGHT)


def test_a_page_is_opened_by_its_roles_pin(chef: Pins) -> None:
    sitting = guarded(chef)
    assert sitting.table.prove("technician", "") is None, "no PIN is set"
    assert sitting.table.prove("chef", WRONG) == Refused("prove", "pin_wrong", "chef", "chef")
    assert sitting.table.prove("chef", RIGHT) is None
    sitting.check()
    assert isinstance(sitting.journal.events[-1], PinAccepted)
    assert isinstance(sitting.journal.events[-2], PinRefused)


@pytest.mark.parametrize("pin", [RIGHT, WRONG])
def test_screens_are_told_when_even_that_cannot_be_journaled(chef: Pins, pin: str) -> None:
    sitting = guarded(chef)
    sitting.journal.broken = True
    sitting.table.prove("chef", pin)
    assert len(sitting.shown) == 1
    assert not sitting.shown[0].croupier.recorded
    sitting.journal.broken = False
    sitting.table.prove("chef", pin)
    assert sitting.shown[-1].croupier.recorded


def test_what_cannot_be_done_now_asks_for_no_pin(chef: Pins) -> None:
    sitting = guarded(chef)
    assert sitting.do(CloseTable(), WRONG) == "wrong_phase"
    assert chef.failures("chef") == 0


def test_a_float_and_a_minimum_do_not_pass_for_a_pin(chef: Pins) -> None:
    sitting = guarded(chef)
    assert sitting.do(OpenTable(OPEN.minimum, RIGHT)) == "pin_required"
