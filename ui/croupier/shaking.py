"""A soft shake of the head: the answer to a tap that does not apply."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, QVariantAnimation

LASTS_MS = 260
SWINGS = 3
SWING_PX = 5.0


class Shaking:
    """The sideways offset of something that shakes, in pixels; `moved` is called on each step."""

    def __init__(self, moved: Callable[[], None], parent: QObject) -> None:
        self._moved = moved
        self._animation = QVariantAnimation(parent)
        self._animation.setDuration(LASTS_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._step)
        self.offset = 0.0

    def start(self) -> None:
        """Shake once, from the beginning."""
        self._animation.stop()
        self._animation.start()

    def _step(self, done: float) -> None:
        self.offset = SWING_PX * (1 - done) * math.sin(done * SWINGS * 2 * math.pi)
        self._moved()
