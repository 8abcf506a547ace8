"""What a package leaves: the list sees every file, the comparison every difference."""

import json
import os
from pathlib import Path

import pytest

from installer.deb import left_over


@pytest.fixture
def system(tmp_path: Path) -> Path:
    root = tmp_path / "system"
    for name in ("etc/hosts", "usr/bin/true", "var/lib/dpkg/status", "tmp/x", "var/log/apt.log"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def test_the_list_leaves_out_what_says_nothing(system: Path) -> None:
    paths = [line.split("\t")[0] for line in left_over.listed(system)]
    assert "/etc/hosts" in paths
    assert "/var/lib/dpkg/status" in paths
    assert "/tmp/x" not in paths
    assert "/var/log/apt.log" not in paths
    assert all(line.count("\t") == 3 for line in left_over.listed(system))


def test_nothing_changed_is_no_difference(system: Path) -> None:
    before = list(left_over.listed(system))
    (system / "var/lib/dpkg/status").write_text("other")
    (system / "tmp/y").write_text("y")
    told = left_over.difference(before, list(left_over.listed(system)), ())
    assert told == {"kept": [], "left": [], "lost": [], "changed": []}


def test_each_difference_is_told(system: Path) -> None:
    before = list(left_over.listed(system))
    (system / "etc/hosts").write_text("changed")
    (system / "usr/bin/true").unlink()
    data = system / "var/lib/tabledisplay"
    data.mkdir()
    (data / "journal.db").write_text("evidence")
    (system / "usr/bin/stranger").write_text("x")
    after = list(left_over.listed(system))
    told = left_over.difference(before, after, ("/var/lib/tabledisplay", "/var/lib/tabledisplay/*"))
    assert told == {
        "kept": ["/var/lib/tabledisplay", "/var/lib/tabledisplay/journal.db"],
        "left": ["/usr/bin/stranger"],
        "lost": ["/usr/bin/true"],
        "changed": ["/etc/hosts"],
    }


@pytest.mark.skipif(os.name == "nt", reason="modes and links of Linux")
def test_modes_and_links_count(system: Path) -> None:
    (system / "usr/bin/link").symlink_to("true")
    before = list(left_over.listed(system))
    (system / "usr/bin/true").chmod(0o700)
    (system / "usr/bin/link").unlink()
    (system / "usr/bin/link").symlink_to("false")
    told = left_over.difference(before, list(left_over.listed(system)), ())
    assert told["changed"] == ["/usr/bin/link", "/usr/bin/true"]


def test_command_line_prints_json_and_fails_on_a_difference(
    system: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    assert left_over.main(["list", str(system)]) == 0
    before.write_text(capsys.readouterr().out)
    (system / "left").write_text("x")
    assert left_over.main(["list", str(system)]) == 0
    after.write_text(capsys.readouterr().out)
    assert left_over.main(["compare", str(before), str(after)]) == 1
    assert json.loads(capsys.readouterr().out)["left"] == ["/left"]
    assert left_over.main(["compare", str(before), str(after), "--kept", "/left"]) == 0
