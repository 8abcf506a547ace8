"""Which of the 50 boxes of the sic-bo layout win for given dice (art. 55-23-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, product
from typing import Protocol, assert_never

from tabledisplay.rules.dice import FACES, Dice


class Group(StrEnum):
    """The kinds of box, in the order of the layout."""

    SMALL = "small"
    BIG = "big"
    DOUBLE = "double"
    TRIPLE = "triple"
    ANY_TRIPLE = "any_triple"
    TOTAL = "total"
    DUO = "duo"
    SINGLE = "single"


class Tag(StrEnum):
    """What a result is called at a glance. Every result has exactly one."""

    SMALL = "small"
    BIG = "big"
    TRIPLE = "triple"


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the layout. `numbers`: none, the face, the total, or the two faces of a duo."""

    group: Group
    numbers: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """Its published name, such as `small`, `total:12` or `duo:2-5`."""
        if not self.numbers:
            return self.group.value
        return f"{self.group}:{'-'.join(map(str, self.numbers))}"

    def __str__(self) -> str:
        return self.id


TOTALS = range(4, 18)
"""The totals that have a box; 3 and 18 are triples only and have none (art. 55-23-1)."""


def layout() -> Iterator[Box]:
    """The boxes in their published order."""
    yield Box(Group.SMALL)
    yield Box(Group.BIG)
    for group in (Group.DOUBLE, Group.TRIPLE):
        yield from (Box(group, (face,)) for face in FACES)
    yield Box(Group.ANY_TRIPLE)
    yield from (Box(Group.TOTAL, (total,)) for total in TOTALS)
    yield from (Box(Group.DUO, pair) for pair in combinations(FACES, 2))
    yield from (Box(Group.SINGLE, (face,)) for face in FACES)


BOXES: tuple[Box, ...] = tuple(layout())
BOX_BY_ID: dict[str, Box] = {box.id: box for box in BOXES}
ROLLS: tuple[Dice, ...] = tuple(Dice.of(*roll) for roll in product(FACES, repeat=3))
"""The 216 equally likely rolls of three fair dice; most of the 56 results stand here repeatedly."""


def small_wins(dice: Dice) -> bool:
    """Petit: total 4 to 10, never on a triple (art. 55-23-1)."""
    return 4 <= dice.total <= 10 and not dice.is_triple


def big_wins(dice: Dice) -> bool:
    """Grand: total 11 to 17, never on a triple (art. 55-23-1)."""
    return 11 <= dice.total <= 17 and not dice.is_triple


def double_wins(face: int, dice: Dice) -> bool:
    """Doublé: at least two dice show the face, so a triple wins too (art. 55-23-1)."""
    return dice.count(face) >= 2


def triple_wins(face: int, dice: Dice) -> bool:
    """Triplé: all three dice show the face (art. 55-23-1)."""
    return dice.count(face) == 3


def any_triple_wins(dice: Dice) -> bool:
    """N'importe quel triplé: all three dice show one face, whichever (art. 55-23-1)."""
    return dice.is_triple


def total_wins(total: int, dice: Dice) -> bool:
    """Somme des trois dés: the total is the number chosen, triples included (art. 55-23-1)."""
    return dice.total == total


def duo_wins(first: int, second: int, dice: Dice) -> bool:
    """Combinaison ou duo: both faces appear on at least two of the dice (art. 55-23-1)."""
    return dice.count(first) > 0 and dice.count(second) > 0


def single_wins(face: int, dice: Dice) -> bool:
    """Numéro plein ou simple: the face shows on one, two or three dice (art. 55-23-1)."""
    return dice.count(face) > 0


def wins(box: Box, dice: Dice) -> bool:
    """The box wins for these dice (art. 55-23-1)."""
    numbers = box.numbers
    match box.group:
        case Group.SMALL:
            return small_wins(dice)
        case Group.BIG:
            return big_wins(dice)
        case Group.DOUBLE:
            return double_wins(numbers[0], dice)
        case Group.TRIPLE:
            return triple_wins(numbers[0], dice)
        case Group.ANY_TRIPLE:
            return any_triple_wins(dice)
        case Group.TOTAL:
            return total_wins(numbers[0], dice)
        case Group.DUO:
            return duo_wins(numbers[0], numbers[1], dice)
        case Group.SINGLE:
            return single_wins(numbers[0], dice)
        case _:
            assert_never(box.group)


def hits(box: Box, dice: Dice) -> int:
    """How often the box is hit: 0 lost, 1 won; a numéro plein by its dice, 0-3 (art. 55-23-1)."""
    if box.group is Group.SINGLE:
        return dice.count(box.numbers[0])
    return int(wins(box, dice))


def winning(dice: Dice) -> tuple[Box, ...]:
    """The boxes that win for these dice, in layout order: 4, 5, 6 or 8 of them."""
    return tuple(box for box in BOXES if wins(box, dice))


def tags(dice: Dice) -> tuple[Tag, ...]:
    """Small, big or triple. A triple is neither small nor big (art. 55-23-1)."""
    if dice.is_triple:
        return (Tag.TRIPLE,)
    return (Tag.SMALL,) if small_wins(dice) else (Tag.BIG,)


class Ratios(Protocol):
    """Whatever says what a box pays; `Ruleset` does."""

    def pays(self, box: Box, dice: Dice) -> int:
        """Net gain in stakes, 0 when the box loses."""
        ...


def edge(box: Box, ratios: Ratios) -> Fraction:
    """House edge: what a stake on the box loses on average, as a part of the stake, exactly."""
    gained = sum(ratios.pays(box, dice) if wins(box, dice) else -1 for dice in ROLLS)
    return Fraction(-gained, len(ROLLS))
