"""Chip keys: a stake is typed by tapping the chips that lie on the layout."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import put
from ui.croupier.payments import Stake, chips
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, Scale


class ChipKeys(QObject):
    """The keys of all chip values, one to take the last chip back, one to clear the stake."""

    changed = Signal()

    def __init__(
        self, denominations: Sequence[float], page: QWidget, *, compact: bool = False
    ) -> None:
        super().__init__(page)
        self._compact = compact
        self.stake = Stake()
        self._values = chips(denominations)
        self._keys = tuple(Key(Look.SECONDARY, page) for _ in self._values)
        self.back, self.clear = Key(Look.SECONDARY, page), Key(Look.SECONDARY, page)
        for value, key in zip(self._values, self._keys, strict=True):
            key.tapped.connect(partial(self._add, value))
        self.back.tapped.connect(self.take_back)
        self.clear.tapped.connect(self.forget)

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys, chips first; a compact set is cleared chip by chip."""
        return (*self._keys, self.back, *(() if self._compact else (self.clear,)))

    def arrange(self, room: QRectF, scale: Scale, rows: int, gap: float = GAP) -> None:
        """Lay the keys out in that many rows."""
        columns = -(-len(self.keys) // rows)
        cells = places.grid(room, rows, columns, gap)
        for key, cell in zip(self._keys, cells, strict=False):
            put(key, cell, scale)
        ending = self.keys[len(self._keys) :]
        for key, cell in zip(ending, cells[-len(ending) :], strict=True):
            put(key, cell, scale)
        if (first := len(cells) - len(ending)) > len(self._keys):
            put(self.back, cells[first - 1].united(cells[first]), scale)
        self.clear.setVisible(not self._compact)

    def show_scene(self, scene: Scene, *, hints: bool = True) -> None:
        """Show the chips in the words of this moment."""
        for number, (value, key) in enumerate(zip(self._values, self._keys, strict=True), start=1):
            amount = scene.words.number(value)
            name = scene.words.say("chips.chip", amount=scene.words.money(value))
            hint = scene.hint(str(number)) if hints and number < 10 else ""
            key.show_face(amount, name=name, hint=hint, wished_mm=6)
        typed = bool(self.stake.chips)
        back = scene.words.say("chips.back")
        self.back.show_face(
            "⌫" if self._compact else back,
            name=back,
            hint=scene.hint("⌫") if hints and not self._compact else "",
            wished_mm=6 if self._compact else 4.4,
        )
        self.clear.show_face(scene.words.say("chips.clear"), wished_mm=4.4)
        self.back.set_live(typed)
        self.clear.set_live(typed)

    def typed(self, key: Qt.Key) -> bool:
        """A digit is the chip of that place, Backspace takes the last one back."""
        number = key - Qt.Key.Key_1
        if 0 <= number < min(9, len(self._keys)):
            self._keys[number].tap()
            return True
        if key == Qt.Key.Key_Backspace and self.back.isEnabled():
            self.back.tap()
            return True
        return False

    def take_back(self) -> None:
        """Without the last chip."""
        self._set(self.stake.taken_back())

    def forget(self) -> None:
        """No chips."""
        self._set(Stake())

    def _add(self, value: Decimal) -> None:
        self._set(self.stake.plus(value))

    def _set(self, stake: Stake) -> None:
        if stake != self.stake:
            self.stake = stake
            self.changed.emit()
