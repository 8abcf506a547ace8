"""The log keeps to its size, fails quietly, and cannot hold a draw, a wire line or a PIN."""

import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.logs import FILES, HIDDEN, LOG_FILE, Facts, Kind, Log, line, scrubbed


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    one = Log(tmp_path / "logs", 1)
    yield one
    one.close()


def text_of(log: Log) -> str:
    return (log.folder / LOG_FILE).read_text(encoding="utf-8")


def test_a_line_has_its_time_in_utc_its_level_and_its_facts(log: Log) -> None:
    log.note(Kind.FRAMES, why="bad_crc", length=37, count=2)
    log.warn(Kind.SCREENS, why="screens.customer_absent")
    first, second = text_of(log).splitlines()
    stamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z "
    assert re.fullmatch(stamp + "INFO frames why=bad_crc length=37 count=2", first)
    assert re.fullmatch(stamp + "WARNING screens why=screens.customer_absent", second)


DRAWS = ["5 2 5", "5-2-5", "$RS,1,5,2,5*AB", b"$RS,5,2,5", (5, 2, 5), [5], {"dice": 5}, "1234", 5.2]


@pytest.mark.parametrize("value", [*DRAWS, "Deux", "a b", "", "x" * 41, None, True])
@pytest.mark.parametrize("fact", ["why", "part", "state"])
def test_words_hold_no_digits_no_lines_and_no_values(fact: str, value: object) -> None:
    assert line(Kind.FRAMES, {fact: value}) == f"frames {fact}={HIDDEN}"


@pytest.mark.parametrize("value", [*DRAWS, "bad_crc", None, True])
@pytest.mark.parametrize("fact", ["count", "length", "seconds", "megabytes", "errno"])
def test_counts_hold_whole_numbers_only(fact: str, value: object) -> None:
    assert line(Kind.FRAMES, {fact: value}) == f"frames {fact}={HIDDEN}"


def test_no_fact_is_named_after_what_must_stay_secret(log: Log) -> None:
    assert line(Kind.BUG, {"dice": "ok", "total": 12}) == f"bug {HIDDEN}={HIDDEN} {HIDDEN}={HIDDEN}"
    names = set(Facts.__annotations__)
    assert not names & {"dice", "total", "face", "faces", "line", "bytes", "pin", "text", "value"}


@pytest.mark.parametrize(
    ("foreign", "kept"),
    [
        ("Dice(faces=(5, 2, 5))", "Dice(faces=(#, #, #))"),
        ("bad line b'$RS,0000A7F3,5,2,5*1F'", "bad line …"),
        ('KeyError: "5 2 5"', "KeyError: …"),
        ("got $RS,1,2,3*AA", "got …"),
        ("cut b'$RS,AB", "cut …"),
        ("can't open the port", "can't open the port"),
        ("« 5 2 5 » n'est pas un dé", "… n'est pas un dé"),
        ("one\ntwo\x00three", "one two three"),
        ("x" * 1000, "x" * 400),
    ],
)
def test_foreign_words_are_scrubbed(foreign: str, kept: str) -> None:
    assert scrubbed(foreign) == kept


@given(st.text())
def test_scrubbed_text_has_no_digit_and_is_one_line(text: str) -> None:
    kept = scrubbed(text)
    assert not re.search(r"\d", kept)
    assert kept.isprintable()
    assert len(kept) <= 400


def failing(secret: object) -> None:
    raise ValueError(f"no such face in {secret!r}")


@pytest.mark.parametrize("secret", ["5 2 5", b"$RS,5,2,5", (5, 2, 5)])
def test_an_error_is_told_with_its_places_and_without_its_values(log: Log, secret: object) -> None:
    try:
        failing(secret)
    except ValueError as error:
        log.error(Kind.BUG, "slot", error, error.__traceback__)
    told = text_of(log).splitlines()
    assert told[0].endswith("ERROR bug slot")
    assert re.fullmatch(r"  test_logs\.py:\d+ failing", told[-2])
    assert told[-1].startswith("  ValueError: no such face in ")
    assert not re.search(r"\d", told[-1])


def test_other_libraries_are_scrubbed_too(log: Log) -> None:
    other = logging.getLogger("serial.urlhandler")
    other.warning("opened %s after %d tries", "socket://10.0.0.7:4000", 3)
    try:
        failing("5 2 5")
    except ValueError:
        other.exception("read b'$RS,5,2,5'")
    other.debug("not worth a line")
    told = text_of(log)
    assert "WARNING serial.urlhandler: opened socket://##.#.#.#:#### after # tries" in told
    assert "ERROR serial.urlhandler: read …" in told
    assert "failing" in told
    assert "5 2 5" not in told
    assert "$RS" not in told
    log.foreign(Kind.QT, "QFont: point size 5")
    assert text_of(log).endswith("WARNING qt QFont: point size #\n")


def test_all_files_together_keep_to_the_size(tmp_path: Path) -> None:
    log = Log(tmp_path, 1)
    try:
        for _ in range(9000):
            log.note(Kind.FRAMES, why="a_word_that_is_rather_long_for_a_reason", count=123456789)
            log.note(Kind.LINK, state="lost")
        sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
        assert len(sizes) == FILES
        assert sum(sizes.values()) <= 1_000_000
        assert max(sizes.values()) <= 1_000_000 // FILES
        log.bound(2)
        assert log._file.maxBytes == 500_000
    finally:
        log.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not rename over an open file")
def test_where_the_file_cannot_be_renamed_it_begins_anew(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise PermissionError(13, "held by another program")

    monkeypatch.setattr(Path, "replace", held)
    for _ in range(12000):
        log.note(Kind.LINK, state="lost")
    log.note(Kind.LINK, state="connected")
    assert log.lost == 0
    assert sum(path.stat().st_size for path in log.folder.iterdir()) <= 1_000_000 // FILES
    assert text_of(log).endswith("link state=connected\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_costs_lines_and_nothing_else(tmp_path: Path, capfd) -> None:
    (tmp_path / LOG_FILE).symlink_to("/dev/full")
    log = Log(tmp_path, 1)
    for count in range(3):
        log.note(Kind.DISK, count=count)
    assert log.lost == 3
    (tmp_path / LOG_FILE).unlink()
    log.note(Kind.DISK, count=4)
    assert (log.lost, text_of(log).count("\n")) == (3, 1)
    log.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the folder of an open file")
def test_a_vanished_folder_costs_lines_and_nothing_else(log: Log, capfd) -> None:
    log.note(Kind.DISK, count=1)
    (log.folder / LOG_FILE).unlink()
    log.folder.rmdir()
    for _ in range(9000):
        log.note(Kind.DISK, count=123456789)
    assert log.lost > 0
    log.folder.mkdir()
    log.note(Kind.DISK, count=3)
    assert text_of(log).endswith("disk count=3\n")
    assert capfd.readouterr() == ("", "")


def test_closing_leaves_the_root_logger_as_it_was(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    log = Log(tmp_path, 1)
    assert logging.getLogger().handlers != before
    log.close()
    assert logging.getLogger().handlers == before


def test_a_folder_that_cannot_be_made_costs_lines_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    log = Log(tmp_path / "file" / "logs", 1)
    log.note(Kind.DISK, count=1)
    assert log.lost == 1
    log.close()
