"""What goes into the bundle: every data file, every module loaded by name, and no ballast."""

import subprocess
import sys
from pathlib import Path

import pytest

from installer.contents import (
    ROOT,
    data_files,
    fronts,
    is_kept,
    is_the_systems,
    metadata_files,
)
from tabledisplay.__main__ import QT_FRONTS
from tabledisplay.doctor_machine import LIBRARIES


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/plugins/platforms/qoffscreen.dll", True),
        ("PySide6/Qt/plugins/imageformats/libqjpeg.so", True),
        ("PySide6/plugins/imageformats/qwebp.dll", True),
        ("PySide6/Qt/lib/libicudata.so.73", True),
        ("PySide6/Qt/lib/libQt6DBus.so.6", True),
        ("PySide6/Qt/lib/libQt6OpenGL.so.6", True),
        ("PySide6/Qt6Core.dll", True),
        ("numpy.libs/libscipy_openblas64_-32a4b2a6.so", True),
        ("tzdata/zoneinfo/Europe/Paris", True),
        ("PySide6/Qt/plugins/platforms/libqwayland-generic.so", False),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/platforms/libqminimal.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so", False),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/plugins/imageformats/libqpdf.so", False),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/lib/libQt6Network.so.6", False),
        ("libQt6Quick.so.6", False),
        ("PySide6/Qt6QmlModels.dll", False),
        ("PySide6/opengl32sw.dll", False),
        ("pyqtgraph/Qt/QtSvg.pyi", False),
    ],
)
def test_kept_or_left_out(path: str, kept: bool) -> None:
    assert is_kept(path) is kept


@pytest.mark.parametrize(
    ("source", "theirs"),
    [
        ("/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", True),
        ("/lib/x86_64-linux-gnu/libz.so.1.2.13", True),
        ("/usr/lib/libfoo.so.1", True),
        ("/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0", False),
        ("/usr/lib/x86_64-linux-gnu/libmpdec.so.3", False),
        ("/usr/lib/python3.11/lib-dynload/_ctypes.cpython-311-x86_64-linux-gnu.so", False),
        ("/home/x/venv/lib/python3.11/site-packages/PySide6/Qt/lib/libQt6Core.so.6", False),
        (r"C:\Windows\System32\ucrtbase.dll", False),
    ],
)
def test_libraries_of_debian_stay_debians(source: str, theirs: bool) -> None:
    assert is_the_systems(source) is theirs


def test_every_front_that_main_loads_by_name_is_named_to_pyinstaller() -> None:
    assert set(fronts()) == {target.partition(":")[0] for target in QT_FRONTS.values()}
    spec = (ROOT / "installer" / "tabledisplay.spec").read_text(encoding="utf-8")
    assert "*fronts()" in spec
    assert "*LOADED_BY_NAME" in spec
    assert 'collect_submodules("serial.urlhandler")' in spec
    assert "upx=True" not in spec


def test_every_data_file_goes_in() -> None:
    taken = {path for path, _ in data_files()}
    there = {
        path
        for path in (ROOT / "resources").rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and not path.name.endswith("-LICENSE.txt")
    }
    assert there - taken == set()
    assert len(taken) > 20
    for path, folder in data_files():
        assert path.parent == ROOT / folder


def test_the_doctor_can_tell_each_version_from_the_bundle() -> None:
    folders = {folder for _, folder in metadata_files()}
    assert len(folders) == len(LIBRARIES)
    for source, folder in metadata_files():
        assert Path(source).is_file()
        assert is_kept(f"{folder}/METADATA")
    spec = (ROOT / "installer" / "tabledisplay.spec").read_text(encoding="utf-8")
    assert "*metadata_files()" in spec


def test_the_program_runs_without_what_the_bundle_leaves_out(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.installer.blocked", "self-check", "--data", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    assert ran.stdout.startswith("Tout est là")
    assert list(tmp_path.iterdir()) == []
