"""A kiosk remembers whose monitor is whose; its program never shows the panel to the public."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tabledisplay.settings import parse
from tabledisplay.startup import SETTINGS_FILE, Loaded, Options
from ui.app import Stage
from ui.desktop import read_monitors
from ui.last_screens import MONITORS_FILE, LastScreens, recall
from ui.monitors import NOTHING, Remembered, Window, monitor_key

KIOSK = "[kiosk]\nenabled = true\n"
SEEN = Remembered("SAM Q55 H4ZN", "AUO B140 17")


def test_it_is_there_after_a_restart_and_written_only_when_new(tmp_path: Path) -> None:
    folder = tmp_path / "health"
    assert LastScreens(folder).kept == NOTHING
    last = LastScreens(folder)
    last.keep(NOTHING)
    assert not folder.exists()
    last.keep(SEEN)
    assert LastScreens(folder).kept == recall(folder) == SEEN
    written = (folder / MONITORS_FILE).stat().st_mtime_ns
    last.keep(SEEN)
    last.keep(NOTHING)
    assert (folder / MONITORS_FILE).stat().st_mtime_ns == written
    assert recall(folder) == SEEN


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\x00", b"[]", b"null", b'{"customer":3}', b'{"customer":"a"']
)
def test_a_damaged_file_is_nothing_remembered(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / MONITORS_FILE).write_bytes(damage)
    assert recall(tmp_path) == NOTHING


def test_a_disk_that_takes_nothing_costs_only_this(tmp_path: Path) -> None:
    (tmp_path / "health").write_bytes(b"a file where the folder should be")
    last = LastScreens(tmp_path / "health")
    last.keep(SEEN)
    assert last.kept == NOTHING


@contextmanager
def opened(folder: Path, qtbot: QtBot, settings: str = KIOSK) -> Iterator[Stage]:
    """The stage of a program on the one monitor that these tests have."""
    stage = Stage(Options(folder), Loaded(parse(("test", settings))))
    qtbot.addWidget(stage.customer)
    qtbot.addWidget(stage.panel)
    stage.keeper.start()
    try:
        yield stage
    finally:
        stage.close()


def standing(stage: Stage) -> set[Window]:
    windows = {Window.CUSTOMER: stage.customer, Window.CROUPIER: stage.panel}
    return {name for name, window in windows.items() if window.isVisible()}


def used(folder: Path) -> None:
    """Somebody has saved settings here, without choosing monitors."""
    (folder / SETTINGS_FILE).write_text('[table]\nname = "T1"\n', encoding="utf-8")


def remembers(folder: Path, customer: str, croupier: str) -> None:
    (folder / "health").mkdir()
    told = {"customer": customer, "croupier": croupier}
    (folder / "health" / MONITORS_FILE).write_text(json.dumps(told), encoding="utf-8")


def test_a_kiosk_that_nobody_has_set_up_shows_the_panel_to_set_it_up(
    tmp_path: Path, qtbot: QtBot
) -> None:
    with opened(tmp_path, qtbot) as stage:
        assert standing(stage) == {Window.CROUPIER}


def test_a_used_kiosk_without_a_choice_leaves_the_one_monitor_to_the_public(
    tmp_path: Path, qtbot: QtBot
) -> None:
    used(tmp_path)
    with opened(tmp_path, qtbot) as stage:
        assert standing(stage) == {Window.CUSTOMER}
    assert not (tmp_path / "health" / MONITORS_FILE).exists(), "one window teaches nothing"


def test_a_used_kiosk_knows_its_monitors_again(tmp_path: Path, qtbot: QtBot) -> None:
    used(tmp_path)
    here = monitor_key(read_monitors()[0])
    remembers(tmp_path, "SAM Q55 H4ZN", here)
    with opened(tmp_path, qtbot) as stage:
        assert standing(stage) == {Window.CROUPIER}, "the customers' monitor is off"
    remembered = tmp_path / "health" / MONITORS_FILE
    remembered.write_text(json.dumps({"customer": here, "croupier": "AUO B140 17"}))
    with opened(tmp_path, qtbot) as stage:
        assert standing(stage) == {Window.CUSTOMER}, "the croupier's is"
    assert recall(tmp_path / "health") == Remembered(here, "AUO B140 17")


def test_a_choice_goes_before_what_is_remembered(tmp_path: Path, qtbot: QtBot) -> None:
    used(tmp_path)
    here = monitor_key(read_monitors()[0])
    remembers(tmp_path, here, "AUO B140 17")
    with opened(tmp_path, qtbot, KIOSK + f'[croupier]\nmonitor = "{here}"\n') as stage:
        assert standing(stage) == {Window.CROUPIER}


def test_without_a_kiosk_nothing_is_remembered_or_hidden(tmp_path: Path, qtbot: QtBot) -> None:
    used(tmp_path)
    remembers(tmp_path, monitor_key(read_monitors()[0]), "AUO B140 17")
    with opened(tmp_path, qtbot, "") as stage:
        assert standing(stage) == set(Window), "side by side, for development"
