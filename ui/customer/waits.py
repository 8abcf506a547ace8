"""Rounds since the last doublé and the last triplé, each with its mean."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from PySide6.QtCore import QRectF

from tabledisplay.hot_cold import MEAN_WAIT_ANY_DOUBLE, MEAN_WAIT_TRIPLE
from ui import fonts
from ui.customer.arrange import Needs
from ui.customer.canvas import RIGHT, Canvas, Style
from ui.customer.show import LIVE, PAD, TITLE, Module, Show, framed
from ui.fonts import Weight

LINE = 1.7


def wait(show: Show, rounds: int | None) -> str:
    """The wait in words; None is longer than what is known."""
    words = show.words
    if rounds is None:
        known = sum(not mark.void for mark in show.view.history)
        return words.say("waits.longer", rounds=known) if known else "–"
    if rounds == 0:
        return words.say("waits.now")
    return words.say("waits.one_ago") if rounds == 1 else words.say("waits.ago", rounds=rounds)


def mean(show: Show, value: Fraction, form: str) -> str:
    """The mean of fair dice, to two places at most; `form` is mean or mean_short."""
    number = show.words.amount(Decimal(round(value * 100)) / 100)
    return show.words.say(f"waits.{form}", mean=number)


def lines(show: Show) -> tuple[Line, ...]:
    """What is waited for, since when, and how long fair dice take on average."""
    view = show.view
    known = (
        ("double", view.wait_double, MEAN_WAIT_ANY_DOUBLE),
        ("triple", view.wait_triple, MEAN_WAIT_TRIPLE),
    )
    return tuple(
        Line(name, show.words.say(f"waits.{name}"), wait(show, rounds), expected)
        for name, rounds, expected in known
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One wait: its key, its word, the wait in words, and the mean."""

    key: str
    word: str
    said: str
    mean: Fraction


def widths(show: Show, form: str) -> tuple[float, float, float]:
    """Of the three columns, in pixels."""
    lang, u, found = show.words.lang, show.u, lines(show)
    words = (fonts.width(line.word, lang, Weight.REGULAR, u) for line in found)
    waited = (fonts.width(line.said, lang, Weight.SEMIBOLD, u) for line in found)
    means = (fonts.width(mean(show, line.mean, form), lang, Weight.REGULAR, u) for line in found)
    return max(words), max(waited), max(means)


def form(show: Show, width: float) -> str | None:
    """The longer wording of the mean that fits the panel's width; None if none does."""
    room = width - (2 * PAD + 2 * APART) * show.u - 2
    return next((f for f in ("mean", "mean_short") if sum(widths(show, f)) <= room), None)


APART = 0.6


def needs(show: Show, width: float) -> Needs | None:
    """Two lines of name, wait and mean: a wait is never shown without its mean."""
    if form(show, width) is None:
        return None
    tall = (TITLE + PAD + 2 * LINE) * show.u
    return Needs(tall, tall * 1.25)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Name and wait at the left, the mean at the right."""
    u, theme = show.u, show.theme
    inner = framed(canvas, area, show, show.words.say("waits.title"))
    wording = form(show, area.width()) or "mean_short"
    named, waited, means = widths(show, wording)
    step = inner.height() / 2
    for at, line in enumerate(lines(show)):
        row = QRectF(inner.x(), inner.y() + at * step, inner.width(), step)
        muted = Style(u, theme.muted, theme.panel)
        key = f"waits.{line.key}"
        canvas.text(QRectF(row.x(), row.y(), named + 1, step), line.word, muted, key)
        room = QRectF(row.x() + named + APART * u, row.y(), waited + 1, step)
        bold = Style(u, theme.text, theme.panel, Weight.SEMIBOLD)
        canvas.text(room, line.said, bold, f"{key}.rounds")
        room = QRectF(row.right() - means - 1, row.y(), means + 1, step)
        text = mean(show, line.mean, wording)
        canvas.text(room, text, Style(u, theme.muted, theme.panel, align=RIGHT), f"{key}.mean")


MODULE = Module("waits", 1, LIVE, needs, paint)
