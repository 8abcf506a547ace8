"""The law on the panel is the law, word for word, and can be found."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.rulebook import law_texts
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import press, tap
from ui.croupier.law_page import LawPage, lines_of
from ui.croupier.law_text import headings, matching, paragraphs
from ui.croupier.page import PageName

LAWS = law_texts()


@pytest.fixture
def page(played: Played) -> LawPage:
    played.panel.open_page(PageName.LAW)
    return played.panel.book.law


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.title)
def test_cut_into_lines_not_a_word_is_lost(qtbot: QtBot, law: object) -> None:
    text = next(one for one in LAWS if one is law)
    for width in (20.0, 31.4, 60.0):
        lines = " ".join(line.words for line in lines_of(paragraphs(text), width))
        assert lines.split() == text.text.split()


def test_every_article_and_every_bet_has_a_heading() -> None:
    found = [heading.words for heading in headings(LAWS)]
    for words in ("Art. 55-23.-", "Art. 55-23-1.-", "Art. 55-23-2.-", "7° Le blackjack"):
        assert any(heading.startswith(words) for heading in found), words
    for bet in ("petit", "grand", "doublé", "triplé", "Numéro plein ou simple"):
        assert bet in found


def test_headings_are_found_without_accents_and_capitals() -> None:
    found = matching(headings(LAWS), "DOUBLE")
    assert {heading.words for heading in found} == {"doublé"}
    assert matching(headings(LAWS), "roulette") == ()
    assert matching(headings(LAWS), "") == headings(LAWS)


def test_a_heading_opens_its_paragraph(qtbot: QtBot, page: LawPage) -> None:
    tap(qtbot, page.search)
    for letter in "MAXIMUM":
        page.keyboard.write(letter)
    tap(qtbot, page.listed[0])
    assert page.view.isVisible()
    assert "Art. 55-23-2.-Maximum et minimum des enjeux" in page.view.text()
    assert "20 fois le minimum" in page.view.text()


def test_by_the_keyboard(qtbot: QtBot, played: Played, page: LawPage) -> None:
    letters = (Qt.Key.Key_D, Qt.Key.Key_U, Qt.Key.Key_O)
    press(qtbot, played.panel, *letters, Qt.Key.Key_Return)
    assert "Duo" in page.view.text()
    first = page.view.first
    press(qtbot, played.panel, Qt.Key.Key_PageUp)
    assert page.view.first < first


def test_the_whole_text_can_be_turned_through(qtbot: QtBot, page: LawPage) -> None:
    tap(qtbot, page.listed[0])
    seen = page.view.text()
    while page.down.isEnabled():
        tap(qtbot, page.down)
        seen += " " + page.view.text()
    for word in LAWS[0].text.split():
        assert word in seen
    assert "s'appliquent au jeu du sic-bo." in page.view.text()


def test_leaving_forgets_what_was_searched(qtbot: QtBot, played: Played, page: LawPage) -> None:
    page.keyboard.write("Z")
    assert not page.listed[0].isVisible()
    played.panel.open_page(PageName.ROUND)
    played.panel.open_page(PageName.LAW)
    assert page.listed[0].isVisible()
