"""How a pretend shaker's frames become bytes on a line, and when they are heard."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final

from tabledisplay.shaker.frames import Face, Head
from tabledisplay.shaker.slp1 import seal
from tabledisplay.shaker.spoil import Spoil

Dice = tuple[Face, Face, Face]
FACES: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)


class Voice:
    """Counts frames and milliseconds; spoils lines; may be mute, held back or slow.

    Times are monotonic seconds. `pause` is the time between two bytes; 0 sends lines whole.
    """

    def __init__(self, device: str, boot: int, uptime: int, spoil: Spoil, pause: float) -> None:
        self.mute_until = 0.0
        self.held_until = 0.0
        self._device = device
        self._boot = boot
        self._uptime = uptime
        self._spoil = spoil
        self._pause = pause
        self._seq = 0
        self._on_since = 0.0
        self._said: list[tuple[float, int, bytes]] = []  # a heap: when it is heard, order, bytes
        self._order = count()
        self._free_at = 0.0

    def power_up(self, now: float) -> None:
        """Begin to count."""
        self._on_since = now
        self._seq = 0

    def power_down(self) -> None:
        """The next boot id; uptime will begin at 0."""
        self._boot = (self._boot + 1) % 0x10000
        self._uptime = 0

    def head(self, now: float) -> Head:
        """The head of the next frame."""
        self._seq = (self._seq + 1) % 0x10000
        return Head(self._device, f"{self._boot:04X}", self._seq, self.milliseconds(now))

    def milliseconds(self, now: float) -> int:
        """Since power-up, wrapped as the wire has them."""
        return (self._uptime + round((now - self._on_since) * 1000)) % (1 << 32)

    def say_line(self, line: bytes, now: float) -> None:
        """Say a whole line, as spoiled as may be."""
        for piece in self._spoil(line):
            self.send(piece, now)

    def send(self, raw: bytes, now: float) -> None:
        """Put bytes on the line: now, or when it is free, or not at all."""
        if now < self.mute_until:
            return
        at = max(now, self.held_until, self._free_at)
        if not self._pause:
            heappush(self._said, (at, next(self._order), raw))
            return
        for byte in raw:
            heappush(self._said, (at, next(self._order), bytes((byte,))))
            at += self._pause
        self._free_at = at

    def heard_by(self, now: float) -> bytes:
        """What is heard since the last call and by `now`."""
        heard = []
        while self._said and self._said[0][0] <= now:
            heard.append(heappop(self._said)[2])
        return b"".join(heard)


def random_rounds(random: Random) -> Iterator[Dice]:
    """Rounds without end."""
    while True:
        yield random.choice(FACES), random.choice(FACES), random.choice(FACES)


def turned(dice: Dice) -> Dice:
    """Other dice: each face one higher, 1 after 6."""
    a, b, c = (FACES[face % 6] for face in dice)
    return a, b, c


def with_dice(line: bytes, dice: tuple[int, int, int]) -> bytes:
    """A reading's line that says these dice, whether it may or not."""
    fields = line[1:-7].decode("ascii").split(",")
    fields[9:12] = map(str, dice)
    return seal(",".join(fields))
