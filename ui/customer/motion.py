"""What moves: one fade when a result is revealed, the light on the bell, the seconds left to bet.

Nothing else moves, and nothing blinks. `full` has all of it, `reduced` the fade and the seconds,
`none` the seconds only.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QAbstractAnimation, QObject, QTimer, QVariantAnimation, Signal

from ui.customer.bell import PERIOD_MS, TICK_MS

FADE_MS = 450
"""Never under 300 ms: shorter would be a flash."""

Animations = Literal["full", "reduced", "none"]


class Motion(QObject):
    """Tells when fade, bell or seconds have moved on."""

    faded = Signal()
    swung = Signal()
    ticked = Signal()

    def __init__(self, animations: Animations, parent: QObject) -> None:
        super().__init__(parent)
        self._animations = animations
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.setDuration(FADE_MS)
        self._fade.valueChanged.connect(self.faded)
        self._fade.finished.connect(self.faded)
        self._bell = QTimer(self)
        self._bell.setInterval(TICK_MS)
        self._bell.timeout.connect(self.swing)
        self._bell_at = 0
        self._second = QTimer(self)
        self._second.setInterval(1000)
        self._second.timeout.connect(self._tick)
        self.seconds = 0

    @property
    def revealed(self) -> float:
        """How far the result has come, 0-1."""
        if self._fade.state() is QAbstractAnimation.State.Stopped:
            return 1.0
        value = self._fade.currentValue()
        return value if isinstance(value, float) else 1.0

    @property
    def bell(self) -> float | None:
        """How far the light on the bell has come, 0-1; None where it stands still."""
        return self._bell_at / PERIOD_MS if self._bell.isActive() else None

    @property
    def still(self) -> bool:
        """Whether nothing moves at all."""
        running = self._fade.state() is not QAbstractAnimation.State.Stopped
        return not (running or self._bell.isActive() or self._second.isActive())

    def reveal(self) -> None:
        """Begins the fade of a new result."""
        if self._animations != "none":
            self._fade.start()

    def shown(self) -> None:
        """Ends the fade at once."""
        self._fade.stop()

    def hold(self, ms: int) -> None:
        """Holds the fade at that time."""
        self._fade.start()
        self._fade.pause()
        self._fade.setCurrentTime(ms)

    def ring(self, *, on: bool) -> None:
        """Runs or stops the light on the bell."""
        if on and self._animations == "full":
            if not self._bell.isActive():
                self._bell_at = 0
                self._bell.start()
        else:
            self._bell.stop()

    def count_down(self, seconds: int) -> None:
        """Counts from that many seconds; 0 stops."""
        self.seconds = seconds
        if seconds:
            self._second.start()
        else:
            self._second.stop()

    def swing(self) -> None:
        """The light on the bell goes one step on."""
        self._bell_at = (self._bell_at + TICK_MS) % PERIOD_MS
        self.swung.emit()

    def _tick(self) -> None:
        self.seconds = max(0, self.seconds - 1)
        if not self.seconds:
            self._second.stop()
        self.ticked.emit()
