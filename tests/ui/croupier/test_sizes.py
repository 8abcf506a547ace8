"""Fingers are not small: real millimetres on real screens, for every key that is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.croupier import walk
from tests.ui.croupier.tables import Played
from tests.ui.croupier.walk import SIZES
from ui.croupier import places, sizes
from ui.croupier.keys import Key
from ui.croupier.page import PageName
from ui.croupier.painted import Painted
from ui.croupier.panel import CroupierPanel


def millimetres(key: Key, panel_diagonal: float) -> tuple[float, float]:
    """Width and height on the glass, from the panel's own diagonal."""
    window = key.window()
    per_px = panel_diagonal * 25.4 / (window.width() ** 2 + window.height() ** 2) ** 0.5
    return key.width() * per_px, key.height() * per_px


@pytest.fixture(params=[(size, hand) for size in SIZES for hand in ("right", "left")], ids=str)
def sized(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> tuple[Played, float]:
    """A panel of each supported size, for each hand, and its diagonal in inches."""
    size, hand = request.param
    played = walk.sized(tmp_path, size, hand=hand)
    qtbot.addWidget(played.panel)
    return played, SIZES[size][0]


def test_primary_keys_of_the_round(sized: tuple[Played, float]) -> None:
    played, inches = sized
    page = played.panel.book.round
    primary = (played.panel.dominant, *page.pad, page.void, page.take_back, page.correct)
    for key in primary:
        assert min(millimetres(key, inches)) >= 22, key.accessibleName()
    for key in (page.bell, page.shake_again, page.bets_at_once, *played.panel.nav.values()):
        assert min(millimetres(key, inches)) >= 15, key.accessibleName()


def test_gaps_between_the_keys_of_the_round(sized: tuple[Played, float]) -> None:
    played, inches = sized
    panel = played.panel
    window = panel.rect()
    per_px = inches * 25.4 / (window.width() ** 2 + window.height() ** 2) ** 0.5
    for name in (PageName.ROUND, PageName.PAYMENTS):
        panel.open_page(name)
        keys = [
            key
            for key in panel.findChildren(Key)
            if key.isVisible() and key is not panel.surround.strip
        ]
        rects = [on_the_window(key) for key in keys]
        for n, one in enumerate(rects):
            reach = one.adjusted(*(round(s * (3 / per_px - 1)) for s in (-1, -1, 1, 1)))
            near = [
                keys[m].accessibleName()
                for m, r in enumerate(rects)
                if m != n and r.intersects(reach)
            ]
            assert near == [], keys[n].accessibleName()


CLOSE_KEYS = 10.0
"""Cards, letters, chips and the words above the page: nothing is smaller than this, in mm."""


def on_the_window(widget: QWidget) -> QRect:
    window = widget.window()
    return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())


def overlapping(panel: CroupierPanel) -> set[str]:
    """Pairs of visible keys and texts that lie on one another."""
    shown = [w for w in panel.findChildren(Key) + panel.findChildren(Painted) if w.isVisible()]
    placed = [(on_the_window(w), w.accessibleName()) for w in shown]
    return {
        f"{one} / {other}"
        for n, (rect, one) in enumerate(placed)
        for again, other in placed[n + 1 :]
        if rect.intersects(again)
    }


def test_nothing_is_small_or_overlaps_or_leaves_the_window(sized: tuple[Played, float]) -> None:
    played, inches = sized
    panel = played.panel
    found: dict[str, set[str]] = {}
    for where in walk.everything(played):
        bad = overlapping(panel)
        for key in panel.findChildren(Key):
            if key.isVisible() and min(millimetres(key, inches)) < CLOSE_KEYS:
                bad.add(f"small: {key.accessibleName()}")
            if key.isVisible() and not panel.rect().contains(on_the_window(key)):
                bad.add(f"outside: {key.accessibleName()}")
        if bad:
            found[where] = bad
    assert found == {}


def test_the_dominant_key_never_moves(sized: tuple[Played, float]) -> None:
    played, _ = sized
    panel = played.panel
    found = {
        panel.dominant.geometry().getRect()
        for _ in walk.phases(played)
        if panel.dominant.isVisible()
    }
    assert len(found) == 1


def test_the_mirror_has_the_digits_in_reading_order() -> None:
    room = QRectF(0, 0, 211, 84)
    right, left = places.table(room, left_handed=False), places.table(room, left_handed=True)
    assert right.dominant.center().x() > room.center().x() > left.dominant.center().x()
    for table in (right, left):
        assert [table.pad[n].left() for n in (0, 1, 2)] == sorted(r.left() for r in table.pad[:3])
        assert table.pad[0].top() < table.pad[3].top()


@given(
    inches=st.floats(7, 32),
    width=st.integers(600, 4000),
    height=st.integers(480, 4000),
)
def test_a_millimetre_is_a_millimetre_where_the_screen_is_large_enough(
    inches: float, width: int, height: int
) -> None:
    scale = sizes.scale(inches, width, height)
    real = (width**2 + height**2) ** 0.5 / (inches * 25.4)
    assert scale.px_per_mm <= real + 1e-9
    assert scale.true == (abs(scale.px_per_mm - real) < 1e-9)
    assert min(scale.width, scale.height) >= sizes.LEAST_SCREEN[1] - 1e-6
    assert scale.portrait == (height > width)


@pytest.mark.parametrize("wrong", [(0, 800, 600), (10.1, 0, 600), (10.1, 800, -1)])
def test_no_size_is_refused(wrong: tuple[float, int, int]) -> None:
    with pytest.raises(ValueError):
        sizes.scale(*wrong)
