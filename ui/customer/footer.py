"""The two sentences that never leave the screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from ui import fonts
from ui.customer import canvas as setting
from ui.customer.canvas import CENTRE, RIGHT, Canvas, Style
from ui.customer.show import Show

SEPARATOR = " · "
PLAIN = fonts.Weight.REGULAR


def official(show: Show) -> tuple[str, ...]:
    """« L'annonce du croupier fait foi », and its translation if there is one."""
    said = show.french.say("footer.official")
    return (said, show.words.say("footer.official")) if show.translated else (said,)


def footer_lines(show: Show, width: float) -> list[str]:
    """The sentences as lines of the least size: two on one line where both fit side by side."""
    first, second = show.words.say("footer.independent"), SEPARATOR.join(official(show))
    lang, room = show.words.lang, width / show.u
    if side_by_side(show, width):
        return [first, second]
    ends = [second] if fonts.unit_width(second, lang, PLAIN) <= room else official(show)
    return [line for text in (first, *ends) for line in fonts.balanced(text, lang, PLAIN, room)]


def side_by_side(show: Show, width: float) -> bool:
    """Whether both sentences stand on one line."""
    texts = (show.words.say("footer.independent"), SEPARATOR.join(official(show)))
    wide = sum(fonts.unit_width(text, show.words.lang, PLAIN) for text in texts)
    return wide + 2 <= width / show.u


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
        canvas.text(left, lines[0], Style(show.u, colour, on), "footer.independent")
        canvas.text(right, lines[1], Style(show.u, colour, on, align=RIGHT), "footer.official")
        return
    step = fonts.LEADING * show.u
    top = area.y() + (area.height() - setting.height(len(lines), show.u)) / 2
    for at, line in enumerate(lines):
        room = QRectF(area.x(), top + at * step, area.width(), setting.height(1, show.u))
        style = Style(show.u, colour, on, align=CENTRE)
        canvas.text(room, line, style, f"footer.{at}")
