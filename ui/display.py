"""The one QApplication, and whether there is a display to show it on."""

from __future__ import annotations

import os
import re
import socket
import sys

from PySide6.QtWidgets import QApplication

from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words

X11_PORT = 6000
X11_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 - where X itself listens


def application(words: Words, *, offscreen: bool = False) -> QApplication:
    """The application. KnownTrouble where there is no display: Qt itself would abort."""
    if offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif not has_display():
        raise KnownTrouble("screens.no_display")
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["tabledisplay"])
    app.setApplicationName("tabledisplay")
    app.setApplicationDisplayName(words.say("main.title"))
    app.setQuitOnLastWindowClosed(False)
    return app


def has_display() -> bool:
    """Whether windows can be shown: a chosen platform, Windows, Wayland, or an X server."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    if os.environ.get("WAYLAND_DISPLAY"):
        return True
    return _x_answers(os.environ.get("DISPLAY", ""))


def _x_answers(display: str) -> bool:
    found = re.fullmatch(r"(?P<host>[^:]*):(?P<number>\d+)(\.\d+)?", display)
    if found is None:
        return False
    number = int(found["number"])
    if found["host"] in ("", "unix"):
        return any(
            _connects(socket.AF_UNIX, address)
            for address in (f"{X11_SOCKETS}{number}", f"\0{X11_SOCKETS}{number}")
        )
    return _connects(socket.AF_INET, (found["host"], X11_PORT + number))


def _connects(family: int, address: object) -> bool:
    with socket.socket(family) as peer:
        peer.settimeout(2)
        try:
            peer.connect(address)  # type: ignore[arg-type] # its form follows the family
        except OSError:
            return False
        return True
