"""How often each total came, against what fair dice give: the curve is no prediction."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from tabledisplay.hot_cold import expected_totals
from tabledisplay.rules.sicbo import Tag
from ui.customer.arrange import Needs
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.faces import missing, note
from ui.customer.show import LIVE, PAD, TITLE, Module, Show, framed
from ui.fonts import Weight

LABEL, LEAST_BAR, BEST_BAR = 1.35, 2.6, 7.0
COLUMN = 1.42
ALL, PLAYED = range(3, 19), range(4, 18)


def totals_shown(show: Show, width: float) -> range | None:
    """3-18 where it fits, else 4-17, the totals that can be played; None if neither does."""
    columns = (width / show.u - 2 * PAD) / COLUMN
    return ALL if columns >= len(ALL) else PLAYED if columns >= len(PLAYED) else None


def needs(show: Show, width: float) -> Needs | None:
    """A column for each total."""
    if totals_shown(show, width) is None:
        return None
    frame = TITLE + PAD + LABEL
    return Needs((frame + LEAST_BAR) * show.u, (frame + BEST_BAR) * show.u)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Bars and the expected curve; the labels beneath coloured as petit and grand."""
    u, theme = show.u, show.theme
    shown = totals_shown(show, area.width())
    if shown is None:
        return
    inner = framed(canvas, area, show, show.words.say("totals.title"), note(show))
    if not missing(show):
        paint_legend(canvas, QRectF(inner.x(), area.y(), inner.width(), TITLE * u), show)
    counts = show.view.counts
    if left := missing(show):
        key = "faces.one_more" if left == 1 else "faces.more"
        style = Style(show.must, theme.muted, theme.panel, align=CENTRE, least=u)
        canvas.text(inner, show.words.say(key, rounds=left), style, "totals.more")
        return
    bars = inner.adjusted(0, 0.1 * u, 0, -LABEL * u)
    heights = [counts.totals[total - 3] for total in shown]
    expected = [expected_totals(counts.rounds)[total - 3] for total in shown]
    if show.charts is not None:
        show.charts.paint(canvas.painter, bars, shown, heights, expected, 0.09 * u)
    step = inner.width() / len(shown)
    for at, total in enumerate(shown):
        tag = Tag.TRIPLE if total in (3, 18) else Tag.SMALL if total <= 10 else Tag.BIG
        room = QRectF(inner.x() + at * step, bars.bottom(), step, LABEL * u)
        canvas.block(
            QRectF(room.x() + step * 0.14, room.y() + 0.1 * u, step * 0.72, 0.14 * u),
            theme.tag(tag),
        )
        style = Style(u, theme.text, theme.panel, Weight.MEDIUM, CENTRE, least=u)
        canvas.text(room.adjusted(0, 0.22 * u, 0, 0), str(total), style, f"totals.{total}")


def paint_legend(canvas: Canvas, line: QRectF, show: Show) -> None:
    """What the curve is, after the title where there is room."""
    u = show.u
    word = show.words.say("totals.expected")
    x = line.x() + canvas.width(show.words.say("totals.title"), u, Weight.SEMIBOLD) + 1.2 * u
    used = x + 1.6 * u + canvas.width(word, u) + 1.2 * u
    if used + max(canvas.width(text, u) for text in note(show)) > line.right():
        return
    y = line.center().y() + 0.06 * u
    canvas.line(QPointF(x, y), QPointF(x + 1.1 * u, y), show.theme.lit, 0.1 * u)
    room = QRectF(
        x + 1.5 * u, line.y() + 0.12 * u, canvas.width(word, u) + 1, line.height() - 0.12 * u
    )
    canvas.text(room, word, Style(u, show.theme.muted, show.theme.panel), "totals.expected")


MODULE = Module("totals", 0, LIVE, needs, paint)
