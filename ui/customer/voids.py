"""How many rounds of this opening were void."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from ui.customer.arrange import Needs
from ui.customer.canvas import RIGHT, Canvas, Style
from ui.customer.show import LIVE, PAD, RADIUS, Module, Show
from ui.fonts import Weight


def needs(show: Show, width: float) -> Needs | None:
    """One line."""
    return Needs(2.2 * show.u, 2.6 * show.u) if width >= 9 * show.u else None


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """The word and the number."""
    u, theme = show.u, show.theme
    canvas.block(area, theme.panel, RADIUS * u)
    inner = area.adjusted(PAD * u, 0, -PAD * u, 0)
    title = show.words.say("voids.title")
    canvas.text(
        inner,
        title,
        Style(u, theme.text, theme.panel, Weight.SEMIBOLD, least=u),
        "voids",
    )
    number = Style(show.must, theme.text, theme.panel, Weight.SEMIBOLD, RIGHT, least=u)
    right = inner.adjusted(canvas.width(title, int(u), Weight.SEMIBOLD) + 0.5 * u, 0, 0, 0)
    canvas.text(right, str(show.view.voids), number, "voids.count")


MODULE = Module("voids", 1, LIVE, needs, paint)
