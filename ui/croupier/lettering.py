"""Text that always fits: as large as wished, smaller where the place is small, never cut."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from ui.fonts import CAPITAL, Weight, font

CENTRE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

REGULAR, MEDIUM, BOLD = Weight.REGULAR, Weight.MEDIUM, Weight.BOLD
LANG = "fr"
"""Both languages of the panel are written in the one Latin face."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Wished and least letter size in pixels, weight, whether lines may break.

    `tight`: one line of capitals and digits, which needs no room for what hangs below the line.
    """

    wished: int
    least: int
    weight: Weight = REGULAR
    wrap: bool = True
    tight: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """The size found, in pixels, and whether the whole text has room at it."""

    size: int
    fits: bool


def _flags(letters: Letters) -> Qt.TextFlag:
    single = letters.tight or not letters.wrap
    return Qt.TextFlag.TextSingleLine if single else Qt.TextFlag.TextWordWrap


@lru_cache(maxsize=4096)
def _fitted(text: str, width: float, height: float, letters: Letters) -> Fitted:
    flags = int(Qt.AlignmentFlag.AlignLeft) | int(_flags(letters))
    for size in range(letters.wished, letters.least - 1, -1):
        taken = QFontMetricsF(font(LANG, letters.weight, size)).boundingRect(
            QRectF(0, 0, width, 10_000), flags, text
        )
        high = CAPITAL * size if letters.tight else taken.height()
        if taken.width() <= width + 0.5 and high <= height + 0.5:
            return Fitted(size, fits=True)
    return Fitted(letters.least, fits=False)


def fitted(text: str, room: QSizeF, letters: Letters) -> Fitted:
    """The largest size, from the wished down to the least, at which the text fits into the room."""
    return _fitted(text, round(room.width(), 1), round(room.height(), 1), letters)


def draw(
    painter: QPainter,
    room: QRectF,
    text: str,
    letters: Letters,
    colour: QColor,
    align: Qt.AlignmentFlag = CENTRE,
) -> None:
    """Draw the text inside the room."""
    if not text:
        return
    found = fitted(text, room.size(), letters)
    painter.setFont(font(LANG, letters.weight, found.size))
    painter.setPen(colour)
    if letters.tight:
        hanging = (QFontMetricsF(painter.font()).height() - CAPITAL * found.size) / 2
        room = room.adjusted(0, -hanging, 0, hanging)
    painter.drawText(room, int(align) | int(_flags(letters)), text)
