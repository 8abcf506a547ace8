"""The bill of materials: CycloneDX in form, true in content, and no build where it is not."""

import hashlib
import json
import re
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from installer import licences, sbom
from installer.components import Component, components
from installer.contents import ROOT
from installer.owners import Piece, Unowned, owner_of, pieces

SITE = Path(sysconfig.get_path("purelib"))
LOCK = ROOT / "uv.lock"
MOMENT = 1_767_225_600  # 2026-01-01

Bill = dict[str, Any]


def notes_of(folder: Path, files: list[tuple[str, Path]], modules: list[tuple[str, Path]]) -> Path:
    """PyInstaller's lists of a pretended bundle."""
    folder.mkdir()
    collected = [(place, str(source), "BINARY") for place, source in files]
    collected += [
        ("tabledisplay", str(folder / "tabledisplay"), "EXECUTABLE"),
        ("libQt6Core.so.6", "PySide6/Qt/lib/libQt6Core.so.6", "SYMLINK"),
    ]
    archived = [(name, str(source), "PYMODULE") for name, source in modules]
    start = [("pyi_rth_x", str(SITE / "PyInstaller/bootloader/run"), "PYSOURCE")]
    (folder / "COLLECT-00.toc").write_text(repr((collected,)), encoding="utf-8")
    (folder / "PYZ-00.toc").write_text(repr(("PYZ-00.pyz", archived)), encoding="utf-8")
    (folder / "PKG-00.toc").write_text(repr(("pkg", {}, start)), encoding="utf-8")
    return folder


@pytest.fixture
def held(tmp_path: Path) -> list[Piece]:
    """Pieces of a bundle of ours, of Qt and of three wheels, without PyInstaller's own."""
    core = next(SITE.glob("PySide6/QtCore.*"))
    files = [
        (f"PySide6/{core.name}", core),
        ("resources/rules/fr.toml", ROOT / "resources/rules/fr-2015-05-15.toml"),
        ("resources/fonts/Inter-Bold.ttf", ROOT / "resources/fonts/Inter-Bold.ttf"),
    ]
    modules = [
        ("tabledisplay.table", ROOT / "tabledisplay/table.py"),
        ("serial", SITE / "serial/__init__.py"),
        ("msgspec", SITE / "msgspec/__init__.py"),
    ]
    found = pieces(notes_of(tmp_path / "notes", files, modules), SITE)
    return [piece for piece in found if piece.owner != "pyinstaller"]


@pytest.fixture
def bundle(tmp_path: Path, held: list[Piece]) -> Path:
    folder = tmp_path / "bundle"
    for piece in held:
        if piece.is_file:
            place = folder / ("" if piece.place == "tabledisplay" else "_internal") / piece.place
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(piece.place.encode())
    return folder


@pytest.fixture
def made(held: list[Piece]) -> list[Component]:
    return components(held, SITE, LOCK, "0.1.0")


@pytest.fixture
def bill(made: list[Component], bundle: Path) -> Bill:
    return sbom.document(made, bundle, MOMENT)


def every_component(bill: Bill) -> list[Bill]:
    top = [bill["metadata"]["component"], *bill["components"]]
    return top + [file for part in top for file in part.get("components", ())]


def test_form_is_cyclonedx(bill: Bill) -> None:
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["specVersion"] == "1.6"
    assert bill["version"] == 1
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert bill["metadata"]["timestamp"] == "2026-01-01T00:00:00Z"
    refs = [part["bom-ref"] for part in every_component(bill)]
    assert len(refs) == len(set(refs))
    for part in every_component(bill):
        assert part["type"] in {"application", "library", "data", "file"}
        assert part["name"]
        for digest in part.get("hashes", ()):
            assert digest["alg"] == "SHA-256"
            assert re.fullmatch("[0-9a-f]{64}", digest["content"])
    for part in [bill["metadata"]["component"], *bill["components"]]:
        assert part["version"] not in {"", "unknown"}
        assert re.fullmatch(r"pkg:(pypi|generic|deb)/\S+@\S+", part["purl"])
        assert part["licenses"][0]["expression"]


def test_dependencies_name_components_that_are_there(bill: Bill) -> None:
    top = [bill["metadata"]["component"], *bill["components"]]
    refs = {part["bom-ref"] for part in top}
    told = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert set(told) == refs
    assert all(set(needs) <= refs for needs in told.values())
    program = told[bill["metadata"]["component"]["bom-ref"]]
    assert any(ref.startswith("pkg:pypi/pyside6-essentials@") for ref in program)


