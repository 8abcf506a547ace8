"""Frames of one port, and the monotonic time of their arrival, to messages. No clock, no port.

Every well-formed state and every reading with the bell up is told, from any device and as often
as it comes: which device is believed and which reading is new is for the table to judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from tabledisplay.shaker.frames import (
    BadFrame,
    BadKind,
    EventFrame,
    Faces,
    Frame,
    Head,
    IdFrame,
    QueryFrame,
    ReadingFrame,
    StateFrame,
    Strange,
    UnknownFrame,
)
from tabledisplay.shaker.messages import (
    DeviceRestarted,
    DrawKey,
    FaultNoted,
    IdentityHeard,
    LeakHeard,
    Lid,
    Message,
    OtherVersion,
    Presence,
    ReadingHeard,
    StateHeard,
    TrafficCounted,
)

SILENCE: Final = 3.0
"""Seconds without a good frame after which a device is lost."""
LATE: Final = 3.0
"""Seconds over the session's smallest (arrival - uptime) that make a reading late."""
DRIFT: Final = 0.01
"""How much slower than ours a device's clock may run before its readings seem late.

A ceramic resonator is up to 0.5 % off, which makes 3 s in ten minutes; a serial line whose clock
is 2 % off does not work.
"""
RESTARTED_UNDER: Final = 60_000
"""Milliseconds of uptime under which an uptime that went back is a restart."""
MOST_DEVICES: Final = 16
"""Devices remembered on one port; the one silent longest is forgotten first."""

_UPTIME_WRAP: Final = 1 << 32  # milliseconds, 49.7 days
_SEQ_WRAP: Final = 1 << 16
_WRAP_SLACK: Final = 60.0  # seconds by which a frame may seem to come before it was sent


class _Session:
    """One device between two of its power-ups, as heard on this port."""

    __slots__ = ("_furthest", "_seq", "_smallest", "boot", "heard_at", "late")

    def __init__(self, head: Head, now: float) -> None:
        self.boot = head.boot
        self.heard_at = now
        self.late = False
        self._seq = head.seq
        self._furthest = head.uptime  # milliseconds, wraps counted in
        self._smallest = now - head.uptime / 1000

    def sent_at(self, head: Head, now: float) -> int | None:
        """The uptime in ms with its wraps counted in; None: that is the device's next session.

        Uptime goes back when the device restarts and every 49.7 days, when its counter wraps. It
        has wrapped if, so read, the frame left the device no earlier than the session allows.
        """
        if head.boot != self.boot:
            return None
        wraps, last = divmod(self._furthest, _UPTIME_WRAP)
        sent = wraps * _UPTIME_WRAP + head.uptime
        if head.uptime >= last:
            before_the_wrap = wraps > 0 and head.uptime - last > _UPTIME_WRAP // 2
            return sent - _UPTIME_WRAP if before_the_wrap else sent
        if now - (sent + _UPTIME_WRAP) / 1000 >= self._smallest - _WRAP_SLACK:
            return sent + _UPTIME_WRAP
        return None if head.uptime < RESTARTED_UNDER else sent

    def hear(self, head: Head, sent: int, now: float) -> bool:
        """Take a frame of this session; True if frames before it are missing."""
        lag = now - sent / 1000
        passed = min((sent - self._furthest) / 1000, now - self.heard_at)
        self._smallest = min(self._smallest + DRIFT * max(passed, 0.0), lag)
        self._furthest = max(self._furthest, sent)
        self.late = lag - self._smallest > LATE
        self.heard_at = now
        step = (head.seq - self._seq) % _SEQ_WRAP
        self._seq = head.seq
        return 1 < step < _SEQ_WRAP // 2


