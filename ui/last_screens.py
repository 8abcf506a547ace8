"""Whose monitor was whose when both windows last stood, kept across the starts of a kiosk.

This is no setting: a choice is the technician's, and goes before whatever stands here.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from tabledisplay.files import write_atomically
from ui.monitors import NOTHING, Remembered

MONITORS_FILE = "monitors.json"


def recall(health: Path) -> Remembered:
    """What the last kiosk on this machine saw; NOTHING where nothing can be read."""
    try:
        return msgspec.json.decode((health / MONITORS_FILE).read_bytes(), type=Remembered)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return NOTHING


class LastScreens:
    """What is kept of one kiosk. A disk that takes nothing costs only this."""

    def __init__(self, health: Path) -> None:
        self._health = health
        self._kept = recall(health)

    @property
    def kept(self) -> Remembered:
        """What is on the disk."""
        return self._kept

    def keep(self, seen: Remembered) -> None:
        """Write it, if it is new and says something."""
        if seen in (self._kept, NOTHING):
            return
        with contextlib.suppress(OSError):
            self._health.mkdir(parents=True, exist_ok=True)
            write_atomically(self._health / MONITORS_FILE, msgspec.json.encode(seen))
            self._kept = seen
