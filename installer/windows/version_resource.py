"""What Windows says of our programs: version, name and licence, in French and English; icon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tabledisplay import __version__

ICON = Path(__file__).with_name("tabledisplay.ico")

FRENCH, ENGLISH, UNICODE = 0x040C, 0x0409, 1200

DESCRIPTIONS: Mapping[str, Mapping[int, str]] = {
    "tabledisplay.exe": {
        FRENCH: "Affichage de table de sic bo",
        ENGLISH: "Sic bo table display",
    },
    "tabledisplay-console.exe": {
        FRENCH: "Affichage de table de sic bo, ligne de commande",
        ENGLISH: "Sic bo table display, command line",
    },
}


def four_numbers(version: str) -> tuple[int, int, int, int]:
    """A version as Windows wants it; ValueError unless it begins with three numbers."""
    found = re.match(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?!\d)", version)
    if found is None:
        raise ValueError(version)
    return int(found[1]), int(found[2]), int(found[3]), 0


def resource(program: str, version: str = __version__) -> str:
    """PyInstaller's version file for one program."""
    numbers = four_numbers(version)
    tables = ", ".join(
        f"StringTable({f'{language:04X}{UNICODE:04X}'!r}, [{_strings(program, text, version)}])"
        for language, text in DESCRIPTIONS[program].items()
    )
    languages = [number for language in DESCRIPTIONS[program] for number in (language, UNICODE)]
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, "
        "flags=0, OS=0x40004, fileType=1, subtype=0, date=(0, 0)), "
        f"kids=[StringFileInfo([{tables}]), "
        f"VarFileInfo([VarStruct('Translation', {languages})])])\n"
    )


def _strings(program: str, description: str, version: str) -> str:
    told = {
        "CompanyName": "the tabledisplay authors",
        "FileDescription": description,
        "FileVersion": version,
        "InternalName": program.removesuffix(".exe"),
        "LegalCopyright": "© the tabledisplay authors, Apache-2.0",
        "OriginalFilename": program,
        "ProductName": "tabledisplay",
        "ProductVersion": version,
    }
    return ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in told.items())


def dress(work: str, program: str) -> dict[str, str]:
    """Icon and version file for PyInstaller's EXE; the file is written into `work`."""
    file = Path(work) / f"{program}.version"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(resource(program), encoding="utf-8", newline="\n")
    return {"icon": str(ICON), "version": str(file)}
