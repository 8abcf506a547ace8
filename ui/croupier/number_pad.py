"""Ten digits, one to take back, one to be done: for PINs, on screen and by the keyboard."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import put
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)


class NumberPad(QObject):
    """`digit`: one was tapped; `back`: CORRIGER; `done`: the key of the last place."""

    digit = Signal(int)
    back = Signal()
    done = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._digits = tuple(Key(Look.PRIMARY, page) for _ in ORDER)
        self._back, self.enter = Key(Look.SECONDARY, page), Key(Look.DOMINANT, page)
        for number, key in zip(ORDER, self._digits, strict=True):
            key.tapped.connect(partial(self.digit.emit, number))
        self._back.tapped.connect(self.back)
        self.enter.tapped.connect(self.done)

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys."""
        return (*self._digits, self._back, self.enter)

    def arrange(self, room: QRectF, scale: Scale) -> None:
        """As on a telephone: 1 2 3 above, 0 below in the middle."""
        cells = places.grid(room, 4, 3)
        for cell, key in zip((*cells[:9], cells[10]), self._digits, strict=True):
            put(key, cell, scale)
        put(self._back, cells[9], scale)
        put(self.enter, cells[11], scale)

    def show_scene(self, scene: Scene, enter: str, *, ready: bool, begun: bool) -> None:
        """Show the pad; `ready`: what is typed may be sent."""
        for number, key in zip(ORDER, self._digits, strict=True):
            key.show_face(str(number), wished_mm=8)
        self._back.show_face(scene.words.say("key.correct"), hint=scene.hint("⌫"), wished_mm=4.4)
        self.enter.show_face(enter, hint=scene.hint("⏎"), wished_mm=6)
        self._back.set_live(begun)
        self.enter.set_live(ready)

    def typed(self, key: Qt.Key) -> bool:
        """A digit, Backspace or Enter of the keyboard."""
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._digits[ORDER.index(key - Qt.Key.Key_0)].tap()
        elif key == Qt.Key.Key_Backspace and self._back.isEnabled():
            self._back.tap()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter.tap()
        else:
            return False
        return True
