"""The casino's own pictures, shown outside rounds only; and its logo.

Files come from a folder of the settings: what cannot be read is skipped, nothing is ever run.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainterPath

from tabledisplay.public_view import Banner
from tabledisplay.trouble import KnownTrouble, echoed
from ui.customer.arrange import Needs
from ui.customer.canvas import Canvas
from ui.customer.show import RADIUS, Module, Show

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".gif"})
MOST_PICTURES = 200
MOST_PIXELS = 64_000_000
EACH_MS = 15_000


def read_picture(path: Path, within: QSize) -> QImage | None:
    """The picture, no larger than `within`; None if it cannot be read or is unreasonably large."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.isEmpty() or size.width() * size.height() > MOST_PIXELS:
        return None
    if size.width() > within.width() or size.height() > within.height():
        reader.setScaledSize(size.scaled(within, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


def read_logo(file: str) -> QImage | None:
    """The logo, or None if none is set. KnownTrouble: the file cannot be read."""
    if not file:
        return None
    image = read_picture(Path(file), QSize(1600, 800))
    if image is None:
        raise KnownTrouble("trouble.logo", file=echoed(file))
    return image


class Playlist:
    """The pictures of a folder in the order of their names, again from the first after the last."""

    def __init__(self, paths: tuple[Path, ...] = ()) -> None:
        self._paths = paths
        self._at = -1

    @classmethod
    def of_folder(cls, folder: str) -> Playlist:
        """Of that folder; empty if none is set. KnownTrouble: no picture is there."""
        if not folder:
            return cls()
        try:
            found = sorted(p for p in Path(folder).iterdir() if p.suffix.lower() in SUFFIXES)
        except OSError:
            found = []
        if not found:
            raise KnownTrouble("trouble.pictures", folder=echoed(folder))
        return cls(tuple(found[:MOST_PICTURES]))

    def __len__(self) -> int:
        return len(self._paths)

    def next(self, within: QSize) -> QImage | None:
        """The next picture that can be read; None if not one can."""
        for _ in self._paths:
            self._at = (self._at + 1) % len(self._paths)
            if (image := read_picture(self._paths[self._at], within)) is not None:
                return image
        return None


def needs(show: Show, width: float) -> Needs | None:
    """Room for the picture at its own shape."""
    if show.picture is None or width < 8 * show.u:
        return None
    natural = width * show.picture.height() / show.picture.width()
    return Needs(min(6 * show.u, natural), natural)


def paint(canvas: Canvas, area: QRectF, show: Show) -> None:
    """The picture whole, in the middle."""
    if show.picture is not None:
        paint_image(canvas, area, show.picture, RADIUS * show.u)


def paint_image(
    canvas: Canvas, area: QRectF, image: QImage, radius: float = 0.0, opacity: float = 1.0
) -> None:
    """An image whole in the middle of its area, never enlarged beyond it nor distorted."""
    size = QSize(image.size()).scaled(area.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
    where = QRectF(0, 0, size.width(), size.height())
    where.moveCenter(area.center())
    painter = canvas.painter
    painter.save()
    if radius:
        path = QPainterPath()
        path.addRoundedRect(where, radius, radius)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setOpacity(opacity)
    painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(where, image)
    painter.restore()


MODULE = Module("pictures", 0, frozenset({Banner.READY}), needs, paint)
