"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

import apsw
import msgspec


def description() -> str:
    """Processor, memory, system and versions, in a few lines."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return "\n".join(
        (
            f"machine: {_processor()}, {os.cpu_count()} cores, {memory:.0f} GB",
            f"system: {_system()}, kernel {platform.release()}, load {os.getloadavg()[0]:.1f}",
            f"Python {platform.python_version()}, Qt {_qt()}, msgspec {msgspec.__version__}",
            f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})",
        )
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return sys.platform


def _qt() -> str:
    from PySide6.QtCore import qVersion

    return qVersion()
