"""Large text drawn as outlines blackens what the font's own text blackens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from ui import fonts
from ui.fonts import MEASURED_AT, Weight


def ink(text: str, *, outlined: bool) -> int:
    image = QImage(MEASURED_AT * 8, MEASURED_AT * 2, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    base = QPointF(10, MEASURED_AT * 1.4)
    if outlined:
        painter.fillPath(fonts.outline(text, "fr", Weight.BLACK).translated(base), QColor("black"))
    else:
        painter.setFont(fonts.font("fr", Weight.BLACK, MEASURED_AT))
        painter.drawText(base, text)
    painter.end()
    return sum(255 - value for value in bytes(image.constBits()))


@pytest.mark.parametrize("text", ["RIEN NE", "VA PLUS", "FAITES", "GRAND", "12"])
def test_no_holes_where_strokes_cross(text: str, qtbot: QtBot) -> None:
    fonts.install()
    assert ink(text, outlined=True) == pytest.approx(ink(text, outlined=False), rel=0.02)
