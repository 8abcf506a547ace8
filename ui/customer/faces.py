"""How often each face came, in the band that fair dice keep: no face is due, none is favoured.

Count of a face: rounds in which it appears. The band holds one fair face in 95 % of windows.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPolygonF

from tabledisplay.hot_cold import face_band
from tabledisplay.rules.dice import FACES
from ui.customer.arrange import Needs
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.show import LIVE, PAD, TITLE, Module, Show, framed
from ui.dice_art import paint_die
from ui.fonts import Weight

DIE, COUNT, LEAST_BAR, BEST_BAR = 1.5, 1.35, 2.0, 6.0
COLUMN = 2.25


def title(show: Show) -> str:
    """« Fréquences », or what the casino calls it."""
    return show.words.say(f"faces.{show.settings.statistics.label}")


def note(show: Show) -> tuple[str, ...]:
    """Over how many rounds, always said."""
    counts, words = show.view.counts, show.words
    if counts.rounds == 0:
        return (words.say("faces.none"),)
    if counts.rounds == 1:
        return (words.say("faces.one"),)
    key = "opening" if counts.window is None else "window"
    return words.say(f"faces.{key}", rounds=counts.rounds), words.say(
        "faces.short", rounds=counts.rounds
    )


def missing(show: Show) -> int:
    """Rounds still wanted before anything is shown."""
    return max(0, show.settings.statistics.minimum_sample - show.view.counts.rounds)


def needs(show: Show, width: float) -> Needs | None:
    """Six columns."""
    u = show.u
    if width < (6 * COLUMN + 2 * PAD) * u:
        return None
    frame = TITLE + PAD + COUNT + DIE + 0.25
    legend = LEGEND if has_legend(show, width) else 0.0
    return Needs((frame + LEAST_BAR) * u, (frame + legend + BEST_BAR) * u)


LEGEND = 1.5


def has_legend(show: Show, width: float) -> bool:
    """Whether the legend fits one line."""
    return width >= 17 * show.u


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Bars in their band, the count above, the die beneath."""
    u = show.u
    inner = framed(canvas, area, show, title(show), note(show))
    if left := missing(show):
        key = "faces.one_more" if left == 1 else "faces.more"
        style = Style(show.must, show.theme.muted, show.theme.panel, align=CENTRE, least=u)
        canvas.text(inner, show.words.say(key, rounds=left), style, "faces.more")
        return
    bottom = inner.bottom()
    if inner.height() >= (COUNT + DIE + LEAST_BAR + 0.25 + LEGEND) * u and has_legend(
        show, area.width()
    ):
        legend = QRectF(
            inner.x(), bottom - LEGEND * u + 0.3 * u, inner.width(), LEGEND * u - 0.1 * u
        )
        paint_legend(canvas, legend, show)
        bottom = legend.top()
    dice_top = bottom - DIE * u
    bars = QRectF(
        inner.x(), inner.y() + COUNT * u, inner.width(), dice_top - inner.y() - (COUNT + 0.25) * u
    )
    paint_bars(canvas, bars, show)
    step = inner.width() / 6
    side = 1.35 * u
    for face in FACES:
        middle = inner.x() + (face - 0.5) * step
        paint_die(
            canvas.painter,
            QRectF(middle - side / 2, dice_top + 0.1 * u, side, side),
            face,
            show.theme,
        )


def paint_bars(canvas: Canvas, bars: QRectF, show: Show) -> None:
    """The band behind, the bars before it, counts and marks above."""
    u, theme, counts = show.u, show.theme, show.view.counts
    low, high = face_band(counts.rounds)
    top = max(*counts.faces, high) * 1.02 or 1
    scale = bars.height() / top
    band = QRectF(
        bars.x(), bars.bottom() - high * scale, bars.width(), max(2.0, (high - low) * scale)
    )
    canvas.block(band, theme.band, 0.12 * u)
    step = bars.width() / 6
    wide = min(step * 0.46, 1.5 * u)
    for face, count in zip(FACES, counts.faces, strict=True):
        middle = bars.x() + (face - 0.5) * step
        bar = QRectF(middle - wide / 2, bars.bottom() - count * scale, wide, count * scale)
        canvas.block(bar, theme.bar, 0.1 * u)
        room = QRectF(middle - step / 2, bars.y() - COUNT * u, step, COUNT * u)
        hot, cold = face in counts.hot, face in counts.cold
        style = Style(u, theme.text, theme.panel, Weight.SEMIBOLD, CENTRE, least=u)
        shift = 0.35 * u if hot or cold else 0.0
        canvas.text(room.translated(-shift, 0), str(count), style, f"faces.count.{face}")
        if hot or cold:
            x = middle - shift + canvas.width(str(count), int(u), Weight.SEMIBOLD) / 2 + 0.2 * u
            arrow(
                canvas, QRectF(x, room.center().y() - 0.3 * u, 0.6 * u, 0.6 * u), theme.lit, up=hot
            )


def arrow(canvas: Canvas, where: QRectF, colour: str, *, up: bool) -> None:
    """A plain triangle, up for the face seen most, down for the one seen least."""
    tip, foot = (where.top(), where.bottom()) if up else (where.bottom(), where.top())
    canvas.painter.setPen(Qt.PenStyle.NoPen)
    canvas.painter.setBrush(QColor(colour))
    canvas.painter.drawPolygon(
        QPolygonF(
            [
                QPointF(where.center().x(), tip),
                QPointF(where.right(), foot),
                QPointF(where.left(), foot),
            ]
        )
    )


def paint_legend(canvas: Canvas, line: QRectF, show: Show) -> None:
    """What the triangles and the band mean."""
    u, theme = show.u, show.theme
    x = line.x()
    for key in ("hot", "cold", "band"):
        word = show.words.say(f"faces.{key}")
        wide = canvas.width(word, int(u))
        sign = QRectF(x, line.center().y() - 0.32 * u, 0.64 * u, 0.64 * u)
        if x + u + wide > line.right() + 1:
            return
        if key == "band":
            canvas.block(sign.adjusted(-0.1 * u, -0.1 * u, 0.1 * u, 0.1 * u), theme.band, 0.12 * u)
        else:
            arrow(canvas, sign, theme.lit, up=key == "hot")
        room = QRectF(x + 0.95 * u, line.y(), wide + 1, line.height())
        canvas.text(room, word, Style(u, theme.muted, theme.panel), f"faces.legend.{key}")
        x = room.right() + 0.9 * u


MODULE = Module("faces", 1, LIVE, needs, paint)
