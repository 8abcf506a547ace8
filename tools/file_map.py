"""Writes the file map of docs/architecture.md: each module's own first sentence."""

from __future__ import annotations

import ast
import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- file map: written by tools/file_map.py -->\n"
END = "<!-- end of file map -->"


def sentence(path: Path) -> str:
    """The first line of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].replace("|", "\\|")


def file_map() -> str:
    """One table a package."""
    paths = sorted(path for top in ("tabledisplay", "ui") for path in (ROOT / top).rglob("*.py"))
    tables = []
    for folder, files in groupby(paths, key=lambda path: path.parent):
        rows = [f"| {path.name} | {sentence(path)} |" for path in files if path.stem != "__init__"]
        head = f"### {folder.relative_to(ROOT).as_posix()}/\n{sentence(folder / '__init__.py')}\n"
        tables.append("\n".join((head, "| file | |", "|---|---|", *rows)) + "\n")
    return "\n".join(tables)


def page() -> str:
    """The whole page with the map as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + file_map() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit(0)
