"""The result: three dice smallest first, their total, and petit, grand or triplé."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Result
from ui.customer.arrange import Box
from ui.customer.canvas import CENTRE, Canvas, Style, fitted
from ui.customer.show import PAD, RADIUS, Show
from ui.customer.tags import paint_shape
from ui.dice_art import paint_die
from ui.fonts import CAPITAL, Weight

LEAST_SHARE, BEST_SHARE = 0.29, 0.44
LEAST_SHARE_UPRIGHT, BEST_SHARE_UPRIGHT = 0.25, 0.36
"""Of the height between banner edge and footer that the hero takes."""


STACKED_IS_FINE = 0.85
"""Dice may be this much smaller where total and tag beneath them make a calmer picture."""

TAG_SHARE = 0.27
"""Of the width, for the tag beside dice and total."""

UNDER = 4.6
"""Height kept for total and tag beneath the dice, in units."""


def hero_heights(show: Show, room: Box, *, upright: bool) -> tuple[float, float]:
    """Its least and best height within `room`, in landscape or upright."""
    if upright:
        best = min(room.height * BEST_SHARE_UPRIGHT, room.width * 0.66)
        return min(best, max(8 * show.u, room.height * LEAST_SHARE_UPRIGHT)), best
    best = min(room.height * BEST_SHARE, room.width * 0.24)
    return min(best, max(6 * show.u, room.height * LEAST_SHARE)), best


def paint_hero(canvas: Canvas, area: QRectF, show: Show, result: Result) -> None:
    """Paints the result over its whole area."""
    u, theme = show.u, show.theme
    canvas.block(area, theme.panel, RADIUS * u)
    inner = area.adjusted(PAD * u, PAD * u, -PAD * u, -PAD * u)
    if side_beside(inner, show) * STACKED_IS_FINE > side_stacked(inner, show):
        beside(canvas, inner, show, result)
    else:
        stacked(canvas, inner, show, result)


def side_beside(inner: QRectF, show: Show) -> float:
    """Side of the dice with total and tag beside them; 0 where the total would have no room."""
    side = min(inner.height() * 0.9, inner.width() * 0.155)
    rest = inner.width() * (1 - TAG_SHARE - 0.1) - 3 * side
    return side if rest > 4.4 * show.u or inner.height() < 2 * UNDER * show.u else 0.0


def side_stacked(inner: QRectF, show: Show) -> float:
    """Side of the dice with total and tag beneath them."""
    gap = inner.width() * 0.035
    return min((inner.width() - 2 * gap) / 3 * 0.92, inner.height() - UNDER * show.u - 1.5 * gap)


def beside(canvas: Canvas, inner: QRectF, show: Show, result: Result) -> None:
    """Dice, total and tag in one row."""
    gap = min(inner.height() * 0.11, inner.width() * 0.02)
    side = side_beside(inner, show)
    dice = QRectF(inner.x() + gap, inner.y(), 3 * side + 2 * gap, inner.height())
    paint_dice(canvas, dice, show, result, side, gap)
    tag_width = inner.width() * TAG_SHARE
    tag = QRectF(inner.right() - tag_width, inner.y(), tag_width, inner.height())
    total = QRectF(
        dice.right() + gap, inner.y(), tag.left() - dice.right() - 2 * gap, inner.height()
    )
    paint_total(canvas, total, show, result)
    paint_tag(canvas, tag, show, result)


def stacked(canvas: Canvas, inner: QRectF, show: Show, result: Result) -> None:
    """Dice above, total and tag below."""
    gap = inner.width() * 0.035
    side = side_stacked(inner, show)
    dice = QRectF(inner.x(), inner.y(), inner.width(), side + gap * 0.5)
    row = 3 * side + 2 * gap
    middle = QRectF(inner.center().x() - row / 2, dice.y(), row, dice.height())
    paint_dice(canvas, middle, show, result, side, gap)
    below = QRectF(
        inner.x(), dice.bottom() + gap, inner.width(), inner.bottom() - dice.bottom() - gap
    )
    total = QRectF(below.x(), below.y(), below.width() * 0.42, below.height())
    tag = QRectF(
        total.right() + gap, below.y(), below.right() - total.right() - gap, below.height()
    )
    paint_total(canvas, total, show, result)
    paint_tag(canvas, tag, show, result)


def paint_dice(
    canvas: Canvas, area: QRectF, show: Show, result: Result, side: float, gap: float
) -> None:
    """Three dice from the smallest to the largest (art. 55-23)."""
    top = area.center().y() - side / 2
    for at, face in enumerate(result.dice):
        where = QRectF(area.x() + at * (side + gap), top, side, side)
        paint_die(canvas.painter, where, face, show.theme)


def paint_total(canvas: Canvas, area: QRectF, show: Show, result: Result) -> None:
    """The total under its word, with « rectifié » where the chef has corrected it."""
    theme, u = show.theme, show.u
    number = QRectF(area)
    if result.corrected:
        high = min(1.5 * u, area.height() * 0.42)
        mark = QRectF(area.x(), area.bottom() - high, area.width(), high)
        number.setBottom(mark.top() - high * 0.13)
        paint_corrected(canvas, mark, show)
    tall = LABEL * u if number.height() >= 3.4 * u else 0.0
    largest = (number.height() - tall) * NUMBER_SHARE / CAPITAL
    style = Style(largest, theme.text, theme.panel, Weight.BOLD, CENTRE, least=u)
    text = str(result.dice.total)
    fit = fitted((text,), canvas.lang, style, number.width(), number.height() - tall)
    capital = CAPITAL * fit.px
    top = number.center().y() - (capital + tall) / 2
    spare = (number.height() - capital - tall) / 2
    middle = QRectF(number.x(), top + tall - spare, number.width(), capital + 2 * spare)
    canvas.text(middle, text, style, "result.total")
    if tall:
        style = Style(u, theme.muted, theme.panel, Weight.MEDIUM, CENTRE, least=u)
        label = QRectF(number.x(), top - 0.3 * u, number.width(), tall)
        canvas.text(label, show.words.say("result.total"), style, "result.total.word")


LABEL = 1.4
NUMBER_SHARE = 0.84
"""Height of the label, in units, and what the number takes of the height that is left."""


def paint_corrected(canvas: Canvas, area: QRectF, show: Show) -> None:
    """« rectifié » in a light pill."""
    u, theme = show.u, show.theme
    words = show.words.say("result.corrected")
    wide = min(canvas.width(words, u, Weight.SEMIBOLD) + 1.2 * u, area.width())
    pill = QRectF(area.center().x() - wide / 2, area.y(), wide, area.height())
    canvas.block(pill, theme.lit, area.height() / 2)
    style = Style(u, theme.ink, theme.lit, Weight.SEMIBOLD, CENTRE, least=u)
    canvas.text(pill.adjusted(0.3 * u, 0, -0.3 * u, 0), words, style, "result.corrected")


def paint_tag(canvas: Canvas, area: QRectF, show: Show, result: Result) -> None:
    """The tag as a filled block: its shape above its word."""
    u, theme = show.u, show.theme
    colour = theme.tag(result.tag)
    canvas.block(area, colour, RADIUS * u)
    word = show.words.say(f"tag.{result.tag}")
    side = area.height() * 0.3
    top = area.y() + area.height() * 0.15
    paint_shape(
        canvas, QRectF(area.center().x() - side / 2, top, side, side), result.tag, theme.ink
    )
    room = QRectF(
        area.x() + 0.4 * u,
        top + side + 0.1 * area.height(),
        area.width() - 0.8 * u,
        area.bottom() - top - side - 0.16 * area.height(),
    )
    style = Style(room.height() * 1.3, theme.ink, colour, Weight.BLACK, CENTRE, least=show.must)
    canvas.text(room, word, style, "result.tag")
