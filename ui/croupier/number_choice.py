"""A number with keys to make it smaller and larger."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal

from ui.croupier import places
from ui.croupier.installing import Steps
from ui.croupier.keys import Key
from ui.croupier.lettering import BOLD, CENTRE
from ui.croupier.locked_page import Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, Scale

LESS = (Qt.Key.Key_Minus, Qt.Key.Key_Down, Qt.Key.Key_Left)
MORE = (Qt.Key.Key_Plus, Qt.Key.Key_Up, Qt.Key.Key_Right)


class NumberChoice(QObject):
    """`stepped`: the number is to be another by this much. It keeps no number itself."""

    stepped = Signal(float)

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self._title = Text(part, wished_mm=5.2, align=CENTRE)
        self.value = Text(part, wished_mm=12, weight=BOLD, align=CENTRE)
        self._line = Text(part, align=CENTRE)
        self.less, self.more = part.key(), part.key()
        self.much_less, self.much_more = part.key(), part.key()
        self._steps: Steps | None = None
        for key, sign, is_leap in self._keys():
            key.tapped.connect(partial(self._tap, sign, is_leap))

    def arrange(self, room: QRectF, scale: Scale) -> None:
        """The number in the middle, smaller on the left, larger on the right."""
        upright = room.height() > room.width()
        block = QRectF(room)
        block.setHeight(min(block.height(), 92 if upright else 74))
        title, below = places.cut(block, top=9)
        middle, line = places.cut(below, top=below.height() - 15)
        put(self._title, title, scale)
        put(self._line, line, scale)
        if upright:
            value, keys = places.cut(middle, top=middle.height() - 33)
            cells = places.row(keys, 4)
        else:
            left, rest = places.cut(middle, left=60)
            value, right = places.cut(rest, left=rest.width() - 60 - GAP)
            cells = (*places.row(left, 2), *places.row(right, 2))
        put(self.value, value, scale)
        for key, cell in zip(
            (self.much_less, self.less, self.more, self.much_more), cells, strict=True
        ):
            put(key, cell, scale)

    def set_visible(self, visible: bool) -> None:
        """Show or hide all of it."""
        for view in (self._title, self.value, self._line):
            view.setVisible(visible)
        for key, _, is_leap in self._keys():
            key.setVisible(visible and (not is_leap or self._leap is not None))

    def show_scene(
        self, scene: Scene, steps: Steps, number: float, title: str, value: str, line: str
    ) -> None:
        """Show this number, what it is of, and how to know it."""
        self._steps = steps
        self._title.show_text(title)
        self.value.show_text(value)
        self._line.show_text(line)
        for key, sign, is_leap in self._keys():
            by = (self._leap if is_leap else steps.step) or 0
            amount = scene.words.number(Decimal(str(by)))
            word = "more" if sign > 0 else "less"
            key.show_face(
                f"{'+' if sign > 0 else '−'}\u00a0{amount}",
                name=scene.words.say(f"install.{word}", amount=amount),
                hint="" if is_leap else scene.hint("+" if sign > 0 else "−"),
                wished_mm=6,
            )
            key.set_live(number < steps.most if sign > 0 else number > steps.least)

    def typed(self, key: Qt.Key) -> bool:
        """`+` and `−`, and the arrows."""
        if key in LESS:
            self.less.tap()
        elif key in MORE:
            self.more.tap()
        else:
            return False
        return True

    @property
    def _leap(self) -> float | None:
        return None if self._steps is None else self._steps.leap

    def _keys(self) -> tuple[tuple[Key, int, bool], ...]:
        return (
            (self.much_less, -1, True),
            (self.less, -1, False),
            (self.more, 1, False),
            (self.much_more, 1, True),
        )

    def _tap(self, sign: int, is_leap: bool) -> None:
        by = self._leap if is_leap else self._steps and self._steps.step
        if by:
            self.stepped.emit(sign * by)
