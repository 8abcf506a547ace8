"""No text of the panel is cut, nothing lies on anything: every page, phase, size and language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tabledisplay.croupier_view import LinkState
from tests.ui.croupier import walk
from tests.ui.croupier.walk import SIZES
from ui.croupier import lettering


class Recorder:
    """Notes every text that had no room at the smallest letters it may have."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: set[str] = set()
        self.drawn = 0
        whole = lettering.fitted

        def noted(text: str, room: QSizeF, letters: lettering.Letters) -> lettering.Fitted:
            found = whole(text, room, letters)
            self.drawn += 1
            if not found.fits:
                self.cut.add(f"{text!r} in {room.width():.0f} × {room.height():.0f}")
            return found

        monkeypatch.setattr(lettering, "fitted", noted)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: str, lang: str
) -> None:
    played = walk.sized(tmp_path, size, language=lang)
    qtbot.addWidget(played.panel)
    qtbot.keyClick(played.panel, walk.Qt.Key.Key_F1)
    recorder = Recorder(monkeypatch)
    canvas = QImage(played.panel.size(), QImage.Format.Format_RGB32)
    found = {}
    for where in walk.everything(played):
        recorder.cut.clear()
        played.panel.render(canvas)
        if recorder.cut:
            found[where] = sorted(recorder.cut)
    assert recorder.drawn > 1000
    assert found == {}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_no_word_of_the_link_is_cut(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: str, lang: str
) -> None:
    played = walk.sized(tmp_path, size, language=lang)
    qtbot.addWidget(played.panel)
    recorder = Recorder(monkeypatch)
    canvas = QImage(played.panel.size(), QImage.Format.Format_RGB32)
    now = played.table.snapshot
    for word in (*LinkState, "other_version"):
        view = replace(now.croupier, link=LinkState.LOST, link_word=str(word))
        played.panel.show_snapshot(view, now.public)
        played.panel.render(canvas)
    assert recorder.cut == set()
