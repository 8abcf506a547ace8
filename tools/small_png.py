"""Pictures of our screens as small PNG files: flat colours need few of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

COLOURS = 64


def write(image: QImage, path: Path, colours: int = COLOURS) -> None:
    """Writes the picture with so many colours; the same bytes each time. OSError: it cannot be."""
    if not few_colours(image, colours).save(str(path), "PNG", 0):  # 0: packed as well as can be
        raise OSError(f"cannot write {path}")


def few_colours(image: QImage, colours: int = COLOURS) -> QImage:
    """The same picture with at most so many colours, each the nearest that there is."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = plain.width(), plain.height()
    pixels = np.frombuffer(bytes(plain.constBits()), dtype="<u4").reshape(height, width)
    found, where, times = np.unique(pixels, return_inverse=True, return_counts=True)
    rgb = np.stack([(found >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(np.int64)
    palette = rgb[_chosen(rgb, times, colours)]
    nearest = np.array([((palette - one) ** 2).sum(axis=1).argmin() for one in rgb], dtype=np.uint8)
    rows = np.zeros((height, -(-width // 4) * 4), dtype=np.uint8)  # rows of QImage: whole words
    rows[:, :width] = nearest[where].reshape(height, width)
    data = rows.tobytes()
    small = QImage(data, width, height, rows.shape[1], QImage.Format.Format_Indexed8)
    small.setColorTable([0xFF000000 | int(r) << 16 | int(g) << 8 | int(b) for r, g, b in palette])
    return small.copy()


def _chosen(rgb: np.ndarray, times: np.ndarray, colours: int) -> list[int]:
    """Places of the colours to keep: each time the one that would be missed most."""
    weight = np.sqrt(times)
    chosen = [int(times.argmax())]
    missed = ((rgb - rgb[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < colours and missed.any():
        chosen.append(int((missed * weight).argmax()))
        missed = np.minimum(missed, ((rgb - rgb[chosen[-1]]) ** 2).sum(axis=1))
    return chosen
