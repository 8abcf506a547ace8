"""Fails unless the parts that decide what a table shows are wholly tested, branches included.

Says nothing when the floor holds. Reads the data file that `coverage combine` left.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import coverage

# The one list. A pattern that matches a folder means every module below it.
FLOOR = (
    "tabledisplay/rules/*.py",
    "tabledisplay/game/*.py",
    "tabledisplay/shaker/slp1*.py",
    "tabledisplay/shaker/watch.py",
    "tabledisplay/public_view.py",
    "tabledisplay/journal*",
)
# Gaps named for a module; the rest are counted.
NAMED = 12


def modules(root: Path, pattern: str) -> list[str]:
    """The modules under `root` that `pattern` names, relative, with forward slashes."""
    found: set[Path] = set()
    for path in root.glob(pattern):
        if path.is_dir():
            found.update(path.rglob("*.py"))
        elif path.suffix == ".py":
            found.add(path)
    return sorted(path.relative_to(root).as_posix() for path in found)


def shortfalls(
    root: Path, gaps: Mapping[str, Iterable[str]], floor: Iterable[str] = FLOOR
) -> list[str]:
    """One line for each pattern without a module, each module never seen, each module with gaps."""
    lines: list[str] = []
    for pattern in floor:
        names = modules(root, pattern)
        if not names:
            lines.append(f"{pattern}: no such module")
        for name in names:
            if name not in gaps:
                lines.append(f"{name}: not measured at all")
            elif missed := list(gaps[name]):
                more = f" and {len(missed) - NAMED} more" if len(missed) > NAMED else ""
                lines.append(f"{name}: untested {', '.join(missed[:NAMED])}{more}")
    return lines


def measured(root: Path) -> dict[str, list[str]]:
    """For each measured module its untested lines (`12`) and branches (`12->15`)."""
    data = coverage.Coverage(config_file=str(root / "pyproject.toml"))
    data.load()
    report = root / "build" / "coverage.json"
    report.parent.mkdir(exist_ok=True)
    data.json_report(outfile=str(report))
    return read_report(report.read_text(encoding="utf-8"))


def read_report(text: str) -> dict[str, list[str]]:
    """The gaps in one JSON report of coverage."""
    return {
        name.replace("\\", "/"): [str(line) for line in file["missing_lines"]]
        + [f"{start}->{'exit' if end < 0 else end}" for start, end in file["missing_branches"]]
        for name, file in json.loads(text)["files"].items()
    }


def main() -> int:
    """1 with one line a shortfall, else 0."""
    root = Path(__file__).resolve().parent.parent
    lines = shortfalls(root, measured(root))
    for line in lines:
        print(f"coverage floor: {line}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
