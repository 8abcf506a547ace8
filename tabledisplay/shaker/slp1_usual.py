"""The lines that come all day, read by their fixed places: a short cut of slp1.py.

A whole good state line, or reading line of a valid draw, becomes here the frame that slp1.py would
make of it; whatever differs from their form in a single byte is left to slp1.py.
"""

from __future__ import annotations

import re
from binascii import Error as NotHex
from binascii import crc_hqx, unhexlify
from functools import lru_cache
from struct import Struct as Packed
from typing import Final

from tabledisplay.shaker.frames import (
    BadFrame,
    Face,
    Faces,
    Frame,
    Head,
    Motor,
    Quality,
    ReadingFrame,
    StateFrame,
    StateKind,
)
from tabledisplay.shaker.messages import Lid, ShakerState

# $SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767
# $SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00*4E62
# 0                   20   25       34 37   41                      65  the end of a reading at 69
#                                          42   47 49 50 51          54  the end of a state at 55

_START: Final = re.compile(rb"\$SLP1,([0-9A-Fa-f]{8}),([0-9A-Fa-f]{4}),")
_COMMA: Final = ord(",")
_ENDS: Final = frozenset(b"\r\n")
_CLEAN: Final[Quality] = (0, 0, 0, 0)
_OPEN: Final = Lid.OPEN  # a name of our own: looking it up in the enum costs 0.2 µs
_FACES: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)

_READ: Final[dict[bytes, tuple[Motor, Faces]]] = {
    f",O,{motor.value},{a},{b},{c},00,00,00,00*".encode(): (motor, (a, b, c))
    for motor in Motor
    for a in _FACES
    for b in _FACES
    for c in _FACES
}
_STATES: Final[dict[bytes, tuple[StateKind, ShakerState, Lid, Motor]]] = {
    f",{kind},{state.value},{lid.value},{motor.value},".encode(): (kind, state, lid, motor)
    for kind in ("HB", "ST")
    for state in ShakerState
    for lid in Lid
    for motor in Motor
}
_READING_NUMBERS: Final = Packed(">HIHH").unpack  # seq, uptime, round, CRC
_STATE_NUMBERS: Final = Packed(">HIHBH").unpack  # seq, uptime, round, flags, CRC


@lru_cache(maxsize=32)
def _who(start: bytes) -> tuple[str, str] | None:
    """Device and boot id out of `$SLP1,0000A7F3,0C21,`; None if that is not what stands there."""
    found = _START.fullmatch(start)
    return None if found is None else (found[1].decode().upper(), found[2].decode().upper())


def read_usual(data: bytes, at: int, found: list[Frame | BadFrame]) -> int:
    """Append the frames of the usual lines that stand at `at` one after the other; their end."""
    end = len(data)
    while at < end:
        who = _who(data[at : at + 20])
        reads = data.startswith(b",RS,", at + 33)
        after = at + (68 if reads else 55)
        if who is None or after >= end or data[at + 24] != _COMMA or data[after] not in _ENDS:
            return at
        try:
            frame = _reading(data, at, *who) if reads else _state(data, at, *who)
        except NotHex:
            return at
        if frame is None:
            return at
        found.append(frame)
        at = after + 1
        if data.startswith(b"\n", at):
            at += 1
    return at


def _reading(data: bytes, at: int, device: str, boot: str) -> ReadingFrame | None:
    if (read := _READ.get(data[at + 41 : at + 64])) is None:
        return None
    seq, uptime, number, crc = _READING_NUMBERS(
        unhexlify(
            data[at + 20 : at + 24]
            + data[at + 25 : at + 33]
            + data[at + 37 : at + 41]
            + data[at + 64 : at + 68]
        )
    )
    if crc != crc_hqx(data[at + 1 : at + 63], 0xFFFF):
        return None
    return ReadingFrame(Head(device, boot, seq, uptime), number, _OPEN, *read, _CLEAN)


def _state(data: bytes, at: int, device: str, boot: str) -> StateFrame | None:
    if (said := _STATES.get(data[at + 33 : at + 43])) is None:
        return None
    if data[at + 47] != _COMMA or data[at + 50] != ord("*"):
        return None
    seq, uptime, number, flags, crc = _STATE_NUMBERS(
        unhexlify(
            data[at + 20 : at + 24]
            + data[at + 25 : at + 33]
            + data[at + 43 : at + 47]
            + data[at + 48 : at + 50]
            + data[at + 51 : at + 55]
        )
    )
    if crc != crc_hqx(data[at + 1 : at + 50], 0xFFFF):
        return None
    return StateFrame(Head(device, boot, seq, uptime), *said, number, flags)
