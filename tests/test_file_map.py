"""docs/architecture.md tells every file, in the file's own words."""

from __future__ import annotations

import importlib.util
from pathlib import Path

TOOL = Path(__file__).parents[1] / "tools" / "file_map.py"


def test_the_file_map_is_true() -> None:
    spec = importlib.util.spec_from_file_location("file_map", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.page() == tool.PAGE.read_text(encoding="utf-8"), "run tools/file_map.py"
