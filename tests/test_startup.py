"""Settings to play by: the files', or the last good copy where those cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabledisplay.__main__ import BAD_USAGE, main
from tabledisplay.startup import (
    LAST_GOOD_FILE,
    LONGEST_SETTINGS,
    SETTINGS_FILE,
    Options,
    load_settings,
    load_settings_or_last_good,
)
from tabledisplay.trouble import KnownTrouble

UNUSABLE = (
    '[rules]\nset = "none"\n',
    '[table]\ntimezone = "Nowhere/None"\n',
    '[shaker]\nports = ["http://x"]\n',
    '[shaker]\nformat = "lines"\n[shaker.lines]\npattern = "("\n',
)
"""Well written, each value of its type, and no table can play by them."""


@pytest.mark.parametrize("text", UNUSABLE)
def test_settings_that_cannot_be_used_give_way_to_the_last_good_copy(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / SETTINGS_FILE).write_text('[table]\nname = "Une"\n', encoding="utf-8")
    assert load_settings_or_last_good(Options(tmp_path)).trouble is None
    copy = (tmp_path / LAST_GOOD_FILE).read_bytes()
    (tmp_path / SETTINGS_FILE).write_text(text, encoding="utf-8")
    loaded = load_settings_or_last_good(Options(tmp_path))
    assert loaded.trouble is not None
    assert loaded.settings.table.name == "Une"
    assert (tmp_path / LAST_GOOD_FILE).read_bytes() == copy


@pytest.mark.parametrize("text", UNUSABLE)
def test_settings_that_cannot_be_used_leave_no_good_copy(text: str, tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(KnownTrouble):
        load_settings_or_last_good(Options(tmp_path))
    assert not (tmp_path / LAST_GOOD_FILE).exists()


def test_a_port_of_the_command_line_stands_for_one_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text('[shaker]\nports = ["http://x"]\n', encoding="utf-8")
    loaded = load_settings_or_last_good(Options(tmp_path, ports=("COM3",)))
    assert (loaded.trouble, loaded.settings.shaker.ports) == (None, ("COM3",))


@pytest.mark.parametrize("name", ["x" * 300, "not-utf-8-\udce9"])
@pytest.mark.parametrize("command", ["console", "rounds", "verify"])
def test_a_folder_that_cannot_be_is_one_sentence(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--data", str(tmp_path / name), "--lang", "en"]) == BAD_USAGE
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_a_timezone_without_end_is_told_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / SETTINGS_FILE).write_text(f'[table]\ntimezone = "{"A" * 999}"\n', encoding="utf-8")
    assert main(["rounds", "--data", str(tmp_path), "--lang", "en"]) == BAD_USAGE
    assert len(capsys.readouterr().err) < 200


@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_letter_that_is_not_utf_8_is_named_with_its_line(
    begin: bytes, end: bytes, tmp_path: Path
) -> None:
    text = begin + b"[table]" + end + 'name = "Café"'.encode("latin-1") + end
    (tmp_path / SETTINGS_FILE).write_bytes(text)
    with pytest.raises(KnownTrouble) as caught:
        load_settings_or_last_good(Options(tmp_path))
    assert (caught.value.key, caught.value.values["line"]) == ("settings.not_toml", 2)


def test_what_is_too_long_for_settings_is_not_searched_for_its_fault(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_bytes(b"# \xff\n" * LONGEST_SETTINGS)
    with pytest.raises(KnownTrouble) as caught:
        load_settings(Options(tmp_path))
    assert (caught.value.key, caught.value.values["kilobytes"]) == ("settings.too_long", 32)
