"""Seconds left to bet: an aid only. At nought it goes; the croupier's word closes the bets."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui.customer.banner import colours
from ui.customer.canvas import RIGHT, Canvas, Style
from ui.customer.show import Show
from ui.fonts import Weight

WIDTH = 5.2
"""Of the room kept for it in the banner, in units."""

TICK_MS = 1000


def counts_down(show: Show) -> bool:
    """Whether this screen counts the betting time down."""
    return (
        show.view.banner is Banner.PLACE_YOUR_BETS
        and "countdown" in show.settings.customer.modules
        and show.settings.round.betting_seconds > 0
    )


def paint_countdown(canvas: Canvas, area: QRectF, show: Show, left: int) -> None:
    """The seconds, and a bar beneath that shrinks with them."""
    u = show.u
    worn = colours(show.view.banner, show.theme)
    text = show.words.say("countdown.left", seconds=left)
    style = Style(1.9 * u, worn.text, worn.fill, Weight.BOLD, RIGHT, least=show.must)
    canvas.text(area.adjusted(0, 0, 0, -0.7 * u), text, style, "countdown")
    whole = QRectF(area.x() + 0.4 * u, area.bottom() - 0.85 * u, area.width() - 0.4 * u, 0.26 * u)
    share = min(1.0, left / max(1, show.settings.round.betting_seconds))
    bar = QRectF(whole)
    bar.setLeft(whole.right() - whole.width() * share)
    canvas.block(bar, worn.text, 0.13 * u)
