"""The hash chain of the journal: the hash of an event holds fast all that came before it.

The chain finds edited, removed and reordered events. It cannot find a tail that was cut off: for
that the head must be known from elsewhere (the end-of-day report, a backup).
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

import msgspec

from tabledisplay.game.events import AnyEvent
from tabledisplay.game.wire import decode, encode, kind

GENESIS = hashlib.sha256(b"tabledisplay journal chain 1").digest()
"""What stands in the place of a hash before the first event."""


class Head(msgspec.Struct, frozen=True):
    """The last event: its number (0 while there is none) and its hash in hexadecimal."""

    seq: int
    hash: str


class Entry(msgspec.Struct, frozen=True):
    """One event as the file holds it. Bytes that are no UTF-8 stand as lone surrogates.

    A struct of msgspec's: building a frozen dataclass costs more than its hash (measured).
    """

    seq: int
    at: str
    local: str
    kind: str
    body: str
    hash: bytes

    @property
    def head(self) -> Head:
        """The head of a journal that ends with this event."""
        return Head(self.seq, self.hash.hex())

    def continues(self, head: Head) -> bool:
        """Whether this event is the next one after that head, unchanged since it was written."""
        return self.seq == head.seq + 1 and self.hash == link(head, self)


NO_EVENT = Head(0, GENESIS.hex())


def utc_text(at: datetime) -> str:
    """UTC, ISO 8601 with microseconds and Z: such texts sort as the times do."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def link(before: Head, entry: Entry) -> bytes:
    """SHA-256 of the hash before and of every field with its length, the hash itself left out."""
    return _link(before, entry.seq, entry.at, entry.local, entry.kind, entry.body)


def _link(before: Head, seq: int, at: str, local: str, kind: str, body: str) -> bytes:
    hashed = [bytes.fromhex(before.hash)]
    for field in (str(seq), at, local, kind, body):
        data = _bytes(field)
        hashed.append(len(data).to_bytes(8, "big"))
        hashed.append(data)
    return hashlib.sha256(b"".join(hashed)).digest()


@lru_cache(maxsize=2)
def _texts(at: datetime, timezone: tzinfo) -> tuple[str, str]:
    """The moment in UTC and at the table; most events share theirs with the one before."""
    return utc_text(at), at.astimezone(timezone).isoformat(timespec="microseconds")


def entry_after(head: Head, event: AnyEvent, timezone: tzinfo) -> Entry:
    """The event as it will stand in the file. ValueError: its time has no time zone."""
    if event.at.tzinfo is None:
        raise ValueError("an event's time must have a time zone")
    seq = head.seq + 1
    at, local = _texts(event.at, timezone)
    name, body = kind(event), encode(event).decode("utf-8")
    return Entry(seq, at, local, name, body, _link(head, seq, at, local, name, body))


def event_of(entry: Entry) -> AnyEvent:
    """What the entry says. msgspec.DecodeError: nothing that this version of the program knows."""
    return decode(_bytes(entry.body))


def _bytes(field: str) -> bytes:
    return field.encode("utf-8", "surrogateescape")
