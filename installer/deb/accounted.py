"""Every file of the package has an owner and a licence whose text is in the package, or no package.

accounted.py ROOT     ROOT: the package, unpacked; 1 and the files or components that lack one
"""

from __future__ import annotations

import fnmatch
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

PROGRAM = "usr/lib/tabledisplay/"
DOC = "usr/share/doc/tabledisplay/"


def faults(root: Path) -> Iterator[str]:
    """One sentence a fault; none is what the build wants."""
    bill = json.loads((root / DOC / "sbom.cdx.json").read_text(encoding="utf-8"))
    parts = [bill["metadata"]["component"], *bill["components"]]
    listed = {file["name"]: file for part in parts for file in part.get("components", ())}
    copyright_text = (root / DOC / "copyright").read_text(encoding="utf-8")
    patterns = [pattern for stanza in stanzas(copyright_text) for pattern in stanza]
    held = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink() and path.relative_to(root).parts[0] != "DEBIAN"
    }
    for name in sorted(held):
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
            yield f"{name}: no paragraph of the copyright file speaks of it"
        if name.startswith(PROGRAM):
            entry = listed.get(name.removeprefix(PROGRAM))
            if entry is None:
                yield f"{name}: not in the bill of materials"
            elif entry["hashes"][0]["content"] != digest(root / name):
                yield f"{name}: not the file of the bill of materials"
    for name in sorted(listed):
        if PROGRAM + name not in held:
            yield f"{name}: in the bill of materials, not in the package"
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(name, pattern) for name in held):
            yield f"{pattern}: the copyright file speaks of it, and nothing is there"
    yield from without_text(root / DOC / "licences", parts)


def stanzas(text: str) -> Iterator[list[str]]:
    """The patterns of each `Files:` paragraph."""
    for paragraph in text.split("\n\n"):
        lines = paragraph.splitlines()
        if lines and lines[0].startswith("Files:"):
            patterns = [lines[0].removeprefix("Files:")]
            for line in lines[1:]:
                if not line.startswith(" "):
                    break
                patterns.append(line)
            yield [pattern for line in patterns for pattern in line.split()]


def without_text(licences: Path, parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Components that the index of licences does not name, folders of licences without a text."""
    index = (licences / "README.txt").read_text(encoding="utf-8")
    for part in parts:
        line = f"{part['name']} {part['version']}"
        expression = part["licenses"][0]["expression"]
        if not any(
            told.startswith(line) and told.endswith(expression) for told in index.splitlines()
        ):
            yield f"{line}: not in licences/README.txt with {expression}"
    folders = [path for path in sorted(licences.iterdir()) if path.is_dir()]
    for folder in folders:
        if not any(path.is_file() and path.stat().st_size > 100 for path in folder.iterdir()):
            yield f"licences/{folder.name}: no text"
    if len(folders) != len(parts):
        yield f"{len(parts)} components, {len(folders)} folders of licences"


def digest(path: Path) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(arguments: Sequence[str]) -> int:
    """Prints each fault; 1 if there is one."""
    (root,) = map(Path, arguments)
    found = list(faults(root))
    for fault in found:
        sys.stderr.write(f"deb: {fault}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
