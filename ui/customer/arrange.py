"""Which module stands where: a pure function of sizes, tested with plain numbers.

Each module says what it needs; columns are filled in the order of the settings, and what does not
fit is left out, the last named first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in logical pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Needs:
    """Least height, and the height beyond which a module gains nothing."""

    least: float
    best: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A module that has something to show. `needs` is None for a width too narrow for it."""

    name: str
    side: int
    needs: Callable[[float], Needs | None]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where each module stands, and the names of those left out."""

    placed: dict[str, Box]
    dropped: tuple[str, ...]


@dataclass(slots=True)
class Column:
    """One column being filled from the top."""

    x: float
    width: float
    names: list[str] = field(default_factory=list)
    needs: list[Needs] = field(default_factory=list)

    def takes(self, needs: Needs | None, height: float, gap: float) -> bool:
        """Whether a module with these needs still fits."""
        if needs is None:
            return False
        used = sum(n.least for n in self.needs) + gap * len(self.needs)
        return used + needs.least <= height + 0.01

    def heights(self, height: float, gap: float) -> list[float]:
        """Of the modules from top to bottom, the spare height shared out."""
        spare = height - gap * (len(self.needs) - 1) - sum(n.least for n in self.needs)
        return shared([n.least for n in self.needs], [n.best for n in self.needs], spare)

    def boxes(self, top: float, heights: Sequence[float], gap: float) -> dict[str, Box]:
        """The modules from top to bottom with these heights."""
        placed: dict[str, Box] = {}
        for name, tall in zip(self.names, heights, strict=True):
            placed[name] = Box(self.x, top, self.width, tall)
            top += tall + gap
        return placed


def shared(least: Sequence[float], best: Sequence[float], spare: float) -> list[float]:
    """Heights that use up all the spare: first each towards its best, the rest by size."""
    wishes = [max(0.0, b - n) for b, n in zip(best, least, strict=True)]
    granted = min(1.0, spare / sum(wishes)) if sum(wishes) > 0 else 0.0
    heights = [n + wish * granted for n, wish in zip(least, wishes, strict=True)]
    rest = spare - sum(wishes) * granted
    total = sum(heights)
    return [tall + rest * tall / total for tall in heights] if total else heights


def arranged(
    area: Box, wanted: Sequence[Wanted], shares: Sequence[float], gap: float
) -> Arrangement:
    """Fills columns of these shares of the width; a column left empty gives its width away."""
    columns = split(area, shares, gap)
    dropped: list[str] = []
    for module in wanted:
        first = min(module.side, len(columns) - 1)
        for column in sorted(columns, key=lambda c: c is not columns[first]):
            needs = module.needs(column.width)
            if needs is not None and column.takes(needs, area.height, gap):
                column.names.append(module.name)
                column.needs.append(needs)
                break
        else:
            dropped.append(module.name)
    used = [column for column in columns if column.names]
    if len(used) < len(columns) and used:
        kept = [module for module in wanted if module.name not in dropped]
        again = arranged(area, kept, [1.0] * len(used), gap)
        if not again.dropped:
            return Arrangement(again.placed, tuple(dropped))
    placed: dict[str, Box] = {}
    edges: list[float] = []
    for column in used:
        heights = snapped(column, column.heights(area.height, gap), edges, gap)
        placed |= column.boxes(area.y, heights, gap)
        edges += [placed[name].bottom - area.y for name in column.names[:-1]]
    return Arrangement(placed, tuple(dropped))


SNAP = 2.5
"""Edges of neighbouring columns closer than this, in gaps, are brought to one line."""


def snapped(
    column: Column, heights: list[float], edges: Sequence[float], gap: float
) -> list[float]:
    """The heights with edges moved onto those of the columns before, where the needs allow it."""
    top, found = 0.0, list(heights)
    for at in range(len(found) - 1):
        edge = top + found[at]
        moves = sorted((other - edge for other in edges), key=abs)
        moved = moves[0] if moves else 0.0
        fits = found[at] + moved >= column.needs[at].least - 0.01
        fits_next = found[at + 1] - moved >= column.needs[at + 1].least - 0.01
        if abs(moved) <= SNAP * gap and fits and fits_next:
            found[at] += moved
            found[at + 1] -= moved
        top += found[at] + gap
    return found


def split(area: Box, shares: Sequence[float], gap: float) -> list[Column]:
    """Columns side by side with these shares of the width."""
    room = area.width - gap * (len(shares) - 1)
    columns: list[Column] = []
    x = area.x
    for share in shares:
        wide = room * share / sum(shares)
        columns.append(Column(x, wide))
        x += wide + gap
    return columns
