"""Counts against an independent recount, and bands against published numbers."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.hot_cold import (
    FACE_CHANCE,
    MEAN_WAIT_ANY_DOUBLE,
    MEAN_WAIT_DOUBLE,
    MEAN_WAIT_TRIPLE,
    TOTAL_WAYS,
    count,
    expected_totals,
    face_band,
    face_mean,
    waits,
)
from tabledisplay.rules.dice import Dice

ROLLS = list(product(range(1, 7), repeat=3))
dice = st.sampled_from(ROLLS).map(Dice)
results = st.lists(dice, max_size=60)


def test_exact_numbers_by_counting_all_rolls() -> None:
    totals = Counter(map(sum, ROLLS))
    assert tuple(totals[t] for t in range(3, 19)) == TOTAL_WAYS
    assert Fraction(sum(6 in roll for roll in ROLLS), 216) == FACE_CHANCE
    assert Fraction(216, sum(roll.count(6) >= 2 for roll in ROLLS)) == MEAN_WAIT_DOUBLE
    assert Fraction(216, sum(len(set(roll)) < 3 for roll in ROLLS)) == MEAN_WAIT_ANY_DOUBLE
    assert Fraction(216, sum(len(set(roll)) == 1 for roll in ROLLS)) == MEAN_WAIT_TRIPLE
    assert float(MEAN_WAIT_DOUBLE) == 13.5


@pytest.mark.parametrize(
    ("rounds", "band"), [(50, (14, 28)), (100, (33, 52)), (200, (71, 98)), (500, (189, 232))]
)
def test_published_bands(rounds: int, band: tuple[int, int]) -> None:
    """95 % band for one face: 50 [14,28], 100 [33,52], 200 [71,98], 500 [189,232]."""
    assert face_band(rounds) == band


@pytest.mark.parametrize("rounds", [1, 2, 3, 7, 20, 50, 100, 333])
def test_a_band_is_the_least_that_leaves_little_on_both_sides(rounds: int) -> None:
    p = Fraction(91, 216)
    mass = [math.comb(rounds, k) * p**k * (1 - p) ** (rounds - k) for k in range(rounds + 1)]
    assert sum(mass) == 1
    low, high = face_band(rounds)
    tail = Fraction(25, 1000)
    assert sum(mass[:low]) <= tail < sum(mass[: low + 1])
    assert sum(mass[high + 1 :]) <= tail < sum(mass[high:])


def test_the_band_of_no_rounds() -> None:
    assert face_band(0) == (0, 0)


@pytest.mark.parametrize(
    ("rounds", "mean", "deviation"),
    [(50, 21.1, 3.5), (100, 42.1, 4.9), (200, 84.3, 7.0), (500, 210.6, 11.0)],
)
def test_published_means(rounds: int, mean: float, deviation: float) -> None:
    assert face_mean(rounds) == pytest.approx(mean, abs=0.05)
    p = float(FACE_CHANCE)
    assert math.sqrt(rounds * p * (1 - p)) == pytest.approx(deviation, abs=0.06)
    low, high = face_band(rounds)
    assert low < face_mean(rounds) < high


def test_expected_totals_add_up() -> None:
    expected = expected_totals(216)
    assert expected == tuple(map(float, TOTAL_WAYS))
    assert sum(expected_totals(100)) == pytest.approx(100)


@given(results, st.sampled_from([None, 1, 5, 20, 50, 500]), st.integers(0, 25))
def test_counts_are_an_independent_recount(
    rolled: list[Dice], window: int | None, sample: int
) -> None:
    counted = rolled if window is None else rolled[max(0, len(rolled) - window) :]
    found = count(rolled, window, sample)
    faces = Counter(face for roll in counted for face in dict.fromkeys(roll.faces))
    totals = Counter(sum(roll.faces) for roll in counted)
    assert found.rounds == len(counted)
    assert found.faces == tuple(faces[face] for face in range(1, 7))
    assert found.totals == tuple(totals[total] for total in range(3, 19))
    assert found.window == window
    if len(counted) < max(sample, 1):
        assert found.hot == found.cold == ()
    else:
        most, least = max(found.faces), min(found.faces)
        assert found.hot == tuple(f for f in range(1, 7) if faces[f] == most)
        assert found.cold == tuple(f for f in range(1, 7) if faces[f] == least)


def test_a_face_counts_once_a_round() -> None:
    """« Count of a face = rounds in which it appears »"""
    found = count([Dice.of(6, 6, 6), Dice.of(6, 6, 1)], None, 1)
    assert found.faces == (1, 0, 0, 0, 0, 2)


def test_ties_are_shown_as_ties() -> None:
    found = count([Dice.of(1, 2, 3), Dice.of(4, 5, 6)], None, 1)
    assert found.hot == found.cold == (1, 2, 3, 4, 5, 6)
    found = count([Dice.of(1, 2, 2), Dice.of(1, 2, 6)], None, 1)
    assert (found.hot, found.cold) == ((1, 2), (3, 4, 5))


@pytest.mark.parametrize(("rounds", "ranked"), [(0, False), (19, False), (20, True)])
def test_nothing_is_ranked_under_the_minimum_sample(rounds: int, ranked: bool) -> None:
    found = count([Dice.of(1, 2, 3)] * rounds, 100, 20)
    assert (bool(found.hot), bool(found.cold)) == (ranked, ranked)
    assert found.rounds == rounds


def test_no_rounds_are_never_ranked() -> None:
    found = count([], None, 0)
    assert (found.rounds, found.hot, found.cold) == (0, (), ())


def test_the_window_is_the_last_rounds() -> None:
    rolled = [Dice.of(1, 1, 1)] * 30 + [Dice.of(6, 6, 6)] * 20
    assert count(rolled, 20, 1).faces == (0, 0, 0, 0, 0, 20)
    assert count(rolled, 50, 1).faces == (30, 0, 0, 0, 0, 20)
    assert count(rolled, None, 1).rounds == 50
    assert count(rolled, 500, 1).rounds == 50


@given(results)
def test_waits_are_an_independent_recount(rolled: list[Dice]) -> None:
    def wait(hits: list[bool]) -> int | None:
        return None if True not in hits else list(reversed(hits)).index(True)

    assert waits(rolled) == (
        wait([len(set(roll.faces)) < 3 for roll in rolled]),
        wait([len(set(roll.faces)) == 1 for roll in rolled]),
    )


def test_every_result_has_its_place_in_the_counts() -> None:
    for roll in combinations_with_replacement(range(1, 7), 3):
        found = count([Dice(roll)], None, 1)
        assert sum(found.totals) == 1
        assert sum(found.faces) == len(set(roll))
