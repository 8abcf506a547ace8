"""The folder of licences in the bundle: every component's texts, Qt's offer of source, an index."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from installer.components import Component
from installer.contents import ROOT

FOLDER = "licences"


def write_folder(made: Sequence[Component], bundle: Path) -> Path:
    """Makes the folder anew inside the bundle; one folder a component, and what to read first."""
    folder = bundle / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for part in made:
        own = folder / part.key
        own.mkdir()
        for name, text in part.texts:
            # newline: the same bytes whatever system builds
            (own / name).write_text(text, encoding="utf-8", newline="\n")
    (folder / "README.txt").write_text(index(made), encoding="utf-8", newline="\n")
    (folder / "QT-SOURCE.txt").write_bytes(
        (ROOT / "installer" / "licences" / "QT-SOURCE.txt").read_bytes()
    )
    (bundle / "NOTICE.txt").write_bytes((ROOT / "NOTICE").read_bytes())
    return folder


def index(made: Sequence[Component]) -> str:
    """What is in the bundle and under which licence, one line each."""
    wide = max(len(f"{part.name} {part.version}") for part in made)
    lines = [f"{f'{part.name} {part.version}':{wide}}  {part.licence}" for part in made]
    return (
        "Composants de ce programme et leurs licences ; les textes sont dans les dossiers\n"
        "voisins, un par composant. sbom.cdx.json dit les mêmes choses pour les machines.\n\n"
        "Components of this program and their licences; the texts are in the folders beside,\n"
        "one a component. sbom.cdx.json says the same for machines.\n\n"
    ).replace(" ;", "\u202f;") + "".join(f"{line}\n" for line in lines)
