"""Dice as people know them: canonical pips on a rounded body, drawn at any size."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from ui.theme import THEME, Theme

SMALLEST_WITH_PIPS = 28.0
"""Below this side, in logical pixels, a die shows a digit instead of pips."""

LOW, MIDDLE, HIGH = 0.26, 0.5, 0.74
PIPS: Mapping[int, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        1: ((MIDDLE, MIDDLE),),
        2: ((LOW, HIGH), (HIGH, LOW)),
        3: ((LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW)),
        4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
        5: ((LOW, LOW), (HIGH, LOW), (MIDDLE, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
        6: ((LOW, LOW), (HIGH, LOW), (LOW, MIDDLE), (HIGH, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
    }
)
"""Centres of the pips of each face, in sides of the die."""

PIP = 0.105
ONE_RED_PIP = 0.15
"""Radii in sides of the die; the red one of Asian dice is larger."""


def paint_die(painter: QPainter, where: QRectF, face: int, theme: Theme = THEME) -> None:
    """A die with that face filling the square `where`. ValueError: not a face."""
    if face not in PIPS:
        raise ValueError(f"{face!r} is not a face")
    side = min(where.width(), where.height())
    body = QRectF(where.x(), where.y(), side, side)
    red = face in theme.red_faces
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.die_edge))
    painter.drawRoundedRect(body, side * 0.18, side * 0.18)
    painter.setBrush(QColor(theme.die))
    rim = side * 0.022
    painter.drawRoundedRect(
        body.adjusted(rim, rim * 0.6, -rim, -rim * 1.9), side * 0.16, side * 0.16
    )
    painter.setBrush(QColor(theme.pip_red if red else theme.pip))
    radius = side * (ONE_RED_PIP if red and face == 1 else PIP)
    for x, y in PIPS[face]:
        centre = QPointF(body.x() + x * side, body.y() + y * side - rim * 0.6)
        painter.drawEllipse(centre, radius, radius)
    painter.restore()
