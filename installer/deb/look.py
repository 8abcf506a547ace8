"""Looks at an X display: a picture of all of it, and how many colours are on it.

look.py PICTURE.png     DISPLAY says which; 1 if there is next to nothing to see
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

FEWEST_COLOURS = 24
STEP = 5
"""Every fifth pixel is looked at."""


def main(picture: Path) -> int:
    """Writes the picture, prints the number of colours."""
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    app = QGuiApplication(["look"])
    image = app.primaryScreen().grabWindow(0).toImage()
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
