"""docs/reglages.md tells every setting with its true default."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from tabledisplay.settings import Settings, parse

PAGE = Path(__file__).parents[1] / "docs" / "reglages.md"


def written() -> str:
    found = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def keys(value: object, before: str = "") -> set[str]:
    if not isinstance(value, msgspec.Struct):
        return {before}
    return set().union(
        *(keys(getattr(value, n), f"{before}.{n}".lstrip(".")) for n in value.__struct_fields__)
    )


def test_the_page_shows_the_defaults() -> None:
    assert parse(("docs/reglages.md", written())) == Settings()


def test_the_page_names_every_setting() -> None:
    named = re.findall(r"^#? ?([a-z_0-9]+) = |^\[([a-z.]+)\]", written(), re.MULTILINE)
    section, told = "", set()
    for key, head in named:
        if head:
            section = head
        else:
            told.add(f"{section}.{key}")
    assert keys(Settings()) <= told
