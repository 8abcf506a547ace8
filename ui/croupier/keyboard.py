"""Letters and digits on the screen, for the reference of a float or a reason in words."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import put
from ui.croupier.scene import Scene
from ui.croupier.sizes import CARD_GAP, SMALLEST, Scale

LETTERS = "1234567890AZERTYUIOPQSDFGHJKLMWXCVBN-"
"""As on a French keyboard; the last row ends with a wide space and a key to take back."""

LONGEST = 40


class Keyboard(QObject):
    """`written`: the text is another now. It never holds more than `longest` characters."""

    written = Signal()

    def __init__(self, page: QWidget, longest: int = LONGEST) -> None:
        super().__init__(page)
        self.text = ""
        self._longest = longest
        self._letters = tuple(Key(Look.SECONDARY, page) for _ in LETTERS)
        self._space, self._back = Key(Look.SECONDARY, page), Key(Look.SECONDARY, page)
        for letter, key in zip(LETTERS, self._letters, strict=True):
            key.tapped.connect(partial(self.write, letter))
        self._space.tapped.connect(partial(self.write, " "))
        self._back.tapped.connect(self.take_back)

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys."""
        return (*self._letters, self._space, self._back)

    def arrange(self, room: QRectF, scale: Scale, gap: float = CARD_GAP) -> None:
        """Four rows of ten; more rows where the room is narrow."""
        columns = 10 if room.width() >= 10 * SMALLEST + 9 * gap else 6
        count = len(LETTERS)
        rows = -(-(count + 3) // columns)
        cells = places.grid(room, rows, columns, gap)
        for key, cell in zip(self._letters, cells, strict=False):
            put(key, cell, scale)
        put(self._space, cells[count].united(cells[count + 1]), scale)
        put(self._back, cells[count + 2], scale)

    def set_visible(self, visible: bool) -> None:
        """Show or hide all keys."""
        for key in self.keys:
            key.setVisible(visible)

    def show_scene(self, scene: Scene) -> None:
        """Show the keys."""
        for letter, key in zip(LETTERS, self._letters, strict=True):
            key.show_face(letter, wished_mm=6)
        self._space.show_face(scene.words.say("keyboard.space"), wished_mm=4)
        self._back.show_face("⌫", name=scene.words.say("keyboard.back"), wished_mm=6)
        self._back.set_live(bool(self.text))

    def typed(self, key: Qt.Key) -> bool:
        """A letter, digit, space or Backspace of the real keyboard."""
        if key == Qt.Key.Key_Backspace and self.text:
            self.take_back()
            return True
        letter = chr(key) if 0x20 <= key <= 0x7E else ""
        if letter == " " or (letter and letter in LETTERS):
            self.write(letter)
            return True
        return False

    def write(self, letter: str) -> None:
        """One more character."""
        if len(self.text) < self._longest:
            self._set(self.text + letter)

    def take_back(self) -> None:
        """One character less."""
        self._set(self.text[:-1])

    def begin(self, text: str) -> None:
        """Write on from a text that was there before."""
        self._set(text[: self._longest])

    def forget(self) -> None:
        """No text."""
        self._set("")

    def _set(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.written.emit()
