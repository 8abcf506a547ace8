"""A round in four sentences, shown while the table waits for its first."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui import fonts
from ui.customer.arrange import Needs
from ui.customer.canvas import CENTRE, TOP_LEFT, Canvas, Style
from ui.customer.canvas import height as text_height
from ui.customer.show import PAD, TITLE, Module, Show, framed
from ui.fonts import LEADING, Weight

STEPS = ("first", "second", "third", "fourth")
NUMBER = 1.9


def wrapped(show: Show, width: float) -> list[tuple[str, ...]]:
    """The sentences as lines at the least size."""
    room = width / show.u - 2 * PAD - NUMBER
    return [
        fonts.wrapped(
            show.words.say(f"how.{step}"), show.words.lang, Weight.REGULAR, round(room, 3)
        )
        for step in STEPS
    ]


def needs(show: Show, width: float) -> Needs | None:
    """All four sentences, or none."""
    if width < 14 * show.u:
        return None
    tall = sum(text_height(len(lines), show.u) for lines in wrapped(show, width))
    frame = (TITLE + PAD) * show.u
    return Needs(frame + tall + 3 * 0.3 * show.u, frame + tall + 3 * 1.0 * show.u)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Each sentence after its number in a ring."""
    u, theme = show.u, show.theme
    inner = framed(canvas, area, show, show.words.say("how.title"))
    found = wrapped(show, area.width())
    tall = [text_height(len(lines), u) for lines in found]
    gap = max(0.0, min(1.4 * u, (inner.height() - sum(tall)) / (len(tall) - 1)))
    y = inner.y()
    for at, (lines, height) in enumerate(zip(found, tall, strict=True), start=1):
        ring = QRectF(inner.x(), y + 0.02 * u, 1.3 * u, 1.3 * u).translated(0, -0.06 * u)
        canvas.block(ring, theme.raised, 0.65 * u)
        number = Style(u, theme.text, theme.raised, Weight.SEMIBOLD, CENTRE, least=u)
        canvas.text(ring, str(at), number, f"how.{at}.number")
        for line, text in enumerate(lines):
            room = QRectF(
                inner.x() + NUMBER * u, y + line * LEADING * u, inner.width() - NUMBER * u, 1.3 * u
            )
            style = Style(u, theme.text, theme.panel, align=TOP_LEFT)
            canvas.text(room, text, style, f"how.{at}.{line}")
        y += height + gap


MODULE = Module("how_to_play", 0, frozenset({Banner.READY}), needs, paint)
