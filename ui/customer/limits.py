"""The table's minimum and its maxima, as a strip beneath the banner (art. 55-23-2)."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui import fonts
from ui.customer.canvas import RIGHT, Canvas, Style
from ui.customer.show import PAD, RADIUS, Show
from ui.fonts import Weight

WHEN = frozenset({Banner.READY, Banner.PLACE_YOUR_BETS})
ONE_ROW, TWO_ROWS = 2.3, 3.6
"""Heights with the amount beside or beneath its word, in units."""


def entries(show: Show) -> tuple[tuple[str, str, str], ...]:
    """Key, word and amount of each limit; none while the table has no minimum."""
    limits = show.view.limits
    if limits is None:
        return ()
    found = (
        ("minimum", limits.minimum),
        ("maximum", limits.maximum),
        ("maximum_small_big", limits.maximum_small_big),
    )
    return tuple(
        (key, show.words.say(f"limits.{key}"), show.money(amount)) for key, amount in found
    )


def widths(show: Show) -> list[float]:
    """What each limit takes on one row."""
    lang, u = show.words.lang, show.u
    return [
        fonts.width(word, lang, Weight.REGULAR, u)
        + 0.55 * u
        + fonts.width(amount, lang, Weight.BOLD, show.must)
        for _, word, amount in entries(show)
    ]


def limits_height(show: Show, width: float) -> float:
    """Of the strip: one row where all fit side by side, else words above amounts; 0 for none."""
    found = widths(show)
    if not found:
        return 0.0
    return (ONE_ROW if one_row(show, width) else TWO_ROWS) * show.u


def one_row(show: Show, width: float) -> bool:
    """Whether each amount stands beside its word."""
    found = widths(show)
    return sum(found) + (2 * PAD + 1.2 * (len(found) - 1)) * show.u <= width


def paint_limits(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Paints the strip."""
    u, theme = show.u, show.theme
    canvas.block(area, theme.panel, RADIUS * u)
    inner = area.adjusted(PAD * u, 0, -PAD * u, 0)
    found, wide = entries(show), widths(show)
    if one_row(show, area.width()):
        gap = (inner.width() - sum(wide)) / max(1, len(found) - 1)
        x = inner.x()
        for (key, word, amount), taken in zip(found, wide, strict=True):
            room = QRectF(x, inner.y(), taken + 2, inner.height())
            canvas.text(
                room,
                word,
                Style(u, theme.muted, theme.panel),
                f"limits.{key}.word",
            )
            style = Style(show.must, theme.text, theme.panel, Weight.BOLD, RIGHT, least=show.must)
            right = room.adjusted(canvas.width(word, int(u)) + 0.3 * u, 0, -2, 0)
            canvas.text(right, amount, style, f"limits.{key}")
            x += taken + gap
        return
    cell = inner.width() / len(found)
    for at, (key, word, amount) in enumerate(found):
        room = QRectF(inner.x() + at * cell, inner.y(), cell - 0.3 * u, inner.height())
        upper = QRectF(room.x(), room.y() + 0.25 * u, room.width(), 1.3 * u)
        lower = QRectF(
            room.x(), upper.bottom(), room.width(), room.bottom() - upper.bottom() - 0.2 * u
        )
        canvas.text(upper, word, Style(u, theme.muted, theme.panel, least=u), f"limits.{key}.word")
        style = Style(show.must, theme.text, theme.panel, Weight.BOLD, least=u)
        canvas.text(lower, amount, style, f"limits.{key}")
