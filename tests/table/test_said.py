"""Every alarm, refusal and link state has its sentence in every language."""

import re
from pathlib import Path
from typing import get_args

import pytest

from tabledisplay.croupier_view import LinkState
from tabledisplay.game.decide import RefusalCode
from tabledisplay.game.parts import Role
from tabledisplay.words import LANGUAGES, Words

SOURCES = Path(__file__).parents[2] / "tabledisplay"
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("", "game")
    for path in sorted((SOURCES / folder).glob("*.py"))
)
ALARMS = set(re.findall(r"draft\.alarm\(\"(\w+)\"", CODE)) | {"untrusted"}
DETAILS = set(re.findall(r"\"bad_input\", \"(\w+)\"", CODE))

languages = pytest.mark.parametrize("language", LANGUAGES)


def test_the_sources_were_read() -> None:
    assert {"reading_early", "bell_early", "shake_unseen", "contradiction", "leak"} <= ALARMS
    assert {"same_dice", "no_such_round", "pin_form"} <= DETAILS


@languages
def test_each_alarm_has_a_sentence(language: str) -> None:
    assert {f"alarm.{code}" for code in ALARMS} <= Words.keys(language)


@languages
def test_each_refusal_has_a_sentence(language: str) -> None:
    wanted = {f"refused.{code}" for code in {*get_args(RefusalCode), *DETAILS}}
    assert wanted <= Words.keys(language)
    assert {f"role.{role}" for role in get_args(Role)} <= Words.keys(language)


@languages
def test_each_link_state_has_its_words(language: str) -> None:
    assert {f"link.{state}" for state in LinkState} <= Words.keys(language)


def test_one_word_for_loss_everywhere() -> None:
    """« one word for loss everywhere, « liaison perdue » »"""
    assert Words("fr").say("link.lost") == "liaison perdue"
