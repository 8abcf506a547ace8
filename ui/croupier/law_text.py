"""The legal texts cut into paragraphs and found by their headings: pure, and word for word."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tabledisplay.rulebook import LawText

ARTICLE = re.compile(r"«?\s*(Section \d+|Art\. [\d-]+\.-[^.]+|Article [\d-]+ de|\d+° )")
BET = re.compile(r'«?\s*[“"]\s*([^”"]+?)\s*[”"]\s*:')


@dataclass(frozen=True, slots=True)
class Heading:
    """A paragraph worth finding: which text, which paragraph of it, and its words."""

    text: int
    paragraph: int
    words: str


def paragraphs(law: LawText) -> tuple[str, ...]:
    """The lines of the text as published, without the empty ones."""
    return tuple(line.strip() for line in law.text.splitlines() if line.strip())


def headings(laws: tuple[LawText, ...]) -> tuple[Heading, ...]:
    """The title of each text, its articles, and the name of each bet."""
    found = []
    for n, law in enumerate(laws):
        found.append(Heading(n, 0, law.title))
        for place, line in enumerate(paragraphs(law)):
            bet, article = BET.match(line), ARTICLE.match(line)
            if bet is not None:
                found.append(Heading(n, place, bet[1]))
            elif article is not None and place > 0:
                found.append(Heading(n, place, line.lstrip("« ")))
    return tuple(found)


def plain(text: str) -> str:
    """Without accents and capitals, for searching."""
    apart = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in apart if not unicodedata.combining(c))


def matching(found: tuple[Heading, ...], wanted: str) -> tuple[Heading, ...]:
    """The headings that hold what was typed, in any case and with or without accents."""
    return tuple(heading for heading in found if plain(wanted) in plain(heading.words))
