"""The 50 boxes over all 216 rolls, against the oracle and the exact odds."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import (
    BOX_BY_ID,
    BOXES,
    ROLLS,
    Box,
    Group,
    Tag,
    edge,
    hits,
    tags,
    winning,
    wins,
)
from tests.rules.oracle import lit

CASES = Path(__file__).resolve().parents[1] / "cases" / "sicbo_payouts.json"
ALL = list(product(range(1, 7), repeat=3))
RULES = load_ruleset()


def test_the_boxes_and_their_order_are_as_published() -> None:
    assert " ".join(box.id for box in BOXES) == (
        "small big "
        "double:1 double:2 double:3 double:4 double:5 double:6 "
        "triple:1 triple:2 triple:3 triple:4 triple:5 triple:6 any_triple "
        "total:4 total:5 total:6 total:7 total:8 total:9 total:10 "
        "total:11 total:12 total:13 total:14 total:15 total:16 total:17 "
        "duo:1-2 duo:1-3 duo:1-4 duo:1-5 duo:1-6 duo:2-3 duo:2-4 duo:2-5 duo:2-6 "
        "duo:3-4 duo:3-5 duo:3-6 duo:4-5 duo:4-6 duo:5-6 "
        "single:1 single:2 single:3 single:4 single:5 single:6"
    )
    assert len(BOXES) == len(set(BOXES)) == 50
    assert [BOX_BY_ID[box.id] for box in BOXES] == list(BOXES)
    assert str(Box(Group.DUO, (2, 5))) == "duo:2-5"


@pytest.mark.parametrize("roll", ALL)
def test_every_roll_pays_what_the_oracle_says(roll: tuple[int, int, int]) -> None:
    dice, expected = Dice(roll), lit(roll)
    assert {paid.box.id: paid.pays for paid in RULES.payouts(dice)} == expected
    assert {box.id for box in BOXES if wins(box, dice)} == set(expected)
    assert {box.id for box in BOXES if RULES.pays(box, dice)} == set(expected)
    assert list(winning(dice)) == [box for box in BOXES if box.id in expected]
    lit_count = {1: 4 if roll[0] in (1, 6) else 5, 2: 6, 3: 8}[len(set(roll))]
    assert len(expected) == lit_count


def test_the_rolls_are_all_216_and_as_often_as_they_fall() -> None:
    assert Counter(ROLLS) == Counter(Dice(roll) for roll in ALL)
    assert sorted(Counter(ROLLS).values()) == [1] * 6 + [3] * 30 + [6] * 20
    totals = Counter(dice.total for dice in ROLLS)
    exact = (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1)
    assert [totals[total] for total in range(3, 19)] == list(exact)


@pytest.mark.parametrize("case", json.loads(CASES.read_text(encoding="utf-8")))
def test_known_cases(case: dict[str, object]) -> None:
    payouts = RULES.payouts(Dice(case["dice"]))
    assert {paid.box.id: paid.pays for paid in payouts} == case["boxes"]


def test_a_box_is_hit_once_but_a_single_as_often_as_it_shows() -> None:
    five, double, duo = BOX_BY_ID["single:5"], BOX_BY_ID["double:5"], BOX_BY_ID["duo:2-5"]
    rolls = [Dice.of(1, 2, 3), Dice.of(1, 2, 5), Dice.of(2, 5, 5), Dice.of(5, 5, 5)]
    assert [hits(five, dice) for dice in rolls] == [0, 1, 2, 3]
    assert [hits(double, dice) for dice in rolls] == [0, 0, 1, 1]
    assert [hits(duo, dice) for dice in rolls] == [0, 1, 1, 0]


def test_a_result_is_small_big_or_a_triple_and_never_two_of_them() -> None:
    named = Counter(tags(dice) for dice in ROLLS)
    assert named == {(Tag.SMALL,): 105, (Tag.BIG,): 105, (Tag.TRIPLE,): 6}
    assert tags(Dice.of(2, 2, 2)) == (Tag.TRIPLE,)
    assert tags(Dice.of(1, 1, 2)) == tags(Dice.of(1, 3, 6)) == (Tag.SMALL,)
    assert tags(Dice.of(1, 4, 6)) == tags(Dice.of(5, 6, 6)) == (Tag.BIG,)


EDGES = {
    "small": Fraction(1, 36),
    "big": Fraction(1, 36),
    "any_triple": Fraction(5, 36),
    **{f"single:{n}": Fraction(1, 27) for n in range(1, 7)},
    **{f"double:{n}": Fraction(5, 27) for n in range(1, 7)},
    **{f"triple:{n}": Fraction(35, 216) for n in range(1, 7)},
    **{f"duo:{a}-{b}": Fraction(1, 6) for a in range(1, 7) for b in range(a + 1, 7)},
    **{f"total:{n}": Fraction(11, 72) for n in (4, 17)},
    **{f"total:{n}": Fraction(5, 36) for n in (5, 16)},
    **{f"total:{n}": Fraction(13, 108) for n in (6, 15)},
    **{f"total:{n}": Fraction(7, 72) for n in (7, 14)},
    **{f"total:{n}": Fraction(1, 8) for n in (8, 13, 10, 11)},
    **{f"total:{n}": Fraction(2, 27) for n in (9, 12)},
}


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_house_edges(box: Box) -> None:
    assert edge(box, RULES) == EDGES[box.id]


def test_how_often_the_groups_win() -> None:
    often = {"double:3": 16, "triple:3": 1, "duo:2-5": 30, "single:4": 91, "any_triple": 6}
    for box, rolls in often.items():
        assert sum(wins(BOX_BY_ID[box], dice) for dice in ROLLS) == rolls
