"""The marks of petit, grand and triplé: a round, a square, a diamond, each with its letter."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPolygonF

from tabledisplay.rules.sicbo import Tag
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.show import Show
from ui.fonts import Weight


def paint_shape(canvas: Canvas, where: QRectF, tag: Tag, colour: str) -> None:
    """The shape of a tag filling the square `where`."""
    painter = canvas.painter
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    match tag:
        case Tag.SMALL:
            painter.drawEllipse(where)
        case Tag.BIG:
            inset = where.width() * 0.06
            square = where.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(square, inset * 1.6, inset * 1.6)
        case Tag.TRIPLE:
            out = where.width() * 0.1
            centre, half = where.center(), where.width() / 2 + out
            painter.drawPolygon(
                QPolygonF(
                    [
                        centre + QPointF(0, -half),
                        centre + QPointF(half, 0),
                        centre + QPointF(0, half),
                        centre + QPointF(-half, 0),
                    ]
                )
            )
        case _:
            assert_never(tag)


def paint_mark(canvas: Canvas, where: QRectF, tag: Tag, show: Show, px: float) -> None:
    """The shape with its letter in ink."""
    colour = show.theme.tag(tag)
    paint_shape(canvas, where, tag, colour)
    letter = show.words.say(f"tag.{tag}_letter")
    style = Style(px, show.theme.ink, colour, Weight.BOLD, CENTRE, least=px)
    canvas.text(where, letter, style, key=f"mark.{tag}")
