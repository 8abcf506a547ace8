"""The bell of the mixer with a light that runs along its rim: motion that says nothing of dice."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.theme import Theme

WIDTH = 4.6
"""Of the room kept for it in the banner, in units."""

PERIOD_MS = 2400
"""One run of the light there and back; far below one flash a second."""

TICK_MS = 40


def dome(area: QRectF) -> QRectF:
    """The square whose upper half is the dome, in the middle of its area."""
    side = min(area.width(), area.height() * 1.5) * 0.8
    top = area.center().y() - side * 0.3
    return QRectF(area.center().x() - side / 2, top, side, side)


def paint_bell(painter: QPainter, area: QRectF, theme: Theme, at: float | None) -> None:
    """The bell; `at` 0-1 is how far the light has come, None for no light."""
    where = dome(area)
    thick = where.width() * 0.05
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.muted, thick))
    painter.drawArc(where, 0, 180 * 16)
    base = where.center().y()
    painter.drawLine(
        QPointF(where.left() - thick * 1.6, base), QPointF(where.right() + thick * 1.6, base)
    )
    knob = QPointF(where.center().x(), where.top() - thick * 1.4)
    painter.setBrush(QColor(theme.muted))
    painter.drawEllipse(knob, thick * 0.7, thick * 0.7)
    if at is None:
        return
    middle = 90 + 62 * math.cos(2 * math.pi * at)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.text, thick * 1.7))
    painter.drawArc(where, round((middle - 22) * 16), 44 * 16)


def pen(colour: str, thick: float) -> QPen:
    """A pen with round ends."""
    made = QPen(QColor(colour), thick)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    return made
