"""The panel in French and in English, switched while it runs; every refusal has its words."""

from __future__ import annotations

import re
from string import Formatter
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from tabledisplay.croupier_view import LinkState
from tabledisplay.game.decide import RefusalCode, Refused
from tabledisplay.game.parts import VoidReason
from tabledisplay.game.state import Phase
from tabledisplay.shaker.messages import TrafficCounted
from tabledisplay.words import Words, sentences
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import tap
from ui.croupier.page import PageName
from ui.croupier.panel import CroupierPanel
from ui.croupier.scene import PanelWords, Scene
from ui.croupier.strip import refusal
from ui.croupier.track import STEPS, light, place_of

FRENCH, ENGLISH = sentences("fr", "panel"), sentences("en", "panel")
DETAILS = (
    "unknown_alarm",
    "void_reason",
    "no_such_round",
    "correction_reason",
    "same_dice",
    "pin_form",
)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_both_languages_have_the_same_keys_and_values() -> None:
    assert set(FRENCH) == set(ENGLISH)
    for key, sentence in FRENCH.items():
        assert placeholders(sentence) == placeholders(ENGLISH[key]), key


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_sentence_can_be_said(lang: str) -> None:
    for key, sentence in sentences(lang, "panel").items():
        said = Words(lang, "panel").say(key, **dict.fromkeys(placeholders(sentence), 1))
        assert said.strip() == said != "", key
        assert not re.search(r"\bpour 1\b", said)


def test_french_punctuation_has_its_spaces() -> None:
    for key, sentence in FRENCH.items():
        assert not re.search(r"[^\u202f;!?][;!?]", sentence), key
        assert not re.search(r"[^\S\u00a0]:", sentence), key
        assert not re.search(r"«[^\u00a0]|[^\u00a0]»", sentence), key


def test_legal_formulas_stay_in_french() -> None:
    for key in ("phase.bets_open", "phase.no_more_bets", "phase.void"):
        assert ENGLISH[key].startswith(FRENCH[key].split("\n")[0].rstrip("."))


def test_the_laws_reasons_have_words() -> None:
    for reason in get_args(VoidReason):
        assert f"reason.{reason}" in FRENCH


def test_the_language_changes_while_it_runs(qtbot: QtBot, played: Played) -> None:
    played.panel.open_page(PageName.MORE)
    with qtbot.waitSignal(played.panel.language_changed) as changed:
        tap(qtbot, played.panel.book.more.language)
    assert changed.args == ["en"]
    played.panel.open_page(PageName.ROUND)
    assert played.panel.dominant.accessibleName() == "SHAKE"
    assert played.panel.surround.status.text() == "no shaker. No round yet, minimum €5"
    played.panel.set_language("fr")
    assert played.panel.dominant.accessibleName() == "BRASSAGE"
    with pytest.raises(ValueError):
        played.panel.set_language("de")


def scene_of(played: Played, lang: str) -> Scene:
    snapshot, words = played.table.snapshot, PanelWords(lang)
    return Scene(snapshot.croupier, snapshot.public, words, played.settings, played.ruleset)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_refusal_is_shown_as_words(played: Played, lang: str) -> None:
    scene = scene_of(played, lang)
    fallback = scene.words.say("fallback", key="x")[:-2]
    pins = ("pin_required", "pin_wrong", "pin_locked")
    codes = [
        Refused("confirm", code, "chef" if code in pins else "") for code in get_args(RefusalCode)
    ]
    for refused in [*codes, *(Refused("void", "bad_input", detail) for detail in DETAILS)]:
        said = refusal(scene, refused)
        assert not said.startswith(fallback), refused
        assert "{" not in said


def test_a_refusal_without_words_is_still_a_sentence(played: Played) -> None:
    said = refusal(scene_of(played, "fr"), Refused("void", "bad_input", "no_such_word"))
    assert said.endswith(".")


@pytest.mark.parametrize("link", LinkState)
def test_every_link_has_a_word_and_a_light(link: LinkState) -> None:
    assert PanelWords("fr").core(f"link.{link}")
    assert light(link).isValid()


def test_a_shaker_of_another_version_is_counted_in_words(qtbot: QtBot, played: Played) -> None:
    played.hear(TrafficCounted("/dev/ttyUSB0", unknown=3, other_version=2))
    played.show(played.table.snapshot)
    shown = played.panel.book.technician._counters(scene_of(played, "fr"))
    assert ("Version non prise en charge", "2") in shown.lines


def test_a_lost_link_is_said_in_one_word_for_it() -> None:
    assert PanelWords("fr").core("link.lost") == "liaison perdue"


def test_each_phase_has_its_place() -> None:
    assert place_of(Phase.CLOSED) is None
    assert [place_of(phase) for phase in STEPS] == [0, 1, 2, 3, 4, 5]
    assert place_of(Phase.VOID) == place_of(Phase.CONFIRMED)


def test_a_demonstration_says_so(qtbot: QtBot, played: Played) -> None:
    panel = CroupierPanel(played.settings, played.ruleset, played.submit, demo=True)
    qtbot.addWidget(panel)
    panel.show_snapshot(played.table.snapshot.croupier, played.table.snapshot.public)
    assert panel.surround.status.text().startswith("DÉMONSTRATION, sans brasseur")


def test_a_refusal_goes_with_the_next_act(qtbot: QtBot, played: Played) -> None:
    played.panel.refuse(Refused("confirm", "no_dice"))
    assert "Aucun dé" in played.panel.surround.strip.accessibleName()
    tap(qtbot, played.panel.dominant)
    assert "Aucun dé" not in played.panel.surround.strip.accessibleName()


def test_money_is_written_as_the_language_does() -> None:
    from decimal import Decimal

    assert PanelWords("fr").money(Decimal("1234.5")) == "1\u202f234,5\u00a0€"
    assert PanelWords("en", "£").money(Decimal("1234.5")) == "£1,234.5"
