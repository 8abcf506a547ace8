"""Makes dist/tabledisplay: the program in one folder, with its licences and bill of materials.

make bundle             or, with a Python that has the packages of the lock and PyInstaller:
python -m installer.bundle [--dist DIR] [--work DIR]
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from installer import licences, sbom
from installer.components import components
from installer.contents import ROOT, fronts
from installer.owners import Unowned, pieces
from tabledisplay import __version__

BILL = "sbom.cdx.json"
UNSTRIPPABLE = ("numpy", "numpy.libs")
"""Packages whose libraries do not survive strip (« ELF load command … not page-aligned »)."""


class Stop(Exception):  # noqa: N818 - the build's own word
    """The bundle cannot be made; the words say what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds, completes and checks the bundle; 1 and one sentence if that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "bundle")
    parser.add_argument("--no-check", action="store_true", help="do not run the result")
    args = parser.parse_args(arguments)
    try:
        bundle = build(args.dist, args.work)
        if not args.no_check:
            self_check(bundle)
    except (Stop, Unowned) as trouble:
        sys.stderr.write(f"bundle: {trouble}\n")
        return 1
    size = sum(file.stat().st_size for file in bundle.rglob("*") if not file.is_symlink())
    sys.stdout.write(f"bundle: {bundle} ({size / 1e6:.0f} MB)\n")
    return 0


def build(dist: Path, work: Path) -> Path:
    """The finished bundle. Stop, Unowned: something is missing or nobody's."""
    missing = [name for name in fronts() if importlib.util.find_spec(name) is None]
    if missing:
        raise Stop(f"tabledisplay/__main__.py loads {', '.join(missing)}, which is not there")
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(last_commit()))
    os.environ["PYTHONHASHSEED"] = "0"
    # Modules lie in the archive as they are: 9 MB more, a start some 30 ms shorter.
    os.environ["PYINSTALLER_ZLIB_COMPRESSION_LEVEL"] = "0"
    bundle = dist / "tabledisplay"
    shutil.rmtree(bundle, ignore_errors=True)
    log = work / "pyinstaller.log"
    work.mkdir(parents=True, exist_ok=True)
    run_pyinstaller(dist, work, log)
    if os.name == "posix":
        slim(bundle)
    complete(bundle, work / "tabledisplay")
    return bundle


def run_pyinstaller(dist: Path, work: Path, log: Path) -> None:
    """One run. Stop: it failed, or lacks a module that we name."""
    places = ("--distpath", str(dist), "--workpath", str(work))
    spec = ROOT / "installer" / "tabledisplay.spec"
    command = (sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", *places, str(spec))
    with log.open("w", encoding="utf-8") as file:
        ran = subprocess.run(command, stdout=file, stderr=file, cwd=ROOT, check=False)
    told = log.read_text(encoding="utf-8", errors="replace").splitlines()
    errors = [line for line in told if " ERROR: " in line]
    if ran.returncode or errors:
        raise Stop("\n".join([f"PyInstaller failed, see {log}", *(errors or told[-5:])]))


def slim(bundle: Path) -> None:
    """Debug symbols away where that does no harm; libraries are not programs."""
    for file in sorted(bundle.rglob("*.so*")):
        if file.is_symlink():
            continue
        file.chmod(0o644)
        if file.relative_to(bundle / "_internal").parts[0] not in UNSTRIPPABLE:
            # The modification time of the source would differ from one machine to the next.
            subprocess.run(("strip", "--strip-unneeded", str(file)), check=True)


def complete(bundle: Path, notes: Path) -> None:
    """Licences, NOTICE and bill into the bundle. Unowned: a file that is nobody's."""
    site = Path(sysconfig.get_path("purelib"))
    made = components(pieces(notes, site), site, ROOT / "uv.lock", __version__)
    strangers = files_of(bundle) - {place for part in made for place in part.files}
    if strangers:
        raise Unowned(f"in the bundle, but of no component: {', '.join(sorted(strangers))}")
    bill = sbom.document(made, bundle, sbom.moment())
    licences.write_folder(made, bundle)
    (bundle / BILL).write_text(sbom.text(bill), encoding="utf-8", newline="\n")


def files_of(bundle: Path) -> set[str]:
    """Every real file of the bundle, as the bill names it."""
    return {
        file.relative_to(bundle).as_posix().removeprefix("_internal/")
        for file in bundle.rglob("*")
        if file.is_file() and not file.is_symlink()
    }


def self_check(bundle: Path) -> None:
    """Lets the program prove itself. Stop: it does not."""
    name = "tabledisplay.exe" if sys.platform == "win32" else "tabledisplay"
    ran = subprocess.run((str(bundle / name), "self-check", "--lang", "en"), check=False)
    if ran.returncode:
        raise Stop(f"the bundle's self-check failed with exit code {ran.returncode}")


def last_commit() -> int:
    """When the sources last changed, in seconds since 1970; 2020-01-01 outside a checkout."""
    asked = ("git", "-c", "safe.directory=*", "log", "-1", "--format=%ct")
    try:
        told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
        return int(told.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 1577836800


if __name__ == "__main__":
    sys.exit(main())
