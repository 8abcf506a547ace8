"""Everything by keyboard and numpad, everything by name for a screen reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import LiftBell, ReopenBets
from tests.ui.croupier import walk
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import press
from ui.croupier.keymap_page import KEYS
from ui.croupier.keys import Key
from ui.croupier.page import PageName
from ui.croupier.painted import Painted
from ui.croupier.steering import Direction, nearest

K = Qt.Key
points = st.tuples(st.integers(0, 500), st.integers(0, 500))


def test_every_key_and_every_text_has_a_name_and_a_role(qtbot: QtBot, tmp_path: Path) -> None:
    played = walk.sized(tmp_path, "10 inches lying")
    qtbot.addWidget(played.panel)
    nameless = set()
    for where in walk.everything(played):
        for key in played.panel.findChildren(Key):
            if not key.isVisible():
                continue
            told = QAccessible.queryAccessibleInterface(key)
            assert told.role() == QAccessible.Role.PushButton
            if not told.text(QAccessible.Text.Name).strip():
                nameless.add(f"{where}: a key at {key.geometry().getRect()}")
        for view in played.panel.findChildren(Painted):
            told = QAccessible.queryAccessibleInterface(view)
            if view.isVisible() and told.role() != QAccessible.Role.StaticText:
                nameless.add(f"{where}: {view}")
    assert nameless == set()


def test_a_key_that_does_not_apply_says_so(played: Played) -> None:
    told = QAccessible.queryAccessibleInterface(played.panel.book.round.pad[0])
    assert told.state().disabled
    assert told.text(QAccessible.Text.Name) == "Dé 1"


def test_a_screen_reader_can_press(qtbot: QtBot, played: Played) -> None:
    told = QAccessible.queryAccessibleInterface(played.panel.dominant)
    assert told.text(QAccessible.Text.Name) == "BRASSAGE"
    told.actionInterface().doAction("Press")
    qtbot.waitUntil(lambda: played.phase == "shaking")


def test_the_display_reads_the_dice_aloud(played: Played) -> None:
    played.to_close()
    for face in (6, 5, 6):
        played.panel.conduct.type_face(face)
    told = QAccessible.queryAccessibleInterface(played.panel.book.round.display)
    for words in ("5 6 6", "Total 17", "GRAND", "Doublé 6", "Duo 5-6"):
        assert words in told.text(QAccessible.Text.Name)


def test_function_keys_and_the_point_turn_the_pages(qtbot: QtBot, played: Played) -> None:
    seen = []
    for key in (K.Key_F2, K.Key_F3, K.Key_F4, K.Key_F5, K.Key_F6, K.Key_F1):
        press(qtbot, played.panel, key)
        seen.append(played.panel.page)
    assert seen == [
        PageName.PAYMENTS,
        PageName.SIDE_BET,
        PageName.RECALL,
        PageName.CHEF,
        PageName.MORE,
        PageName.ROUND,
    ]
    for page in (*seen[:5], PageName.ROUND):
        press(qtbot, played.panel, K.Key_Period)
        assert played.panel.page is page


def test_escape_is_always_the_way_back(qtbot: QtBot, played: Played) -> None:
    for page in played.panel.book.pages:
        played.panel.open_page(page)
        press(qtbot, played.panel, K.Key_Escape)
        assert played.panel.page is PageName.ROUND


def test_the_keys_do_nothing_to_the_round_from_other_pages(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    for page in set(played.panel.book.pages) - {PageName.ROUND, PageName.PAYMENTS, PageName.VOID}:
        played.panel.open_page(page)
        played.wait()
        press(qtbot, played.panel, K.Key_Enter)
        played.panel.open_page(page)
        press(qtbot, played.panel, K.Key_0)
    assert (played.asked, played.phase) == ([], "bets_open")


def test_bell_and_take_back(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    press(qtbot, played.panel, K.Key_0, K.Key_Asterisk)
    assert played.asked[-1] == ReopenBets(None)
    played.wait()
    press(qtbot, played.panel, K.Key_0, K.Key_Plus)
    assert played.asked[-1] == LiftBell()


def test_arrows_reach_every_key_of_the_page(qtbot: QtBot, played: Played) -> None:
    panel = played.panel
    panel.open_page(PageName.SIDE_BET)
    press(qtbot, panel, K.Key_Down)
    reached = {key for key in panel.findChildren(Key) if key.hasFocus()}
    for _ in range(14):
        for key in (K.Key_Right,) * 13 + (K.Key_Down,) + (K.Key_Left,) * 13 + (K.Key_Down,):
            press(qtbot, panel, key)
            reached |= {key for key in panel.findChildren(Key) if key.hasFocus()}
    cards = set(panel.book.side_bet.cards)
    assert cards <= reached


def test_space_presses_the_key_with_the_ring(qtbot: QtBot, played: Played) -> None:
    played.panel.open_page(PageName.MORE)
    press(qtbot, played.panel, K.Key_Down)
    focused = next(key for key in played.panel.findChildren(Key) if key.hasFocus())
    press(qtbot, focused, K.Key_Space)
    assert played.panel.page is PageName.LAW


def test_enter_presses_it_where_no_dominant_key_is(qtbot: QtBot, played: Played) -> None:
    played.panel.open_page(PageName.MORE)
    press(qtbot, played.panel, K.Key_Down)
    press(qtbot, played.panel.focusWidget(), K.Key_Enter)
    assert played.panel.page is PageName.LAW
    played.panel.open_page(PageName.ROUND)
    played.wait()
    played.panel.nav[PageName.MORE].setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, played.panel.nav[PageName.MORE], K.Key_Enter)
    assert (played.panel.page, played.phase) == (PageName.ROUND, "shaking")


def test_tab_goes_round_all_enabled_keys(qtbot: QtBot, played: Played) -> None:
    panel = played.panel
    seen = set()
    for _ in range(60):
        press(qtbot, panel.focusWidget() or panel, K.Key_Tab)
        seen |= {key for key in panel.findChildren(Key) if key.hasFocus()}
    enabled = {key for key in panel.findChildren(Key) if key.isVisible() and key.isEnabled()}
    assert seen == enabled


def test_hints_appear_with_the_keyboard_only(qtbot: QtBot, played: Played) -> None:
    assert played.panel.dominant.face.hint == ""
    press(qtbot, played.panel, K.Key_F1)
    assert played.panel.dominant.face.hint == "⏎"


def test_the_page_of_the_keys_names_them(played: Played) -> None:
    played.panel.open_page(PageName.KEYS)
    shown = played.panel.book.pages[PageName.KEYS].findChildren(Painted)
    words = " ".join(view.text() for view in shown)
    for key, _ in KEYS:
        assert key in words or key == "␣"


@given(points, st.lists(points, max_size=8), st.sampled_from(list(Direction)))
def test_an_arrow_goes_its_own_way(
    here: tuple[int, int], there: list[tuple[int, int]], direction: Direction
) -> None:
    found = nearest(here, there, direction)
    step_x, step_y = direction.value
    ahead = [(x - here[0]) * step_x + (y - here[1]) * step_y for x, y in there]
    if found is None:
        straight = [
            n for n, (x, y) in enumerate(there) if ahead[n] > 1 and (x == here[0] or y == here[1])
        ]
        assert straight == []
    else:
        assert ahead[found] > 1


@pytest.mark.parametrize(
    ("direction", "expected"),
    [(Direction.RIGHT, 0), (Direction.LEFT, 1), (Direction.DOWN, 2), (Direction.UP, 3)],
)
def test_the_nearest_of_four(direction: Direction, expected: int) -> None:
    places = [(110.0, 100.0), (90.0, 100.0), (100.0, 110.0), (100.0, 90.0), (300.0, 300.0)]
    assert nearest((100, 100), places, direction) == expected
