"""Bytes of one port to messages: a decoder and a watch put together. No clock, no port."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from tabledisplay.shaker.frames import BadFrame, BadKind, Frame
from tabledisplay.shaker.messages import Message, Presence
from tabledisplay.shaker.slp1 import Decoder
from tabledisplay.shaker.watch import SILENCE, Watch

F = TypeVar("F")
Out = TypeVar("Out", covariant=True)
In = TypeVar("In", contravariant=True)


class Decoding(Protocol[Out]):
    """Bytes, cut anywhere, to frames."""

    def feed(self, data: bytes) -> Sequence[Out | BadFrame]: ...

    def reset(self) -> None: ...


class Watching(Protocol[In]):
    """Frames and the time of their arrival to messages."""

    def take(self, frames: Iterable[In | BadFrame], now: float) -> tuple[Message, ...]: ...

    def port_lost(self) -> tuple[Message, ...]: ...

    @property
    def present(self) -> Collection[str]: ...


class Damage:
    """Bad frames since the last report: their kinds, counts and lengths, never their bytes."""

    def __init__(self) -> None:
        self._counts: dict[BadKind, tuple[int, int]] = {}

    def note(self, bad: BadFrame) -> None:
        """Count one more."""
        count, longest = self._counts.get(bad.kind, (0, 0))
        self._counts[bad.kind] = (count + 1, max(longest, bad.length))

    def report(self) -> str:
        """One line for a log, and begin anew; empty if there was none."""
        counts, self._counts = self._counts, {}
        return ", ".join(
            f"{count} {kind.value} (longest {longest} bytes)"
            for kind, (count, longest) in counts.items()
        )


class Listener(Generic[F]):
    """Hears the bytes of one port. A half frame dies with the silence that follows it."""

    def __init__(self, decoder: Decoding[F], watch: Watching[F]) -> None:
        self._decoder: Final = decoder
        self._watch: Final = watch
        self._last_byte: float | None = None
        self.damage: Final = Damage()

    def hear(self, data: bytes, now: float) -> tuple[Message, ...]:
        """Messages of bytes that arrived at `now` (monotonic seconds); also told of none."""
        if self._last_byte is not None and now - self._last_byte >= SILENCE:
            self._decoder.reset()
            self._last_byte = None
        if data:
            self._last_byte = now
        frames = self._decoder.feed(data)
        for frame in frames:
            if isinstance(frame, BadFrame):
                self.damage.note(frame)
        messages = self._watch.take(frames, now)
        gone = any(isinstance(message, Presence) and not message.present for message in messages)
        if gone and not self._watch.present:
            self._decoder.reset()
        return messages

    def port_lost(self) -> tuple[Message, ...]:
        """The port is gone: nothing that began on it can be completed."""
        self._decoder.reset()
        self._last_byte = None
        return self._watch.port_lost()


def slp1_listener(port: str) -> Listener[Frame]:
    """What hears an SLP1 shaker on that port."""
    return Listener(Decoder(), Watch(port))
