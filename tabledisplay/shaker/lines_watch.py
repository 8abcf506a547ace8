"""Lines of a shaker of the `lines` adapter, and the time of their arrival, to messages.

Without a checksum a reading is believed only when the same values come twice or stay for 1 s.
Without a lid it is told with `lid_known` False and stays sealed until the croupier lifts the bell.
A device that tells no states has nothing to say between two readings: its silence is no loss.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from threading import Lock
from typing import Final, assert_never

from tabledisplay.shaker.frames import BadFrame, BadKind
from tabledisplay.shaker.lines import LineFrame, LineHeard, LinesDecoder, LinesFormat, StrangeLine
from tabledisplay.shaker.listener import Listener
from tabledisplay.shaker.messages import (
    DrawKey,
    LeakHeard,
    Message,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tabledisplay.shaker.watch import SILENCE

STAYS: Final = 1.0
"""Seconds without another reading after which one that came once is believed."""


class LinesWatch:
    """What is heard on one port from a device that has no boot id, perhaps no rounds and no lid.

    Its draws are told apart by the device's configured name, the opening of the port (a number
    that begins anywhere, so that a restart of the program does not repeat spent keys) and the
    round, or else the count of shakes that were heard or commanded.
    """

    def __init__(self, port: str, form: LinesFormat, *, first_opening: int | None = None) -> None:
        self._port = port
        self._form = form
        self._lock = Lock()  # shake_commanded comes from another thread
        if first_opening is None:
            first_opening = int.from_bytes(os.urandom(2), "big")
        self._opening = first_opening % 0x10000
        self._number = 0  # round of the device, or count of shakes
        self._shaking = False  # a shake is counted and nothing of its end was heard
        self._believed: ReadingHeard | None = None
        self._doubted: ReadingHeard | None = None
        self._doubted_at = 0.0
        self._heard_at = 0.0
        self._present = False

    @property
    def present(self) -> frozenset[str]:
        """The device, if it is there."""
        return frozenset({self._form.device} if self._present else ())

    def shake_commanded(self) -> None:
        """The croupier has started a shake; one that the device tells, too, counts once."""
        with self._lock:
            self._count_shake()

    def take(self, lines: Iterable[LineHeard | BadFrame], now: float) -> tuple[Message, ...]:
        """Messages of these lines, which arrived at `now` (monotonic seconds), in order."""
        told: list[Message] = []
        counts: Counter[str] = Counter()
        with self._lock:
            for line in lines:
                match line:
                    case BadFrame(kind=kind):
                        counts["bad_crc" if kind is BadKind.BAD_CRC else "noise"] += 1
                    case StrangeLine():
                        counts["unknown"] += 1
                    case LineFrame():
                        counts["good"] += 1
                        self._hear(line, now, told)
                    case _:
                        assert_never(line)
            if self._doubted is not None and now - self._doubted_at >= STAYS:
                self._believe(self._doubted, told)
            silent = self._form.has_state and now - self._heard_at >= SILENCE
            if self._present and silent:
                told.append(self._presence(present=False))
        if counts:
            told.append(TrafficCounted(self._port, **counts))
        return tuple(told)

    def port_lost(self) -> tuple[Message, ...]:
        """The port is gone: what comes after its next opening are other draws."""
        with self._lock:
            self._opening = (self._opening + 1) % 0x10000
            self._number = 0
            self._shaking = False
            self._forget_readings()
            return (self._presence(present=False),) if self._present else ()

    def _presence(self, *, present: bool) -> Presence:
        self._present = present
        return Presence(self._port, self._form.device, present)

    def _key(self) -> DrawKey:
        return DrawKey(self._form.device, f"{self._opening:04X}", self._number)

    def _hear(self, line: LineFrame, now: float, told: list[Message]) -> None:
        self._heard_at = now
        if not self._present:
            told.append(self._presence(present=True))
        if line.round is not None:
            self._number = line.round
        if line.state is ShakerState.MIXING:
            self._count_shake()
        elif line.state is not None or line.reading:
            self._shaking = False
        if line.state is not None:
            told.append(StateHeard(self._key(), line.state, line.lid))
        if line.leaked:
            self._forget_readings()
            told.append(LeakHeard(self._key()))
        if line.reading:
            self._read(line, now, told)

    def _count_shake(self) -> None:
        if not self._shaking:
            self._shaking = True
            self._forget_readings()
            if not self._form.has_round:
                self._number += 1

    def _forget_readings(self) -> None:
        self._believed = None
        self._doubted = None

    def _read(self, line: LineFrame, now: float, told: list[Message]) -> None:
        reading = ReadingHeard(
            self._key(), line.dice, (0, 0, 0, line.quality), lid_known=self._form.has_lid
        )
        checked = self._form.checksum != "none"
        if checked or reading in (self._believed, self._doubted):
            self._believe(reading, told)
        else:
            self._doubted = reading
            self._doubted_at = now

    def _believe(self, reading: ReadingHeard, told: list[Message]) -> None:
        self._believed = reading
        self._doubted = None
        told.append(reading)


class LinesListener(Listener[LineHeard]):
    """Hears a shaker of the `lines` adapter; told of the shakes that the croupier commands."""

    def __init__(self, port: str, form: LinesFormat, *, first_opening: int | None = None) -> None:
        self._lines = LinesWatch(port, form, first_opening=first_opening)
        super().__init__(LinesDecoder(form), self._lines)

    def shake_commanded(self) -> None:
        """The croupier has started a shake. From any thread."""
        self._lines.shake_commanded()
