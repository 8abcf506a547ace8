"""What is shipped can be read, and a name that is not shipped is told plainly."""

from pathlib import Path

import pytest

from tabledisplay.rulebook import DEFAULT_RULESET, law_texts, load_ruleset, ruleset_names
from tabledisplay.trouble import KnownTrouble, echoed
from tabledisplay.words import LANGUAGES, Words

LAW = Path(__file__).resolve().parents[1] / "resources" / "law"


def test_every_shipped_ruleset_can_be_read() -> None:
    assert DEFAULT_RULESET in ruleset_names()
    assert [load_ruleset(name).name for name in ruleset_names()] == list(ruleset_names())
    assert load_ruleset() == load_ruleset(DEFAULT_RULESET)


@pytest.mark.parametrize("name", ["", "fr-1900", "../law/index", "fr-2015-05-15.toml", "a\x1b[0m"])
def test_a_ruleset_that_is_not_shipped_is_known_trouble(name: str) -> None:
    with pytest.raises(KnownTrouble) as raised:
        load_ruleset(name)
    for lang in LANGUAGES:
        sentence = Words(lang).say(raised.value.key, **raised.value.values)
        assert DEFAULT_RULESET in sentence
        assert "\x1b" not in sentence


def test_the_law_is_shown_whole_and_word_for_word() -> None:
    shown = law_texts()
    files = sorted(LAW.glob("*.txt"))
    assert len(shown) == len(files) == 3
    assert sorted(law.text for law in shown) == sorted(
        path.read_bytes().decode("utf-8") for path in files
    )
    for law in shown:
        assert law.title.strip()
        assert law.source.startswith("Arrêté du ")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("7", "7"),
        ("", ""),
        ("a\nb\tc\x1b[31m\x00\udcff", "a?b?c?[31m??"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        (5, "5"),
    ],
)
def test_what_was_typed_is_echoed_on_one_short_line(given: object, shown: str) -> None:
    assert echoed(given) == shown


def test_known_trouble_says_its_key_and_values_to_the_log() -> None:
    trouble = KnownTrouble("disk.full", key="free", path="a b")
    assert trouble.key == "disk.full"
    assert trouble.values == {"key": "free", "path": "a b"}
    assert str(trouble) == "disk.full(key='free', path='a b')"
