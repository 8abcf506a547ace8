"""A shaker that speaks its own text lines, described by the technician. No port, no clock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Final, Literal

from msgspec import Struct

from tabledisplay.shaker.frames import BadFrame, BadKind
from tabledisplay.shaker.line_pattern import BadLines, compile_pattern
from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.slp1 import LONGEST_LINE, crc16

EndOfLine = Literal["cr", "lf", "crlf"]
Checksum = Literal["none", "xor8", "crc16"]
END_OF_LINE: Final[Mapping[EndOfLine, bytes]] = {"cr": b"\r", "lf": b"\n", "crlf": b"\n"}
"""The byte that ends a line; CR, LF and NUL around a line are nothing in any case."""
GROUPS: Final = frozenset(
    {"d1", "d2", "d3", "round", "lid", "state", "quality", "covered", "check"}
)
"""Names that the pattern may use; d1, d2, d3 it must."""

_FACES: Final = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}
_ROUND: Final = re.compile("[0-9]{1,9}")
_BITS: Final = re.compile("[0-9A-Fa-f]{1,2}")
_CHECK: Final = {"xor8": re.compile("[0-9A-Fa-f]{2}"), "crc16": re.compile("[0-9A-Fa-f]{4}")}
_UNPRINTABLE: Final = re.compile(rb"[^ -~\t]")
_DIGIT: Final = re.compile("[0-9]")
_STATES: Final = {state.value: state for state in ShakerState}
_LIDS: Final = {lid.value: lid for lid in Lid}


@dataclass(frozen=True, slots=True)
class LinesFormat:
    """How to read the lines of one shaker. BadLines at construction if it cannot be used.

    `pattern` must match the whole line. Its groups: d1, d2, d3; round (decimal); lid and state,
    by `lids` and `states` (word to letter; the letters themselves if empty); quality (hex, 0 is
    good). A checksum covers the group `covered` and stands in hex in the group `check`.
    """

    device: str
    pattern: str
    end_of_line: EndOfLine = "lf"
    checksum: Checksum = "none"
    states: Mapping[str, str] = field(default_factory=dict)
    lids: Mapping[str, str] = field(default_factory=dict)
    compiled: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (
            1 <= len(self.device) <= 24 and self.device.isascii() and self.device.isprintable()
        ):
            raise BadLines("lines.device")
        compiled = compile_pattern(self.pattern)
        groups = set(compiled.groupindex)
        if missing := sorted({"d1", "d2", "d3"} - groups):
            raise BadLines("lines.group_missing", group=missing[0])
        if strange := sorted(groups - GROUPS):
            raise BadLines("lines.group_strange", group=strange[0])
        checked = {"covered", "check"}
        if self.checksum == "none" and groups & checked:
            raise BadLines("lines.checksum_unused")
        if self.checksum != "none" and not checked <= groups:
            raise BadLines("lines.checksum_groups", rule=self.checksum)
        _check_words("state", self.states, _STATES.keys(), groups)
        _check_words("lid", self.lids, _LIDS.keys(), groups)
        object.__setattr__(self, "compiled", compiled)

    @property
    def has_lid(self) -> bool:
        """Whether its lines say where the bell is."""
        return "lid" in self.compiled.groupindex

    @property
    def has_state(self) -> bool:
        """Whether its lines say what the device does, so that it speaks between readings."""
        return "state" in self.compiled.groupindex

    @property
    def has_round(self) -> bool:
        """Whether its lines number the draws."""
        return "round" in self.compiled.groupindex

    def state_of(self, word: str) -> ShakerState | None:
        """The state by that word, None if it is no such word."""
        return _STATES.get(self.states.get(word, "") if self.states else word)

    def lid_of(self, word: str) -> Lid | None:
        """The lid by that word, None if it is no such word."""
        return _LIDS.get(self.lids.get(word, "") if self.lids else word)


def _check_words(
    group: str, words: Mapping[str, str], letters: Iterable[str], groups: set[str]
) -> None:
    if words and group not in groups:
        raise BadLines("lines.words_unused", group=group)
    if strange := sorted(set(words.values()) - set(letters)):
        raise BadLines("lines.words_strange", group=group, letter=strange[0])


class LineFrame(Struct, frozen=True, gc=False):
    """One line understood. `dice` is None unless three faces were read with the bell not down.

    `reading`: it tells of the draw; dice that are all `-` and no quality bit tell nothing.
    """

    state: ShakerState | None = None
    lid: Lid | None = None
    round: int | None = None
    reading: bool = False
    dice: tuple[int, int, int] | None = None
    quality: int = 0
    leaked: bool = False


class StrangeLine(Struct, frozen=True, gc=False):
    """A line that the description does not describe; nothing of it is kept."""


LineHeard = LineFrame | StrangeLine


class LinesDecoder:
    """Turns bytes, cut anywhere, into lines and bad frames. Holds at most 128 bytes of one line."""

    def __init__(self, form: LinesFormat) -> None:
        self._form = form
        self._end = END_OF_LINE[form.end_of_line]
        self._held = b""
        self._length = 0  # of the line so far, which may be more than is held

    def reset(self) -> None:
        """Forget a half line: it will never be completed by what comes next."""
        self._held = b""
        self._length = 0

    def feed(self, data: bytes) -> list[LineHeard | BadFrame]:
        """What `data` completes, in order. Never raises, whatever the bytes."""
        found: list[LineHeard | BadFrame] = []
        at = 0
        while (stop := data.find(self._end, at)) >= 0:
            self._take(data, at, stop)
            found.extend(self._line())
            at = stop + 1
        self._take(data, at, len(data))
        return found

    def _take(self, data: bytes, at: int, stop: int) -> None:
        room = LONGEST_LINE - len(self._held)
        self._held += data[at : min(stop, at + room)]
        self._length += stop - at

    def _line(self) -> Iterable[LineHeard | BadFrame]:
        """What the line held says; nothing if it is empty."""
        line, length = self._held.strip(b"\0\r\n"), self._length
        self.reset()
        if length + len(self._end) > LONGEST_LINE:
            return (BadFrame(BadKind.TOO_LONG, length),)
        if _UNPRINTABLE.search(line) is not None:
            return (BadFrame(BadKind.NOISE, length),)
        return (self._read(line),) if line else ()

    def _read(self, line: bytes) -> LineHeard | BadFrame:
        found = self._form.compiled.fullmatch(line.decode("ascii"))
        if found is None:
            return StrangeLine()
        said = found.groupdict()
        if self._form.checksum != "none" and not _sum_is_right(self._form.checksum, said):
            return BadFrame(BadKind.BAD_CRC, len(line))
        return _line_frame(self._form, said)


def _sum_is_right(rule: Checksum, said: Mapping[str, str | None]) -> bool:
    covered, check = said["covered"], said["check"]
    if covered is None or check is None or _CHECK[rule].fullmatch(check) is None:
        return False
    raw = covered.encode("ascii")
    return int(check, 16) == (crc16(raw) if rule == "crc16" else reduce(xor, raw, 0))


def _line_frame(form: LinesFormat, said: Mapping[str, str | None]) -> LineHeard:
    """What the groups say. A word that is in no list makes the whole line strange."""
    state = None
    if (word := said.get("state")) is not None and (state := form.state_of(word)) is None:
        return StrangeLine()
    lid = Lid.UNKNOWN if form.has_lid else None
    if (word := said.get("lid")) is not None and (lid := form.lid_of(word)) is None:
        return StrangeLine()
    number = said.get("round")
    if number is not None and _ROUND.fullmatch(number) is None:
        return StrangeLine()
    bits = said.get("quality")
    if bits is not None and _BITS.fullmatch(bits) is None:
        return StrangeLine()
    quality = 0 if bits is None else int(bits, 16)
    dice = [die for name in ("d1", "d2", "d3") if (die := said[name]) is not None]
    bell_down = lid is Lid.CLOSED or lid is Lid.UNKNOWN
    return LineFrame(
        state=state,
        lid=lid,
        round=None if number is None else int(number),
        reading=not bell_down and (quality > 0 or any(die != "-" for die in dice)),
        dice=None if bell_down else _three_faces(dice),
        quality=quality,
        leaked=bell_down and any(_DIGIT.search(die) for die in dice),
    )


def _three_faces(tokens: list[str]) -> tuple[int, int, int] | None:
    faces = [_FACES[token] for token in tokens if token in _FACES]
    if len(tokens) != 3 or len(faces) != 3:
        return None
    return faces[0], faces[1], faces[2]
