"""Draws text that fits its room, and can tell afterwards what was drawn where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui import fonts
from ui.fonts import CAPITAL, LEADING, Weight


class Align(Enum):
    """Where a text stands in its room: by its capitals in the middle, or from the top."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    TOP_LEFT = "top left"


CENTRE, RIGHT, TOP_LEFT = Align.CENTRE, Align.RIGHT, Align.TOP_LEFT


@dataclass(frozen=True, slots=True)
class Drawn:
    """One line of text as it was drawn: `ink` is what it blackens, `room` what it was given."""

    key: str
    text: str
    ink: QRectF
    room: QRectF
    px: float
    colour: str
    on: str
    lang: str
    weight: Weight


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set. `px` is wanted, `least` accepted; `lines` is the most it may take."""

    px: float
    colour: str
    on: str
    weight: Weight = Weight.REGULAR
    align: Align = Align.LEFT
    lines: int = 1
    least: float = 0.0
    leading: float = LEADING


@dataclass(frozen=True, slots=True)
class Fit:
    """Lines of text at the size that was found."""

    lines: tuple[str, ...]
    px: int


class Canvas:
    """A painter with the fonts of one language; `seen` collects every text if it is given."""

    def __init__(self, painter: QPainter, lang: str, seen: list[Drawn] | None = None) -> None:
        self.painter = painter
        self.lang = lang
        self._seen = seen
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)

    def block(self, where: QRectF, colour: str, radius: float = 0.0) -> None:
        """A filled rounded rectangle."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawRoundedRect(where, radius, radius)

    def outline(self, where: QRectF, colour: str, thick: float, radius: float = 0.0) -> None:
        """The border of a rounded rectangle, wholly inside it."""
        half = thick / 2
        self.painter.setPen(QPen(QColor(colour), thick))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRoundedRect(where.adjusted(half, half, -half, -half), radius, radius)

    def line(self, start: QPointF, end: QPointF, colour: str, thick: float) -> None:
        """A straight line with round ends."""
        pen = QPen(QColor(colour), thick)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)
        self.painter.drawLine(start, end)

    def width(self, text: str, px: float, weight: Weight = Weight.REGULAR) -> float:
        """Width of the text on one line."""
        return fonts.width(text, self.lang, weight, px)

    def text(
        self, room: QRectF, text: str | Sequence[str], style: Style, key: str = "", lang: str = ""
    ) -> Fit:
        """Draws the text in its room; of several wordings the first that fits at `px` or `least`.

        If none fits, the last is made smaller until it does: text is never cut.
        """
        lang = lang or self.lang
        wordings = (text,) if isinstance(text, str) else tuple(text)
        fit = fitted(wordings, lang, style, round(room.width(), 2), round(room.height(), 2))
        self._set(room, fit, style, key, lang)
        return fit

    def _set(self, room: QRectF, fit: Fit, style: Style, key: str, lang: str) -> None:
        px, align = fit.px, style.align
        self.painter.setFont(fonts.font(lang, style.weight, px))
        self.painter.setPen(QColor(style.colour))
        height = (len(fit.lines) - 1) * style.leading * px + CAPITAL * px
        base = room.center().y() - height / 2 + CAPITAL * px
        if align is Align.TOP_LEFT:
            base = room.top() + ASCENT * px
        for text in fit.lines:
            wide = fonts.width(text, lang, style.weight, px)
            x = room.left()
            if align is Align.CENTRE:
                x = room.center().x() - wide / 2
            elif align is Align.RIGHT:
                x = room.right() - wide
            self._put(QPointF(x, base), text, lang, style.weight, px)
            if self._seen is not None and text.strip():
                ink = fonts.unit_ink(text, lang, style.weight)
                box = QRectF(
                    x + ink.x() * px, base + ink.y() * px, ink.width() * px, ink.height() * px
                )
                drawn = Drawn(key, text, box, room, px, style.colour, style.on, lang, style.weight)
                self._seen.append(drawn)
            base += style.leading * px

    def _put(self, start: QPointF, text: str, lang: str, weight: Weight, px: int) -> None:
        """Small text by Qt's glyph cache; large by outline, which is the same every time."""
        if px < OUTLINED:
            self.painter.drawText(start, text)
            return
        self.painter.save()
        self.painter.translate(start)
        self.painter.scale(px / fonts.MEASURED_AT, px / fonts.MEASURED_AT)
        self.painter.fillPath(fonts.outline(text, lang, weight), self.painter.pen().brush())
        self.painter.restore()


OUTLINED = 48
"""From this size on text is filled as an outline."""

ASCENT = 0.93
DESCENT = 0.22
"""What accents, Chinese and descenders need above and below a base line, in font sizes."""


def height(lines: int, px: float) -> float:
    """What that many lines need, accents and descenders included."""
    return ((lines - 1) * LEADING + ASCENT + DESCENT) * px


@lru_cache(maxsize=4096)
def fitted(wordings: tuple[str, ...], lang: str, style: Style, width: float, room: float) -> Fit:
    """The first wording that fits between `px` and `least`, as large as it can be."""
    least = style.least or style.px
    for wording in wordings:
        found = largest(wording, lang, style, width, room)
        if found.px >= int(least) or wording is wordings[-1]:
            return found
    raise ValueError("no wording was given")


def largest(text: str, lang: str, style: Style, width: float, room: float) -> Fit:
    """The largest whole size up to `px` at which the text takes its room and its lines at most."""
    px = max(1, int(style.px))
    most = max(style.lines, text.count("\n") + 1)
    while px > 1:
        if most == 1:
            lines: tuple[str, ...] = (text,)
        else:
            lines = fonts.wrapped(text, lang, style.weight, round(width / px, 3))
        tall = extent(lines, lang, style)
        widest = max(fonts.unit_width(line, lang, style.weight) for line in lines)
        if len(lines) <= most and widest * px <= width + 0.01 and tall * px <= room + 0.01:
            return Fit(lines, px)
        if most == 1:
            shrink = min(width / (widest * px) if widest else 1.0, room / (tall * px))
            px = min(px - 1, int(px * shrink))
        else:
            px -= max(1, px // 40)
    return Fit((text,), 1)


def extent(lines: tuple[str, ...], lang: str, style: Style) -> float:
    """Height that the lines need to stand centred by their capitals, in font sizes.

    Accents above the first and what hangs below the last count, on both sides alike.
    """
    above = -fonts.unit_ink(lines[0], lang, style.weight).top() - CAPITAL
    below = fonts.unit_ink(lines[-1], lang, style.weight).bottom()
    outside = 0.0 if style.align is Align.TOP_LEFT else max(0.0, above, below)
    return (len(lines) - 1) * style.leading + CAPITAL + 2 * outside
