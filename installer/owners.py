"""Whose each piece of the bundle is, read from what PyInstaller noted while collecting it."""

from __future__ import annotations

import ast
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from installer.contents import ROOT

NOTES = ("COLLECT-00.toc", "PYZ-00.toc", "PKG-00.toc")
"""PyInstaller's lists: files of the folder, modules in the archive, start of the program."""

MADE_HERE = {"PYZ", "OPTION", "SYMLINK", "DEPENDENCY"}
"""Kinds of entries that are no piece of anybody's."""

RUNTIME = re.compile(
    r"libpython3.*|python3\d*\.dll|(vcruntime|msvcp|ucrtbase|api-ms-).*\.dll", re.IGNORECASE
)
"""Libraries that come with the interpreter wherever they stand."""


class Unowned(Exception):  # noqa: N818 - the build's own word
    """A piece of the bundle belongs to no component that is known: the build must not go on."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A file or module of the bundle: where it stands in it, where it came from, whose it is."""

    place: str
    source: str
    owner: str
    is_file: bool


def pieces(notes: Path, site: Path, root: Path = ROOT) -> list[Piece]:
    """Every piece, sorted. Unowned: one has no owner."""
    wheels = _files_of_wheels(site)
    found = {
        Piece(
            place.replace(os.sep, "/"),
            source,
            owner_of(Path(source), wheels, root),
            kind in {"BINARY", "EXTENSION", "DATA"},
        )
        for place, source, kind in _entries(notes)
    }
    return sorted(found, key=lambda piece: (piece.owner, piece.place, piece.source))


def _entries(notes: Path) -> Iterator[tuple[str, str, str]]:
    for name in NOTES:
        value = ast.literal_eval((notes / name).read_text(encoding="utf-8"))
        for part in value if isinstance(value, tuple) else (value,):
            for entry in part if isinstance(part, list) else ():
                if len(entry) != 3 or entry[2] in MADE_HERE or not entry[1]:
                    continue
                place, source, kind = entry
                if kind == "EXECUTABLE":  # our start, behind PyInstaller's boot loader
                    yield place, str(ROOT / "installer" / "entry.py"), "BINARY"
                    yield place, "PyInstaller/bootloader", kind
                else:
                    yield place, source, kind


def _files_of_wheels(site: Path) -> dict[str, str]:
    """Each file of every installed wheel, and the wheel's name."""
    return {
        os.path.realpath(str(dist.locate_file(file))): normal_name(dist)
        for dist in distributions(path=[str(site)])
        for file in dist.files or ()
    }


def normal_name(dist: Distribution) -> str:
    """The name as the lock spells it."""
    return re.sub(r"[-_.]+", "-", dist.metadata["Name"]).lower()


def owner_of(source: Path, wheels: dict[str, str], root: Path = ROOT) -> str:
    """The component that a source belongs to. Unowned: none is known."""
    text = source.as_posix()
    if "PyInstaller/bootloader" in text or source.stem.startswith("pyimod"):
        return "pyinstaller"
    if wheel := wheels.get(os.path.realpath(source)):
        return _part_of_qt(text) if wheel == "pyside6-essentials" else wheel
    name = source.name
    if name.startswith("libmpdec."):
        return "libmpdec"
    if "localpycs" in source.parts or name in {"base_library.zip", "PYZ-00.pyz"}:
        return "cpython"
    if source.is_relative_to(root):
        return _ours(source.relative_to(root).as_posix())
    if _is_pythons(source):
        return "cpython"
    raise Unowned(f"{source}: belongs to no component of installer/components.toml")


def _part_of_qt(path: str) -> str:
    if re.search(r"/(lib)?icu\w+\.?[^/]*$", path):
        return "icu"
    theirs = re.search(r"/PySide6/(Qt/|plugins/|translations/|(lib)?Qt6[^/]*$)", path)
    return "qt" if theirs else "pyside6-essentials"


def _ours(path: str) -> str:
    if path.startswith("resources/fonts/Inter-"):
        return "inter"
    if path.startswith("resources/fonts/Noto"):
        return "noto-sans-cjk"
    if path.startswith(("tabledisplay/", "ui/", "resources/", "installer/")):
        return "tabledisplay"
    raise Unowned(f"{path}: not a part of the program")


def _is_pythons(source: Path) -> bool:
    """Of the interpreter's own folders, or one of the run-time libraries that come with it."""
    homes = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    homes.add(Path(sys.base_prefix).resolve() / "DLLs")
    if any(source.resolve().is_relative_to(home) for home in homes):
        return True
    return RUNTIME.fullmatch(source.name) is not None
