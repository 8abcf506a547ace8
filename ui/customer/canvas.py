"""Draws text that fits its room, and can tell afterwards what was drawn where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui import fonts
from ui.fonts import CAPITAL, LEADING, Weight

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
TOP_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop


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
    align: Qt.AlignmentFlag = LEFT
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
        fit = fitted(wordings, lang, style, room.width(), room.height())
        self._set(room, fit, style, key, lang)
        return fit

    def _set(self, room: QRectF, fit: Fit, style: Style, key: str, lang: str) -> None:
        px, align = fit.px, style.align
        self.painter.setFont(fonts.font(lang, style.weight, px))
        self.painter.setPen(QColor(style.colour))
        height = (len(fit.lines) - 1) * style.leading * px + CAPITAL * px
        base = room.center().y() - height / 2 + CAPITAL * px
        if align & Qt.AlignmentFlag.AlignTop:
            base = room.top() + ASCENT * px
        elif align & Qt.AlignmentFlag.AlignBottom:
            base = room.bottom() - height + CAPITAL * px - DESCENT * px
        for text in fit.lines:
            wide = fonts.width(text, lang, style.weight, px)
            x = room.left()
            if align & Qt.AlignmentFlag.AlignHCenter:
                x = room.center().x() - wide / 2
            elif align & Qt.AlignmentFlag.AlignRight:
                x = room.right() - wide
            self.painter.drawText(QPointF(x, base), text)
            if self._seen is not None and text.strip():
                ink = fonts.unit_ink(text, lang, style.weight)
                box = QRectF(
                    x + ink.x() * px, base + ink.y() * px, ink.width() * px, ink.height() * px
                )
                drawn = Drawn(key, text, box, room, px, style.colour, style.on, lang, style.weight)
                self._seen.append(drawn)
            base += style.leading * px


ASCENT = 0.93
DESCENT = 0.22
"""What accents, Chinese and descenders need above and below a base line, in font sizes."""


def height(lines: int, px: float) -> float:
    """What that many lines need, accents and descenders included."""
    return ((lines - 1) * LEADING + ASCENT + DESCENT) * px


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
    while px > 1:
        if style.lines == 1 and "\n" not in text:
            lines: tuple[str, ...] = (text,)
        else:
            lines = fonts.wrapped(text, lang, style.weight, round(width / px, 3))
        tall = (len(lines) - 1) * style.leading + CAPITAL
        widest = max(fonts.unit_width(line, lang, style.weight) for line in lines)
        if len(lines) <= max(style.lines, text.count("\n") + 1):
            if widest * px <= width + 0.01 and tall * px <= room + 0.01:
                return Fit(lines, px)
            shrink = min(width / (widest * px) if widest else 1.0, room / (tall * px), 1.0)
            px = min(px - 1, int(px * shrink)) if style.lines == 1 else px - max(1, px // 40)
        else:
            px -= max(1, px // 40)
    return Fit((text,), 1)
