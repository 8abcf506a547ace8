"""Looks at an X display: a picture of all of it, and how many colours are on it.

look.py PICTURE.png     DISPLAY says which; 1 if there is next to nothing to see
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QImage, QPainter

FEWEST_COLOURS = 24
STEP = 5
"""Every fifth pixel is looked at."""


def main(picture: Path) -> int:
    """Writes the picture, prints the number of colours."""
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    app = QGuiApplication(["look"])
    image = QImage(app.primaryScreen().virtualSize(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    for screen in app.screens():
        painter.drawPixmap(screen.geometry().topLeft(), screen.grabWindow(0))
    painter.end()
    picture.parent.mkdir(parents=True, exist_ok=True)
    image.save(str(picture))
    seen = {
        image.pixel(x, y)
        for x in range(0, image.width(), STEP)
        for y in range(0, image.height(), STEP)
    }
    sys.stdout.write(f"{picture.name}: {len(seen)} colours\n")
    return 0 if len(seen) >= FEWEST_COLOURS else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
