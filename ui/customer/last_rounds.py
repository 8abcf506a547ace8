"""The last rounds, newest first: three dice, total, tag; voids shown as void."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner, RoundMark
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import Tag
from ui import fonts
from ui.customer.arrange import Needs
from ui.customer.canvas import CENTRE, RIGHT, Canvas, Style
from ui.customer.show import LIVE, PAD, TITLE, Module, Show, framed
from ui.customer.tags import paint_mark
from ui.dice_art import SMALLEST_WITH_PIPS, paint_die
from ui.fonts import Weight

ROW = 2.62
"""Height of one round, in units: a die, its digit, and air."""

LEAST_ROWS, BEST_ROWS = 3, 20


def needs(show: Show, width: float) -> Needs | None:
    """Three rows at least, twenty at best; a column of 11 units at least."""
    if width < 11.5 * show.u:
        return None
    frame = (TITLE + PAD) * show.u
    rows = min(BEST_ROWS, max(LEAST_ROWS, len(show.view.history)))
    return Needs(frame + LEAST_ROWS * ROW * show.u, frame + rows * ROW * show.u)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """As many rounds as have room."""
    inner = framed(canvas, area, show, show.words.say("last.title"))
    if not show.view.history:
        text = show.words.say("last.none")
        style = Style(
            show.u, show.theme.muted, show.theme.panel, align=CENTRE, lines=3, least=show.u
        )
        canvas.text(inner, text, style, "last.none")
        return
    rows = max(1, int(inner.height() / (ROW * show.u) + 0.001))
    shown = show.view.history[: min(rows, BEST_ROWS)]
    step = inner.height() / rows if len(shown) == rows else ROW * show.u
    for at, mark in enumerate(shown):
        row = QRectF(inner.x(), inner.y() + at * step, inner.width(), step)
        if at:
            rule = QRectF(row.x(), row.y(), row.width(), max(1.0, show.u * 0.03))
            canvas.block(rule, show.theme.raised)
        paint_row(canvas, row, show, mark, newest=at == 0 and show.view.banner is not Banner.RESULT)


DIE, DIE_GAP = 1.3, 0.32
TOTAL, SHAPE = 2.5, 1.5
NUMBER = 2.15
"""Widths in a row, in units."""


def word_width(show: Show) -> float:
    """Of the longest tag word, in pixels."""
    return max(
        fonts.width(show.words.say(f"tag.{tag}"), show.words.lang, Weight.MEDIUM, show.u)
        for tag in Tag
    )


def paint_row(canvas: Canvas, row: QRectF, show: Show, mark: RoundMark, *, newest: bool) -> None:
    """One round; the newest in full strength."""
    u, theme = show.u, show.theme
    key = f"last.{mark.opening}.{mark.round}"
    right = row.right()
    if row.width() >= 14 * u:
        number = QRectF(row.right() - NUMBER * u, row.y(), NUMBER * u, row.height())
        style = Style(u, theme.muted, theme.panel, align=RIGHT, least=u)
        canvas.text(number, str(mark.round), style, f"{key}.round")
        right = number.left() - 0.2 * u
    if mark.dice is None or mark.tag is None:
        room = QRectF(row.x(), row.y(), right - row.x(), row.height())
        style = Style(show.must, theme.muted, theme.panel, Weight.MEDIUM, least=show.must)
        canvas.text(room, show.words.say("last.void"), style, f"{key}.void")
        return
    x = paint_dice(canvas, row, show, mark.dice, key) + 0.3 * u
    total = QRectF(x, row.y(), TOTAL * u, row.height())
    weight = Weight.BOLD if newest else Weight.SEMIBOLD
    style = Style(1.9 * u, theme.text, theme.panel, weight, CENTRE, least=show.must)
    canvas.text(total, str(mark.dice.total), style, f"{key}.total")
    side = SHAPE * u
    shape = QRectF(total.right() + 0.4 * u, row.center().y() - side / 2, side, side)
    paint_mark(canvas, shape, mark.tag, show, u)
    x = shape.right() + 0.45 * u
    paint_word(canvas, QRectF(x, row.y(), right - x, row.height()), show, mark, key)


def paint_dice(canvas: Canvas, row: QRectF, show: Show, dice: Dice, key: str) -> float:
    """Three dice with their digits beneath, or digits alone where dice would be too small."""
    u, theme = show.u, show.theme
    side = DIE * u
    top = row.center().y() - (side + 0.12 * u + 0.8 * u) / 2
    pips = side >= SMALLEST_WITH_PIPS
    for at, face in enumerate(dice):
        x = row.x() + at * (side + DIE_GAP * u)
        digit = QRectF(x, row.y(), side, row.height())
        if pips:
            paint_die(canvas.painter, QRectF(x, top, side, side), face, theme)
            digit = QRectF(x, top + side + 0.1 * u, side, 0.84 * u)
        px = u if pips else show.must
        style = Style(px, theme.text, theme.panel, Weight.MEDIUM, CENTRE, least=u)
        canvas.text(digit, str(face), style, f"{key}.die{at}")
    return row.x() + 3 * side + 2 * DIE_GAP * u


def paint_word(canvas: Canvas, room: QRectF, show: Show, mark: RoundMark, key: str) -> None:
    """The tag's word where every tag's would fit, and « rectifié » beneath or instead of it."""
    u, theme = show.u, show.theme
    word = show.words.say(f"tag.{mark.tag}")
    corrected = show.words.say("result.corrected")
    plain = Style(u, theme.text, theme.panel, Weight.MEDIUM, least=u)
    marked = Style(u, theme.lit, theme.panel, least=u)
    fits = word_width(show) <= room.width()
    fits_too = canvas.width(corrected, u) <= room.width()
    match mark.corrected:
        case False if fits:
            canvas.text(room, word, plain, f"{key}.tag")
        case True if fits and fits_too:
            half = room.height() / 2
            upper = QRectF(room.x(), room.y() + 0.12 * half, room.width(), half)
            lower = QRectF(room.x(), room.y() + 0.88 * half, room.width(), half)
            canvas.text(upper, word, plain, f"{key}.tag")
            canvas.text(lower, corrected, marked, f"{key}.corrected")
        case True if fits_too:
            canvas.text(room, corrected, marked, f"{key}.corrected")
        case True:
            canvas.text(room, "*", marked, f"{key}.corrected")
        case False:
            pass


MODULE = Module("last", 1, LIVE, needs, paint)
