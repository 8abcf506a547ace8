"""21 + 3 beside the round: three taps, an answer, nothing kept."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.twenty_one_three import Ace, Card, Hand
from tabledisplay.settings import RulesSettings, Settings
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import press, tap
from ui.croupier.keys import Key
from ui.croupier.page import PageName
from ui.croupier.side_bet import Drawn, side_paid
from ui.croupier.side_bet_page import CARDS, SideBetPage

Sit = Callable[..., Played]


def drawn(*cards: str) -> Drawn:
    found = Drawn()
    for card in cards:
        found = found.with_card(Card.parse(card))
    return found


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        (("7H", "8H", "9H"), Hand.STRAIGHT_FLUSH),
        (("7H", "7H", "7H"), Hand.THREE_OF_A_KIND),
        (("QS", "KD", "AH"), Hand.STRAIGHT),
        (("2C", "9C", "KC"), Hand.FLUSH),
        (("KS", "AH", "2D"), None),
    ],
)
def test_the_third_card_gives_the_combination(cards: tuple[str, ...], hand: Hand | None) -> None:
    two = drawn(*cards[:2])
    assert not two.complete
    assert two.hand(Ace.BOTH) is None
    assert drawn(*cards).hand(Ace.BOTH) is hand


def test_a_fourth_card_begins_anew_and_corriger_takes_one_back() -> None:
    four = drawn("2S", "3S", "4S", "KD")
    assert four.cards == (Card.parse("KD"),)
    assert four.taken_back().empty
    assert drawn("2S", "3S").taken_back() == drawn("2S")
    assert Drawn().with_hand(Hand.FLUSH).taken_back() == Drawn()
    assert Drawn().with_hand(Hand.FLUSH).with_card(Card.parse("KD")) == drawn("KD")


def test_gain_and_total_stay_apart() -> None:
    rules = load_ruleset()
    paid = side_paid(drawn("7H", "7D", "7S"), rules, Ace.BOTH, Decimal("2.5"))
    assert (paid.pays, paid.gain, paid.returned) == (20, Decimal(50), Decimal("52.5"))
    lost = side_paid(drawn("KS", "AH", "2D"), rules, Ace.BOTH, Decimal(5))
    assert (lost.pays, lost.gain, lost.returned) == (0, 0, 0)


@pytest.fixture
def page(played: Played) -> SideBetPage:
    played.panel.open_page(PageName.SIDE_BET)
    return played.panel.book.side_bet


def card(page: SideBetPage, name: str) -> Key:
    return page.cards[CARDS.index(Card.parse(name))]


def test_three_taps_and_a_stake(qtbot: QtBot, page: SideBetPage) -> None:
    for name in ("7H", "8H", "9H"):
        tap(qtbot, card(page, name))
    tap(qtbot, page.chips.keys[3], page.chips.keys[2])
    told = page.view.text()
    assert "Tierce flush 30\u00a0×" in told
    assert "Gain 450\u00a0€" in told
    assert "Total rendu 465\u00a0€" in told


def test_one_tap_on_an_outcome(qtbot: QtBot, page: SideBetPage) -> None:
    tap(qtbot, page.chips.keys[2], page.outcomes[1])
    assert "Gain 100\u00a0€" in page.view.text()
    assert page.outcomes[1].face.chosen


def test_the_stake_is_corrected_chip_by_chip(qtbot: QtBot, page: SideBetPage) -> None:
    tap(qtbot, *page.chips.keys[:3], page.chips.back, page.outcomes[3])
    assert "Gain 15\u00a0€" in page.view.text()


def test_nothing_is_asked_and_the_round_is_untouched(
    qtbot: QtBot, played: Played, page: SideBetPage
) -> None:
    played.to_close()
    played.panel.conduct.type_face(4)
    before = played.table.state
    for name in ("7H", "8H", "9H"):
        tap(qtbot, card(page, name))
    press(qtbot, played.panel, Qt.Key.Key_1, Qt.Key.Key_Backspace, Qt.Key.Key_0, Qt.Key.Key_Enter)
    assert played.asked == []
    assert played.table.state is before
    assert played.panel.conduct.typing.entry.faces == (4,)


def test_leaving_the_page_forgets_the_cards(
    qtbot: QtBot, played: Played, page: SideBetPage
) -> None:
    tap(qtbot, card(page, "7H"), page.chips.keys[0])
    played.panel.open_page(PageName.ROUND)
    played.panel.open_page(PageName.SIDE_BET)
    assert page.drawn.empty
    assert page.chips.stake.amount == 0


def test_the_slash_goes_there_and_back(qtbot: QtBot, played: Played) -> None:
    press(qtbot, played.panel, Qt.Key.Key_Slash)
    assert played.panel.page is PageName.SIDE_BET
    press(qtbot, played.panel, Qt.Key.Key_Slash)
    assert played.panel.page is PageName.ROUND


def test_the_houses_own_rules_are_shown_and_used(qtbot: QtBot, sit: Sit) -> None:
    rules = RulesSettings(ace="low", side_minimum=5, side_maximum=100, seated_only=True)
    played = sit(msgspec.structs.replace(Settings(), rules=rules))
    played.panel.open_page(PageName.SIDE_BET)
    page = played.panel.book.side_bet
    told = page.view.text()
    for words in ("As avant le deux.", "au moins 5\u00a0€", "au plus 100\u00a0€", "assis"):
        assert words in told
    for name in ("QS", "KD", "AH"):
        tap(qtbot, card(page, name))
    assert "Rien" in page.view.text()
    tap(qtbot, page.outcomes[2])
    assert "Gain 50\u00a0€" in page.view.text()
    tap(qtbot, page.chips.keys[7])
    assert "dépasse le maximum" in page.view.text()


def test_every_card_is_there_once() -> None:
    assert len(set(CARDS)) == 52
