"""The workflows run nothing that can change under them, and publish nothing by themselves."""

import re
from pathlib import Path

import pytest

from installer.contents import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit_and_read_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"^\s*- uses: (.*)$", text, re.MULTILINE)
    assert used
    for line in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert text.count("timeout-minutes:") == len(re.findall(r"^    runs-on:", text, re.MULTILINE))


def test_a_release_is_a_draft_with_checksums_of_all_it_holds() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "gh release create" in text
    assert "--draft" in text
    assert "sha256sum *.deb *.cdx.json" in text
    assert "sha256sum --check --strict *.sha256" in text
    assert text.count("contents: write") == 1
