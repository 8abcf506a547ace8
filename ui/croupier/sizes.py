"""Millimetres of the panel's own screen, from its diagonal and its pixels, never from the OS's DPI.

What is touched has real sizes: a finger does not shrink with the resolution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MM_PER_INCH = 25.4

PRIMARY = 22.4
"""Least side of a key of the round, in mm."""

SECONDARY = 15.3
"""Least side of any other key, in mm."""

SMALLEST = 10.3
"""Nothing that is touched is smaller, in mm."""

GAP = 3.1
"""Least distance between keys, in mm."""

CARD_GAP = 1.5
"""Distance between the 52 cards, in mm: a wrong card is taken back by one tap."""

LEAST_TEXT = 3.2
"""Least letter size in mm: capitals of 2.3 mm are 16 arc minutes at 50 cm, the floor."""

TEXT = 4.4
"""Ordinary letter size in mm: capitals of 3.2 mm are 22 arc minutes at 50 cm."""

LEAST_SCREEN = (208.0, 128.0)
"""The smallest panel that holds all keys at their size, in mm: a screen of 10 inches."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Pixels per millimetre, and the window's size in millimetres.

    `true` is False on a screen under 10 inches: there everything shrinks together.
    """

    px_per_mm: float
    width: float
    height: float
    true: bool

    def px(self, mm: float) -> int:
        """Whole pixels that are at least as long."""
        return math.ceil(mm * self.px_per_mm - 1e-9)

    @property
    def portrait(self) -> bool:
        """Whether the window is higher than wide."""
        return self.height > self.width


def scale(diagonal_inches: float, width_px: int, height_px: int) -> Scale:
    """The scale of a window that fills a screen of that diagonal. ValueError: no size."""
    if width_px <= 0 or height_px <= 0 or diagonal_inches <= 0:
        raise ValueError("a screen has a size")
    real = math.hypot(width_px, height_px) / (diagonal_inches * MM_PER_INCH)
    long, short = max(width_px, height_px), min(width_px, height_px)
    fitting = min(long / LEAST_SCREEN[0], short / LEAST_SCREEN[1])
    used = min(real, fitting)
    return Scale(used, width_px / used, height_px / used, true=real <= fitting)
