"""Settings to play by: the files', or the last good copy where those cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabledisplay.startup import LAST_GOOD_FILE, SETTINGS_FILE, Options, load_settings_or_last_good
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
