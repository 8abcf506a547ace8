"""A rules file is taken whole and right, or refused with the name of what is wrong in it."""

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import FrozenInstanceError
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tabledisplay.rules.dice import Dice
from tabledisplay.rules.ruleset import LegalBasis, Ruleset, RulesetFault
from tabledisplay.rules.sicbo import BOX_BY_ID, BOXES, ROLLS, Box, Group
from tabledisplay.rules.twenty_one_three import Hand

FILE = Path(__file__).resolve().parents[2] / "resources" / "rules" / "fr-2015-05-15.toml"
TEXT = FILE.read_text(encoding="utf-8")
TREE: dict[str, Any] = tomllib.loads(TEXT)
RULES = Ruleset.parse(TEXT)
ARRETE = "Arrêté du 14 mai 2007 relatif à la réglementation des jeux dans les casinos"


def toml(tree: dict[str, Any], before: str = "") -> str:
    """The tree as TOML, one dotted key a line."""
    lines = []
    for key, value in tree.items():
        name = f"{before}{json.dumps(key)}"
        if isinstance(value, dict) and value:
            lines.append(toml(value, f"{name}."))
        elif isinstance(value, dict):
            lines.append(f"{name} = {{}}")
        elif isinstance(value, date):
            lines.append(f"{name} = {value.isoformat()}")
        else:
            lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines)


