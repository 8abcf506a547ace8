"""How a key looks: flat, rounded, large letters, and a ring where the keyboard's focus is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.croupier import lettering, theme
from ui.croupier.kept import PICTURES
from ui.croupier.lettering import BOLD, MEDIUM, RIGHT, Letters
from ui.croupier.sizes import LEAST_TEXT
from ui.dice_art import paint_die


class Look(Enum):
    """What a key is for, which says how loud it is."""

    DOMINANT = "dominant"
    PRIMARY = "primary"
    SECONDARY = "secondary"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on a key. Sizes in pixels; `mm` is one millimetre.

    `sub`: a small line under the caption; `hint`: the key of the keyboard that does the same;
    `die`: 1-6 draws a die above the caption; `colour`: of a dominant key, or of the letters of
    another; `called`: this key is a right answer to what has just happened; `chosen`: it is the
    one of several that is in force.
    """

    look: Look
    caption: str = ""
    sub: str = ""
    hint: str = ""
    die: int = 0
    red_faces: tuple[int, ...] = ()
    colour: QColor | None = None
    called: bool = False
    chosen: bool = False
    wished_mm: float = 5.0
    mm: float = 6.0
    ring: float = 0.0

    @property
    def told(self) -> Hashable:
        """All that the picture depends on; Qt's colours themselves have no hash."""
        colour = None if self.colour is None else self.colour.rgba()
        return (
            self.look, self.caption, self.sub, self.hint, self.die, self.red_faces, colour,
            self.called, self.chosen, self.wished_mm, self.mm, self.ring,
        )  # fmt: skip

    def changed(self, **traits: object) -> Face:
        """The face with other traits. TypeError: no such trait."""
        return replace(self, **traits)  # type: ignore[arg-type]  # each by its name


def draw(
    painter: QPainter, size: QSize, face: Face, *, live: bool, down: bool, focus: bool
) -> None:
    """Draw the key at the painter's origin, from its kept picture unless its ring is filling."""
    how = partial(_paint, face=face, live=live, down=down, focus=focus)
    if face.ring > 0:
        how(painter, QRectF(QPointF(0, 0), size))
    else:
        PICTURES.draw(painter, size, (face.told, live, down, focus), how)


def _paint(
    painter: QPainter, room: QRectF, face: Face, *, live: bool, down: bool, focus: bool
) -> None:
    """Paint the key into the room."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = room.adjusted(1, 1, -1, -1)
    radius = 2.0 * face.mm
    ground, letters = colours(face, live=live, down=down)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(edge, radius, radius)
    _outline(painter, edge, radius, face, live=live, focus=focus)
    pad = 1.2 * face.mm
    inner = edge.adjusted(pad, 0.7 * face.mm, -pad, -0.7 * face.mm)
    if face.ring > 0:
        _ring(painter, edge, radius, face)
    if face.hint:
        _hint(painter, edge, face, letters)
        if inner.height() < 24 * face.mm:
            inner.setTop(inner.top() + 2.2 * face.mm)
    if face.die:
        inner = _die(painter, inner, face, live=live)
    if face.sub:
        line = QRectF(inner.left(), inner.bottom() - 4.2 * face.mm, inner.width(), 4.2 * face.mm)
        inner.setBottom(line.top())
        size = round(LEAST_TEXT * face.mm)
        quiet = theme.QUIET if live else theme.GREYED
        lettering.draw(painter, line, face.sub, Letters(size, size, MEDIUM, wrap=False), quiet)
    wished = max(1, round(face.wished_mm * face.mm))
    least = min(wished, round(LEAST_TEXT * face.mm))
    weight = MEDIUM if face.look in (Look.SECONDARY, Look.QUIET) else BOLD
    lettering.draw(painter, inner, face.caption, Letters(wished, least, weight), letters)


def colours(face: Face, *, live: bool, down: bool) -> tuple[QColor, QColor]:
    """Ground and letters."""
    if not live:
        return theme.GREYED_KEY, theme.GREYED
    if face.look is Look.DOMINANT:
        colour = face.colour or theme.QUIET
        ground = theme.mixed(colour, theme.GROUND, 0.56 if down else 0.74)
        return ground, theme.INK
    if face.chosen and face.look is not Look.QUIET:
        return (theme.mixed(theme.TEXT, theme.GROUND, 0.6 if down else 0.72), theme.INK)
    if face.chosen:
        return theme.PRESSED, theme.FOCUS
    quiet = theme.SURFACE if face.look is Look.QUIET else theme.RAISED
    return (theme.PRESSED if down else quiet), face.colour or theme.TEXT


def _outline(
    painter: QPainter, edge: QRectF, radius: float, face: Face, *, live: bool, focus: bool
) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 0.5 * face.mm
    inset = width / 2
    line = edge.adjusted(inset, inset, -inset, -inset)
    if face.called and live:
        painter.setPen(QPen(theme.CALL, width))
        painter.drawRoundedRect(line, radius - inset, radius - inset)
    if focus:
        inset = width * (2.2 if face.called else 1)
        line = edge.adjusted(inset, inset, -inset, -inset)
        dark = face.look is Look.DOMINANT or face.chosen
        painter.setPen(QPen(theme.INK if dark and live else theme.FOCUS, width))
        painter.drawRoundedRect(line, radius - inset, radius - inset)


def _ring(painter: QPainter, edge: QRectF, radius: float, face: Face) -> None:
    """The part of the border that is filled while the key is held, clockwise from the top."""
    width = 1.2 * face.mm
    inset = width / 2
    line = edge.adjusted(inset, inset, -inset, -inset)
    length = 2 * (line.width() + line.height())
    pen = QPen(face.colour or theme.TEXT, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([face.ring * length / width, length / width])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawRoundedRect(line, radius, radius)


def _hint(painter: QPainter, edge: QRectF, face: Face, colour: QColor) -> None:
    """The keyboard's key, small, in the upper right corner."""
    width, height = 7 * face.mm, 3.4 * face.mm
    right = edge.right() - 1.4 * face.mm
    room = QRectF(right - width, edge.top() + 0.8 * face.mm, width, height)
    size = round(2.6 * face.mm)
    painter.setOpacity(0.7)
    lettering.draw(painter, room, face.hint, Letters(size, size, MEDIUM, wrap=False), colour, RIGHT)
    painter.setOpacity(1.0)


def _die(painter: QPainter, inner: QRectF, face: Face, *, live: bool) -> QRectF:
    """Draw the die and return the room left under it for the caption."""
    side = min(inner.width(), inner.height() * 0.54)
    top = inner.top() + inner.height() * 0.05
    room = QRectF(inner.center().x() - side / 2, top, side, side)
    painter.setOpacity(1.0 if live else 0.25)
    paint_die(painter, room, face.die, theme.dice(face.red_faces))
    painter.setOpacity(1.0)
    return QRectF(inner.left(), room.bottom(), inner.width(), inner.bottom() - room.bottom())
