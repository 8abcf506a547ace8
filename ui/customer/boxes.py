"""The 50 boxes of the layout in small, each with its ratio; the winning ones lit.

Boxes, their order and their ratios come from the rules; nothing is listed by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from math import ceil

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.sicbo import BOXES, Box, Group
from tabledisplay.words import Words
from ui import fonts
from ui.customer.arrange import Needs
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.show import PAD, PART, TITLE, Module, Show, framed
from ui.fonts import Weight

BOX_GAP = 0.13
JOINT = "·"
ONE_LINE, TWO_LINES = 1.5, 2.4
"""Heights of a box with its ratio beside or beneath its name, in units."""

BESIDE = 0.4
"""Between a name and the ratio beside it, in units."""

WIDE = frozenset({Group.SMALL, Group.BIG, Group.ANY_TRIPLE, Group.SINGLE})
"""Groups whose boxes carry name and ratio on one line."""


@dataclass(frozen=True, slots=True)
class Row:
    """Boxes side by side. `weights` are their shares of the width."""

    boxes: tuple[Box, ...]
    weights: tuple[float, ...]
    height: float


def label(box: Box, words: Words) -> str:
    """What stands on the box: its word, or its numbers."""
    match box.group:
        case Group.SMALL | Group.BIG | Group.ANY_TRIPLE:
            return words.say(f"layout.{box.group}")
        case Group.DOUBLE:
            return JOINT.join(str(box.numbers[0]) * 2)
        case Group.TRIPLE:
            return JOINT.join(str(box.numbers[0]) * 3)
        case _:
            return JOINT.join(map(str, box.numbers))


def ratio(box: Box, ruleset: Ruleset) -> str:
    """What the box pays, in stakes: one number, or one for one, two and three dice."""
    return "/".join(map(str, ruleset.ratios(box)))


def least_width(box: Box, words: Words, ruleset: Ruleset) -> float:
    """Narrowest box in units that still takes its texts at the least size."""
    name = fonts.unit_width(label(box, words), words.lang, Weight.SEMIBOLD)
    pays = fonts.unit_width(ratio(box, ruleset), words.lang, Weight.REGULAR)
    if box.group in WIDE:
        return name + BESIDE + pays + 0.16
    return max(name, pays) + 0.12


def rows(show: Show, width: float) -> tuple[Row, ...] | None:
    """The boxes in rows that fit the width in pixels; None where a box alone is too wide."""
    return rows_in(show.words.lang, show.ruleset, round(width / show.u - 2 * PAD, 3))


@lru_cache(maxsize=64)
def rows_in(lang: str, ruleset: Ruleset, units: float) -> tuple[Row, ...] | None:
    """The boxes in rows of that many units."""
    words = Words(lang, PART)
    made: list[Row] = []
    for boxes in bands():
        wide = [least_width(box, words, ruleset) for box in boxes]
        tall = ONE_LINE if boxes[0].group in WIDE else TWO_LINES
        gaps = BOX_GAP * (len(wide) - 1)
        if max(wide) * len(wide) + gaps > units >= sum(wide) + gaps:
            made.append(Row(boxes, tuple(wide), tall))
            continue
        fit = int((units + BOX_GAP) / (max(wide) + BOX_GAP))
        if fit < 1:
            return None
        each = ceil(len(boxes) / ceil(len(boxes) / fit))
        for at in range(0, len(boxes), each):
            part = boxes[at : at + each]
            made.append(Row(part, (1.0,) * len(part), tall))
    return tuple(made)


@cache
def bands() -> list[tuple[Box, ...]]:
    """The boxes in the bands of a real layout: even bets and any triple, then group by group."""
    even = tuple(
        b for g in (Group.SMALL, Group.ANY_TRIPLE, Group.BIG) for b in BOXES if b.group is g
    )
    rest = [box for box in BOXES if box not in even]
    return [even, *(tuple(found) for _, found in groupby(rest, key=lambda box: band(box.group)))]


def band(group: Group) -> Group:
    """Doublés and triplés share a band."""
    return Group.DOUBLE if group is Group.TRIPLE else group


def needs(show: Show, width: float) -> Needs | None:
    """Every box legible; a third more height at best."""
    found = rows(show, width)
    if found is None:
        return None
    frame = TITLE + PAD + BOX_GAP * (len(found) - 1)
    tall = sum(row.height for row in found)
    return Needs((frame + tall) * show.u, (frame + tall * 1.3) * show.u)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """All boxes, those that win lit."""
    gains = show.words.say("layout.title")
    if show.view.result is None:
        inner = framed(canvas, area, show, gains)
    else:
        short = show.words.say("layout.short")
        inner = framed(canvas, area, show, show.words.say("layout.won"), (gains.lower(), short))
    found = rows(show, area.width())
    if found is None:
        return
    result = show.view.result
    won = {payout.box: payout.pays for payout in result.payouts} if result else {}
    gap = BOX_GAP * show.u
    scale = (inner.height() - gap * (len(found) - 1)) / sum(row.height for row in found)
    y = inner.y()
    for row in found:
        tall = row.height * scale
        room = inner.width() - gap * (len(row.boxes) - 1)
        x = inner.x()
        for box, weight in zip(row.boxes, row.weights, strict=True):
            wide = room * weight / sum(row.weights)
            paint_box(canvas, QRectF(x, y, wide, tall), show, box, won.get(box))
            x += wide + gap
        y += tall + gap


def paint_box(canvas: Canvas, where: QRectF, show: Show, box: Box, pays: int | None) -> None:
    """One box; `pays` is what it wins, None when it is not lit."""
    u, theme = show.u, show.theme
    lit = pays is not None
    fill = theme.lit if lit else theme.raised
    canvas.block(where, fill, 0.2 * u)
    name = Style(u, theme.ink if lit else theme.text, fill, Weight.SEMIBOLD, CENTRE, least=u)
    under = Style(u, theme.ink if lit else theme.muted, fill, Weight.REGULAR, CENTRE, least=u)
    text, gain = label(box, show.words), ratio(box, show.ruleset)
    if lit and box.group is Group.SINGLE:
        gain = str(pays)
    if box.group in WIDE:
        wide = canvas.width(text, int(u), Weight.SEMIBOLD)
        both = wide + BESIDE * u + canvas.width(gain, int(u))
        x = where.center().x() - both / 2
        first = QRectF(x, where.y(), wide + 1, where.height())
        second = QRectF(
            x + wide + BESIDE * u, where.y(), both - wide - BESIDE * u + 1, where.height()
        )
    else:
        half = where.height() / 2
        first = QRectF(where.x(), where.y() + 0.06 * half, where.width(), half)
        second = QRectF(where.x(), where.y() + 0.94 * half, where.width(), half)
    canvas.text(first, text, name, f"box.{box.id}" + (".lit" if lit else ""))
    canvas.text(second, gain, under, f"pays.{box.id}")


MODULE = Module(
    "layout", 0, frozenset({Banner.RESULT, Banner.PLACE_YOUR_BETS, Banner.READY}), needs, paint
)
