"""The customer screen's sentences: the same in every language, well set in French."""

import re
from string import Formatter

import pytest

from tabledisplay.words import Words, languages, sentences

PART = "customer"
LANGUAGES = ("en", "fr", "zh-Hans", "zh-Hant")


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_there_are_four_languages() -> None:
    assert languages(PART) == LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys_and_values(lang: str) -> None:
    assert Words.keys(lang, PART) == Words.keys("fr", PART)
    for key, french in sentences("fr", PART).items():
        said = sentences(lang, PART)[key]
        assert placeholders(said) == placeholders(french), key
        assert said == said.strip() != ""


@pytest.mark.parametrize("key", sorted(Words.keys("fr", PART)))
def test_french_punctuation_has_its_spaces(key: str) -> None:
    sentence = sentences("fr", PART)[key]
    assert not re.search(r"[^\u202f;!?][;!?]", sentence)
    assert not re.search(r"[^\u00a0]:", sentence)
    assert not re.search(r"«[^\u00a0]|[^\u00a0]»", sentence)
    assert not re.search(r"\bpour 1\b", sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_promises_anything(lang: str) -> None:
    text = " ".join(sentences(lang, PART).values()).lower()
    for word in ("dû", "due", "chance", "lucky", "truqué", "bientôt", "soon", "幸运", "幸運"):
        assert not re.search(rf"\b{word}\b", text), word
