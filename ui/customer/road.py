"""The petit/grand road: a column for each run; a triple is a diamond that breaks no column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from tabledisplay.rules.sicbo import Tag
from ui import fonts
from ui.customer.arrange import Needs
from ui.customer.canvas import Canvas, Style
from ui.customer.show import LIVE, PAD, TITLE, Module, Show, framed
from ui.customer.tags import paint_mark

PLAIN = fonts.Weight.REGULAR
ROWS = 6
CELL, BEST_CELL, LARGEST_CELL = 1.34, 1.9, 3.4
"""Side of a cell, in units: a letter of the least size in its shape, at best, and at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One mark of the road."""

    column: int
    row: int
    tag: Tag


def road(tags: Iterable[Tag], rows: int = ROWS) -> list[Cell]:
    """Where each tag stands, oldest first.

    A run of petit or grand goes down one column and, at the bottom or at a taken cell, on to the
    right. A triple stands in the run it falls into; the next petit or grand goes on as without it.
    """
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    run: Tag | None = None
    head = column = row = 0
    for tag in tags:
        if not cells:
            run = None if tag is Tag.TRIPLE else tag
        elif tag is not Tag.TRIPLE and run is not None and tag is not run:
            run, row = tag, 0
            column = head + 1
            while (column, 0) in taken:
                column += 1
            head = column
        else:
            run = run if tag is Tag.TRIPLE else tag
            if row + 1 < rows and (column, row + 1) not in taken:
                row += 1
            else:
                column += 1
        taken.add((column, row))
        cells.append(Cell(column, row, tag))
    return cells


def needs(show: Show, width: float) -> Needs | None:
    """Six rows of cells beneath the legend, which must fit whole."""
    if width < max(12 * show.u, legend_width(show) + 2 * PAD * show.u):
        return None
    frame = (TITLE + PAD) * show.u
    return Needs(frame + ROWS * CELL * show.u, frame + ROWS * BEST_CELL * show.u)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """The newest columns that fit, on a quiet grid, the legend in the title line."""
    u, theme = show.u, show.theme
    inner = framed(canvas, area, show, heading(show, area.width() - 2 * PAD * u))
    paint_legend(canvas, QRectF(inner.x(), area.y(), inner.width(), TITLE * u), show)
    side = min(inner.height() / ROWS, LARGEST_CELL * u)
    count = max(1, int(inner.width() / side))
    wide = inner.width() / count
    for column in range(count):
        for row in range(ROWS):
            square = QRectF(inner.x() + column * wide, inner.y() + row * side, wide, side)
            inset = side * 0.05
            canvas.block(square.adjusted(inset, inset, -inset, -inset), theme.ground, side * 0.12)
    cells = road(mark.tag for mark in reversed(show.view.history) if mark.tag is not None)
    first = max(0, max((cell.column for cell in cells), default=0) - count + 1)
    size = side * 0.78
    for at, cell in enumerate(cells):
        if cell.column < first:
            continue
        x = inner.x() + (cell.column - first + 0.5) * wide - size / 2
        y = inner.y() + (cell.row + 0.5) * side - size / 2
        where = QRectF(x, y, size, size)
        if at == len(cells) - 1:
            here = QRectF(
                inner.x() + (cell.column - first) * wide, y + size / 2 - side / 2, wide, side
            )
            canvas.outline(here, theme.text, max(1.5, 0.07 * u), side * 0.14)
        paint_mark(canvas, where, cell.tag, show, max(u, size * 0.6))


def legend_width(show: Show) -> float:
    """Of all marks with their words."""
    words = (show.words.say(f"tag.{tag}").lower() for tag in Tag)
    taken = sum(fonts.width(word, show.words.lang, PLAIN, show.u) + 2.35 * show.u for word in words)
    return taken - 0.9 * show.u + len(Tag)


def heading(show: Show, width: float) -> str:
    """The title, or nothing where the legend alone fills the line."""
    title = show.words.say("road.title")
    wide = fonts.width(title, show.words.lang, fonts.Weight.SEMIBOLD, show.u)
    return title if wide + show.u + legend_width(show) <= width else ""


def paint_legend(canvas: Canvas, line: QRectF, show: Show) -> None:
    """Each mark with its word, at the right of the title line."""
    u = show.u
    x = line.right() - legend_width(show) if heading(show, line.width()) else line.x()
    for tag in Tag:
        word = show.words.say(f"tag.{tag}").lower()
        mark = QRectF(x, line.center().y() - 0.55 * u, 1.1 * u, 1.1 * u)
        paint_mark(canvas, mark, tag, show, u)
        room = QRectF(mark.right() + 0.35 * u, line.y(), canvas.width(word, u) + 1, line.height())
        canvas.text(room, word, Style(u, show.theme.muted, show.theme.panel), f"legend.{tag}")
        x = room.right() + 0.9 * u


MODULE = Module("road", 0, LIVE, needs, paint)
