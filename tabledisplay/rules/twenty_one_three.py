"""21+3: the best combination of a player's two cards and the croupier's first (art. 55-4, 7°)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from types import MappingProxyType
from typing import Protocol

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
WRITTEN = re.compile(r"(A|[2-9]|10|T|J|Q|K)([SHDC])", re.ASCII | re.IGNORECASE)


class Suit(StrEnum):
    """The four colours by their English initials: spades, hearts, diamonds, clubs."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Hand(StrEnum):
    """The combinations that pay, best first: tierce flush, brelan, tierce, couleur."""

    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"


class Ace(StrEnum):
    """Where an ace may stand in a tierce: A-2-3, Q-K-A, or either. The law leaves it open."""

    LOW = "low"
    HIGH = "high"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `rank` 1 (ace) to 13 (king). ValueError: any other rank."""

    rank: int
    suit: Suit

    def __post_init__(self) -> None:
        if type(self.rank) is not int or not 1 <= self.rank <= len(RANKS):
            raise ValueError("a rank is a whole number from 1 (ace) to 13 (king)")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Reads `7H`, `10h` or `TH` in any case. ValueError: any other text."""
        read = WRITTEN.fullmatch(text)
        if read is None:
            raise ValueError("a card is A, 2-10 (or T), J, Q or K, then S, H, D or C")
        rank, suit = read.group(1).upper(), read.group(2).upper()
        return cls(RANKS.index("10" if rank == "T" else rank) + 1, Suit(suit))

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in range(1, 14))


def follow_each_other(ranks: Sequence[int], ace: Ace) -> bool:
    """Three ranks in a row; an ace stands where `ace` allows and never in the middle (K-A-2)."""
    low, middle, high = sorted(ranks)
    if (low, middle, high) == (1, 12, 13):
        return ace is not Ace.LOW
    in_a_row = middle == low + 1 and high == middle + 1
    return in_a_row and (low != 1 or ace is not Ace.HIGH)


def best(cards: Sequence[Card], ace: Ace) -> Hand | None:
    """The best combination only, None for none (art. 55-4, 7°). ValueError: not three cards.

    Several decks are in play, so cards may repeat; three identical cards are a brelan.
    """
    if len(cards) != 3:
        raise ValueError("21+3 takes three cards")
    ranks = [card.rank for card in cards]
    one_suit = len({card.suit for card in cards}) == 1
    tierce = follow_each_other(ranks, ace)
    if tierce and one_suit:
        return Hand.STRAIGHT_FLUSH
    if len(set(ranks)) == 1:
        return Hand.THREE_OF_A_KIND
    if tierce:
        return Hand.STRAIGHT
    return Hand.FLUSH if one_suit else None


@dataclass(frozen=True, slots=True)
class Combinations:
    """How many of the `total` ways to draw three cards make each hand."""

    counts: Mapping[Hand, int]
    total: int


@cache
def combinations(decks: int, ace: Ace) -> Combinations:
    """Exact counts over that many full decks, order of cards ignored. ValueError: decks below 1."""
    if decks < 1:
        raise ValueError("at least one deck is in play")
    counts = dict.fromkeys(Hand, 0)
    for cards in combinations_with_replacement(DECK, 3):
        hand = best(cards, ace)
        if hand is not None:
            counts[hand] += prod(comb(decks, copies) for copies in Counter(cards).values())
    return Combinations(MappingProxyType(counts), comb(decks * len(DECK), 3))


class HandRatios(Protocol):
    """Whatever says what a hand pays; `Ruleset` does."""

    def hand_pays(self, hand: Hand | None) -> int:
        """Net gain in stakes, 0 for no hand."""
        ...


def edge(decks: int, ace: Ace, ratios: HandRatios) -> Fraction:
    """House edge of the side bet as a part of the stake, exactly. ValueError: decks below 1."""
    drawn = combinations(decks, ace)
    lost = drawn.total - sum(drawn.counts.values())
    gained = sum(ratios.hand_pays(hand) * count for hand, count in drawn.counts.items())
    return Fraction(lost - gained, drawn.total)
