"""The two sentences that never leave the screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from ui import fonts
from ui.customer import canvas as setting
from ui.customer.canvas import CENTRE, LEFT, RIGHT, Canvas, Style
from ui.customer.show import Show

SEPARATOR = " · "


def official(show: Show) -> str:
    """« L'annonce du croupier fait foi », with its translation if there is one."""
    said = show.french.say("footer.official")
    return said + SEPARATOR + show.words.say("footer.official") if show.translated else said


def footer_lines(show: Show, width: float) -> list[str]:
    """The sentences as lines of the least size: one line if both fit side by side."""
    first, second = show.words.say("footer.independent"), official(show)
    lang, room = show.words.lang, width / show.u
    weight = fonts.Weight.REGULAR
    both = fonts.unit_width(first, lang, weight) + fonts.unit_width(second, lang, weight)
    if both + 2 <= room:
        return [first, second]
    return [*fonts.wrapped(first, lang, weight, room), *fonts.wrapped(second, lang, weight, room)]


def side_by_side(show: Show, width: float) -> bool:
    """Whether both sentences stand on one line."""
    lang, weight = show.words.lang, fonts.Weight.REGULAR
    texts = (show.words.say("footer.independent"), official(show))
    return sum(fonts.unit_width(text, lang, weight) for text in texts) + 2 <= width / show.u


def footer_height(show: Show, width: float) -> float:
    """What the footer takes at that width."""
    lines = 1 if side_by_side(show, width) else len(footer_lines(show, width))
    return setting.height(lines, show.u)


def paint_footer(canvas: Canvas, area: QRectF, show: Show, colour: str, on: str) -> None:
    """Paints the sentences in their area."""
    lines = footer_lines(show, area.width())
    style = Style(show.u, colour, on)
    if side_by_side(show, area.width()):
        left = QRectF(area)
        left.setWidth(canvas.width(lines[0], int(show.u)) + 1)
        right = QRectF(area)
        right.setLeft(area.right() - canvas.width(lines[1], int(show.u)) - 1)
        canvas.text(left, lines[0], Style(show.u, colour, on, align=LEFT), "footer.independent")
        canvas.text(right, lines[1], Style(show.u, colour, on, align=RIGHT), "footer.official")
        return
    step = fonts.LEADING * show.u
    top = area.y() + (area.height() - setting.height(len(lines), show.u)) / 2
    for at, line in enumerate(lines):
        room = QRectF(area.x(), top + at * step, area.width(), setting.height(1, show.u))
        style = Style(show.u, colour, on, align=CENTRE)
        canvas.text(room, line, style, f"footer.{at}")
