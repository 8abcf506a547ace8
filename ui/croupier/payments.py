"""What is to be paid after a result: pure arithmetic over the rules in force.

A ratio is a net gain in stakes; the stake is returned on top, so gain and total stay apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tabledisplay.rules.dice import Dice
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.sicbo import BOX_BY_ID, Box, wins

CHIPS_SHOWN = 10
"""Chip values that have a key; a longer list keeps its smallest ones."""

MAIN_BOXES = tuple(BOX_BY_ID[name] for name in ("small", "big", "any_triple"))
"""The boxes most stakes lie on: the croupier first looks whether these are taken or paid."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Chips tapped one after the other."""

    chips: tuple[Decimal, ...] = ()

    def plus(self, chip: Decimal) -> Stake:
        """With one more chip."""
        return Stake((*self.chips, chip))

    def taken_back(self) -> Stake:
        """Without the last chip."""
        return Stake(self.chips[:-1])

    @property
    def amount(self) -> Decimal:
        """What the chips are worth together."""
        return sum(self.chips, Decimal(0))


@dataclass(frozen=True, slots=True)
class PaidBox:
    """A winning box at a stake. `maximum` is None when the table's minimum is not known."""

    box: Box
    pays: int
    maximum: Decimal | None
    stake: Decimal

    @property
    def gain(self) -> Decimal:
        """What the house adds."""
        return self.pays * self.stake

    @property
    def returned(self) -> Decimal:
        """Gain and stake together."""
        return self.gain + self.stake

    @property
    def over(self) -> bool:
        """Whether the stake is above the box's maximum (art. 55-23-2)."""
        return self.maximum is not None and self.stake > self.maximum


def chips(denominations: Sequence[float]) -> tuple[Decimal, ...]:
    """The chip values that have a key, smallest first."""
    values = sorted({Decimal(repr(value)).normalize() for value in denominations})
    return tuple(Decimal(format(value, "f")) for value in values[:CHIPS_SHOWN])


def paid_boxes(
    dice: Dice, ruleset: Ruleset, minimum: Decimal | None, stake: Decimal
) -> tuple[PaidBox, ...]:
    """Every winning box in layout order, which is the order of payment."""
    return tuple(
        PaidBox(
            paid.box,
            paid.pays,
            None if minimum is None else ruleset.maximum(paid.box, minimum),
            stake,
        )
        for paid in ruleset.payouts(dice)
    )


def main_boxes(dice: Dice) -> tuple[tuple[Box, bool], ...]:
    """The main boxes, each with whether it wins."""
    return tuple((box, wins(box, dice)) for box in MAIN_BOXES)
