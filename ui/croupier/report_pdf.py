"""A report as one A4 page of PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

from tabledisplay.files import write_atomically
from ui.croupier import lettering
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, REGULAR, Letters
from ui.croupier.lines import Pair

DPI = 300
MM = DPI / 25.4
INK, LINE = QColor("#111111"), QColor("#bbbbbb")


def write(path: Path, title: str, lines: Sequence[Pair]) -> bool:
    """Write the page; False if the disk refuses. An older report of that name is replaced."""
    page = QBuffer()
    page.open(QIODevice.OpenModeFlag.WriteOnly)
    if not _painted(page, title, lines):
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, bytes(page.data().data()))
    except OSError:
        return False
    return True


def _painted(page: QBuffer, title: str, lines: Sequence[Pair]) -> bool:
    """In memory: Qt does not say that a disk took only half of it."""
    writer = QPdfWriter(page)
    writer.setResolution(DPI)
    writer.setTitle(title)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(20, 20, 20, 20), QPageLayout.Unit.Millimeter)
    painter = QPainter()
    if not painter.begin(writer):
        return False
    room = QRectF(0, 0, writer.width(), writer.height())
    head = QRectF(0, 0, room.width(), 14 * MM)
    letters = Letters(round(7 * MM), round(4 * MM), BOLD)
    lettering.draw(painter, head, title, letters, INK, LEFT)
    height = min(12 * MM, (room.height() - 20 * MM) / max(1, len(lines)))
    for n, (name, value) in enumerate(lines):
        at = QRectF(0, 20 * MM + n * height, room.width(), height)
        painter.setPen(QPen(LINE, 0.2 * MM, Qt.PenStyle.SolidLine))
        painter.drawLine(at.bottomLeft(), at.bottomRight())
        half = at.width() * 0.45
        left = QRectF(at.left(), at.top(), half, at.height())
        right = QRectF(at.left() + half, at.top(), at.width() - half, at.height())
        small, large = (
            Letters(round(4 * MM), round(2 * MM), REGULAR),
            Letters(round(4.4 * MM), round(2 * MM), MEDIUM),
        )
        lettering.draw(painter, left, name, small, INK, LEFT)
        lettering.draw(painter, right, value, large, INK, LEFT)
    return painter.end()
