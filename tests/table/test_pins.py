"""PINs: five tries, then a delay that grows and that no restart, kill or clock wins back."""

import os
from pathlib import Path

import msgspec
import pytest

from tabledisplay import pins as pins_module
from tabledisplay.pins import FREE_TRIES, LONGEST_DELAY, Pins, Verdict, is_pin
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import LANGUAGES, Words

NOW = 1_800_000_000.0
RIGHT, WRONG = "271828", "314159"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pins.json"


@pytest.fixture
def chef(path: Path) -> Pins:
    pins = Pins(path)
    pins.set("chef", RIGHT)
    return pins


@pytest.mark.parametrize("text", ["000000", "123456", "123456789012"])
def test_what_may_become_a_pin(text: str) -> None:
    assert is_pin(text)


@pytest.mark.parametrize(
    "text",
    ["", "12345", "1234567890123", "12345a", " 123456", "123456\n", "１２３４５６", "12.456"],
)
def test_what_may_not(text: str, path: Path) -> None:
    assert not is_pin(text)
    with pytest.raises(ValueError):
        Pins(path).set("chef", text)
    assert not path.exists()


def test_without_a_file_no_role_has_a_pin(path: Path) -> None:
    """« no default PIN after first run »"""
    pins = Pins(path)
    assert pins.set_roles == frozenset()
    assert pins.failures("chef") == 0
    with pytest.raises(KeyError):
        pins.judge("chef", RIGHT, NOW)


def test_each_role_has_its_own(chef: Pins, path: Path) -> None:
    chef.set("technician", WRONG)
    pins = Pins(path)
    assert pins.set_roles == {"chef", "technician"}
    assert pins.judge("chef", RIGHT, NOW) is Verdict.RIGHT
    assert pins.judge("technician", WRONG, NOW) is Verdict.RIGHT
    assert pins.judge("technician", RIGHT, NOW) is Verdict.WRONG
    assert (pins.failures("chef"), pins.failures("technician")) == (0, 1)


def test_five_tries_then_a_growing_delay(chef: Pins) -> None:
    """« five tries then a growing delay »"""
    now = NOW
    for failed in range(1, FREE_TRIES + 1):
        assert chef.judge("chef", WRONG, now) is Verdict.WRONG
        assert chef.failures("chef") == failed
    for delay in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600):
        assert chef.judge("chef", RIGHT, now) is Verdict.LOCKED
        assert chef.judge("chef", RIGHT, now + delay - 0.001) is Verdict.LOCKED
        now += delay
        assert chef.judge("chef", WRONG, now) is Verdict.WRONG
    now += LONGEST_DELAY
    assert chef.judge("chef", RIGHT, now) is Verdict.RIGHT
    assert chef.failures("chef") == 0
    assert chef.judge("chef", WRONG, now) is Verdict.WRONG, "and five tries are there again"


def test_tries_while_locked_are_not_counted(chef: Pins) -> None:
    for _ in range(FREE_TRIES):
        chef.judge("chef", WRONG, NOW)
    for _ in range(9):
        assert chef.judge("chef", WRONG, NOW + 1) is Verdict.LOCKED
    assert chef.failures("chef") == FREE_TRIES


def test_a_restart_wins_no_tries_back(chef: Pins, path: Path) -> None:
    """« … that survives a restart »"""
    for failed in range(FREE_TRIES):
        pins = Pins(path)
        assert pins.failures("chef") == failed
        assert pins.judge("chef", WRONG, NOW) is Verdict.WRONG
    pins = Pins(path)
    assert pins.judge("chef", RIGHT, NOW + 29) is Verdict.LOCKED
    assert pins.judge("chef", RIGHT, NOW + 30) is Verdict.RIGHT


class Killed(BaseException):
    """The process ends here."""


def test_a_kill_between_count_and_verdict_wins_no_try_back(
    chef: Pins, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> bytes:
        raise Killed

    with monkeypatch.context() as kill:
        kill.setattr(pins_module, "_scrypt", killed)
        for failed in range(1, FREE_TRIES + 1):
            with pytest.raises(Killed):
                Pins(path).judge("chef", RIGHT, NOW)
            assert Pins(path).failures("chef") == failed
    assert Pins(path).judge("chef", RIGHT, NOW) is Verdict.LOCKED
    assert Pins(path).judge("chef", RIGHT, NOW + 30) is Verdict.RIGHT


@pytest.mark.parametrize("back", [1.0, 3600.0, 86_400.0, NOW])
def test_a_clock_set_back_wins_no_tries_back(chef: Pins, path: Path, back: float) -> None:
    for _ in range(FREE_TRIES + 1):
        chef.judge("chef", WRONG, NOW)
    pins = Pins(path)
    then = NOW - back
    tries = 0
    while pins.judge("chef", WRONG, then) is Verdict.WRONG:
        tries += 1
    assert tries <= 1
    assert pins.failures("chef") >= FREE_TRIES


@pytest.mark.parametrize("back", [7200.0, 86_400.0, NOW])
def test_a_clock_set_back_locks_nobody_out_for_ever(chef: Pins, back: float) -> None:
    for _ in range(FREE_TRIES):
        chef.judge("chef", WRONG, NOW)
    then = NOW - back
    chef.judge("chef", WRONG, then)
    assert chef.judge("chef", RIGHT, then + LONGEST_DELAY) is Verdict.RIGHT


def test_failures_without_end_do_not_overflow(chef: Pins, path: Path) -> None:
    text = path.read_text().replace('"failures":0', '"failures":99999')
    path.write_text(text)
    pins = Pins(path)
    assert pins.judge("chef", WRONG, NOW) is Verdict.WRONG
    assert pins.judge("chef", RIGHT, NOW + LONGEST_DELAY - 1) is Verdict.LOCKED
    assert pins.judge("chef", RIGHT, NOW + LONGEST_DELAY) is Verdict.RIGHT


def test_the_file_holds_no_pin_and_is_nobody_elses(chef: Pins, path: Path) -> None:
    for pin in (RIGHT, WRONG):
        chef.judge("chef", pin, NOW)
        assert pin.encode() not in path.read_bytes()
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(p.name for p in path.parent.iterdir()) == ["pins.json"]


def test_the_same_pin_twice_looks_different(chef: Pins, path: Path) -> None:
    chef.set("technician", RIGHT)
    entries = msgspec.json.decode(path.read_bytes())
    assert entries["chef"]["hash"] != entries["technician"]["hash"]
    assert entries["chef"]["salt"] != entries["technician"]["salt"]


def test_a_new_pin_forgets_failures(chef: Pins) -> None:
    chef.judge("chef", WRONG, NOW)
    chef.set("chef", WRONG)
    assert chef.failures("chef") == 0
    assert chef.judge("chef", WRONG, NOW) is Verdict.RIGHT


@pytest.mark.parametrize(
    "content",
    [b"", b"{}x", b"[]", b'{"guest":{}}', b'{"chef":{"salt":"!","hash":""}}', b"\xff\x00"],
)
def test_a_damaged_file_is_a_sentence_and_opens_nothing(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(KnownTrouble) as caught:
        Pins(path)
    for language in LANGUAGES:
        assert str(path) in Words(language).say(caught.value.key, **caught.value.values)
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_read_is_a_sentence(path: Path) -> None:
    path.mkdir()
    with pytest.raises(KnownTrouble):
        Pins(path)


@pytest.mark.parametrize("text", ["", "\ud800", "code é", "1" * 5000, "\0"])
def test_any_text_can_be_tried(chef: Pins, text: str) -> None:
    assert chef.judge("chef", text, NOW) is Verdict.WRONG
