"""A pretend shaker that speaks SLP1, for trials, the demo and the program's check of itself.

It plays a script of rounds by itself, or does what it is told. Time is given to it, so that
tests need not wait. Its dice are pretended; nothing here ever reaches a real table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from tabledisplay.shaker.frames import (
    EventFrame,
    Faces,
    Frame,
    Head,
    IdFrame,
    Motor,
    Quality,
    QueryFrame,
    ReadingFrame,
    StateFrame,
    StateKind,
)
from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.slp1 import Decoder, encode
from tabledisplay.shaker.spoil import BOOT_NOISE, Spoil, spoil_by
from tabledisplay.shaker.voice import Dice, Voice, random_rounds, turned, with_dice

HEARTBEAT: Final = 1.0
READING: Final = 0.5
IDENTITY: Final = 60.0
"""Seconds between two frames of a kind."""
BYTE_PAUSE: Final = 0.002
"""Seconds between two bytes of the fault `slow_bytes`."""
OUT_OF_TOUCH: Final = 5.0
"""Seconds of the faults `silence` and `late_burst`. No speed shortens them: hosts wait 3 s."""
STRANGER: Final = "0000BEEF"
"""The other device of the fault `wrong_device`."""

_NOT_SEEN: Final[Quality] = (0x20, 0x20, 0x20, 0x08)


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds of a round that the shaker plays by itself."""

    idle: float = 3.0
    mixing: float = 6.0
    betting: float = 20.0
    reading: float = 1.0
    shown: float = 10.0


