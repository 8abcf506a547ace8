"""Art. 55-4, 7°: the 21 + 3 option of blackjack."""

import re
from itertools import combinations_with_replacement

import pytest

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.twenty_one_three import DECK, Ace, Card, Hand, best
from tests.law import law, quote

TEXT = "article-55-4-21-plus-3"
RULES = load_ruleset()
FRENCH = {
    "TIERCE FLUSH": Hand.STRAIGHT_FLUSH,
    "BRELAN": Hand.THREE_OF_A_KIND,
    "TIERCE": Hand.STRAIGHT,
    "COULEUR": Hand.FLUSH,
}
HANDS = {cards: best(cards, Ace.BOTH) for cards in combinations_with_replacement(DECK, 3)}


def one_suit(cards: tuple[Card, ...]) -> bool:
    return all(card.suit is cards[0].suit for card in cards)


def in_a_row(cards: tuple[Card, ...]) -> bool:
    ranks = {card.rank for card in cards}
    with_high_ace = {14 if rank == 1 else rank for rank in ranks}
    return any(len(way) == 3 and max(way) - min(way) == 2 for way in (ranks, with_high_ace))


def test_the_gains_are_those_of_the_table() -> None:
    lines = re.findall(
        r"(TIERCE FLUSH|BRELAN|TIERCE|COULEUR) 3 cartes .*?\| (\d+) fois la mise", law(TEXT)
    )
    gains = {FRENCH[name]: int(times) for name, times in lines}
    assert gains == {hand: RULES.hand_pays(hand) for hand in Hand}
    assert list(gains) == list(Hand), "the law lists the best first, and so does Hand"
    assert RULES.hand_pays(None) == 0


def test_tierce_flush() -> None:
    quote(TEXT, "TIERCE FLUSH 3 cartes de la même couleur qui se suivent")
    made = {cards for cards, hand in HANDS.items() if hand is Hand.STRAIGHT_FLUSH}
    assert made == {cards for cards in HANDS if one_suit(cards) and in_a_row(cards)}
    assert len(made) == 4 * 12


def test_brelan() -> None:
    quote(TEXT, "BRELAN 3 cartes de la même hauteur")
    made = {cards for cards, hand in HANDS.items() if hand is Hand.THREE_OF_A_KIND}
    assert made == {cards for cards in HANDS if len({card.rank for card in cards}) == 1}


def test_tierce() -> None:
    quote(TEXT, "TIERCE 3 cartes qui se suivent")
    made = {cards for cards, hand in HANDS.items() if hand is Hand.STRAIGHT}
    assert made == {cards for cards in HANDS if in_a_row(cards) and not one_suit(cards)}
    assert len(made) == 12 * (4**3 - 4)


def test_couleur() -> None:
    quote(TEXT, "COULEUR 3 cartes de la même couleur")
    for cards, hand in HANDS.items():
        assert (hand in (Hand.FLUSH, Hand.STRAIGHT_FLUSH)) == (
            one_suit(cards) and len({card.rank for card in cards}) > 1
        )


def test_only_the_best_combination_is_paid() -> None:
    quote(
        TEXT,
        "Lorsque le joueur obtient plusieurs combinaisons, il ne remporte que le gain associé à "
        "la meilleure d'entre elles.",
    )
    both = best([Card.parse(text) for text in ("7H", "8H", "9H")], Ace.BOTH)
    assert RULES.hand_pays(both) == max(RULES.hand_pays(hand) for hand in Hand) == 30
    same = best([Card.parse("9S")] * 3, Ace.BOTH)
    assert RULES.hand_pays(same) == 20


@pytest.mark.parametrize("count", [2, 4])
def test_two_cards_of_the_player_and_the_first_of_the_croupier(count: int) -> None:
    quote(
        TEXT,
        "avec ses deux premières cartes et la première carte du croupier, l'une des combinaisons "
        "suivantes :",
    )
    with pytest.raises(ValueError):
        best(DECK[:count], Ace.BOTH)


def test_the_basis_names_the_article() -> None:
    quote(TEXT, "3° Il est ajouté un 7° ainsi rédigé :")
    quote(TEXT, "7° Le blackjack avec l'option “ 21 + 3 ”")
    assert RULES.hand_basis.article == "55-4, 7°"
