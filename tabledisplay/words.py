"""Every sentence, French first, from resources/i18n/<part>.<language>.toml.

The core's part is `core`; each screen has its own, in the languages it has a file for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from tabledisplay.rules.money import plain

LANGUAGES = ("fr", "en")
DEFAULT_LANGUAGE = "fr"
THOUSANDS = {"fr": "\u202f"}
DECIMAL_MARK = {"fr": ","}
"""French writes them so; every other language of ours writes `,` and `.`."""


class Words:
    """One part's sentences in one language. ValueError: the part is not in that language."""

    def __init__(self, lang: str = DEFAULT_LANGUAGE, part: str = "core") -> None:
        self._sentences = sentences(lang, part)
        self.lang = lang

    def say(self, key: str, /, **values: object) -> str:
        """The sentence of that key, its {placeholders} filled. KeyError: no such key or value."""
        return self._sentences[key].format(**values)

    def amount(self, value: Decimal) -> str:
        """A number as people read it: thousands apart, decimal mark, no trailing zeros."""
        whole, _, decimals = plain(value).partition(".")
        apart = f"{int(whole):,}".replace(",", THOUSANDS.get(self.lang, ","))
        return apart + (DECIMAL_MARK.get(self.lang, ".") + decimals if decimals else "")

    @staticmethod
    def keys(lang: str, part: str = "core") -> frozenset[str]:
        """Every key of one language, as `section.name`."""
        return frozenset(sentences(lang, part))


@cache
def languages(part: str = "core") -> tuple[str, ...]:
    """The languages that a part has a file for, sorted; none for an unknown part."""
    names = (file.name for file in files("resources").joinpath("i18n").iterdir())
    found = (name.removeprefix(f"{part}.") for name in names if name.startswith(f"{part}."))
    return tuple(sorted(lang.removesuffix(".toml") for lang in found if lang.endswith(".toml")))


@cache
def sentences(lang: str, part: str = "core") -> Mapping[str, str]:
    """Key to sentence, tables flattened with dots. ValueError: the part is not in `lang`."""
    if lang not in languages(part):
        raise ValueError(f"no words in {lang!r}; there are {', '.join(languages(part))}")
    text = files("resources").joinpath(f"i18n/{part}.{lang}.toml").read_text(encoding="utf-8")
    return MappingProxyType(flattened(tomllib.loads(text)))


def flattened(tables: Mapping[str, object], before: str = "") -> dict[str, str]:
    """Nested tables as one, keys joined with dots."""
    flat: dict[str, str] = {}
    for name, value in tables.items():
        if isinstance(value, dict):
            flat |= flattened(value, f"{before}{name}.")
        else:
            flat[before + name] = str(value)
    return flat
