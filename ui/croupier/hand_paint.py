"""How three dice are painted with what they light: whole, half, or as a row of slots."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabledisplay.rules.sicbo import Tag
from ui.croupier import lettering, theme
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, Letters
from ui.croupier.sizes import LEAST_TEXT
from ui.dice_art import paint_die
from ui.fonts import Weight, width


@dataclass(frozen=True, slots=True)
class Hand:
    """Three dice as shown: faces (None: still to be typed), who read them, what they light."""

    title: str
    faces: tuple[int | None, int | None, int | None]
    total: str
    tag: Tag | None = None
    tag_word: str = ""
    boxes: tuple[str, ...] = ()
    remark: str = ""
    red_faces: tuple[int, ...] = ()


def part(room: QRectF, left: float, top: float, across: float, down: float) -> QRectF:
    """A part of the room given in its own shares 0-1."""
    return QRectF(
        room.left() + left * room.width(),
        room.top() + top * room.height(),
        across * room.width(),
        down * room.height(),
    )


@dataclass(frozen=True, slots=True)
class HandPainter:
    """Paints hands; `mm` is a millimetre in pixels."""

    painter: QPainter
    mm: float

    def whole(self, room: QRectF, hand: Hand) -> None:
        """Title, dice with total and tag beside, the winning boxes below."""
        self.title(part(room, 0, 0, 1, 0.13), hand)
        dice_room = part(room, 0, 0.16, 1, 0.47)
        side = min(dice_room.height(), room.width() * 0.2)
        step = side * 1.14
        top = dice_room.center().y() - side / 2
        for n, face in enumerate(hand.faces):
            self.die(QRectF(room.left() + n * step, top, side, side), face, hand)
        left = room.left() + 3 * step + side * 0.1
        beside = QRectF(left, top, room.right() - left, side)
        ink = theme.GREYED if hand.tag is None else theme.TEXT
        letters = self.letters(9, BOLD)
        lettering.draw(self.painter, part(beside, 0, 0, 1, 0.52), hand.total, letters, ink)
        self.tag(part(beside, 0, 0.58, 1, 0.42), hand)
        self.boxes(part(room, 0, 0.68, 1, 0.32), hand.boxes)

    def half(self, room: QRectF, hand: Hand) -> None:
        """One of two hands side by side."""
        self.painter.setPen(QPen(theme.LINE, 0.3 * self.mm))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRoundedRect(room, 1.6 * self.mm, 1.6 * self.mm)
        inner = room.adjusted(2 * self.mm, self.mm, -2 * self.mm, -1.4 * self.mm)
        self.title(part(inner, 0, 0, 1, 0.22), hand)
        side = min(inner.width() * 0.28, inner.height() * 0.42)
        step = min(side * 1.14, (inner.width() - side) / 2)
        for n, face in enumerate(hand.faces):
            at = QRectF(inner.left() + n * step, inner.top() + inner.height() * 0.25, side, side)
            self.die(at, face, hand)
        line = part(inner, 0, 0.73, 1, 0.27)
        letters = self.letters(5.4, BOLD)
        lettering.draw(
            self.painter, part(line, 0, 0, 0.5, 1), hand.total, letters, theme.TEXT, LEFT
        )
        self.tag(part(line, 0.52, 0, 0.48, 1), hand)

    def slots(self, room: QRectF, hand: Hand) -> None:
        """Title and dice in one row, with total and tag once they are all there."""
        side = min(room.height(), room.width() * 0.12)
        room = QRectF(room.left(), room.center().y() - side / 2, room.width(), side)
        self.title(part(room, 0, 0, 0.22, 1), hand)
        left = room.left() + room.width() * 0.24
        for n, face in enumerate(hand.faces):
            self.die(QRectF(left + n * side * 1.12, room.top(), side, side), face, hand)
        left += 3 * side * 1.12
        beside = QRectF(left, room.top(), room.right() - left, side)
        if hand.tag is not None:
            letters = self.letters(5, BOLD)
            lettering.draw(
                self.painter, part(beside, 0, 0, 0.48, 1), hand.total, letters, theme.TEXT
            )
            self.tag(part(beside, 0.5, 0.06, 0.5, 0.88), hand)

    def title(self, room: QRectF, hand: Hand) -> None:
        """Who read them, and what is not ordinary about it."""
        text = " — ".join(filter(None, (hand.title, hand.remark)))
        colour = theme.CALL if hand.remark else theme.QUIET
        lettering.draw(self.painter, room, text, self.letters(4.4, MEDIUM), colour, LEFT)

    def die(self, at: QRectF, face: int | None, hand: Hand) -> None:
        """A die, or the place where it will be."""
        if face is not None:
            paint_die(self.painter, at, face, theme.dice(hand.red_faces))
            return
        self.painter.setPen(QPen(theme.LINE, 0.6 * self.mm, Qt.PenStyle.DashLine))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = 0.4 * self.mm
        place = at.adjusted(inset, inset, -inset, -inset)
        self.painter.drawRoundedRect(place, at.width() * 0.16, at.width() * 0.16)

    def tag(self, room: QRectF, hand: Hand) -> None:
        """Petit, grand or triplé on its colour."""
        if hand.tag is not None:
            ground = theme.mixed(theme.of_tag(hand.tag), theme.GROUND, 0.85)
            self._pill(room, ground)
            lettering.draw(self.painter, room, hand.tag_word, self.letters(6, BOLD), theme.INK)

    def boxes(self, room: QRectF, boxes: tuple[str, ...]) -> None:
        """The winning boxes one after the other, in at most two lines."""
        gap, pad = 1.6 * self.mm, 1.8 * self.mm
        height = min((room.height() - gap) / 2, 9 * self.mm)
        least = round(LEAST_TEXT * self.mm)
        size = round(4.6 * self.mm)
        while len(lines := self._lines(boxes, size, room.width(), pad, gap)) > 2 and size > least:
            size -= 1
        for row, line in enumerate(lines):
            left = room.left()
            for box, wide in line:
                at = QRectF(left, room.top() + row * (height + gap), wide, height)
                self._pill(at, theme.RAISED)
                inner = at.adjusted(pad / 2, 0, -pad / 2, 0)
                letters = Letters(size, least, MEDIUM)
                lettering.draw(self.painter, inner, box, letters, theme.TEXT)
                left += wide + gap

    def letters(self, wished_mm: float, weight: Weight) -> Letters:
        """Letters of that size, shrinking to the least legible."""
        return Letters(round(wished_mm * self.mm), round(LEAST_TEXT * self.mm), weight)

    def _lines(
        self, boxes: tuple[str, ...], size: int, room: float, pad: float, gap: float
    ) -> list[list[tuple[str, float]]]:
        """The boxes with their widths, broken into lines."""
        lines: list[list[tuple[str, float]]] = []
        left = room + 1
        for box in boxes:
            wide = width(box, lettering.LANG, MEDIUM, size) + 2 * pad
            if left + wide > room:
                lines.append([])
                left = 0
            lines[-1].append((box, wide))
            left += wide + gap
        return lines

    def _pill(self, room: QRectF, colour: QColor) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        radius = min(2 * self.mm, room.height() * 0.3)
        self.painter.drawRoundedRect(room, radius, radius)
