"""What goes into the bundle and what PyInstaller would put there for nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DATA: Mapping[str, str] = {
    "resources/fonts": ".ttf .otf",
    "resources/i18n": ".toml",
    "resources/law": ".toml .txt",
    "resources/rules": ".toml",
    "resources/sounds": ".wav",
}
"""Folders of data that the program reads, with the endings of what it reads there. The fonts'
licences go where those of all components are."""

LOADED_BY_NAME = ("ui.customer.charts", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets")
"""Modules imported late, besides those in the table of `tabledisplay/__main__.py`.

pyqtgraph asks for both of OpenGL's by name wherever curves are, used or not."""

EXCLUDED = (
    "tkinter", "lib2to3", "setuptools", "pip", "IPython", "PyInstaller",
    "ssl", "sqlite3", "readline", "curses", "xmlrpc", "ensurepip", "idlelib",
    "matplotlib", "scipy", "cupy", "numba", "h5py", "OpenGL", "jupyter_rfb", "colorcet",
    "PyQt5", "PyQt6", "PySide2",
    "PySide6.QtDBus", "PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtSql",
    "PySide6.QtPrintSupport", "PySide6.QtTest",
    "pyqtgraph.examples", "pyqtgraph.opengl", "pyqtgraph.jupyter", "pyqtgraph.console",
    "numpy.f2py", "numpy.testing", "numpy.distutils",
)  # fmt: skip
"""Modules nothing of ours needs, but that others name."""

DROPPED = tuple(
    re.compile(pattern)
    for pattern in (
        # The desktop's dress: pulls GTK and half of a desktop from the building machine.
        r"PySide6/(Qt/)?plugins/platformthemes/",
        # Other ways to a screen than X11 (Linux), Windows' own, and none at all.
        r"PySide6/(Qt/)?plugins/platforms/(lib)?q(wayland|eglfs|linuxfb|vnc|minimal|minimalegl|vkkhrdisplay|direct2d).*",
        r"PySide6/(Qt/)?plugins/(wayland|egldeviceintegrations|xcbglintegrations|generic|tls|networkinformation|platforminputcontexts|sqldrivers|printsupport|qmltooling|qmllint|scenegraph)[^/]*/",
        r"PySide6/(Qt/)?plugins/imageformats/(lib)?q(?!gif|jpeg|svg|webp)[^/]*",
        r"PySide6/(Qt/)?plugins/iconengines/",
        # Qt's own sentences: the program has its own words, and no dialog of Qt's.
        r"PySide6/(Qt/)?translations/",
        # Libraries of Qt that no window of ours uses.
        r"(PySide6/(Qt/)?(lib/)?)?(lib)?Qt6(Network|Qml|QmlMeta|QmlModels|QmlWorkerScript|Quick|Pdf|Sql|PrintSupport|Test|VirtualKeyboard|WaylandClient|WlShellIntegration|WaylandEglClientHwIntegration|EglFSDeviceIntegration|EglFsKmsSupport)\b.*",
        # What only a developer reads.
        r".*\.pyi",
        r".*/py\.typed",
        r"pyqtgraph/icons/peegee/.*",
        r"tzdata/zoneinfo/(right|posix)/.*",
        # Windows' stand-ins for a graphics card.
        r"(.*/)?opengl32sw\.dll",
        r"(.*/)?d3dcompiler_\d+\.dll",
    )
)
"""Paths in the bundle that are left out again."""


def is_kept(path: str) -> bool:
    """Whether the bundle needs the file at that path (with `/` between its parts)."""
    return not any(pattern.fullmatch(path) or pattern.match(path + "$") for pattern in DROPPED)


SYSTEM_FOLDERS = re.compile(r"/(usr/)?lib(32|64|/[a-z0-9_]+-linux-gnu[a-z0-9]*)?/[^/]*")
"""Where a Linux keeps the libraries of its packages."""

NOT_EVERYWHERE = ("libpython3", "libmpdec.")
"""Libraries of the building machine that later releases of Debian have under another name."""


def is_the_systems(source: str) -> bool:
    """Whether that library is better left to the system, whose packages mend its faults."""
    name = source.rpartition("/")[2]
    return bool(SYSTEM_FOLDERS.fullmatch(source)) and not name.startswith(NOT_EVERYWHERE)


def fronts() -> tuple[str, ...]:
    """The modules that the program loads by name: nothing but its table knows them."""
    from tabledisplay.__main__ import QT_FRONTS

    return tuple(sorted({target.partition(":")[0] for target in QT_FRONTS.values()}))


def metadata_files() -> list[tuple[str, str]]:
    """Of each library whose version the doctor tells, the file that says it, and its folder."""
    from tabledisplay.doctor_machine import LIBRARIES

    files = [file for name in LIBRARIES for file in distribution(name).files or ()]
    return [
        (str(file.locate()), file.parent.as_posix())
        for file in files
        if file.name == "METADATA" and file.parent.suffix == ".dist-info"
    ]


def data_files(root: Path = ROOT) -> list[tuple[Path, str]]:
    """Every data file with the folder it stands in in the bundle, sorted."""
    return [
        (path, folder)
        for folder, endings in sorted(DATA.items())
        for path in sorted((root / folder).glob("*"))
        if path.suffix in endings.split()
    ]
