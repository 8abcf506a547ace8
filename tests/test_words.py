"""Every sentence of the core exists in both languages, takes the same values, is well set."""

import re
from decimal import Decimal
from string import Formatter

import pytest

from tabledisplay.words import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    Words,
    flattened,
    languages,
    sentences,
)

BOTH = sorted(Words.keys("fr") & Words.keys("en"))


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert Words.keys("fr") == Words.keys("en")
    assert "payout.bad_dice" in Words.keys("fr")


@pytest.mark.parametrize("key", BOTH)
def test_both_languages_take_the_same_named_values(key: str) -> None:
    french, english = placeholders(sentences("fr")[key]), placeholders(sentences("en")[key])
    assert french == english
    assert all(name.isidentifier() for name in french)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", BOTH)
def test_every_sentence_can_be_said(lang: str, key: str) -> None:
    said = Words(lang).say(key, **dict.fromkeys(placeholders(sentences(lang)[key]), 1))
    assert said.strip() == said != ""
    assert "{" not in said
    assert "N pour 1" not in said
    assert not re.search(r"\bpour 1\b", said)


@pytest.mark.parametrize("key", BOTH)
def test_french_punctuation_has_its_spaces(key: str) -> None:
    sentence = sentences("fr")[key]
    assert not re.search(r"[^\u202f;!?][;!?]", sentence), "U+202F stands before ; ! ?"
    assert not re.search(r"[^\S\u00a0]:", sentence), "U+00A0 stands before :"
    assert not re.search(r"«[^\u00a0]|[^\u00a0]»", sentence), "U+00A0 stands inside « »"


def test_unknown_key_value_and_language() -> None:
    words = Words()
    assert words.lang == DEFAULT_LANGUAGE == "fr"
    with pytest.raises(KeyError):
        words.say("payout.no_such_sentence")
    with pytest.raises(KeyError):
        words.say("payout.bad_dice")
    with pytest.raises(ValueError):
        Words("de")
    with pytest.raises(ValueError):
        Words.keys("../fr")
    with pytest.raises(ValueError):
        Words("fr", "no_such_part")


def test_a_part_has_the_languages_it_has_files_for() -> None:
    assert set(languages()) == set(LANGUAGES)
    assert languages("no_such_part") == ()


def test_what_a_person_typed_is_never_read_as_a_placeholder() -> None:
    assert "{total}" in Words().say("payout.bad_dice", given="{total}")


def test_tables_in_tables_are_joined_with_dots() -> None:
    assert flattened({"a": {"b": {"c": "x"}, "d": "y"}, "e": "z"}) == {
        "a.b.c": "x",
        "a.d": "y",
        "e": "z",
    }


@pytest.mark.parametrize(
    ("amount", "french", "english"),
    [
        ("0", "0", "0"),
        ("5", "5", "5"),
        ("2.50", "2,5", "2.5"),
        ("1000", "1\u202f000", "1,000"),
        ("1234567.89", "1\u202f234\u202f567,89", "1,234,567.89"),
    ],
)
def test_amounts_are_written_as_the_language_does(amount: str, french: str, english: str) -> None:
    assert Words("fr").amount(Decimal(amount)) == french
    assert Words("en").amount(Decimal(amount)) == english
