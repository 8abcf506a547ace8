"""What any shaker can tell us, without saying how.

A message never carries dice that were read with the bell down: `watch` drops the values before
a message exists (contract: "Where an unconfirmed draw may exist").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ShakerState(StrEnum):
    """What the device says it does, by its letter on the wire."""

    IDLE = "I"
    MIXING = "M"
    SETTLED = "S"
    OPEN = "O"
    FAULT = "F"


class Lid(StrEnum):
    """Where the opaque bell is, by its letter on the wire. Only OPEN means the bell is up."""

    CLOSED = "C"
    OPEN = "O"
    UNKNOWN = "U"


@dataclass(frozen=True, slots=True)
class DrawKey:
    """Names one draw for ever: device id, boot id and the device's own round number."""

    device: str
    boot: str
    round: int

    def __str__(self) -> str:
        return f"{self.device}/{self.boot}/{self.round:04X}"


@dataclass(frozen=True, slots=True)
class StateHeard:
    """A heartbeat or a change of state (HB and ST count alike). `lid` is None if there is none."""

    key: DrawKey
    state: ShakerState
    lid: Lid | None


@dataclass(frozen=True, slots=True)
class ReadingHeard:
    """A reading taken with the bell up, or by a device without a lid (`lid_known` False).

    `dice` are in device order; None where they are not three faces 1-6. `quality` holds q1, q2, q3
    and Q (0-255); any non-zero one means no valid draw. `late` marks a reading from a backlog.
    """

    key: DrawKey
    dice: tuple[int, int, int] | None
    quality: tuple[int, int, int, int]
    late: bool = False
    lid_known: bool = True


@dataclass(frozen=True, slots=True)
class LeakHeard:
    """Dice values were sent with the bell down. The values are already gone."""

    key: DrawKey


@dataclass(frozen=True, slots=True)
class IdentityHeard:
    """Who the device says it is. Wire text: at most 24 printable ASCII characters each."""

    device: str
    maker: str
    model: str
    firmware: str
    dice_count: str


@dataclass(frozen=True, slots=True)
class FaultNoted:
    """The device reported the start or end of a fault (EV). Its text is not carried."""

    device: str


@dataclass(frozen=True, slots=True)
class DeviceRestarted:
    """A new device session: another boot id, or the same one with its uptime gone back."""

    device: str
    boot: str


@dataclass(frozen=True, slots=True)
class Presence:
    """Device heard (again) on this port, or silent for 3 s, or its port gone."""

    port: str
    device: str
    present: bool


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """Frames of an SLP other than 1 heard on this port (again); or none for 3 s, or it is gone.

    Nothing in them is understood, not even whose they are.
    """

    port: str
    present: bool


class PortStatus(StrEnum):
    """Why a configured port can or cannot be read."""

    OPEN = "open"
    ABSENT = "absent"
    DENIED = "denied"
    BUSY = "busy"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PortChanged:
    """A configured port was opened, refused or lost. `detail` is the system's own words."""

    port: str
    status: PortStatus
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TrafficCounted:
    """How many more frames of each kind since the last one of these from that port.

    `gaps` counts holes in the sequence, not the frames missing in them. `other_version` is how
    many of the unknown ones speak another version of SLP1: that device cannot be understood.
    """

    port: str
    good: int = 0
    bad_crc: int = 0
    noise: int = 0
    unknown: int = 0
    gaps: int = 0
    other_version: int = 0


Message = (
    StateHeard
    | ReadingHeard
    | LeakHeard
    | IdentityHeard
    | FaultNoted
    | DeviceRestarted
    | Presence
    | OtherVersion
    | PortChanged
    | TrafficCounted
)
