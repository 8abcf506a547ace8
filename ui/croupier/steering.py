"""Which of several places an arrow key goes to: pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

Place = tuple[float, float]
"""The middle of a key."""


class Direction(Enum):
    """Where an arrow points, as a step to the right and down."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


def nearest(here: Place, places: Sequence[Place], direction: Direction) -> int | None:
    """The place that lies that way and is nearest, counting what is aside twice; None if none."""
    step_x, step_y = direction.value
    best: tuple[float, int] | None = None
    for n, (x, y) in enumerate(places):
        ahead = (x - here[0]) * step_x + (y - here[1]) * step_y
        aside = abs((x - here[0]) * step_y) + abs((y - here[1]) * step_x)
        if ahead <= 1 or aside > 2 * ahead + 1:
            continue
        cost = ahead + 2 * aside
        if best is None or cost < best[0]:
            best = (cost, n)
    return None if best is None else best[1]
