"""What a measurement says: one figure of ours beside one taken in the same run."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Aim(Enum):
    """On which side of its target a ratio should lie."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


@dataclass(frozen=True, slots=True)
class Measured:
    """`ours` and `beside` in the same unit; `other` says what the second one is."""

    name: str
    ours: float
    beside: float
    unit: str
    other: str
    aim: Aim | None = None
    target: float | None = None

    @classmethod
    def at_most(
        cls, name: str, ours: float, beside: float, unit: str, other: str, *, limit: float
    ) -> Measured:
        """A figure whose ratio should not be over the limit."""
        return cls(name, ours, beside, unit, other, Aim.AT_MOST, limit)

    @classmethod
    def at_least(
        cls, name: str, ours: float, beside: float, unit: str, other: str, *, limit: float
    ) -> Measured:
        """A figure whose ratio should not be under the limit."""
        return cls(name, ours, beside, unit, other, Aim.AT_LEAST, limit)

    @property
    def ratio(self) -> float:
        """Ours over the other."""
        return self.ours / self.beside

    @property
    def missed(self) -> bool:
        """Whether there is a target and the ratio lies on its wrong side."""
        if self.target is None:
            return False
        if self.aim is Aim.AT_LEAST:
            return self.ratio < self.target
        return self.ratio > self.target


def best(repeats: int, *acts: Callable[[], object]) -> list[float]:
    """The shortest time of each act in seconds, taken in turns: other load only ever adds."""
    shortest = [float("inf")] * len(acts)
    for _ in range(repeats):
        for n, act in enumerate(acts):
            begun = time.perf_counter()
            act()
            shortest[n] = min(shortest[n], time.perf_counter() - begun)
    return shortest


def percentile(values: Sequence[float], percent: int) -> float:
    """The value under which so many percent of them lie."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def resident(pid: int | str = "self") -> float:
    """Memory of a process in MB, now."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ProcessLookupError(pid)


def most_resident() -> float:
    """The most memory this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def open_files(pid: int | str = "self") -> int:
    """File descriptors a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
