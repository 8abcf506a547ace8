"""Every sentence of the core, French first, from resources/i18n/core.<language>.toml."""

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
THOUSANDS = {"fr": "\u202f", "en": ","}
DECIMAL_MARK = {"fr": ",", "en": "."}


class Words:
    """The core's sentences in one language. A language that is not in LANGUAGES is a ValueError."""

    def __init__(self, lang: str = DEFAULT_LANGUAGE) -> None:
        self._sentences = sentences(lang)
        self.lang = lang

    def say(self, key: str, /, **values: object) -> str:
        """The sentence of that key, its {placeholders} filled. KeyError: no such key or value."""
        return self._sentences[key].format(**values)

    def amount(self, value: Decimal) -> str:
        """A number as people read it: thousands apart, decimal mark, no trailing zeros."""
        whole, _, decimals = plain(value).partition(".")
        apart = f"{int(whole):,}".replace(",", THOUSANDS[self.lang])
        return apart + (DECIMAL_MARK[self.lang] + decimals if decimals else "")

    @staticmethod
    def keys(lang: str) -> frozenset[str]:
        """Every key of one language, as `section.name`."""
        return frozenset(sentences(lang))


@cache
def sentences(lang: str) -> Mapping[str, str]:
    """Key to sentence, tables flattened with dots. ValueError: not one of LANGUAGES."""
    if lang not in LANGUAGES:
        raise ValueError(f"no words in {lang!r}; there are {', '.join(LANGUAGES)}")
    text = files("resources").joinpath(f"i18n/core.{lang}.toml").read_text(encoding="utf-8")
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
