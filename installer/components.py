"""The components of the bundle: name, version, licence with its texts, origin, files."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any
from urllib.parse import quote

from installer.contents import ROOT
from installer.owners import Piece, Unowned, normal_name

TABLE = Path(__file__).with_name("components.toml")
TEXT_OF_LICENCE = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wheel:
    """A file of the lock that this component can have come from."""

    url: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Component:
    """`needs` are keys of components. `texts` pairs a file name with the licence text."""

    key: str
    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[tuple[str, str], ...] = field(repr=False)
    files: tuple[str, ...] = field(repr=False)
    modules: int = 0
    wheels: tuple[Wheel, ...] = ()
    needs: tuple[str, ...] = ()


def components(held: Iterable[Piece], site: Path, lock: Path, version: str) -> list[Component]:
    """Every component that has a piece in the bundle. Unowned: its licence is not in the table,
    or the wheel installed is not the one of the lock."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    dists = {normal_name(dist): dist for dist in distributions(path=[str(site)])}
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
    locked = {(p["name"], p["version"]): p for p in packages}
    by_owner: dict[str, list[Piece]] = {}
    for piece in held:
        by_owner.setdefault(piece.owner, []).append(piece)
    if "apsw" in by_owner:
        by_owner["sqlite"] = []  # compiled into apsw
    debian = _packages_of_debian()
    versions = {"tabledisplay": version, "cpython": platform.python_version()}
    versions |= {name: dist.version for name, dist in dists.items()}
    versions |= {key: package[1] for key, package in debian.items()}
    versions["sqlite"] = ".".join(versions.get("apsw", "").split(".")[:3])
    made = []
    for key, owned in sorted(by_owner.items()):
        if key not in table:
            raise Unowned(f"{key}: its licence is not in installer/components.toml")
        entry: Mapping[str, Any] = table[key]
        own = entry.get("version") or versions.get(entry.get("like", key)) or "unknown"
        in_lock: Mapping[str, Any] = locked.get((key, own), {})
        if key in dists and not in_lock:
            raise Unowned(f"{key} {own} is installed, but not what the lock says")
        made.append(
            Component(
                key,
                entry.get("name", key),
                own,
                entry["licence"],
                entry.get("purl", _purl(key, own, dists, debian)).format(version=own),
                tuple(_texts(key, entry, dists.get(key))),
                tuple(sorted({piece.place for piece in owned if piece.is_file})),
                len([piece for piece in owned if not piece.is_file]),
                _wheels(in_lock),
                tuple(sorted(_needs(key, in_lock) & by_owner.keys())),
            )
        )
    return made


def _purl(
    key: str,
    version: str,
    dists: Mapping[str, Distribution],
    debian: Mapping[str, tuple[str, str]],
) -> str:
    if key in debian:
        return f"pkg:deb/debian/{debian[key][0]}@{quote(version)}?arch=amd64"
    return f"pkg:pypi/{key}@{version}" if key in dists else f"pkg:generic/{key}@{version}"


def _packages_of_debian() -> dict[str, tuple[str, str]]:
    """Which package and version of it a component is, where the interpreter is Debian's own."""
    if not sysconfig.get_path("stdlib").startswith("/usr/lib/"):
        return {}
    found = {}
    names = {"cpython": (f"lib{RELEASE}-stdlib",), "libmpdec": ("libmpdec3", "libmpdec4")}
    for key, packages in names.items():
        for package in packages:
            ask = ("dpkg-query", "--showformat=${Version}", "--show", package)
            told = subprocess.run(ask, capture_output=True, text=True, check=False)
            if told.returncode == 0 and told.stdout:
                found[key] = (package, told.stdout)
    return found


def _texts(
    key: str, entry: Mapping[str, Any], dist: Distribution | None
) -> Iterable[tuple[str, str]]:
    found = 0
    for path in entry.get("texts", ()):
        found += 1
        yield Path(path).name, (ROOT / path).read_text(encoding="utf-8")
    for file in sorted((dist.files or ()) if dist else (), key=str):
        inside = file.as_posix().partition(".dist-info/")[2]
        if inside and TEXT_OF_LICENCE.search(inside):
            found += 1
            name = inside.removeprefix("licenses/").replace("/", "_")
            path = Path(str(file.locate()))
            yield name, path.read_text(encoding="utf-8", errors="replace")
    if key in FROM_THE_SYSTEM:
        path = next((p for p in FROM_THE_SYSTEM[key] if p.is_file()), None)
        if path is not None:
            found += 1
            yield path.name.removesuffix(".txt") + ".txt", path.read_text(encoding="utf-8")
    if not found:
        raise Unowned(f"{key}: no text of its licence was found; give one in {TABLE.name}")


PREFIX = Path(sys.base_prefix)
RELEASE = f"python{sys.version_info.major}.{sys.version_info.minor}"
FROM_THE_SYSTEM: Mapping[str, tuple[Path, ...]] = {
    "cpython": (
        PREFIX / "LICENSE.txt",
        PREFIX / "lib" / RELEASE / "LICENSE.txt",
        Path("/usr/share/doc") / RELEASE / "copyright",
        Path("/usr/share/doc") / f"lib{RELEASE}-minimal" / "copyright",
    ),
    "libmpdec": (
        Path("/usr/share/doc/libmpdec3/copyright"),
        Path("/usr/share/doc/libmpdec4/copyright"),
    ),
}
"""Where the texts stand that come with the interpreter, the first that is there."""


def _wheels(package: Mapping[str, Any]) -> tuple[Wheel, ...]:
    """Those that fit the machine that builds: the installed one is among them."""
    fitting = _fitting()
    found = (
        Wheel(wheel["url"], wheel["hash"].removeprefix("sha256:"))
        for wheel in package.get("wheels", ())
        if fitting.search(wheel["url"].rpartition("/")[2])
    )
    return tuple(found)


def _fitting() -> re.Pattern[str]:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    machine = r"win_amd64" if sys.platform == "win32" else r"manylinux[^-]*_x86_64"
    return re.compile(rf"-({python}-{python}|cp3\d+-abi3)-{machine}\.whl|-none-any\.whl")


def _needs(key: str, package: Mapping[str, Any]) -> set[str]:
    needs = {need["name"] for need in package.get("dependencies", ())}
    match key:
        case "tabledisplay":
            return needs | {"cpython", "pyinstaller", "inter", "noto-sans-cjk"}
        case "pyside6-essentials":
            return needs | {"qt"}
        case "qt":
            return {"icu"}
        case "apsw":
            return {"sqlite"}
        case "cpython":
            return {"libmpdec"}
        case _:
            return needs
