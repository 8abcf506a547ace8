"""docs/shaker.md keeps its word: its example is read, what it refuses is, what it offers is not."""

import re
import tomllib
from pathlib import Path

import pytest

from tabledisplay.listening import lines_format
from tabledisplay.settings import parse
from tabledisplay.shaker.line_pattern import LONGEST_PATTERN, MOST_WAYS, BadLines
from tabledisplay.shaker.lines import GROUPS, LinesFormat

PAGE = (Path(__file__).parent.parent / "docs" / "shaker.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PAIRS = re.findall(r"^\| `(.+)` \| `(.+)` \|$", PAGE, re.MULTILINE)


def test_every_example_is_good_settings() -> None:
    assert len(EXAMPLES) == 2
    for example in EXAMPLES:
        tomllib.loads(example)
        settings = parse(("docs/shaker.md", example))
    form = lines_format(settings.shaker.lines)
    found = form.compiled.fullmatch("ROLL 17 UP 5-2-5")
    assert found
    assert (found["round"], found["lid"], found["d1"]) == ("17", "UP", "5")


@pytest.mark.parametrize(("refused", "instead"), PAIRS)
def test_what_is_refused_and_what_to_say_instead(refused: str, instead: str) -> None:
    with pytest.raises(BadLines):
        LinesFormat("OLD", refused)
    LinesFormat("OLD", instead)


def test_its_numbers_and_names_are_the_programs() -> None:
    assert len(PAIRS) == 7
    assert f"At most {LONGEST_PATTERN} characters" in PAGE
    assert f"may give {MOST_WAYS:,}" in PAGE
    assert all(f"`{name}`" in PAGE for name in GROUPS)
    dice = r"(?P<d1>\d)(?P<d2>\d)(?P<d3>\d)"
    LinesFormat("OLD", ".*x.*y.*" + dice)
    with pytest.raises(BadLines):
        LinesFormat("OLD", ".*x.*y.*z.*" + dice)
    LinesFormat("OLD", ".*+x.*+y.*+z.*+" + dice)
    LinesFormat("OLD", "(x)?" + dice)
