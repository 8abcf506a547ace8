"""Reads the rules and the law texts that are shipped with the program."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.trouble import KnownTrouble, echoed

DEFAULT_RULESET = "fr-2015-05-15"


@dataclass(frozen=True, slots=True)
class LawText:
    """One legal text, word for word, with the title and source to show above it."""

    title: str
    source: str
    text: str


def ruleset_names() -> tuple[str, ...]:
    """The sets of rules shipped with the program, sorted."""
    rules = files("resources").joinpath("rules")
    names = (file.name for file in rules.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


@cache
def load_ruleset(name: str = DEFAULT_RULESET) -> Ruleset:
    """The shipped set of that name. KnownTrouble: none such. RulesetFault: a wrong file."""
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise KnownTrouble("rulebook.unknown_ruleset", name=echoed(name), known=known)
    path = files("resources").joinpath(f"rules/{name}.toml")
    return Ruleset.parse(path.read_text(encoding="utf-8"))


@cache
def law_texts() -> tuple[LawText, ...]:
    """The legal texts for the reference page, in its order."""
    law = files("resources").joinpath("law")
    index = tomllib.loads(law.joinpath("index.toml").read_text(encoding="utf-8"))
    return tuple(
        LawText(
            entry["title"], entry["source"], law.joinpath(entry["file"]).read_text(encoding="utf-8")
        )
        for entry in index["text"]
    )
