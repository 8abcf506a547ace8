"""Pictures kept to be shown again: a key is painted once for each of its states, then copied."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

ROOM: Final = 3_000_000
"""Pixels kept, 12 MB: all states of all the keys of a round, at 1080p."""


class Pictures:
    """The pictures used last, as many as have room."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._taken = 0
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()

    def draw(
        self,
        painter: QPainter,
        size: QSize,
        what: Hashable,
        paint: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Draw a picture at the painter's origin; `what` tells all that it depends on."""
        scale = painter.device().devicePixelRatio()
        key = (what, size.width(), size.height(), scale)
        picture = self._kept.get(key)
        if picture is None:
            picture = _painted(size, scale, paint)
            self._keep(key, picture)
        self._kept.move_to_end(key)
        painter.drawPixmap(QPointF(0, 0), picture)

    @property
    def taken(self) -> int:
        """Pixels that the kept pictures have."""
        return self._taken

    def _keep(self, key: Hashable, picture: QPixmap) -> None:
        self._kept[key] = picture
        self._taken += _pixels(picture)
        while self._taken > self._room and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._taken -= _pixels(oldest)


def _pixels(picture: QPixmap) -> int:
    return picture.width() * picture.height()


def _painted(size: QSize, scale: float, paint: Callable[[QPainter, QRectF], None]) -> QPixmap:
    picture = QPixmap(size * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    return picture


PICTURES: Final = Pictures()
"""Those of the panel's keys; Qt paints in one thread only."""
