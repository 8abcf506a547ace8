"""21+3: every set of three cards in every order, and the exact odds."""

import json
from fractions import Fraction
from itertools import combinations as choose
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.twenty_one_three import (
    DECK,
    Ace,
    Card,
    Hand,
    Suit,
    best,
    combinations,
    edge,
)
from tests.rules.oracle import best_hand

CASES = Path(__file__).resolve().parents[1] / "cases" / "21_plus_3.json"
RULES = load_ruleset()


def hand(cards: str, ace: Ace = Ace.BOTH) -> Hand | None:
    return best([Card.parse(card) for card in cards.split()], ace)


@pytest.mark.parametrize("case", json.loads(CASES.read_text(encoding="utf-8")))
def test_known_cases(case: dict[str, object]) -> None:
    made = best([Card.parse(card) for card in case["cards"]], Ace(case["ace"]))
    assert made == case["hand"]
    assert RULES.hand_pays(made) == case["pays"]


def as_pair(card: Card) -> tuple[str, str]:
    return str(card)[:-1].replace("10", "T"), str(card)[-1]


@pytest.mark.parametrize("ace", Ace)
def test_every_three_cards_in_any_order_make_the_oracles_hand(ace: Ace) -> None:
    pairs = {card: as_pair(card) for card in DECK}
    seen = 0
    for cards in combinations_with_replacement(DECK, 3):
        expected = best_hand(tuple(pairs[card] for card in cards), ace.value)
        assert {best(order, ace) for order in permutations(cards)} == {expected}, cards
        seen += 1
    assert seen == 24804


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        ("AS 2D 3H", Hand.STRAIGHT, None),
        ("QH KD AS", None, Hand.STRAIGHT),
        ("KC AD 2H", None, None),
        ("KC AC 2C", Hand.FLUSH, Hand.FLUSH),
        ("AS 2S 3S", Hand.STRAIGHT_FLUSH, Hand.FLUSH),
        ("QS KS AS", Hand.FLUSH, Hand.STRAIGHT_FLUSH),
        ("JS QD KS", Hand.STRAIGHT, Hand.STRAIGHT),
        ("2S 3D 4S", Hand.STRAIGHT, Hand.STRAIGHT),
        ("AS AD AH", Hand.THREE_OF_A_KIND, Hand.THREE_OF_A_KIND),
        ("AS AD 2H", None, None),
        ("AS QD KD", None, Hand.STRAIGHT),
    ],
)
def test_where_the_ace_stands(cards: str, low: Hand | None, high: Hand | None) -> None:
    assert hand(cards, Ace.LOW) == low
    assert hand(cards, Ace.HIGH) == high
    assert hand(cards, Ace.BOTH) == (low if RULES.hand_pays(low) > RULES.hand_pays(high) else high)


def test_three_identical_cards_of_several_decks_are_three_of_a_kind() -> None:
    assert hand("9S 9S 9S") is Hand.THREE_OF_A_KIND
    assert hand("7H 7H KH") is Hand.FLUSH


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_takes_three_cards(count: int) -> None:
    with pytest.raises(ValueError):
        best(DECK[:count], Ace.BOTH)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_in_any_case_and_echoed_one_way(card: Card) -> None:
    text = str(card)
    for written in {text, text.lower(), text.replace("10", "T"), text.replace("10", "t")}:
        assert Card.parse(written) == card


def test_the_deck_has_52_cards() -> None:
    assert len(set(DECK)) == len({str(card) for card in DECK}) == 52
    assert str(Card.parse("tH")) == "10H"


WRITTEN = {r + s for r in (*"A23456789TJQK", "10") for s in "SHDC"}


@given(
    st.text(max_size=4)
    | st.text(alphabet="A1023456789TJQKSHDCahtjqksdc ſ\u212a１", min_size=2, max_size=3)
)
def test_any_text_is_a_card_or_a_value_error(text: str) -> None:
    if text.isascii() and text.upper() in WRITTEN:
        assert str(Card.parse(text)) == text.upper().replace("T", "10")
    else:
        with pytest.raises(ValueError):
            Card.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "H",
        "1H",
        "0H",
        "11H",
        "01H",
        "7X",
        "H7",
        " 7H",
        "7H ",
        "7H\n",
        "7ſ",
        "\u212aH",
        "７H",
        "10",
        "7HH",
    ],
)
def test_a_card_is_not(text: str) -> None:
    with pytest.raises(ValueError):
        Card.parse(text)


@pytest.mark.parametrize("rank", [0, 14, -1, True, 1.0, "7"])
def test_a_card_has_one_of_13_ranks(rank: object) -> None:
    with pytest.raises(ValueError):
        Card(rank, Suit.HEARTS)


@pytest.mark.parametrize(
    ("decks", "counts", "total", "percent"),
    [
        (6, (10_368, 26_312, 155_520, 292_896), 5_013_320, "13.3896"),
        (8, (24_576, 64_480, 368_640, 700_928), 11_912_160, "12.8912"),
    ],
)
def test_exact_odds(decks: int, counts: tuple[int, ...], total: int, percent: str) -> None:
    drawn = combinations(decks, Ace.BOTH)
    assert tuple(drawn.counts[hand] for hand in Hand) == counts
    assert drawn.total == total
    gained = sum(pays * count for pays, count in zip((30, 20, 10, 5), counts, strict=True))
    exact = Fraction(total - sum(counts) - gained, total)
    assert edge(decks, Ace.BOTH, RULES) == exact
    assert f"{float(exact) * 100:.4f}" == percent


@pytest.mark.parametrize("ace", Ace)
@pytest.mark.parametrize("decks", [1, 2])
def test_the_odds_are_what_dealing_every_hand_gives(decks: int, ace: Ace) -> None:
    shoe = DECK * decks
    dealt = [best(cards, ace) for cards in choose(shoe, 3)]
    assert combinations(decks, ace).counts == {hand: dealt.count(hand) for hand in Hand}
    assert combinations(decks, ace).total == len(dealt)


@pytest.mark.parametrize("decks", [0, -1])
def test_no_odds_without_a_deck(decks: int) -> None:
    with pytest.raises(ValueError):
        combinations(decks, Ace.BOTH)
