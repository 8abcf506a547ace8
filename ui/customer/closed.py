"""The screen of a closed table: the casino's own sign, dim on true black, and no result."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.pictures import paint_image
from ui.customer.show import Show
from ui.fonts import Weight

RESTING_OPACITY = 0.55
"""Of pictures and logo: a closed table must not light the room."""


def paint_closed(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Picture, logo or the table's name, and « table fermée » beneath."""
    u, theme = show.u, show.theme
    inner = area.adjusted(1.5 * u, 1.2 * u, -1.5 * u, -0.6 * u)
    tall = 2.4 * u
    image = show.picture or show.logo
    middle = inner.center().y()
    if image is None:
        upper = QRectF(inner.x(), middle - 4.2 * u, inner.width(), 4.2 * u)
        style = Style(3.2 * u, theme.accent, theme.black, Weight.SEMIBOLD, CENTRE, lines=2, least=u)
        canvas.text(upper, show.settings.table.name, style, "table")
        rule = QRectF(inner.center().x() - 2.5 * u, middle + 0.35 * u, 5 * u, max(2.0, 0.06 * u))
        canvas.block(rule, theme.accent)
        lower = QRectF(inner.x(), rule.bottom() + 0.5 * u, inner.width(), tall)
    else:
        share = 1.0 if show.picture is not None else 0.6
        upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() - tall)
        spare = upper.height() * (1 - share) / 2
        framed = upper.adjusted(
            inner.width() * (1 - share) / 2, spare, -inner.width() * (1 - share) / 2, -spare
        )
        paint_image(canvas, framed, image, opacity=RESTING_OPACITY)
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), tall)
    under = Style(show.must, theme.resting, theme.black, Weight.MEDIUM, CENTRE, least=u)
    canvas.text(lower, show.words.say("banner.closed"), under, "banner")
