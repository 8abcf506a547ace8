"""Asks for a PIN, or for a new one twice; shows dots, keeps digits no longer than it must."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ui.croupier import places, theme
from ui.croupier.lettering import TOP_LEFT
from ui.croupier.number_pad import NumberPad
from ui.croupier.page import put
from ui.croupier.painted import Painted, Text, Title
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

LEAST_DIGITS, MOST_DIGITS = 6, 12


class Dots(Painted):
    """One dot a digit, rings for those that are still needed."""

    def show_count(self, count: int, sentence: str) -> None:
        """Show that many digits."""
        self.show_shown(count, sentence)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        count = self._shown if isinstance(self._shown, int) else 0
        radius, step = 2.0 * self.mm, 6.4 * self.mm
        for n in range(max(LEAST_DIGITS, count)):
            centre = QPointF(room.left() + radius + 1 + n * step, room.center().y())
            filled = n < count
            painter.setPen(QPen(theme.TEXT if filled else theme.LINE, 0.5 * self.mm))
            painter.setBrush(theme.TEXT if filled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius, radius)


class PinPad(QWidget):
    """`given`: a whole PIN was typed."""

    given = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self.dots = Title(self), Dots(self)
        self._line = Text(self, align=TOP_LEFT)
        self.pad = NumberPad(self)
        self._digits = ""
        self._scene: Scene | None = None
        self._words = ("", "", "")
        self.pad.digit.connect(self._add)
        self.pad.back.connect(self._take_back)
        self.pad.done.connect(self._done)

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        """Words and dots on one side, the pad on the other."""
        if room.height() > room.width():
            told, pad = places.cut(room, top=room.height() * 0.34)
        else:
            told, pad = places.cut(room, left=room.width() * 0.5, gap=8)
        pad.setHeight(min(pad.height(), 120))
        if left_handed:
            told, pad = places.mirrored(told, room), places.mirrored(pad, room)
        title, rest = places.cut(told, top=10)
        dots, rest = places.cut(rest, top=14)
        rest.setHeight(min(rest.height(), 40))
        put(self._title, title, scale)
        put(self.dots, dots, scale)
        put(self._line, rest, scale)
        self.pad.arrange(pad, scale)

    def show_scene(self, scene: Scene, title: str, line: str, enter: str) -> None:
        """Show what is asked for."""
        self._scene, self._words = scene, (title, line, enter)
        self._title.show_text(title)
        self._line.show_text(line)
        count = len(self._digits)
        self.dots.show_count(count, scene.words.say("pin.typed", count=count))
        ready = LEAST_DIGITS <= count <= MOST_DIGITS
        self.pad.show_scene(scene, enter, ready=ready, begun=count > 0)

    def typed(self, key: Qt.Key) -> bool:
        """A key of the keyboard."""
        return self.pad.typed(key)

    def forget(self) -> None:
        """Forget the digits."""
        self._set("")

    def _add(self, digit: int) -> None:
        if len(self._digits) < MOST_DIGITS:
            self._set(self._digits + str(digit))

    def _take_back(self) -> None:
        self._set(self._digits[:-1])

    def _done(self) -> None:
        digits, self._digits = self._digits, ""
        self.given.emit(digits)
        self._set(self._digits)

    def _set(self, digits: str) -> None:
        self._digits = digits
        if self._scene is not None:
            self.show_scene(self._scene, *self._words)
