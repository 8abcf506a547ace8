"""Sizes of text from where it is read: distance, diagonal and the window's own pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ui.fonts import CAPITAL

MUST_ARCMIN = 22.0
"""Capital height, as an angle at the reader's eye, of what must be read."""

LEAST_ARCMIN = 16.0
"""Capital height below which nothing may be set."""

LARGEST_SHARE = 0.0655
"""The least text size never takes more of the window's short side, so that the words still fit."""

INCH_MM = 25.4


@dataclass(frozen=True, slots=True)
class Reading:
    """Text sizes in logical pixels. `unit`: the least size set; `arcmin`: the angle it reaches."""

    unit: float
    arcmin: float

    @property
    def must(self) -> float:
        """Size of what must be read."""
        return float(math.ceil(self.unit * MUST_ARCMIN / LEAST_ARCMIN))

    @property
    def arcmin_of_must(self) -> float:
        """The angle that what must be read reaches."""
        return self.arcmin * MUST_ARCMIN / LEAST_ARCMIN

    @property
    def kept(self) -> bool:
        """Whether the screen is large enough for the distance."""
        return self.arcmin >= LEAST_ARCMIN - 0.05


def capital_mm(arcmin: float, distance_m: float) -> float:
    """Height in mm that is seen at that angle from that distance."""
    return math.tan(math.radians(arcmin / 60)) * distance_m * 1000


def reading(width: float, height: float, diagonal_inches: float, distance_m: float) -> Reading:
    """Sizes for a window that fills a screen of that diagonal, read from that distance."""
    pixels_per_mm = math.hypot(width, height) / (diagonal_inches * INCH_MM)
    wanted = capital_mm(LEAST_ARCMIN, distance_m) * pixels_per_mm / CAPITAL
    unit = min(float(math.ceil(wanted)), min(width, height) * LARGEST_SHARE)
    return Reading(unit, LEAST_ARCMIN * unit / wanted)


def least_inches(width: float, height: float, distance_m: float) -> float:
    """The diagonal from which on the sizes are kept at that distance, for a window of this form."""
    largest = min(width, height) * LARGEST_SHARE
    millimetres = capital_mm(LEAST_ARCMIN, distance_m) / CAPITAL * math.hypot(width, height)
    return millimetres / largest / INCH_MM
