"""docs/faults.md names a test for every fault, and every test that it names exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| fault |")
]


@cache
def functions_of(path: str) -> frozenset[str]:
    """Names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_fault_has_a_behaviour_and_tests_that_exist(row: list[str]) -> None:
    fault, behaviour, provoked_by = row
    assert fault
    assert behaviour
    named = re.findall(r"`([^`]+)`", provoked_by)
    assert any(name.startswith("tests/") for name in named)
    for name in named:
        path, _, test = name.partition("::")
        if path.startswith("make "):
            assert re.search(rf"^{path[5:]}:", (ROOT / "Makefile").read_text(), re.MULTILINE), name
        else:
            assert test in functions_of(path), name


def test_no_fault_stands_there_twice_or_was_lost() -> None:
    faults = [fault for fault, *_ in ROWS]
    assert len(faults) == len(set(faults))
    assert len(faults) >= 48


def test_every_other_test_file_that_it_names_exists() -> None:
    for path in re.findall(r"`(tests/[^`:]+)`", PAGE):
        assert (ROOT / path).exists(), path
