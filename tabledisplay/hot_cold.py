"""Counts over the last valid rounds, and what fair dice would give. (Never named `statistics`.)

Only the six faces are equally likely, so only they are ranked; totals, doubles and triples are
shown against their expectation. Voids are excluded, corrections included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tabledisplay.rules.dice import FACES, Dice

FACE_CHANCE = Fraction(91, 216)
"""Chance that a given face appears on at least one of three fair dice."""

TOTAL_WAYS = (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1)
"""Ways of 216 to roll each total 3…18."""

MEAN_WAIT_DOUBLE = Fraction(216, 16)
MEAN_WAIT_ANY_DOUBLE = Fraction(216, 96)
MEAN_WAIT_TRIPLE = Fraction(36)
"""Mean rounds from one to the next: a given double, any pair or triple, any triple."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Over the last `rounds` valid rounds. `faces[n-1]`: rounds in which n appears.

    `totals[t-3]`: rounds with total t. `window` is the setting: rounds, or None for this opening.
    `hot` and `cold` hold every face that ties for most or least; empty under the minimum sample.
    """

    window: int | None
    rounds: int
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    hot: tuple[int, ...]
    cold: tuple[int, ...]


def count(results: Sequence[Dice], window: int | None, minimum_sample: int) -> Counts:
    """Counts over the last `window` of these results (all of them if None), oldest first."""
    counted = results if window is None else results[-window:]
    faces, totals = [0] * 6, [0] * 16
    for dice in counted:
        totals[dice.total - 3] += 1
        for face in set(dice.faces):
            faces[face - 1] += 1
    ranked = len(counted) >= max(1, minimum_sample)
    return Counts(
        window,
        len(counted),
        tuple(faces),
        tuple(totals),
        tuple(n for n in FACES if faces[n - 1] == max(faces)) if ranked else (),
        tuple(n for n in FACES if faces[n - 1] == min(faces)) if ranked else (),
    )


@cache
def face_band(rounds: int) -> tuple[int, int]:
    """The least interval of counts of one face that holds fair dice in at least 95 % of cases.

    Both tails hold at most 2.5 % (exact binomial of 91/216); (0, 0) for no rounds.
    """
    p = float(FACE_CHANCE)
    below, low, high = 0.0, 0, rounds
    for k in range(rounds + 1):
        log_mass = (
            math.lgamma(rounds + 1)
            - math.lgamma(k + 1)
            - math.lgamma(rounds - k + 1)
            + k * math.log(p)
            + (rounds - k) * math.log1p(-p)
        )
        before, below = below, below + math.exp(log_mass)
        if before <= 0.025 < below:
            low = k
        if before < 0.975 <= below:
            high = k
            break
    return low, high


def face_mean(rounds: int) -> float:
    """Expected rounds of these in which a given face appears."""
    return float(FACE_CHANCE * rounds)


def expected_totals(rounds: int) -> tuple[float, ...]:
    """Expected rounds of these with each total 3…18."""
    return tuple(rounds * ways / 216 for ways in TOTAL_WAYS)


def waits(results: Sequence[Dice]) -> tuple[int | None, int | None]:
    """Rounds since the last pair-or-triple and since the last triple; None: none in these."""
    double = triple = None
    for ago, dice in enumerate(reversed(results)):
        if double is None and len(set(dice.faces)) < 3:
            double = ago
        if dice.is_triple:
            triple = ago
            break
    return double, triple