class SimulatedShaker:
    """A shaker that plays rounds by itself, or (`by_itself` False) does what its methods say.

    `advance(now)` returns all that it has said by `now` (monotonic seconds); the first call
    switches it on. The other methods may be called from any thread; the next `advance` obeys.
    `spoil` may cut, drop, double or damage each line; `faults` are names out of spoil.FAULTS.
    `speed` divides every wait. After its last round it idles.
    """

    def __init__(
        self,
        rounds: Iterable[Dice] | None = None,
        *,
        seed: int | None = None,
        by_itself: bool = True,
        speed: float = 1.0,
        waits: Waits | None = None,
        faults: Iterable[str] = (),
        spoil: Spoil | None = None,
        device: str = "0000A7F3",
        boot: int = 0x0C21,
        uptime: int = 0,
    ) -> None:
        self._random = Random(seed)  # noqa: S311 - pretended dice
        self._rounds = iter(random_rounds(self._random) if rounds is None else rounds)
        self._by_itself = by_itself
        self._speed = speed
        self._waits = waits or Waits()
        self._faults = frozenset(faults)
        self._orders: deque[Callable[[], None]] = deque()
        self._ear = Decoder()

        spoil = spoil or spoil_by(self._faults, Random(seed))  # noqa: S311 - not a secret
        pause = BYTE_PAUSE / speed if "slow_bytes" in self._faults else 0.0
        self._voice = Voice(device, boot, uptime, spoil, pause)
        self._state = ShakerState.IDLE
        self._lid = Lid.CLOSED
        self._motor = Motor.STOPPED
        self._round = 0
        self._dice: Dice = (1, 1, 1)
        self._readings = 0
        self._stranger_said = 0

        self._now = 0.0
        self._on = False
        self._script: Iterator[float] = iter(())
        self._next: dict[Callable[[], None], float] = {}  # what it does next, and when

    def shake(self, dice: Dice | None = None) -> None:
        """Begin the next round; its dice, or the next ones of the script."""
        self._orders.append(lambda: self._mix(dice))

    def settle(self) -> None:
        """Stop the mixer: the dice lie under the bell."""
        self._orders.append(self._settle)

    def lift_bell(self) -> None:
        """Lift the bell; readings follow until it is lowered or the next round begins."""
        self._orders.append(self._lift)

    def lower_bell(self) -> None:
        """Put the bell back."""
        self._orders.append(self._lower)

    def restart(self) -> None:
        """Power off and on: a new boot id."""
        self._orders.append(self._restart)

    def fail(self) -> None:
        """Report a fault, until the next thing it is told to do."""
        self._orders.append(self._fail)

    def hear(self, data: bytes) -> None:
        """What the host says; `?ID` and `?RS` are answered."""
        self._orders.append(lambda: self._answer(data))

    def advance(self, now: float) -> bytes:
        """All that is heard of it since the last call and by `now`."""
        if not self._on:
            self._now = now
            self._power_up()
            if self._by_itself:
                self._script = self._play()
                self._next[self._step] = now
        while self._next and min(self._next.values()) <= now:
            act = min(self._next, key=lambda act: self._next[act])
            self._now = self._next.pop(act)
            act()
        self._now = now
        while self._orders:
            self._orders.popleft()()
        return self._voice.heard_by(now)

    def _after(self, seconds: float, act: Callable[[], None]) -> None:
        self._next[act] = self._now + seconds / self._speed

    def _step(self) -> None:
        wait = next(self._script, None)
        if wait is not None:
            self._after(wait, self._step)

    def _play(self) -> Iterator[float]:
        """The waits between what it does, round after round."""
        for dice in self._rounds:
            yield self._waits.idle
            if "boot_noise" in self._faults:
                self._restart()
            yield from self._play_round(dice)

    def _play_round(self, dice: Dice) -> Iterator[float]:
        waits = self._waits
        self._mix(dice)
        yield waits.mixing
        self._settle()
        betting = min(waits.betting, 2.0) if "early" in self._faults else waits.betting
        if "new_boot" in self._faults:
            yield betting / 2
            self._restart()
            betting /= 2
        yield betting
        self._lift()
        if "contradiction" in self._faults:
            yield waits.reading + 2 * READING
            self._dice = turned(self._dice)
        if "shake_after_close" in self._faults:
            yield waits.reading + READING
            self._lower()
            self._mix(turned(dice))
            yield waits.mixing
            self._settle()
            yield waits.reading
            self._lift()
        yield waits.shown
        self._lower()

    def _mix(self, dice: Dice | None) -> None:
        if dice is None and (dice := next(self._rounds, None)) is None:
            return
        self._dice = dice
        self._readings = 0
        if "counter_stuck" not in self._faults or self._round == 0:
            self._round = (self._round + 1) % 0x10000
        self._next.pop(self._read, None)
        self._become(ShakerState.MIXING, Lid.CLOSED, Motor.RUNNING)

    def _settle(self) -> None:
        self._become(ShakerState.SETTLED, Lid.CLOSED, Motor.STOPPED)
        if "leak" in self._faults:
            reading = self._reading(Lid.CLOSED, (None, None, None))
            self._voice.say_line(with_dice(encode(reading), self._dice), self._now)
        if "flood" in self._faults:
            self._voice.send(b"U" * 32_768, self._now)
        if "mixer_fault" in self._faults:
            self._say(EventFrame(self._head(), "08", "mixer"))
        if "silence" in self._faults:
            self._voice.mute_until = self._now + OUT_OF_TOUCH

    def _lift(self) -> None:
        if "late_burst" in self._faults:
            self._voice.held_until = self._now + OUT_OF_TOUCH
        motor = Motor.FAULT if "mixer_fault" in self._faults else Motor.STOPPED
        self._become(ShakerState.OPEN, Lid.OPEN, motor)
        self._after(self._waits.reading, self._read)

    def _lower(self) -> None:
        self._next.pop(self._read, None)
        self._become(ShakerState.IDLE, Lid.CLOSED, Motor.STOPPED)

    def _fail(self) -> None:
        self._say(EventFrame(self._head(), "80", "fault"))
        self._become(ShakerState.FAULT, self._lid, Motor.FAULT)

    def _become(self, state: ShakerState, lid: Lid, motor: Motor) -> None:
        self._state, self._lid, self._motor = state, lid, motor
        self._say(self._state_frame("ST"))

    def _power_up(self) -> None:
        self._on = True
        self._voice.power_up(self._now)
        if "boot_noise" in self._faults:
            self._voice.send(BOOT_NOISE, self._now)
        self._identify()
        self._after(HEARTBEAT, self._beat)

    def _restart(self) -> None:
        self._voice.power_down()
        self._power_up()

    def _identify(self) -> None:
        self._say(IdFrame(self._head(), "PRETEND", "SIM1", "1.0", "3"))
        self._after(IDENTITY, self._identify)

    def _beat(self) -> None:
        self._say(self._state_frame("HB"))
        if "wrong_device" in self._faults:
            self._stranger_said = (self._stranger_said + 1) % 0x10000
            uptime = self._voice.milliseconds(self._now)
            head = Head(STRANGER, "0001", self._stranger_said, uptime)
            other = turned(self._dice)
            self._say(ReadingFrame(head, self._round, Lid.OPEN, Motor.STOPPED, other, (0, 0, 0, 0)))
        self._after(HEARTBEAT, self._beat)

    def _read(self) -> None:
        """One reading with the bell up, and the next one in half a second."""
        self._readings += 1
        faces: Faces = self._dice
        quality: Quality = (
            0x01 * ("broken" in self._faults),
            0x04 * ("leaning" in self._faults),
            0x02 * ("stacked" in self._faults),
            0x10 * ("low_confidence" in self._faults and self._readings <= 3),
        )
        if "mixer_fault" in self._faults:
            faces, quality = (None, None, None), _NOT_SEEN
        reading = self._reading(Lid.OPEN, faces, quality)
        if "impossible_dice" in self._faults:
            self._voice.say_line(with_dice(encode(reading), (7, 0, self._dice[2])), self._now)
        else:
            self._say(reading)
        self._after(READING, self._read)

    def _answer(self, data: bytes) -> None:
        for frame in self._ear.feed(data):
            if frame == QueryFrame("ID"):
                self._identify()
            elif frame == QueryFrame("RS") and self._read in self._next:
                self._read()

    def _head(self) -> Head:
        return self._voice.head(self._now)

    def _state_frame(self, kind: StateKind) -> StateFrame:
        return StateFrame(
            self._head(), kind, self._state, self._lid, self._motor, self._round, flags=0
        )

    def _reading(self, lid: Lid, faces: Faces, quality: Quality = (0, 0, 0, 0)) -> ReadingFrame:
        dice = faces if lid is Lid.OPEN else None
        return ReadingFrame(self._head(), self._round, lid, self._motor, dice, quality)

    def _say(self, frame: Frame) -> None:
        self._voice.say_line(encode(frame), self._now)
