"""What must hold of the repository itself, on any machine."""

import importlib.util
import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

from tools import coverage_floor, missing_libraries

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 300


def git_files(*patterns: str) -> list[Path]:
    """The tracked files that still exist; none where this is no checkout."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else []
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


TRACKED = git_files()
PYTHON = [path for path in TRACKED if path.suffix == ".py"]
in_checkout = pytest.mark.skipif(not TRACKED, reason="not a git checkout")


@in_checkout
def test_files_of_the_product_stay_short() -> None:
    parts = {ROOT / "tabledisplay", ROOT / "ui"}
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PYTHON
        if parts & set(path.parents)
    }
    assert lengths
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE} == {}


# Spelt in halves, so that this file does not mention them itself.
FORBIDDEN = {
    "a build machine's folder": rb"(?<![\w.])/" + rb"work/",
    "a build machine's home": rb"/root/\." + rb"pyenv",
    "a build machine's packages": rb"/opt/" + rb"(?:pypi|wheels)",
    "a reference folder that is not here": rb"(?<![\w/-])" + rb"shared/",
    "a private index": rb"(?i)(?:extra-)?index-url|\.internal\b|artifact" + rb"ory|dev" + rb"pi\b",
}


@in_checkout
@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_names_the_machine_it_was_made_on(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in TRACKED
        if path != Path(__file__) and (match := pattern.search(path.read_bytes()))
    ]
    assert found == []


def test_the_lock_names_public_hosts_only() -> None:
    lock = (ROOT / "uv.lock").read_text(encoding="utf-8")
    hosts = set(re.findall(r"[a-z]+://([^/\"]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


OPT_OUT = re.compile(
    r"type:\s*ignore(?P<type>\[[\w\-, ]+\])?"
    r"|noqa(?P<noqa>:\s*[A-Z]+[0-9]+(?:[, ]+[A-Z]+[0-9]+)*)?"
    r"|pragma:\s*no (?P<pragma>cover|branch)"
)


def unexplained(source: str) -> list[str]:
    """The comments that silence a tool without naming what, or without words saying why."""
    bad = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        silenced = list(OPT_OUT.finditer(token.string))
        blanket = any(not any(match.groups()) for match in silenced)
        why = re.sub(r"[^a-zà-ÿ]+", " ", OPT_OUT.sub("", token.string).lower()).split()
        if silenced and (blanket or len(why) < 2):
            bad.append(f"{token.start[0]}: {token.string}")
    return bad


@pytest.mark.parametrize(
    ("comment", "fine"),
    [
        ("noqa", False),
        ("noqa: E501", False),
        ("noqa  - says why it must be", False),
        ("noqa: E501, S101 - the table reads better", True),
        ("type: ignore[arg-type]", False),
        ("type: ignore  # the stubs are wrong", False),
        ("type: ignore[arg-type]  # noqa: E501", False),
        ("type: ignore[arg-type]  # the stubs are wrong here", True),
        ("pragma: no cover", False),
        ("pragma: no cover - only under Windows", True),
        ("an ordinary remark", True),
    ],
)
def test_the_check_of_reasons_tells_them_apart(comment: str, fine: bool) -> None:
    assert (unexplained(f"x = 1  # {comment}\n") == []) is fine


@in_checkout
def test_every_opt_out_says_why() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in PYTHON
        for line in unexplained(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_licence_is_declared_and_present() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0"
    for pattern in project["license-files"]:
        assert list(ROOT.glob(pattern)), f"no file for license-files entry {pattern}"
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_every_font_has_its_licence() -> None:
    fonts = [p for p in (ROOT / "resources" / "fonts").iterdir() if p.suffix in {".ttf", ".otf"}]
    assert fonts
    for font in fonts:
        licence = font.parent / f"{font.name.split('-')[0]}-LICENSE.txt"
        assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8").upper()


def test_void_methods_of_qt_do_not_lose_references_to_none() -> None:
    from PySide6.QtCore import QObject

    qobject = QObject()
    qobject.blockSignals(False)
    before = sys.getrefcount(None)
    for _ in range(200):
        qobject.setObjectName("")
    assert sys.getrefcount(None) > before - 100


def test_the_core_starts_without_qt() -> None:
    if importlib.util.find_spec("tabledisplay.table") is None:
        pytest.skip("tabledisplay.table is not written yet")
    program = (
        "import sys, tabledisplay.table\n"
        "print([m for m in sys.modules if m.startswith(('PySide6', 'shiboken6', 'ui.'))])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "[]"), ran.stderr


def test_coverage_floor_reports_what_is_missing_unseen_or_untested(tmp_path: Path) -> None:
    for name in ("whole.py", "holes.py", "unseen.py", "pack/part.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    report = json.dumps(
        {
            "files": {
                "whole.py": {"missing_lines": [], "missing_branches": []},
                "holes.py": {"missing_lines": [7], "missing_branches": [[3, 5], [4, -1]]},
                "pack\\part.py": {"missing_lines": [*range(20)], "missing_branches": []},
            }
        }
    )
    gaps = coverage_floor.read_report(report)
    assert coverage_floor.shortfalls(tmp_path, gaps, ("*.py", "pack*", "gone.py")) == [
        "holes.py: untested 7, 3->5, 4->exit",
        "unseen.py: not measured at all",
        "pack/part.py: untested 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more",
        "gone.py: no such module",
    ]


def test_missing_library_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_libraries, "QT", {"libnothing-of-the-kind.so.9": "libnothing9"})
    monkeypatch.setattr(missing_libraries, "SCREENS", {"no-such-program-here": "nothing-utils"})
    assert missing_libraries.missing(["qt"]) == ["libnothing9"]
    assert missing_libraries.missing(["screens"]) == ["nothing-utils"]
    assert missing_libraries.missing([]) == []
