"""Three cards being tapped, and what the 21 + 3 stake is paid: nothing of it is kept anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tabledisplay.payout import returned
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.twenty_one_three import Ace, Card, Hand, best


@dataclass(frozen=True, slots=True)
class Drawn:
    """Up to three cards, or the outcome named at once. Cards may repeat: several decks are in play.

    A fourth card begins the next three.
    """

    cards: tuple[Card, ...] = ()
    named: Hand | None = None

    def with_card(self, card: Card) -> Drawn:
        """One more card."""
        return Drawn((card,)) if self.complete else Drawn((*self.cards, card))

    def with_hand(self, hand: Hand) -> Drawn:
        """The outcome, without the cards."""
        return Drawn((), hand)

    def taken_back(self) -> Drawn:
        """Without the last card, or without the outcome that was named."""
        return Drawn(self.cards[:-1])

    @property
    def complete(self) -> bool:
        """Whether there is an outcome."""
        return self.named is not None or len(self.cards) == 3

    @property
    def empty(self) -> bool:
        """Whether nothing was tapped."""
        return self.named is None and not self.cards

    def hand(self, ace: Ace) -> Hand | None:
        """The combination, None for none or not yet."""
        if self.named is not None:
            return self.named
        return best(self.cards, ace) if len(self.cards) == 3 else None


@dataclass(frozen=True, slots=True)
class SidePaid:
    """What the stake on this combination is paid: gain and total returned, apart."""

    hand: Hand | None
    pays: int
    gain: Decimal
    returned: Decimal


def side_paid(drawn: Drawn, ruleset: Ruleset, ace: Ace, stake: Decimal) -> SidePaid:
    """The payment at that stake (art. 55-4, 7°)."""
    hand = drawn.hand(ace)
    pays = ruleset.hand_pays(hand)
    gain = pays * stake
    return SidePaid(hand, pays, gain, returned(gain, stake))