def test_content_is_what_the_bundle_holds(bill: Bill, bundle: Path, held: list[Piece]) -> None:
    files = {part["name"]: part for part in every_component(bill) if part["type"] == "file"}
    assert len(files) == len([piece for piece in held if piece.is_file])
    for name, part in files.items():
        content = (bundle / name).read_bytes()
        assert part["hashes"][0]["content"] == hashlib.sha256(content).hexdigest()


def test_versions_and_wheels_are_those_of_the_lock(bill: Bill) -> None:
    lock = LOCK.read_text(encoding="utf-8")
    wheels = [part for part in bill["components"] if part["purl"].startswith("pkg:pypi/")]
    assert {part["name"] for part in wheels} == {"msgspec", "pyserial", "pyside6-essentials"}
    for part in wheels:
        assert f'name = "{part["name"]}"\nversion = "{part["version"]}"' in lock
        for reference in part["externalReferences"]:
            assert f'"{reference["url"]}"' in lock
            assert f'"sha256:{reference["hashes"][0]["content"]}"' in lock
        assert part["externalReferences"]


def test_equal_bundles_have_equal_bills(made: list[Component], bundle: Path, bill: Bill) -> None:
    assert sbom.document(made, bundle, MOMENT) == bill
    changed = bundle / "_internal" / "resources" / "rules" / "fr.toml"
    changed.write_text("other")
    assert sbom.document(made, bundle, MOMENT)["serialNumber"] != bill["serialNumber"]
    assert json.loads(sbom.text(bill)) == bill


def test_each_component_has_its_licence_text(made: list[Component], tmp_path: Path) -> None:
    folder = licences.write_folder(made, tmp_path)
    for part in made:
        texts = list((folder / part.key).iterdir())
        assert texts, part.key
        assert all(text.stat().st_size > 100 for text in texts)
        assert f"{part.name} {part.version}" in (folder / "README.txt").read_text(encoding="utf-8")
    qt = folder / "pyside6-essentials"
    assert {path.name for path in qt.iterdir()} == {
        "LGPL-3.0.txt",
        "GPL-3.0.txt",
        "QT-SOURCE.txt",
    }
    assert "trois ans" in (folder / "QT-SOURCE.txt").read_text(encoding="utf-8")
    assert (tmp_path / "NOTICE.txt").read_bytes() == (ROOT / "NOTICE").read_bytes()


def test_a_file_of_nobody_stops_the_build(tmp_path: Path) -> None:
    stranger = tmp_path / "libstranger.so"
    with pytest.raises(Unowned, match="libstranger"):
        pieces(notes_of(tmp_path / "notes", [("libstranger.so", stranger)], []), SITE)


def test_a_part_of_the_repository_that_is_not_the_program_stops_the_build() -> None:
    with pytest.raises(Unowned, match="not a part"):
        owner_of(ROOT / "benchmarks" / "x.py", {})


def test_a_component_without_a_known_licence_stops_the_build() -> None:
    with pytest.raises(Unowned, match="left-pad"):
        components([Piece("left_pad.so", "left_pad.so", "left-pad", True)], SITE, LOCK, "0.1.0")


def test_a_wheel_that_is_not_the_locks_stops_the_build(held: list[Piece], tmp_path: Path) -> None:
    lock = tmp_path / "uv.lock"
    text = LOCK.read_text(encoding="utf-8")
    lock.write_text(text.replace('name = "msgspec"\nversion = "', 'name = "msgspec"\nversion = "9'))
    with pytest.raises(Unowned, match="msgspec"):
        components(held, SITE, lock, "0.1.0")


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        ("PySide6/Qt/lib/libicudata.so.73", "icu"),
        ("PySide6/icuuc.dll", "icu"),
        ("PySide6/Qt/lib/libQt6Core.so.6", "qt"),
        ("PySide6/Qt6Core.dll", "qt"),
        ("PySide6/plugins/platforms/qwindows.dll", "qt"),
        ("PySide6/QtCore.abi3.so", "pyside6-essentials"),
        ("PySide6/pyside6.abi3.dll", "pyside6-essentials"),
    ],
)
def test_parts_of_qts_wheel_are_told_apart(tmp_path: Path, path: str, owner: str) -> None:
    source = tmp_path / path
    assert owner_of(source, {str(source.resolve()): "pyside6-essentials"}) == owner


def test_the_interpreters_own_are_the_interpreters() -> None:
    stdlib = Path(sysconfig.get_path("stdlib"))
    assert owner_of(stdlib / "json" / "__init__.py", {}) == "cpython"
    assert owner_of(Path("/anywhere/libpython3.11.so.1.0"), {}) == "cpython"
    assert owner_of(Path("/anywhere/VCRUNTIME140.dll"), {}) == "cpython"
    assert owner_of(Path("/usr/lib/x86_64-linux-gnu/libmpdec.so.3"), {}) == "libmpdec"