class Watch:
    """What is heard on one port. The port's name is the one that its messages carry."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._sessions: dict[str, _Session] = {}
        self._present: set[str] = set()
        self._other_version_at: float | None = None

    @property
    def present(self) -> frozenset[str]:
        """The devices heard within the last 3 s."""
        return frozenset(self._present)

    def take(self, frames: Iterable[Frame | BadFrame], now: float) -> tuple[Message, ...]:
        """Messages of these frames, which arrived at `now` (monotonic seconds), in order.

        Called without frames, too, when nothing comes: silence is found only here.
        """
        told: list[Message] = []
        counts: Counter[str] = Counter()
        for frame in frames:
            self._hear(frame, now, told, counts)
        silent = [d for d in sorted(self._present) if now - self._sessions[d].heard_at >= SILENCE]
        told.extend(self._lose(device) for device in silent)
        told.extend(self._heed_version(counts["other_version"], now))
        if counts:
            told.append(TrafficCounted(self._port, **counts))
        return tuple(told)

    def port_lost(self) -> tuple[Message, ...]:
        """The port is gone, and with it every device on it."""
        lost: list[Message] = [self._lose(device) for device in sorted(self._present)]
        if self._other_version_at is not None:
            self._other_version_at = None
            lost.append(OtherVersion(self._port, present=False))
        return tuple(lost)

    def _heed_version(self, heard: int, now: float) -> Iterator[OtherVersion]:
        """Whether somebody here speaks a version that we do not, told when it changes."""
        since = self._other_version_at
        if heard:
            self._other_version_at = now
            if since is None:
                yield OtherVersion(self._port, present=True)
        elif since is not None and now - since >= SILENCE:
            self._other_version_at = None
            yield OtherVersion(self._port, present=False)

    def _lose(self, device: str) -> Presence:
        self._present.discard(device)
        return Presence(self._port, device, present=False)

    def _hear(
        self, frame: Frame | BadFrame, now: float, told: list[Message], counts: Counter[str]
    ) -> None:
        match frame:
            case BadFrame(kind=BadKind.BAD_CRC):
                counts["bad_crc"] += 1
            case BadFrame():
                counts["noise"] += 1
            case QueryFrame():
                pass
            case UnknownFrame(head=head, strange=strange):
                counts["unknown"] += 1
                counts["other_version"] += strange is Strange.VERSION
                if head is not None:
                    self._attend(head, now, told, counts)
            case IdFrame() | StateFrame() | ReadingFrame() | EventFrame():
                counts["good"] += 1
                session = self._attend(frame.head, now, told, counts)
                told.extend(_messages(frame, late=session.late))
            case _:
                assert_never(frame)

    def _attend(
        self, head: Head, now: float, told: list[Message], counts: Counter[str]
    ) -> _Session:
        """Who speaks: present again, restarted, or new here."""
        device = head.device
        if device not in self._present:
            self._present.add(device)
            told.append(Presence(self._port, device, present=True))
        session = self._sessions.get(device)
        sent = None if session is None else session.sent_at(head, now)
        if session is not None and sent is not None:
            counts["gaps"] += session.hear(head, sent, now)
            return session
        if session is not None:
            told.append(DeviceRestarted(device, head.boot))
        self._sessions[device] = fresh = _Session(head, now)
        if len(self._sessions) > MOST_DEVICES:
            self._forget(told)
        return fresh

    def _forget(self, told: list[Message]) -> None:
        """Ids without end must not fill the memory."""
        device = min(self._sessions, key=lambda name: self._sessions[name].heard_at)
        del self._sessions[device]
        if device in self._present:
            told.append(self._lose(device))


def _messages(
    frame: IdFrame | StateFrame | ReadingFrame | EventFrame, *, late: bool
) -> tuple[Message, ...]:
    """What one understood frame tells the table."""
    head = frame.head
    match frame:
        case IdFrame(maker=maker, model=model, firmware=firmware, dice_count=count):
            return (IdentityHeard(head.device, maker, model, firmware, count),)
        case EventFrame():
            return (FaultNoted(head.device),)
        case StateFrame(state=state, lid=lid, round=number):
            return (StateHeard(DrawKey(head.device, head.boot, number), state, lid),)
        case ReadingFrame(lid=Lid.OPEN, dice=dice, quality=quality, round=number):
            key = DrawKey(head.device, head.boot, number)
            return (ReadingHeard(key, _three_faces(dice), quality, late),)
        case ReadingFrame(leaked=True, round=number):
            return (LeakHeard(DrawKey(head.device, head.boot, number)),)
        case ReadingFrame():
            return ()
        case _:
            assert_never(frame)


def _three_faces(dice: Faces | None) -> tuple[int, int, int] | None:
    if dice is None:
        return None
    a, b, c = dice
    return None if a is None or b is None or c is None else (a, b, c)
