"""Starting the program again: under systemd by its unit, elsewhere by the same command line."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QProcess

AGAIN = 75
"""Exit code of a program that is to be started again; 0 would tell systemd that it was left."""


def command() -> list[str]:
    """The command line that started this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *sys.argv[1:]]
    return [sys.executable, *sys.orig_argv[1:]]


def start() -> int:
    """Call it last, with all closed. Returns the exit code, or does not return.

    systemd was told that the service stops, so it must see it end; its unit starts it again.
    """
    if "NOTIFY_SOCKET" in os.environ:
        return AGAIN
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    program, *arguments = command()
    if os.name != "nt":
        os.execv(program, [program, *arguments])  # noqa: S606 - no shell is wanted
    QProcess.startDetached(program, arguments)
    return 0
