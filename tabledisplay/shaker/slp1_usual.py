"""The lines that come all day, read by their fixed places: a short cut of slp1.py.

    $SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767
    $SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00*4E62

A good line of either form, ended by CR LF, with a valid draw or without flags, becomes the frame
that slp1.py would make of it; whatever differs in a single byte is left to slp1.py.
"""

from __future__ import annotations

import re
import struct
from binascii import Error as NotHex
from binascii import crc_hqx, unhexlify
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

MOST_REMEMBERED: Final = 32
"""Device sessions whose start of a line is known by heart."""

_START: Final = re.compile(rb"\$SLP1,([0-9A-Fa-f]{8}),([0-9A-Fa-f]{4}),")
_READING: Final = struct.Struct("20s 4s c 8s 4s 4s 23s 4s 2s")
_STATE: Final = struct.Struct("20s 4s c 8s 10s 4s 4s 4s 2s")
_READING_NUMBERS: Final = struct.Struct(">HIHH")  # seq, uptime, round, CRC
_READING_BODY: Final = _READING.size - len(b"*A767\r\n")
_STATE_BODY: Final = _STATE.size - len(b"*4E62\r\n")
_KIND_AT: Final = len(b"$SLP1,0000A7F3,0C21,0043,0001F4B4,R")
_OF_A_READING: Final = ord("S")

_FACES: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)
_SAID_OF_DICE: Final[dict[bytes, tuple[Motor, Faces]]] = {
    f",O,{motor.value},{a},{b},{c},00,00,00,00*".encode(): (motor, (a, b, c))
    for motor in Motor
    for a in _FACES
    for b in _FACES
    for c in _FACES
}
_KINDS: Final[tuple[StateKind, ...]] = ("HB", "ST")
_SAID_OF_STATE: Final[dict[bytes, tuple[StateKind, ShakerState, Lid, Motor]]] = {
    f",{kind},{state.value},{lid.value},{motor.value},".encode(): (kind, state, lid, motor)
    for kind in _KINDS
    for state in ShakerState
    for lid in Lid
    for motor in Motor
}


class _Starts(dict[bytes, tuple[str, str]]):
    """Device and boot id out of `$SLP1,0000A7F3,0C21,`, remembered. KeyError: another start."""

    def __missing__(self, start: bytes) -> tuple[str, str]:
        if (found := _START.fullmatch(start)) is None:
            raise KeyError
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        who = self[start] = found[1].decode().upper(), found[2].decode().upper()
        return who


# Names of this module, because each look into an object costs a fiftieth of a line.
_starts: Final = _Starts()
_a_reading: Final = _READING.unpack_from
_a_state: Final = _STATE.unpack_from
_numbers: Final = _READING_NUMBERS.unpack
_open: Final = Lid.OPEN
_clean: Final[Quality] = (0, 0, 0, 0)


def read_usual(data: bytes, at: int, found: list[Frame | BadFrame]) -> int:
    """Append the frames of the usual lines that stand at `at`, one after the other; their end."""
    end = len(data)
    try:
        while at < end:
            if data[at + _KIND_AT] == _OF_A_READING:
                start, seq, comma, uptime, kind, number, said, crc, stop = _a_reading(data, at)
                if comma != b"," or kind != b",RS," or stop != b"\r\n":
                    break
                device, boot = _starts[start]
                motor, dice = _SAID_OF_DICE[said]
                n, ms, draw, check = _numbers(unhexlify(seq + uptime + number + crc))
                if check != crc_hqx(data[at + 1 : at + _READING_BODY], 0xFFFF):
                    break
                head = Head(device, boot, n, ms)
                found.append(ReadingFrame(head, draw, _open, motor, dice, _clean))
                at += _READING.size
            else:
                start, seq, comma, uptime, said, number, flags, crc, stop = _a_state(data, at)
                if comma != b"," or flags != b",00*" or stop != b"\r\n":
                    break
                device, boot = _starts[start]
                of, state, lid, motor = _SAID_OF_STATE[said]
                n, ms, draw, check = _numbers(unhexlify(seq + uptime + number + crc))
                if check != crc_hqx(data[at + 1 : at + _STATE_BODY], 0xFFFF):
                    break
                head = Head(device, boot, n, ms)
                found.append(StateFrame(head, of, state, lid, motor, draw, 0))
                at += _STATE.size
    except (IndexError, KeyError, NotHex, struct.error):
        pass
    return at
