"""The one place that registers and measures the fonts of both screens."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPainterPath

from resources.fonts import CHINESE, LATIN, font_files

CAPITAL = 0.727
"""Height of a capital or a digit of our Latin face, in font sizes."""

LEADING = 1.28
"""Distance of two base lines of one text, in font sizes."""

MEASURED_AT = 256
"""Texts are measured once at this size and scaled: without hinting widths are proportional."""

NO_BREAK_BEFORE = frozenset("，。、；：！？）》」』】%.,;:!?)»")


class Weight(IntEnum):
    """The weights we ship; Chinese has the nearest of 400 and 700."""

    REGULAR = 400
    MEDIUM = 500
    SEMIBOLD = 600
    BOLD = 700
    BLACK = 900


@cache
def install() -> tuple[str, ...]:
    """Registers every shipped font once per process; the names of the files Qt refused."""
    return tuple(
        path.name for path in font_files() if QFontDatabase.addApplicationFont(str(path)) < 0
    )


@lru_cache(maxsize=2048)
def font(lang: str, weight: Weight, px: int) -> QFont:
    """The face of a language at a size in logical pixels. Digits are of one width."""
    install()
    made = QFont()
    made.setFamilies([LATIN, *([CHINESE[lang]] if lang in CHINESE else [])])
    made.setPixelSize(max(1, px))
    made.setWeight(QFont.Weight(int(weight)))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


@lru_cache(maxsize=8192)
def unit_width(text: str, lang: str, weight: Weight) -> float:
    """Width of the text in font sizes."""
    metrics = QFontMetricsF(font(lang, weight, MEASURED_AT))
    return metrics.horizontalAdvance(text) / MEASURED_AT


@lru_cache(maxsize=4096)
def unit_ink(text: str, lang: str, weight: Weight) -> QRectF:
    """What the text blackens, in font sizes, its base line starting at 0, 0."""
    found = QFontMetricsF(font(lang, weight, MEASURED_AT)).tightBoundingRect(text)
    k = 1 / MEASURED_AT
    return QRectF(found.x() * k, found.y() * k, found.width() * k, found.height() * k)


@lru_cache(maxsize=512)
def outline(text: str, lang: str, weight: Weight) -> QPainterPath:
    """The text's outline at `MEASURED_AT`, its base line starting at 0, 0."""
    path = QPainterPath()
    # Strokes of one letter overlap: the other rule would punch holes where they cross.
    path.setFillRule(Qt.FillRule.WindingFill)
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addText(QPointF(0, 0), font(lang, weight, MEASURED_AT), text)
    return path


def width(text: str, lang: str, weight: Weight, px: float) -> float:
    """Width of the text at a size, in the unit of that size."""
    return unit_width(text, lang, weight) * px


@lru_cache(maxsize=2048)
def wrapped(text: str, lang: str, weight: Weight, room: float) -> tuple[str, ...]:
    """The text as lines no wider than `room` font sizes, where words allow it.

    Breaks at ordinary spaces and line feeds, in Chinese also between characters; a single word
    that is wider than the room stands alone on its line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in pieces(paragraph, chinese=lang in CHINESE):
            if line and unit_width((line + piece).rstrip(" "), lang, weight) > room:
                lines.append(line.rstrip(" "))
                line = piece.lstrip(" ")
            else:
                line += piece
        lines.append(line.rstrip(" "))
    return tuple(lines)


@lru_cache(maxsize=512)
def balanced(text: str, lang: str, weight: Weight, room: float) -> tuple[str, ...]:
    """The text on as few lines as `wrapped` makes, but of about equal width."""
    lines = wrapped(text, lang, weight, room)
    low, high = room / len(lines), room
    for _ in range(8):
        middle = (low + high) / 2
        if len(wrapped(text, lang, weight, middle)) > len(lines):
            low = middle
        else:
            high = middle
    return wrapped(text, lang, weight, high)


def pieces(text: str, *, chinese: bool) -> list[str]:
    """What may not be broken: words with the space before them, or single Chinese characters."""
    found: list[str] = []
    for character in text:
        new = character == " " or (chinese and character > "\u2e80")
        glued = character in NO_BREAK_BEFORE or not found
        if chinese and not new and found and found[-1][-1] > "\u2e80":
            new = not glued
        if (new and not glued) or not found:
            found.append(character)
        else:
            found[-1] += character
    return found
