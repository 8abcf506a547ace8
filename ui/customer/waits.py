"""Rounds since the last doublé and the last triplé, each with its mean."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from PySide6.QtCore import QRectF

from tabledisplay.hot_cold import MEAN_WAIT_ANY_DOUBLE, MEAN_WAIT_TRIPLE
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


def mean(show: Show, value: Fraction) -> str:
    """The mean of fair dice, to two places at most."""
    number = show.words.amount(Decimal(round(value * 100)) / 100)
    return show.words.say("waits.mean", mean=number)


def needs(show: Show, width: float) -> Needs | None:
    """Two lines of name, wait and mean."""
    if width < 13 * show.u:
        return None
    tall = (TITLE + PAD + 2 * LINE) * show.u
    return Needs(tall, tall * 1.25)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """Name and wait at the left, the mean at the right where it fits."""
    u, theme = show.u, show.theme
    inner = framed(canvas, area, show, show.words.say("waits.title"))
    lines = (
        ("double", show.view.wait_double, MEAN_WAIT_ANY_DOUBLE),
        ("triple", show.view.wait_triple, MEAN_WAIT_TRIPLE),
    )
    step = inner.height() / 2
    for at, (name, rounds, expected) in enumerate(lines):
        row = QRectF(inner.x(), inner.y() + at * step, inner.width(), step)
        word, said, usual = (
            show.words.say(f"waits.{name}"),
            wait(show, rounds),
            mean(show, expected),
        )
        names = (
            max(canvas.width(show.words.say(f"waits.{n}"), int(u)) for n, _, _ in lines) + 0.6 * u
        )
        canvas.text(row, word, Style(u, theme.muted, theme.panel), f"waits.{name}")
        room = row.adjusted(names, 0, 0, 0)
        bold = Style(u, theme.text, theme.panel, Weight.SEMIBOLD, least=u)
        canvas.text(room, said, bold, f"waits.{name}.rounds")
        used = names + canvas.width(said, int(u), Weight.SEMIBOLD) + 0.8 * u
        if used + canvas.width(usual, int(u)) <= row.width():
            style = Style(u, theme.muted, theme.panel, align=RIGHT)
            canvas.text(row.adjusted(used - 0.2 * u, 0, 0, 0), usual, style, f"waits.{name}.mean")


MODULE = Module("waits", 1, LIVE, needs, paint)
