"""The write-ahead log as it lies on the disk: whether it is damaged before its end.

SQLite takes the first frame that is not sound for the end of the log, as a power cut leaves it:
what was being written, one commit at most, is not there. Sound commits after that are another
matter: they were on disk, and SQLite would pass over them without a word.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_READ: Final = 16 * 2**20
"""Bytes of a log that are looked at: it is written into the file at a quarter of that."""
PAGE: Final = 4096
WITH_A_LOG: Final = slice(18, 20)
SIZE_KNOWN_AT: Final = slice(92, 96)
"""Places in the first page: the two bytes that say how it is written, and the change of the file
at which its size was noted; a wrong one there makes SQLite look at the real size."""

_HEADER: Final = 32
_FRAME: Final = 24 + PAGE
_BIG_ENDIAN: Final = 0x377F0683
_CUT_IN: Final = 1
"""Commits after the first unsound frame that a power cut may leave: that of the write it cut."""


@dataclass(frozen=True, slots=True)
class LogFrame:
    """One page as a commit wrote it. `sound`: it is of this log and follows the frame before."""

    page: int
    commits: bool
    sound: bool
    content: bytes


def log_beside(path: Path) -> Path:
    """Where the log of a journal lies."""
    return path.with_name(path.name + "-wal")


def frames_of(log: bytes) -> Iterator[LogFrame]:
    """All frames of the log, those left over from before its last beginning as not sound.

    Each is measured by the sum that stands in the frame before it, so damage in one says nothing
    of those that come later.
    """
    if len(log) < _HEADER + _FRAME:
        return
    order = _order(log)
    salts = log[16:24] if has_sound_header(log) else log[40:48]
    before = _sums(log, 24)
    for at in range(_HEADER, len(log) - _FRAME + 1, _FRAME):
        content = log[at + 24 : at + _FRAME]
        stands = _sums(log, at + 16)
        right = log[at + 8 : at + 16] == salts
        sound = right and _sum(order, log[at : at + 8] + content, before) == stands
        yield LogFrame(_number(log, at), _number(log, at + 4) > 0, sound, content)
        before = stands


def has_sound_header(log: bytes) -> bool:
    """Whether the log's own beginning is as it was written; SQLite reads nothing behind another."""
    return _sum(_order(log), log[:24], (0, 0)) == _sums(log, 24)


def is_broken_inside(path: Path) -> bool:
    """Whether commits of that journal's log lie behind damage. OSError."""
    log = log_beside(path)
    if not log.exists() or log.stat().st_size > MOST_READ:
        return False
    found = log.read_bytes()
    if len(found) < _HEADER:
        return False
    behind, damaged = 0, not has_sound_header(found)
    for frame in frames_of(found):
        damaged = damaged or not frame.sound
        behind += damaged and frame.sound and frame.commits
    return behind > _CUT_IN


def with_log_written_in(damaged: Path, folder: Path) -> Path:
    """A copy of the journal in that folder with all sound frames of its log in it, and no log."""
    copy = folder / damaged.name
    shutil.copyfile(damaged, copy)
    with copy.open("rb+") as file:
        for frame in frames_of(log_beside(damaged).read_bytes()):
            if frame.sound and frame.page > 0:
                file.seek((frame.page - 1) * PAGE)
                file.write(frame.content)
        for place, value in ((WITH_A_LOG, b"\1\1"), (SIZE_KNOWN_AT, b"\xff\xff\xff\xff")):
            file.seek(place.start)
            file.write(value)
    return copy


def _order(log: bytes) -> str:
    return ">" if _number(log, 0) == _BIG_ENDIAN else "<"


def _number(log: bytes, at: int) -> int:
    return int.from_bytes(log[at : at + 4], "big")


def _sums(log: bytes, at: int) -> tuple[int, int]:
    return _number(log, at), _number(log, at + 4)


def _sum(order: str, data: bytes, before: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running sum of a log, over pairs of words."""
    one, two = before
    numbers = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
