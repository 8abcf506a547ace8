"""The last rounds, newest first: three dice, total, tag; voids shown as void."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner, RoundMark
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


def paint_row(canvas: Canvas, row: QRectF, show: Show, mark: RoundMark, *, newest: bool) -> None:
    """One round; the newest in full strength."""
    u, theme = show.u, show.theme
    key = f"last.{mark.opening}.{mark.round}"
    number = QRectF(row.right() - 2.1 * u, row.y(), 2.1 * u, row.height())
    with_number = row.width() >= 15.5 * u
    if with_number:
        style = Style(u, theme.muted, theme.panel, align=RIGHT, least=u)
        canvas.text(number, str(mark.round), style, f"{key}.round")
    right = number.left() if with_number else row.right()
    side = 1.3 * u
    step = side + 0.32 * u
    dice_width = 3 * side + 2 * 0.32 * u
    if mark.dice is None or mark.tag is None:
        room = QRectF(row.x(), row.y(), right - row.x(), row.height())
        style = Style(show.must, theme.muted, theme.panel, Weight.MEDIUM, least=show.must)
        canvas.text(room, show.words.say("last.void"), style, f"{key}.void")
        return
    top = row.center().y() - (side + 0.12 * u + 0.8 * u) / 2
    for at, face in enumerate(mark.dice):
        x = row.x() + at * step
        if side >= SMALLEST_WITH_PIPS:
            paint_die(canvas.painter, QRectF(x, top, side, side), face, theme)
            digit = QRectF(x, top + side + 0.1 * u, side, 0.84 * u)
        else:
            digit = QRectF(x, row.y(), side, row.height())
        style = Style(u, theme.text, theme.panel, Weight.MEDIUM, CENTRE, least=u)
        canvas.text(digit, str(face), style, f"{key}.die{at}")
    total = QRectF(row.x() + dice_width + 0.4 * u, row.y(), 2.7 * u, row.height())
    weight = Weight.BOLD if newest else Weight.SEMIBOLD
    style = Style(1.9 * u, theme.text, theme.panel, weight, CENTRE, least=show.must)
    canvas.text(total, str(mark.dice.total), style, f"{key}.total")
    shape = QRectF(total.right() + 0.5 * u, row.center().y() - 0.75 * u, 1.5 * u, 1.5 * u)
    paint_mark(canvas, shape, mark.tag, show, u)
    room = QRectF(shape.right() + 0.5 * u, row.y(), right - shape.right() - 0.7 * u, row.height())
    paint_word(canvas, room, show, mark, key)


def paint_word(canvas: Canvas, room: QRectF, show: Show, mark: RoundMark, key: str) -> None:
    """The tag's word where it fits, and « rectifié » beneath or instead of it."""
    u, theme = show.u, show.theme
    word = show.words.say(f"tag.{mark.tag}")
    corrected = show.words.say("result.corrected")
    plain = Style(u, theme.text, theme.panel, Weight.MEDIUM, least=u)
    muted = Style(u, theme.lit, theme.panel, least=u)
    fits = canvas.width(word, int(u), Weight.MEDIUM) <= room.width()
    if not mark.corrected:
        if fits:
            canvas.text(room, word, plain, f"{key}.tag")
        return
    if fits and canvas.width(corrected, int(u)) <= room.width():
        half = room.height() / 2
        upper = QRectF(room.x(), room.y() + 0.1 * half, room.width(), half)
        lower = QRectF(room.x(), room.y() + 0.9 * half, room.width(), half)
        canvas.text(upper, word, plain, f"{key}.tag")
        canvas.text(lower, corrected, muted, f"{key}.corrected")
    elif canvas.width(corrected, int(u)) <= room.width():
        canvas.text(room, corrected, muted, f"{key}.corrected")
    else:
        canvas.text(room, "*", muted, f"{key}.corrected")


MODULE = Module("last", 1, LIVE, needs, paint)
