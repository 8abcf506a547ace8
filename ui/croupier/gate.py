"""What stands between a finger and an act: a pause after each phase, and one act at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QElapsedTimer

PAUSE_MS = 500
"""The dominant key and Enter are inert so long after a phase change."""

SAME_KEY_MS = 120
"""A second tap on one key of the pad within this time is the same tap, bouncing."""

Clock = Callable[[], int]
"""Milliseconds that never go back."""


def monotonic_clock() -> Clock:
    """Milliseconds since now."""
    timer = QElapsedTimer()
    timer.start()
    return timer.elapsed


class Since:
    """How long ago something happened, if ever."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at: int | None = None

    def start(self) -> None:
        """It happens now."""
        self._at = self._clock()

    def forget(self) -> None:
        """It never happened."""
        self._at = None

    def within(self, milliseconds: int) -> bool:
        """Whether it happened less than so long ago."""
        return self._at is not None and self._clock() - self._at < milliseconds

    def elapsed(self) -> int | None:
        """Milliseconds since it happened; None if it never did."""
        return None if self._at is None else self._clock() - self._at


class Gate:
    """Shut for 500 ms after a phase change, so that a double tap cannot do the next phase's act."""

    def __init__(self, clock: Clock) -> None:
        self._since = Since(clock)

    def shut(self) -> None:
        """The phase, or the page under the finger, has just changed."""
        self._since.start()

    @property
    def is_open(self) -> bool:
        """Whether an act may pass."""
        return not self._since.within(PAUSE_MS)


class Fingers:
    """The acts held down now. Two at once are a slip: neither is done."""

    def __init__(self) -> None:
        self._down: set[Hashable] = set()
        self._spoiled: set[Hashable] = set()

    def press(self, act: Hashable) -> None:
        """A finger went down on the act."""
        self._down.add(act)
        if len(self._down) > 1:
            self._spoiled |= self._down

    def lift(self, act: Hashable) -> bool:
        """The finger went up; True if it was alone all the time."""
        clean = act in self._down and act not in self._spoiled
        self._down.discard(act)
        self._spoiled.discard(act)
        return clean

    def spoiled(self, act: Hashable) -> bool:
        """Whether another act was held at the same time."""
        return act in self._spoiled
