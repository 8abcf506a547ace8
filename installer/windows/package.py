"""Makes the setup program from the bundle: signs if it can, packs, writes bill and checksums.

python -m installer.windows.package [--bundle DIR] [--out DIR]     needs makensis, and a bundle
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from installer import guides, sbom
from installer.bundle import BILL
from installer.contents import ROOT
from installer.windows import sign
from installer.windows.version_resource import DESCRIPTIONS, ICON, four_numbers
from tabledisplay import __version__

SCRIPT = Path(__file__).with_name("tabledisplay.nsi")


class Stop(Exception):  # noqa: N818 - the build's own word
    """The setup program cannot be made; the words say what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes it; 1 and one sentence if that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bundle", type=Path, default=ROOT / "dist" / "tabledisplay")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    args = parser.parse_args(arguments)
    try:
        by = sign.certificate(os.environ)
        setup = package(args.bundle.resolve(), args.out.resolve(), by)
    except (Stop, sign.Unsigned) as trouble:
        sys.stderr.write(f"windows: {trouble}\n")
        return 1
    told = "" if by else ", not signed: TABLEDISPLAY_SIGN_PFX is not set"
    sys.stdout.write(f"windows: {setup} ({setup.stat().st_size / 1e6:.0f} MB{told})\n")
    return 0


def package(bundle: Path, out: Path, by: sign.Certificate | None) -> Path:
    """The setup program in `out`, with its bill and checksums beside. Stop, Unsigned."""
    programs = [bundle / name for name in DESCRIPTIONS]
    missing = [program.name for program in programs if not program.is_file()]
    if missing:
        raise Stop(f"{bundle} lacks {', '.join(missing)}: make the bundle on Windows or Wine first")
    guides.write(bundle / "guides")
    if by is not None:
        sign.sign(programs, by)
        weigh_again(bundle)
    out.mkdir(parents=True, exist_ok=True)
    setup = out / f"tabledisplay-{__version__}-windows-x64-setup.exe"
    pack(bundle, setup, signed=by is not None)
    if by is not None:
        sign.sign([setup], by)
    bill = setup.with_name(setup.name.replace("-setup.exe", ".cdx.json"))
    shutil.copyfile(bundle / BILL, bill)
    sums = "".join(f"{sbom.sha256(file)}  {file.name}\n" for file in (setup, bill))
    checksums = setup.with_name(setup.name.replace("-setup.exe", ".sha256"))
    checksums.write_text(sums, encoding="ascii", newline="\n")
    return setup


def pack(bundle: Path, setup: Path, *, signed: bool) -> None:
    """Runs NSIS. Stop: it is not here, or it complains of anything."""
    makensis = shutil.which("makensis", path=os.environ.get("PATH", "") + os.pathsep + NSIS_HOME)
    if makensis is None:
        raise Stop("makensis was not found: install NSIS 3.08 or later")
    numbers = ".".join(map(str, four_numbers(__version__)))
    named = {
        "VERSION": __version__,
        "NUMBERS": numbers,
        "BUNDLE": str(bundle),
        "OUT": str(setup),
        "ICON": str(ICON),
    }
    if signed:  # NSIS makes the uninstaller while it packs: it calls back to have it signed
        named["SIGN"] = f'"{sys.executable}" "{Path(__file__).with_name("sign_one.py")}"'
    defined = [f"-D{name}={value}" for name, value in named.items()]
    ran = subprocess.run(
        (makensis, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defined, str(SCRIPT)),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        cwd=SCRIPT.parent,
        check=False,
    )
    if ran.returncode:
        raise Stop(f"makensis failed:\n{ran.stdout}{ran.stderr}".rstrip())


NSIS_HOME = str(Path(os.environ.get("ProgramFiles(x86)", "")) / "NSIS")  # noqa: SIM112 - its name
"""Where NSIS' own setup puts it on Windows."""


def weigh_again(bundle: Path) -> None:
    """After signing, the bill tells the programs as they are now."""
    file = bundle / BILL
    bill: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    del bill["serialNumber"]
    for part in files_told(bill):
        if part["name"] in DESCRIPTIONS:
            part["hashes"] = [{"alg": "SHA-256", "content": sbom.sha256(bundle / part["name"])}]
    content = json.dumps(bill, sort_keys=True, ensure_ascii=False)
    renewed = {"serialNumber": f"urn:uuid:{uuid.uuid5(sbom.SPACE, content)}"} | bill
    file.write_text(sbom.text(renewed), encoding="utf-8", newline="\n")


def files_told(bill: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every file that the bill tells, whose ever it is."""
    for owner in (bill["metadata"]["component"], *bill["components"]):
        for part in owner.get("components", ()):
            if part["type"] == "file":
                yield part


if __name__ == "__main__":
    sys.exit(main())
