"""The keyboard and the numpad: all of the panel without a mouse and without touch.

A key held down counts once: auto-repeat is nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt

from ui.croupier.acts import Act
from ui.croupier.book import NAV, UNDER, WITH_DOMINANT
from ui.croupier.hold_key import HoldKey
from ui.croupier.keys import Key
from ui.croupier.page import PageName
from ui.croupier.steering import Direction, nearest

if TYPE_CHECKING:
    from ui.croupier.panel import CroupierPanel

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

ARROWS = {
    Qt.Key.Key_Left: Direction.LEFT,
    Qt.Key.Key_Right: Direction.RIGHT,
    Qt.Key.Key_Up: Direction.UP,
    Qt.Key.Key_Down: Direction.DOWN,
}

PAGES = {
    Qt.Key.Key_F1: NAV[0],
    Qt.Key.Key_F2: NAV[1],
    Qt.Key.Key_F3: NAV[2],
    Qt.Key.Key_F4: NAV[3],
    Qt.Key.Key_F5: NAV[4],
    Qt.Key.Key_F6: NAV[5],
}

NEXT_PAGE = (Qt.Key.Key_Period, Qt.Key.Key_Comma)


class Shortcuts:
    """What a key of the keyboard does on the page that is shown."""

    def __init__(self, panel: CroupierPanel) -> None:
        self._panel = panel
        self._held: HoldKey | None = None

    def press(self, key: Qt.Key) -> None:
        """A key went down, for the first time."""
        panel = self._panel
        if key == Qt.Key.Key_Escape:
            panel.open_page(PageName.ROUND)
        elif key in PAGES:
            panel.open_page(PAGES[key])
        elif (key == Qt.Key.Key_Minus and self._begin_hold()) or panel.shown_page.typed(key):
            return
        elif key == Qt.Key.Key_Slash:
            there = panel.page is PageName.SIDE_BET
            panel.open_page(PageName.ROUND if there else PageName.SIDE_BET)
        elif key in NEXT_PAGE:
            here = UNDER.get(panel.page, panel.page)
            panel.open_page(NAV[(NAV.index(here) + 1) % len(NAV)])
        elif key in ARROWS:
            self._steer(ARROWS[key])
        elif panel.page in WITH_DOMINANT:
            self._round(key)
        elif key in ENTER and (focused := self._focused()) is not None:
            focused.tap()

    def release(self, key: Qt.Key) -> None:
        """A key went up, for good."""
        if key == Qt.Key.Key_Minus and self._held is not None:
            self._held.let_go()
            self._held = None

    def forget(self) -> None:
        """The window lost the keyboard."""
        self._held = None

    def _begin_hold(self) -> bool:
        held = self._panel.shown_page.held_by_minus()
        if held is None or not held.isVisible():
            return False
        self._held = held
        held.press_down()
        return True

    def _round(self, key: Qt.Key) -> None:
        """The keys of the round, where its dominant key is in sight."""
        panel = self._panel
        acts = panel.conduct.acts()
        if acts is None:
            return
        if key in ENTER:
            panel.dominant.tap()
        elif key == Qt.Key.Key_0:
            if acts.dominant is Act.CLOSE_BETS:
                panel.dominant.tap()
            else:
                panel.dominant.miss()

    def _focused(self) -> Key | None:
        """The key with the ring."""
        return next((key for key in self._panel.findChildren(Key) if key.hasFocus()), None)

    def _steer(self, direction: Direction) -> None:
        """Move the focus to the nearest key in that direction."""
        panel = self._panel
        keys = [key for key in panel.findChildren(Key) if key.isVisible() and key.isEnabled()]
        focused = self._focused()
        if focused is None:
            page = panel.shown_page
            keys = [key for key in keys if page.isAncestorOf(key)] or keys
            if keys:
                keys[0].setFocus(Qt.FocusReason.TabFocusReason)
            return
        places = [self._place(key) for key in keys]
        found = nearest(self._place(focused), places, direction)
        if found is not None:
            keys[found].setFocus(Qt.FocusReason.TabFocusReason)

    def _place(self, key: Key) -> tuple[float, float]:
        """The middle of the key in the window."""
        middle = key.mapTo(self._panel, QPoint(key.width() // 2, key.height() // 2))
        return float(middle.x()), float(middle.y())
