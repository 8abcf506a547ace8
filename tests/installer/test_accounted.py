"""Every file of the Debian package has an owner and a licence; what has none is found."""

import hashlib
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from installer.contents import ROOT


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "accounted", ROOT / "installer" / "deb" / "accounted.py"
    )
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


accounted = module()
QT = "usr/lib/tabledisplay/_internal/PySide6/Qt/lib/libQt6Core.so.6"
DOC = "usr/share/doc/tabledisplay"
INDEX = f"{DOC}/licences/README.txt"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of one library of Qt, one setting, and their licences."""
    root = tmp_path / "root"
    write(root / QT, "library")
    write(root / "etc/tabledisplay/screens.conf", "")
    write(root / "DEBIAN/control", "Package: tabledisplay")
    write(
        root / DOC / "copyright",
        "Format: x\n\nFiles: etc/*\n       usr/share/*\nLicense: Apache-2.0\n\n"
        "Files: usr/lib/tabledisplay/_internal/PySide6/*\nLicense: LGPL-3\n",
    )
    library = {
        "name": "_internal/PySide6/Qt/lib/libQt6Core.so.6",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(b"library").hexdigest()}],
    }
    parts = [
        {"name": "tabledisplay", "version": "1", "licenses": [{"expression": "Apache-2.0"}]},
        {
            "name": "Qt",
            "version": "6",
            "licenses": [{"expression": "LGPL-3.0-only"}],
            "components": [library],
        },
    ]
    bill = {"metadata": {"component": parts[0]}, "components": parts[1:]}
    write(root / DOC / "sbom.cdx.json", json.dumps(bill))
    write(
        root / DOC / "licences/README.txt",
        "tabledisplay 1  Apache-2.0\nQt 6          LGPL-3.0-only\n",
    )
    for name in ("tabledisplay", "qt"):
        write(root / DOC / "licences" / name / "text.txt", "text " * 30)
    return root


def test_a_package_whose_files_all_have_an_owner(package: Path) -> None:
    assert list(accounted.faults(package)) == []
    assert accounted.main([str(package)]) == 0


Spoil = Callable[[Path], object]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda root: write(root / "opt/stray", ""), "opt/stray: no paragraph"),
        (
            lambda root: write((root / QT).with_name("libstray.so"), ""),
            "libstray.so: not in the bill",
        ),
        (lambda root: write(root / QT, "another"), "libQt6Core.so.6: not the file of the bill"),
        (lambda root: (root / QT).unlink(), "libQt6Core.so.6: in the bill of materials, not in"),
        (lambda root: (root / QT).unlink(), "PySide6/*: the copyright file speaks of it"),
        (lambda root: (root / DOC / "licences/qt/text.txt").unlink(), "licences/qt: no text"),
        (
            lambda root: (root / INDEX).write_text("Qt 6  MIT\n"),
            "Qt 6: not in",
        ),
        (lambda root: write(root / DOC / "licences/x/text.txt", "text " * 30), "2 components, 3"),
    ],
)
def test_what_nobody_owns_is_found(
    package: Path, spoil: Spoil, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(package)
    assert accounted.main([str(package)]) == 1
    assert told in capsys.readouterr().err
