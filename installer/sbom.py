"""The bill of materials of the bundle, CycloneDX 1.6 as JSON: what is really in it, and whence.

build/bundle-venv/bin/python -m installer.sbom BUNDLE NOTES SITE > sbom.cdx.json
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from installer.components import Component, components
from installer.contents import ROOT
from installer.owners import pieces
from tabledisplay import __version__

SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://tabledisplay.invalid/sbom")
"""Serial numbers come from the content, so that equal bundles have equal bills."""


def document(made: Sequence[Component], bundle: Path, seconds: int) -> dict[str, Any]:
    """The bill; `seconds` since 1970 is the moment it speaks of."""
    program = next(part for part in made if part.key == "tabledisplay")
    rest = [_component(part, bundle) for part in made if part is not program]
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "post-build"}],
            "component": _component(program, bundle) | {"type": "application"},
            "manufacturer": {"name": "the tabledisplay authors"},
        },
        "components": rest,
        "dependencies": [
            {"ref": part.purl, "dependsOn": [p.purl for p in made if p.key in part.needs]}
            for part in made
        ],
    }
    content = json.dumps(bill, sort_keys=True, ensure_ascii=False)
    return {"serialNumber": f"urn:uuid:{uuid.uuid5(SPACE, content)}"} | bill


def _component(part: Component, bundle: Path) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "licenses": [{"expression": part.licence}],
        "purl": part.purl,
    }
    if part.key in {"inter", "noto-sans-cjk"}:
        told["type"] = "data"
    if part.modules:
        told["properties"] = [{"name": "tabledisplay:modules", "value": str(part.modules)}]
    if part.wheels:
        told["externalReferences"] = [
            {
                "type": "distribution",
                "url": wheel.url,
                "hashes": [{"alg": "SHA-256", "content": wheel.sha256}],
            }
            for wheel in part.wheels
        ]
    files = [_file(bundle, place, part.purl) for place in part.files]
    if files:
        told["components"] = files
    return told


def _file(bundle: Path, place: str, owner: str) -> dict[str, Any]:
    inside = next(path for path in (bundle / "_internal" / place, bundle / place) if path.exists())
    return {
        "type": "file",
        "bom-ref": f"{owner}#{place}",
        "name": inside.relative_to(bundle).as_posix(),
        "hashes": [{"alg": "SHA-256", "content": sha256(inside)}],
    }


def sha256(path: Path) -> str:
    """The file's digest in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def moment() -> int:
    """Seconds since 1970 that the build speaks of: SOURCE_DATE_EPOCH, which must be set."""
    return int(os.environ["SOURCE_DATE_EPOCH"])


def main(arguments: Sequence[str]) -> int:
    """Writes the bill of a bundle to standard output."""
    bundle, notes, site = map(Path, arguments)
    made = components(pieces(notes, site), site, ROOT / "uv.lock", __version__)
    sys.stdout.write(text(document(made, bundle, moment())))
    return 0


def text(bill: dict[str, Any]) -> str:
    """The bill as it is written to a file."""
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
