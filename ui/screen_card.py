"""The technician's test card over the customer screen: edges, squareness, greys, colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui import fonts
from ui.fonts import Weight

SHOWN_MS = 15_000
"""How long the card stands; a round that opens takes it away at once."""

BARS = ("#FFFFFF", "#F0E442", "#56B4E9", "#00A87E", "#D55E00", "#808080", "#404040", "#101418")
"""White, the colours of the game, and two greys down to the ground."""


class ScreenCard(QWidget):
    """Lies over its parent while it is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._over.timeout.connect(self.hide)
        self.hide()

    def present(self) -> None:
        """Cover the parent for a while."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self._over.start()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the card is painted whole
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor("black"))
        width, height = self.width(), self.height()
        step = width / len(BARS)
        for n, colour in enumerate(BARS):
            bar = QRectF(n * step, height * 0.72, step + 1, height * 0.2)
            painter.fillRect(bar, QColor(colour))
        painter.setPen(QPen(QColor("white"), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.drawLine(0, 0, width, height)
        painter.drawLine(width, 0, 0, height)
        radius = min(width, height) * 0.3
        centre = QRectF(self.rect()).center()
        painter.drawEllipse(centre, radius, radius)
        painter.setFont(fonts.font("fr", Weight.BOLD, max(12, height // 14)))
        ratio = self.devicePixelRatioF()
        text = f"{round(width * ratio)} × {round(height * ratio)}"
        label = QRectF(0, height * 0.06, width, height * 0.14)
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
