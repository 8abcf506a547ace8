"""What each box pays, how much may lie on it, and which law says so: one checked, frozen set."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import TypeVar

from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import TOTALS, Box, Group, hits, winning
from tabledisplay.rules.twenty_one_three import Hand

Key = TypeVar("Key", int, Hand)


class RulesetFault(ValueError):  # noqa: N818 - a fault in a file, the project's word for it
    """A rules file that must not be played by; `key` is the dotted name of what is wrong in it."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem


@dataclass(frozen=True, slots=True)
class LegalBasis:
    """The text and article a number comes from, and since when that article has said so."""

    text: str
    article: str
    in_force: date


@dataclass(frozen=True, slots=True)
class Terms:
    """What one group of boxes pays and bears.

    `ratios` are net gains in stakes: by the box's number for totals, else by hits (1; singles 1-3).
    `cap` is the highest stake in table minimums.
    """

    ratios: Mapping[int, int] = field(hash=False)
    cap: int
    basis: LegalBasis
    cap_basis: LegalBasis


@dataclass(frozen=True, slots=True)
class Payout:
    """A winning box and its net gain in stakes; the stake is returned on top."""

    box: Box
    pays: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One published set of rules. `float_factor`: the least float, in table minimums (art. 49)."""

    name: str
    groups: Mapping[Group, Terms] = field(hash=False)
    hand_ratios: Mapping[Hand, int] = field(hash=False)
    hand_basis: LegalBasis
    float_factor: int
    float_basis: LegalBasis

    @classmethod
    def parse(cls, text: str) -> Ruleset:
        """The set written in that TOML text. RulesetFault: a key missing, unknown or impossible."""
        return read_ruleset(text)

    def ratios(self, box: Box) -> tuple[int, ...]:
        """What the layout prints on the box: one ratio, or three for one, two and three dice."""
        ratios = self.groups[box.group].ratios
        if box.group is Group.TOTAL:
            return (ratios[box.numbers[0]],)
        return tuple(ratios[times] for times in sorted(ratios))

    def pays(self, box: Box, dice: Dice) -> int:
        """Net gain of the box in stakes, 0 when it loses (art. 55-23-1)."""
        times = hits(box, dice)
        return self.ratios(box)[times - 1] if times else 0

    def payouts(self, dice: Dice) -> tuple[Payout, ...]:
        """Every winning box with what it pays, in layout order."""
        return tuple(Payout(box, self.pays(box, dice)) for box in winning(dice))

    def maximum(self, box: Box, minimum: Decimal) -> Decimal:
        """The highest stake on the box at that table minimum (art. 55-23-2)."""
        return self.groups[box.group].cap * minimum

    def worst_case(self, dice: Dice, minimum: Decimal) -> Decimal:
        """What the house pays one player who holds every winning box at its maximum."""
        gains = (paid.pays * self.maximum(paid.box, minimum) for paid in self.payouts(dice))
        return sum(gains, Decimal(0))

    def least_float(self, minimum: Decimal) -> Decimal:
        """The least float (encaisse) of a table at that minimum (art. 49)."""
        return self.float_factor * minimum

    def hand_pays(self, hand: Hand | None) -> int:
        """Net gain of a 21+3 hand in stakes, 0 for none (art. 55-4, 7°)."""
        return 0 if hand is None else self.hand_ratios[hand]


KEYED_RATIOS: Mapping[Group, Iterable[int]] = {Group.TOTAL: TOTALS, Group.SINGLE: (1, 2, 3)}
"""The groups whose `pays` is a table, with the keys it must have; the others pay one number."""


class Section:
    """One TOML table being read: each key is taken once, and none may be left over at `close`."""

    def __init__(self, entries: object, key: str) -> None:
        if not isinstance(entries, dict):
            raise RulesetFault(key, "must be a table")
        self.key = key
        self._left: dict[str, object] = dict(entries)

    def path(self, name: str) -> str:
        """The dotted name of an entry."""
        return f"{self.key}.{name}" if self.key else name

    def take(self, name: str) -> object:
        if name not in self._left:
            raise RulesetFault(self.path(name), "is missing")
        return self._left.pop(name)

    def section(self, name: str) -> Section:
        return Section(self.take(name), self.path(name))

    def names(self) -> tuple[str, ...]:
        """The entries not yet taken."""
        return tuple(self._left)

    def number(self, name: str) -> int:
        value = self.take(name)
        if type(value) is not int or value < 1:
            raise RulesetFault(self.path(name), "must be a whole number above 0")
        return value

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str) or not value.strip():
            raise RulesetFault(self.path(name), "must be a text that is not empty")
        return value

    def day(self, name: str) -> date:
        value = self.take(name)
        if not isinstance(value, date) or isinstance(value, datetime):
            raise RulesetFault(self.path(name), "must be a date, as 2015-05-18")
        return value

    def close(self) -> None:
        for name in self._left:
            raise RulesetFault(self.path(name), "is unknown")


class Laws:
    """The [law] sections of one file; every one must be referred to by some rule."""

    def __init__(self, section: Section) -> None:
        self._by_name = {name: legal_basis(section.section(name)) for name in section.names()}
        self._unused = {name: section.path(name) for name in self._by_name}

    def cited(self, section: Section, name: str) -> LegalBasis:
        """The law that this entry names."""
        law = section.text(name)
        if law not in self._by_name:
            raise RulesetFault(section.path(name), f"names no [law.{law}]")
        self._unused.pop(law, None)
        return self._by_name[law]

    def close(self) -> None:
        for path in self._unused.values():
            raise RulesetFault(path, "is referred to by no rule")


def legal_basis(section: Section) -> LegalBasis:
    basis = LegalBasis(section.text("text"), section.text("article"), section.day("in_force"))
    section.close()
    return basis


def read_ruleset(text: str) -> Ruleset:
    """The set written in that TOML text. RulesetFault: a key missing, unknown or impossible."""
    try:
        file = Section(tomllib.loads(text), "")
    except tomllib.TOMLDecodeError as damage:
        raise RulesetFault("toml", str(damage)) from damage
    laws = Laws(file.section("law"))
    encaisse = file.section("float")
    sicbo = file.section("sicbo")
    hands = file.section("twenty_one_three")
    ruleset = Ruleset(
        name=file.text("name"),
        groups=MappingProxyType({g: read_terms(sicbo.section(g), g, laws) for g in Group}),
        hand_ratios=MappingProxyType(read_ratios(hands.section("pays"), Hand)),
        hand_basis=laws.cited(hands, "law"),
        float_factor=encaisse.number("factor"),
        float_basis=laws.cited(encaisse, "law"),
    )
    for section in (encaisse, sicbo, hands, laws, file):
        section.close()
    return ruleset


def read_terms(section: Section, group: Group, laws: Laws) -> Terms:
    if group in KEYED_RATIOS:
        ratios = read_ratios(section.section("pays"), KEYED_RATIOS[group])
    else:
        ratios = {1: section.number("pays")}
    terms = Terms(
        ratios=MappingProxyType(ratios),
        cap=section.number("cap"),
        basis=laws.cited(section, "law"),
        cap_basis=laws.cited(section, "cap_law"),
    )
    section.close()
    return terms


def read_ratios(section: Section, keys: Iterable[Key]) -> dict[Key, int]:
    ratios = {key: section.number(str(key)) for key in keys}
    section.close()
    return ratios
