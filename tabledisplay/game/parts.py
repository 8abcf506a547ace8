"""The parts that events are made of: who, which dice, which draw, what outlives an opening.

Their fields are published with the events and never change their meaning.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Faces = tuple[int, int, int]
Who = Literal["croupier", "chef", "technician", "device", "program"]
Source = Literal["device", "croupier"]
VoidReason = Literal["broken", "stacked", "leaning", "mixer_fault", "other"]
EntryReason = Literal["device_silent", "device_wrong", "no_device", "misread", "other"]
Role = Literal["chef", "technician"]
Clash = Literal["contradiction", "disagreement"]


class Alarm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warning on the croupier's panel until the chef de table acknowledges it."""

    id: int
    code: str
    round: int


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last state frame of the accepted device, to see edges against."""

    session: int
    key: str
    state: str
    lid: str | None


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What outlives an opening of the table, so that a fold may begin at the latest opening."""

    device: str | None = None
    session: int = 0
    frame: Frame | None = None
    spent: tuple[str, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    last_alarm: int = 0
    untrusted: bool = False


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other dice the device sent in a round; kept only once that round is confirmed or void."""

    key: str
    dice: Faces
    code: Clash