def paths(tree: dict[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every entry, tables included."""
    for key, value in tree.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from paths(value, (*before, key))


def changed(path: tuple[str, ...], change: Callable[[dict[str, Any], str], object]) -> str:
    """The rules file with one entry changed."""
    tree = deepcopy(TREE)
    table = tree
    for key in path[:-1]:
        table = table[key]
    change(table, path[-1])
    return toml(tree)


def at(path: tuple[str, ...]) -> Any:
    value: Any = TREE
    for key in path:
        value = value[key]
    return value


def fault(text: str) -> RulesetFault:
    with pytest.raises(RulesetFault) as raised:
        Ruleset.parse(text)
    assert str(raised.value) == f"{raised.value.key}: {raised.value.problem}"
    return raised.value


ALL = list(paths(TREE))
LAWS = [path for path in ALL if path[0] == "law" and len(path) == 2]
TABLES = [path for path in ALL if isinstance(at(path), dict)]
LEAVES = [path for path in ALL if path not in TABLES]
BAD: dict[type, tuple[object, ...]] = {
    int: (0, -1, True, 1.5, "20", [20], {}),
    str: ("", "  ", 5, False, [], {}),
    date: ("2015-05-18", 2015, datetime(2015, 5, 18, 1, 2, 3), {}),  # noqa: DTZ001 - a TOML local
}


def test_the_test_writes_the_same_file() -> None:
    assert Ruleset.parse(toml(TREE)) == RULES
    assert len(TABLES) == 19
    assert len(LEAVES) == 67


@pytest.mark.parametrize("path", ALL, ids=".".join)
def test_nothing_may_be_missing(path: tuple[str, ...]) -> None:
    found = fault(changed(path, lambda table, key: table.pop(key)))
    if path in LAWS:
        assert found.key in {".".join(p) for p in LEAVES if p[-1] in {"law", "cap_law"}}
    else:
        assert (found.key, found.problem) == (".".join(path), "is missing")


@pytest.mark.parametrize("path", [(), *TABLES], ids=lambda path: ".".join(path) or "top")
def test_nothing_may_be_unknown(path: tuple[str, ...]) -> None:
    found = fault(changed((*path, "surprise"), lambda table, key: table.update({key: 1})))
    assert found.key == ".".join((*path, "surprise"))
    assert found.problem == ("must be a table" if path == ("law",) else "is unknown")


@pytest.mark.parametrize("path", LEAVES, ids=".".join)
def test_every_value_is_of_its_kind(path: tuple[str, ...]) -> None:
    for value in BAD[type(at(path))]:
        found = fault(changed(path, lambda table, key, v=value: table.update({key: v})))
        assert found.key == ".".join(path), value


@pytest.mark.parametrize("path", TABLES, ids=".".join)
def test_every_table_is_a_table(path: tuple[str, ...]) -> None:
    found = fault(changed(path, lambda table, key: table.update({key: 1})))
    assert (found.key, found.problem) == (".".join(path), "must be a table")


def test_every_law_is_cited_and_every_citation_is_a_law() -> None:
    extra = {"text": "Loi", "article": "1", "in_force": date(2020, 1, 1)}
    found = fault(changed(("law", "extra"), lambda table, key: table.update({key: extra})))
    assert (found.key, found.problem) == ("law.extra", "is referred to by no rule")
    found = fault(changed(("sicbo", "duo", "law"), lambda table, key: table.update({key: "x"})))
    assert (found.key, found.problem) == ("sicbo.duo.law", "names no [law.x]")


@pytest.mark.parametrize("text", ["name = ", "\0", "name = 'a'\nname = 'b'"])
def test_a_file_that_is_no_toml(text: str) -> None:
    assert fault(text).key == "toml"


def test_the_legal_basis_of_each_number() -> None:
    since = date(2015, 5, 18)
    assert set(RULES.groups) == set(Group)
    for terms in RULES.groups.values():
        assert terms.basis == LegalBasis(ARRETE, "55-23-1", since)
        assert terms.cap_basis == LegalBasis(ARRETE, "55-23-2", since)
    assert RULES.float_basis == LegalBasis(ARRETE, "49", since)
    assert RULES.hand_basis == LegalBasis(ARRETE, "55-4, 7°", date(2020, 5, 24))


def test_what_the_layout_prints() -> None:
    printed = {box.id: RULES.ratios(box) for box in BOXES}
    assert printed["single:4"] == (1, 2, 12)
    assert printed["total:4"] == printed["total:17"] == (60,)
    assert printed["total:10"] == (6,)
    assert printed["triple:1"] == (180,)


@pytest.mark.parametrize("minimum", [Decimal(5), Decimal("0.5"), Decimal("2.5"), Decimal(500)])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_maxima_are_derived_from_the_minimum(box: Box, minimum: Decimal) -> None:
    factor = 50 if box.id in {"small", "big"} else 20
    assert RULES.maximum(box, minimum) == factor * minimum


@pytest.mark.parametrize("minimum", [Decimal(1), Decimal("2.5"), Decimal(100)])
def test_worst_case_of_each_kind_of_result(minimum: Decimal) -> None:
    worst = {dice: RULES.worst_case(dice, minimum) for dice in ROLLS}
    assert worst[Dice.of(2, 2, 2)] == worst[Dice.of(5, 5, 5)] == 5000 * minimum
    assert worst[Dice.of(3, 3, 3)] == worst[Dice.of(4, 4, 4)] == 4780 * minimum
    assert worst[Dice.of(1, 1, 1)] == worst[Dice.of(6, 6, 6)] == 4640 * minimum
    assert max(worst[dice] for dice in ROLLS if not dice.is_triple) == 1610 * minimum
    assert max(worst.values()) == RULES.least_float(minimum)


def test_a_losing_box_and_no_hand_pay_nothing() -> None:
    assert RULES.pays(BOX_BY_ID["small"], Dice.of(2, 2, 2)) == 0
    assert RULES.pays(BOX_BY_ID["single:4"], Dice.of(2, 2, 2)) == 0
    assert RULES.hand_pays(None) == 0
    assert [RULES.hand_pays(hand) for hand in Hand] == [30, 20, 10, 5]


def test_a_ruleset_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        RULES.float_factor = 1
    with pytest.raises(TypeError):
        RULES.groups[Group.SMALL] = RULES.groups[Group.TRIPLE]
    with pytest.raises(TypeError):
        RULES.groups[Group.SMALL].ratios[1] = 2
    with pytest.raises(TypeError):
        RULES.hand_ratios[Hand.FLUSH] = 50
    assert hash(RULES) == hash(Ruleset.parse(TEXT))
