"""A short sound when a phase begins, if the settings want it; silence where nothing can play.

A sound never depends on the dice: it says which phase began, and an alarm that it is one.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QProcess

from resources.sounds import sound_file
from tabledisplay.game.state import Phase

PLAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pw-play", ()),
    ("paplay", ()),
    ("aplay", ("-q",)),
)
"""Programs that play a WAV file on Linux, the best first."""

Start = Callable[[str, Sequence[str]], object]


def found_player(find: Callable[[str], str | None] = shutil.which) -> tuple[str, ...]:
    """The first player that is installed with its options; empty if there is none."""
    for name, options in PLAYERS:
        path = find(name)
        if path is not None:
            return (path, *options)
    return ()


def detached(program: str, arguments: Sequence[str]) -> bool:
    """Start a program that nobody waits for; False if it could not be started."""
    process = QProcess()
    process.setProgram(program)
    process.setArguments(list(arguments))
    process.setStandardOutputFile(QProcess.nullDevice())
    process.setStandardErrorFile(QProcess.nullDevice())
    return bool(process.startDetached())


class PhaseSounds:
    """Plays at most one sound for each phase that begins."""

    def __init__(
        self,
        *,
        wanted: bool,
        find: Callable[[str], str | None] = shutil.which,
        start: Start = detached,
    ) -> None:
        self._wanted, self._start = wanted, start
        self._player = found_player(find) if wanted and sys.platform != "win32" else ()

    def phase_began(self, phase: Phase) -> None:
        """The table is in another phase."""
        self._play(sound_file(phase.value))

    def alarm_raised(self) -> None:
        """There is one alarm more."""
        self._play(sound_file("alarm"))

    def _play(self, path: Path) -> None:
        if not self._wanted or not path.is_file():
            return
        if sys.platform == "win32":
            _play_on_windows(path)
        elif self._player:
            self._start(self._player[0], (*self._player[1:], str(path)))


def _play_on_windows(path: Path) -> None:
    """Windows plays it by itself; RuntimeError where there is no sound device."""
    if sys.platform == "win32":
        import winsound

        flags = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
        try:
            winsound.PlaySound(str(path), flags)
        except RuntimeError:
            return
