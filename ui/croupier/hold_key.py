"""A key that must be held for 0.8 s, with a ring that fills: for what a brush must never do."""

from __future__ import annotations

from PySide6.QtCore import QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier.gate import Fingers
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key, Touched

HOLD_MS = 800


class HoldKey(Key):
    """`held`: the finger stayed for 0.8 s. A shorter tap only says that it must stay."""

    held = Signal()
    too_short = Signal()

    def __init__(self, look: Look, parent: QWidget, *, fingers: Fingers) -> None:
        super().__init__(look, parent, fingers=fingers)
        self._filling = QVariantAnimation(self)
        self._filling.setDuration(HOLD_MS)
        self._filling.setStartValue(0.0)
        self._filling.setEndValue(1.0)
        self._filling.valueChanged.connect(self._fill)
        self._filling.finished.connect(self._full)
        self.tapped.connect(self.too_short)

    def press_down(self) -> None:
        """The keyboard's key for this goes down."""
        self._press()

    def let_go(self) -> None:
        """The keyboard's key for this goes up."""
        self._lift(inside=True)

    def cancel(self) -> None:
        self._empty()
        super().cancel()

    def _press(self) -> None:
        super()._press()
        if self._touched is Touched.HELD:
            self._filling.start()

    def _move(self, inside: bool) -> None:
        super()._move(inside)
        if not inside:
            self.cancel()

    def _lift(self, *, inside: bool) -> None:
        self._empty()
        super()._lift(inside=inside)

    def _empty(self) -> None:
        self._filling.stop()
        self._fill(0.0)

    def _fill(self, done: float) -> None:
        if self._fingers is not None and self._fingers.spoiled(self):
            self._filling.stop()
            done = 0.0
        if done != self.face.ring:
            name, sub = self.accessibleName(), self.face.sub
            self.show_face(self.face.caption, name=name, sub=sub, ring=done)

    def _full(self) -> None:
        if self._touched is not Touched.HELD:
            return
        self.cancel()
        self.held.emit()

    def _pressed_by_name(self) -> None:
        """A screen reader cannot hold: its press is deliberate, and the next page asks again."""
        if self.isEnabled():
            self.held.emit()
