"""The program's icon, painted by the program's own dice: PNG files for Linux, one .ico for Windows.

python -m installer.icon FOLDER
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from ui.dice_art import paint_die

NAME = "org.tabledisplay.TableDisplay"
SIZES = (16, 32, 48, 64, 128, 256)
"""Edges in pixels."""

CLOTH, SHADE = "#1f7a55", "#0f4a33"
ALONE_UNDER = 32
"""Below this edge three dice are three blots: one stands for them."""


def painted(edge: int) -> QImage:
    """The icon: three dice on the table's cloth, one when it is small."""
    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    cloth = QLinearGradient(0, 0, 0, edge)
    cloth.setColorAt(0, QColor(CLOTH))
    cloth.setColorAt(1, QColor(SHADE))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth)
    painter.drawRoundedRect(QRectF(0, 0, edge, edge), edge * 0.2, edge * 0.2)
    for x, y, side, face in _dice(edge):
        paint_die(painter, QRectF(x * edge, y * edge, side * edge, side * edge), face)
    painter.end()
    return image


def _dice(edge: int) -> Sequence[tuple[float, float, float, int]]:
    """Left, top and side of each die in edges, and its face."""
    if edge < ALONE_UNDER:
        return ((0.14, 0.14, 0.72, 5),)
    return ((0.31, 0.11, 0.38, 1), (0.1, 0.51, 0.38, 4), (0.52, 0.51, 0.38, 6))


def png(image: QImage) -> bytes:
    """The image as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs forget str formats
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """PNG pictures by their edge as one Windows icon."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries, bodies = b"", b""
    for edge, picture in sorted(pictures.items()):
        side = edge % 256  # 0 says 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), at)
        bodies += picture
        at += len(picture)
    return head + entries + bodies


def main(arguments: Sequence[str]) -> int:
    """Writes every size into the folder."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {edge: png(painted(edge)) for edge in SIZES}
    for edge, picture in pictures.items():
        (folder / f"{NAME}-{edge}.png").write_bytes(picture)
    (folder / "tabledisplay.ico").write_bytes(ico(pictures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
