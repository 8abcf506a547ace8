"""SLP1, the shaker line protocol: bytes to frames and back. No port, no clock.

A line is `$` body `*` CRC CR LF, 128 bytes at most. `$` always starts a new frame, CR or LF ends
one, NUL between frames is nothing, any other byte outside 20-7E inside a frame kills it.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from typing import Final, assert_never

from tabledisplay.shaker.frames import (
    BadFrame,
    BadKind,
    EventFrame,
    Face,
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
    Strange,
    UnknownFrame,
)
from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.slp1_usual import read_usual

__all__ = [
    "LONGEST_LINE",
    "MOST_HELD",
    "BadFrame",
    "BadKind",
    "Decoder",
    "EventFrame",
    "Frame",
    "Head",
    "IdFrame",
    "Motor",
    "QueryFrame",
    "ReadingFrame",
    "StateFrame",
    "Strange",
    "UnknownFrame",
    "crc16",
    "encode",
    "seal",
]

LONGEST_LINE: Final = 128
"""Bytes from `$` to LF; a longer line is refused even when its CRC is right."""
MOST_HELD: Final = 256
"""Bytes of an unfinished frame that are ever kept; then all is dropped up to the next `$`."""
_LONGEST_CONTENT: Final = LONGEST_LINE - len(b"$\r\n")


def crc16(body: bytes) -> int:
    """CRC-16/CCITT-FALSE of the body: `123456789` gives 29B1."""
    return crc_hqx(body, 0xFFFF)


# --------------------------------------------------------------------------- reading a body

_H: Final = "[0-9A-Fa-f]"
_TEXT: Final = r"[ -#%-)+\-./0-~]"  # 20-7E without `$`, `*` and the comma
_FREE: Final = rf"({_TEXT}{{0,24}})"
_HEAD: Final = re.compile(rf"SLP1,({_H}{{8}}),({_H}{{4}}),({_H}{{4}}),({_H}{{8}}),")
_STATE: Final = re.compile(rf"(HB|ST),([IMSOF],[COU],[RSF]),({_H}{{4}}),({_H}{{2}})")
_READING: Final = re.compile(
    rf"RS,({_H}{{4}}),([COU]),([RSF]),({_TEXT}*,{_TEXT}*,{_TEXT}*)"
    rf",({_H}{{2}},{_H}{{2}},{_H}{{2}},{_H}{{2}})"
)
_IDENTITY: Final = re.compile(rf"ID,{_FREE},{_FREE},{_FREE},([0-9]{{1,2}})")
_EVENT: Final = re.compile(rf"EV,({_TEXT}{{1,24}}),{_FREE}")
_QUERY: Final = re.compile(r"\?([^*]*)")
_OTHER_VERSION: Final = re.compile(r"SLP(?!1,)[0-9]+,")

_FACES: Final[tuple[tuple[str, Face | None], ...]] = (
    ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("-", None),
)  # fmt: skip
_DICE: Final[dict[str, Faces]] = {
    f"{a},{b},{c}": (x, y, z) for a, x in _FACES for b, y in _FACES for c, z in _FACES
}
_KINDS: Final[dict[str, StateKind]] = {"HB": "HB", "ST": "ST"}
_LETTERS: Final = {
    f"{state.value},{lid.value},{motor.value}": (state, lid, motor)
    for state in ShakerState
    for lid in Lid
    for motor in Motor
}
_LIDS: Final = {lid.value: lid for lid in Lid}
_MOTORS: Final = {motor.value: motor for motor in Motor}


def _quality(bits: str) -> Quality:
    return (int(bits[0:2], 16), int(bits[3:5], 16), int(bits[6:8], 16), int(bits[9:11], 16))


def _reading(head: Head, number: str, lid: str, motor: str, dice: str, bits: str) -> ReadingFrame:
    faces = None
    if lid == "O":
        faces = _DICE.get(dice)
    return ReadingFrame(
        head,
        int(number, 16),
        _LIDS[lid],
        _MOTORS[motor],
        faces,
        _quality(bits),
        leaked=lid != "O" and dice != "-,-,-",
        impossible=lid == "O" and faces is None,
    )


def _read_body(body: str) -> Frame:
    """The frame of a body whose CRC is right."""
    if (found := _HEAD.match(body)) is None:
        if (query := _QUERY.fullmatch(body)) is not None:
            return QueryFrame(query[1])
        other = _OTHER_VERSION.match(body)
        return UnknownFrame(None, Strange.VERSION if other else Strange.HEAD)
    device, boot, seq, uptime = found.groups()
    head = Head(device.upper(), boot.upper(), int(seq, 16), int(uptime, 16))
    at = found.end()
    misshapen = UnknownFrame(head, Strange.FIELDS)
    match body[at : at + 3]:
        case "HB," | "ST,":
            if (state := _STATE.fullmatch(body, at)) is None:
                return misshapen
            kind, letters, number, flags = state.groups()
            return StateFrame(
                head, _KINDS[kind], *_LETTERS[letters], int(number, 16), int(flags, 16)
            )
        case "RS,":
            reading = _READING.fullmatch(body, at)
            return misshapen if reading is None else _reading(head, *reading.groups())
        case "ID,":
            identity = _IDENTITY.fullmatch(body, at)
            return misshapen if identity is None else IdFrame(head, *identity.groups())
        case "EV,":
            event = _EVENT.fullmatch(body, at)
            return misshapen if event is None else EventFrame(head, *event.groups())
        case _:
            return UnknownFrame(head, Strange.TYPE)


# --------------------------------------------------------------------------- reading bytes

_START: Final = ord("$")
_STOPS: Final = re.compile(rb"\$+|[\r\n]+")
_CRC: Final = re.compile(rb"\*([0-9A-Fa-f]{4})")
_UNPRINTABLE: Final = re.compile(rb"[^ -~]")


def _read_content(content: bytes) -> Frame | BadFrame:
    """The frame of what stood between `$` and the end of its line."""
    if _UNPRINTABLE.search(content) is not None:
        return BadFrame(BadKind.KILLED, len(content) + 1)
    if len(content) > _LONGEST_CONTENT:
        return BadFrame(BadKind.TOO_LONG, len(content) + 1)
    crc = _CRC.fullmatch(content, max(len(content) - 5, 0))
    if crc is None or crc_hqx(content[:-5], 0xFFFF) != int(crc[1], 16):
        return BadFrame(BadKind.BAD_CRC, len(content) + 1)
    return _read_body(content[:-5].decode("ascii"))


_BARE_START: Final = BadFrame(BadKind.CUT, 1)


class Decoder:
    """Turns bytes, cut anywhere, into frames and bad frames: the same ones however they were cut.

    Holds at most `MOST_HELD` bytes, those of the frame that has begun and not ended.
    """

    __slots__ = ("_dropping", "_held", "_noise")

    def __init__(self) -> None:
        self._held: bytes | None = None  # what followed the last `$`; None outside a frame
        self._noise = 0  # bytes so far of text outside frames
        self._dropping = False  # too much was held: all up to the next `$` is nothing

    @property
    def held(self) -> int:
        """How many bytes wait for the end of their frame."""
        return 0 if self._held is None else len(self._held) + 1

    def reset(self) -> None:
        """Forget a half frame: it will never be completed by what comes next."""
        self._held = None
        self._noise = 0
        self._dropping = False

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        """What `data` completes, in order. Never raises, whatever the bytes."""
        found: list[Frame | BadFrame] = []
        at = 0
        if self._held is None and not self._noise and (at := read_usual(data, 0, found)):
            self._dropping = False
        end = len(data)
        while at < end:
            if (stop := _STOPS.search(data, at)) is None:
                self._take(data, at, end, found)
                break
            begin, after = stop.span()
            self._take(data, at, begin, found)
            starts = after - begin if data[begin] == _START else 0
            self._end(found, cut=starts > 0)
            at = after
            if starts:
                found.extend([_BARE_START] * (starts - 1))
                self._dropping = False
                at = read_usual(data, after - 1, found)
                if at < after:
                    at = after
                    self._held = b""
        return found

    def _take(self, data: bytes, at: int, end: int, found: list[Frame | BadFrame]) -> None:
        """Bytes that neither begin nor end a frame."""
        if self._held is None:
            if not self._dropping:
                self._noise += end - at - data.count(0, at, end)
            return
        held = self._held + data[at : min(end, at + MOST_HELD)]
        if len(held) < MOST_HELD:
            self._held = held
            return
        killed = _UNPRINTABLE.search(held, 0, MOST_HELD - 1) is not None
        found.append(BadFrame(BadKind.KILLED if killed else BadKind.TOO_LONG, MOST_HELD))
        self._held = None
        self._dropping = True

    def _end(self, found: list[Frame | BadFrame], *, cut: bool) -> None:
        """A line has ended, or (`cut`) a new frame begins."""
        if self._held is None:
            if self._noise:
                found.append(BadFrame(BadKind.NOISE, self._noise))
                self._noise = 0
            return
        if not cut:
            found.append(_read_content(self._held))
        else:
            killed = _UNPRINTABLE.search(self._held) is not None
            kind = BadKind.KILLED if killed else BadKind.CUT
            found.append(BadFrame(kind, len(self._held) + 1))
        self._held = None


# --------------------------------------------------------------------------- writing


def seal(body: str) -> bytes:
    """The whole line of a body: `$`, body, `*`, CRC, CR LF. Checks nothing but ASCII."""
    raw = body.encode("ascii")
    return b"$%b*%04X\r\n" % (raw, crc16(raw))


def encode(frame: Frame) -> bytes:
    """The line that a decoder reads back as `frame`.

    ValueError: the frame cannot be said: text too long or not plain, a number out of range,
    a reading whose values are gone, content that was not understood.
    """
    line = seal(_body(frame))
    if Decoder().feed(line) != [frame]:
        raise ValueError(f"cannot be said in SLP1: {type(frame).__name__}")
    return line


def _body(frame: Frame) -> str:
    match frame:
        case IdFrame():
            rest = f"ID,{frame.maker},{frame.model},{frame.firmware},{frame.dice_count}"
        case StateFrame():
            rest = (
                f"{frame.kind},{frame.state.value},{frame.lid.value},{frame.motor.value}"
                f",{frame.round:04X},{frame.flags:02X}"
            )
        case ReadingFrame():
            faces = (None, None, None) if frame.dice is None else frame.dice
            dice = ",".join("-" if face is None else str(face) for face in faces)
            quality = ",".join(f"{bits:02X}" for bits in frame.quality)
            rest = f"RS,{frame.round:04X},{frame.lid.value},{frame.motor.value},{dice},{quality}"
        case EventFrame():
            rest = f"EV,{frame.code},{frame.text}"
        case QueryFrame():
            return f"?{frame.what}"
        case UnknownFrame():
            raise ValueError("what was not understood cannot be said in SLP1")
        case _:
            assert_never(frame)
    head = frame.head
    return f"SLP1,{head.device},{head.boot},{head.seq:04X},{head.uptime:08X},{rest}"
