"""Care for the panel: the picture wanders on a small ring, and dims when nothing is rolled."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QPoint, QTimer, Signal

RING_PX = 4
RING_STEPS = 8
SHIFT_MS = 90_000
DIM_MS = 300_000

DIMMED = 0.72
"""What is left of each channel while dimmed: about half the light, and still legible."""


class PanelCare(QObject):
    """Tells when the picture has moved or dimmed; two slow timers and nothing else."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._step = 0
        self.dimmed = False
        self._shift = QTimer(self)
        self._shift.setInterval(SHIFT_MS)
        self._shift.timeout.connect(self.move_on)
        self._rest = QTimer(self)
        self._rest.setInterval(DIM_MS)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self.dim)
        self._shift.start()
        self._rest.start()

    @property
    def offset(self) -> QPoint:
        """Where the picture stands now; the middle first, then around the ring."""
        if self._step == 0:
            return QPoint(0, 0)
        angle = 2 * math.pi * self._step / RING_STEPS
        return QPoint(round(RING_PX * math.cos(angle)), round(RING_PX * math.sin(angle)))

    def wake(self) -> None:
        """Something was rolled: full light, and the wait begins again."""
        self._rest.start()
        if self.dimmed:
            self.dimmed = False
            self.changed.emit()

    def move_on(self) -> None:
        """The next place on the ring."""
        self._step = self._step % RING_STEPS + 1
        self.changed.emit()

    def dim(self) -> None:
        """Nothing was rolled for a long time."""
        self.dimmed = True
        self.changed.emit()
