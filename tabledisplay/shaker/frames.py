"""What one line of a shaker says, before `watch` makes messages of it.

These are msgspec structs, not dataclasses: building a frozen dataclass costs more than reading
the whole line it comes from (measured).
"""

from __future__ import annotations

from enum import Enum
from typing import Literal

from msgspec import Struct

from tabledisplay.shaker.messages import Lid, ShakerState

Face = Literal[1, 2, 3, 4, 5, 6]
Faces = tuple[Face | None, Face | None, Face | None]
"""Three dice in tray order; None is a die that was not read."""
StateKind = Literal["HB", "ST"]
Quality = tuple[int, int, int, int]
"""q1, q2, q3 and Q, each 0-255."""


class Motor(Enum):
    """What the mixer's motor does, by its letter on the wire."""

    RUNNING = "R"
    STOPPED = "S"
    FAULT = "F"


class BadKind(Enum):
    """Why bytes were not a frame."""

    BAD_CRC = "bad_crc"
    CUT = "cut"
    KILLED = "killed"
    TOO_LONG = "too_long"
    NOISE = "noise"


class Strange(Enum):
    """Why a frame with a good CRC was not understood."""

    VERSION = "version"
    HEAD = "head"
    TYPE = "type"
    FIELDS = "fields"


class BadFrame(Struct, frozen=True, gc=False):
    """Bytes that are no frame: their kind and how many they were, never the bytes themselves."""

    kind: BadKind
    length: int


class Head(Struct, frozen=True, gc=False):
    """Who speaks: device (8 hex) and boot id (4 hex), upper case; seq 0-FFFF; uptime in ms."""

    device: str
    boot: str
    seq: int
    uptime: int


class IdFrame(Struct, frozen=True, gc=False):
    """ID: the device says who it is."""

    head: Head
    maker: str
    model: str
    firmware: str
    dice_count: str


class StateFrame(Struct, frozen=True, gc=False):
    """A heartbeat (HB) or a change of state (ST). round 0-FFFF, flags 0-FF."""

    head: Head
    kind: StateKind
    state: ShakerState
    lid: Lid
    motor: Motor
    round: int
    flags: int


class ReadingFrame(Struct, frozen=True, gc=False):
    """RS: a reading. `dice` is None with the bell not up, and where a die is impossible.

    `leaked`: the line carried digits with the bell not up; they are kept nowhere.
    """

    head: Head
    round: int
    lid: Lid
    motor: Motor
    dice: Faces | None
    quality: Quality
    leaked: bool = False
    impossible: bool = False


class EventFrame(Struct, frozen=True, gc=False):
    """EV: the start or end of a fault."""

    head: Head
    code: str
    text: str


class QueryFrame(Struct, frozen=True, gc=False):
    """A question of the host, e.g. `ID`. A host that hears one hears its own echo."""

    what: str


class UnknownFrame(Struct, frozen=True, gc=False):
    """The CRC is right and the content is not ours. The head is kept where it is SLP1's."""

    head: Head | None
    strange: Strange


Frame = IdFrame | StateFrame | ReadingFrame | EventFrame | QueryFrame | UnknownFrame
