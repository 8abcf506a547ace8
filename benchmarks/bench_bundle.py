"""The bundle beside a bare one of the same libraries, and its start beside one from source.

The bare bundle is made here, from `bare_program.py`, by the same PyInstaller, trimmed and stripped
by the same rules. Needs what `make bundle` leaves.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measured import Measured
from benchmarks.programs import environment
from installer.bundle import slim
from installer.contents import EXCLUDED, ROOT

BUNDLE = ROOT / "dist" / "tabledisplay"
PYTHON = ROOT / "build" / "bundle-venv" / "bin" / "python"
"""The system's interpreter, which is in the bundle as a library, with the bundle's packages."""
BARE = "bare"
STARTS = 10
PATIENCE = 30.0
AT_MOST_SIZE = 1.1
AT_MOST_START = 1.1

SPEC = """
import os, sys
sys.path[:0] = [{root!r}]
from PyInstaller.utils.hooks import collect_data_files, collect_submodules
from installer.contents import is_kept, is_the_systems

def kept(entries):
    return [
        entry for entry in entries
        if is_kept(entry[0]) and not is_the_systems(os.path.realpath(entry[1]))
    ]

analysis = Analysis(
    [{program!r}],
    datas=collect_data_files("tzdata"),
    hiddenimports=[
        "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets",
        *collect_submodules("serial.urlhandler"), *collect_submodules("tzdata"),
    ],
    excludes={excluded!r},
)
analysis.binaries = kept(analysis.binaries)
analysis.datas = kept(analysis.datas)
program = EXE(PYZ(analysis.pure), analysis.scripts, [], exclude_binaries=True, name={name!r})
COLLECT(program, analysis.binaries, analysis.datas, name={name!r})
"""


def measure(args: Namespace) -> Iterator[Measured]:
    """Size and start; one sentence and nothing where no bundle was made."""
    if os.name != "posix" or not (BUNDLE / "tabledisplay").exists() or not PYTHON.exists():
        print("bundle: there is none to measure; make it by: make bundle", flush=True)
        return
    bare = bare_bundle(args.folder)
    yield Measured.at_most(
        "bundle, size", megabytes(BUNDLE), megabytes(bare), "MB",
        "a bare bundle, same libraries, trimmed alike", limit=AT_MOST_SIZE,
    )  # fmt: skip
    folder = args.folder / "start-bundle"
    folder.mkdir()
    bundled, source, twin = starts(
        folder,
        (str(BUNDLE / "tabledisplay"), "run"),
        (sys.executable, "-m", "tabledisplay", "run"),
        (str(PYTHON), "-m", "tabledisplay", "run"),
    )
    yield Measured.at_most(
        "bundle, start until ready", bundled * 1000, source * 1000, "ms",
        "from source, this interpreter", limit=AT_MOST_START,
    )  # fmt: skip
    # Debian's python3 is linked statically; its library, which a bundle needs, is slower.
    yield Measured(
        "bundle, start until ready", bundled * 1000, twin * 1000, "ms",
        "from source, the system's interpreter",
    )  # fmt: skip


def bare_bundle(folder: Path) -> Path:
    """Makes it. RuntimeError with PyInstaller's words if that fails."""
    spec = folder / f"{BARE}.spec"
    spec.write_text(
        SPEC.format(
            root=str(ROOT),
            program=str(ROOT / "benchmarks" / "bare_program.py"),
            excluded=list(EXCLUDED),
            name=BARE,
        ),
        encoding="utf-8",
    )
    places = ("--distpath", str(folder / "dist"), "--workpath", str(folder / "work"))
    command = (str(PYTHON), "-m", "PyInstaller", "--noconfirm", *places, "--log-level", "ERROR")
    ran = subprocess.run(
        (*command, str(spec)), cwd=folder, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"PyInstaller failed: {ran.stderr[-2000:]}")
    made = folder / "dist" / BARE
    subprocess.run(str(made / BARE), check=True, env=environment(), stdout=subprocess.DEVNULL)
    slim(made)
    subprocess.run(str(made / BARE), check=True, env=environment(), stdout=subprocess.DEVNULL)
    return made


def megabytes(folder: Path) -> float:
    """What the files of a folder hold; a link weighs nothing."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files) / 1e6


def starts(folder: Path, *commands: Sequence[str]) -> list[float]:
    """Of each command, started in turns: the shortest time until it says that it is ready."""
    found = [float("inf")] * len(commands)
    for turn in range(STARTS + 1):
        for n, command in enumerate(commands):
            took = until_ready(folder, (*command, "--data", str(folder / str(n))))
            if turn:  # the first turn compiles and fills the caches
                found[n] = min(found[n], took)
    return found


def until_ready(folder: Path, command: Sequence[str]) -> float:
    """Seconds from the start to the word that systemd waits for: both windows stand."""
    address = folder / "ready"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(address))
        supervisor.settimeout(PATIENCE)
        begun = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment() | {"NOTIFY_SOCKET": str(address)}
        )
        try:
            while b"READY=1" not in supervisor.recv(4096):
                pass
            took = time.perf_counter() - begun
        finally:
            process.terminate()
            process.wait()
            address.unlink()
    return took
