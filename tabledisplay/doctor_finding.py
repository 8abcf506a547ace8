"""What the doctor finds: a mark, a sentence by its key, and the facts that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tabledisplay.words import Words

Fact = str | int | float | bool | None


class Mark(StrEnum):
    """How good or bad it is. BAD makes the command end with 1."""

    GOOD = "good"
    CARE = "care"
    BAD = "bad"


SIGNS: Mapping[Mark, str] = {Mark.GOOD: "✓", Mark.CARE: "!", Mark.BAD: "✗"}


class Part(StrEnum):
    """What it is about; findings are told part by part, in this order."""

    PROGRAM = "program"
    SETTINGS = "settings"
    SHAKER = "shaker"
    PORTS = "ports"
    SCREENS = "screens"
    FONTS = "fonts"
    JOURNAL = "journal"
    DATA = "data"
    CLOCK = "clock"
    HEALTH = "health"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `key` names the sentence: `doctor.<key>`, or another key with its section."""

    part: Part
    mark: Mark
    key: str
    facts: Mapping[str, Fact]

    def text(self, words: Words) -> str:
        """The sentence in these words."""
        key = self.key if "." in self.key else f"doctor.{self.key}"
        return words.say(key, **self.facts)


def good(part: Part, key: str, /, **facts: Fact) -> Finding:
    """All is well."""
    return Finding(part, Mark.GOOD, key, facts)


def care(part: Part, key: str, /, **facts: Fact) -> Finding:
    """Somebody should see to it, the table plays on."""
    return Finding(part, Mark.CARE, key, facts)


def bad(part: Part, key: str, /, **facts: Fact) -> Finding:
    """It is broken, the sentence says what to do."""
    return Finding(part, Mark.BAD, key, facts)
