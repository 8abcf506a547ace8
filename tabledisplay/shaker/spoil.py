"""Ways in which a pretend shaker misbehaves, by name.

Some spoil what it says on its way, in here; the others are things that the shaker itself does
wrong (simulator.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Final

from tabledisplay.shaker.frames import BadFrame, UnknownFrame
from tabledisplay.shaker.slp1 import Decoder, seal

Spoil = Callable[[bytes], Iterable[bytes]]
"""One whole line in; what is sent instead, in pieces."""

EVERY: Final = 5
"""One line in so many is spoiled, so that the link recovers in between."""

BOOT_NOISE: Final = (
    b"\xff\xfe\x00\x80\r\nets Jun  8 2016 00:22:57\r\n\r\nrst:0x1 (POWERON),boot:0x13\x11\x13\r\n"
)
AT_COMMANDS: Final = (b"AT\r", b"AT+GCAP\r", b"ATQ0 V1 E1 S0=0\r\n", b"\x7e\x00\x78\xf0\x7e")
"""What ModemManager says to a port that it takes for a modem's."""

OF_THE_SHAKER: Final = frozenset(
    {
        "boot_noise",
        "broken",
        "contradiction",
        "counter_stuck",
        "early",
        "flood",
        "impossible_dice",
        "late_burst",
        "leak",
        "leaning",
        "low_confidence",
        "mixer_fault",
        "new_boot",
        "shake_after_close",
        "silence",
        "slow_bytes",
        "stacked",
        "wrong_device",
    }
)
"""Faults of the shaker itself, each in every round."""


def whole(line: bytes) -> Iterable[bytes]:
    """Nothing is spoiled."""
    return (line,)


def _one_in(spoil: Callable[[bytes, Random], Iterable[bytes]]) -> Callable[[Random], Spoil]:
    """Spoil every fifth line, leave the others."""

    def made(random: Random) -> Spoil:
        count = 0

        def spoiled(line: bytes) -> Iterable[bytes]:
            nonlocal count
            count += 1
            return (line,) if count % EVERY else spoil(line, random)

        return spoiled

    return made


def _cut(line: bytes, random: Random) -> Iterable[bytes]:
    return (line[: random.randrange(2, len(line) - 2)],)


def _drop(_line: bytes, _random: Random) -> Iterable[bytes]:
    return ()


def _double(line: bytes, _random: Random) -> Iterable[bytes]:
    return (line, line)


def _damage(line: bytes, random: Random) -> Iterable[bytes]:
    at = random.randrange(1, len(line) - 2)
    return (line[:at] + bytes((line[at] ^ (1 << random.randrange(8)),)) + line[at + 1 :],)


def _bad_crc(line: bytes, _random: Random) -> Iterable[bytes]:
    wrong = b"0" if line[-3:-2] != b"0" else b"1"
    return (line[:-3] + wrong + line[-2:],)


def _noise(line: bytes, random: Random) -> Iterable[bytes]:
    noise = random.randbytes(random.randrange(1, 40)).replace(b"$", b"?")
    return (b"\xff" + noise + b"\n", line)


def _merged(line: bytes, _random: Random) -> Iterable[bytes]:
    return (line[:22], line)


def _nul(line: bytes, random: Random) -> Iterable[bytes]:
    at = random.randrange(1, len(line) - 2)
    return (b"\0\0", line[:at] + b"\0" + line[at:], b"\0")


def _at_commands(line: bytes, random: Random) -> Iterable[bytes]:
    return (random.choice(AT_COMMANDS) + b"\r", line)


def _slp2(line: bytes, _random: Random) -> Iterable[bytes]:
    return (seal("SLP2" + line[5:-7].decode("ascii")), line)


def _swap(random: Random) -> Spoil:
    """Every fifth line comes after the next one."""
    count = 0
    kept: list[bytes] = []
    del random

    def swapped(line: bytes) -> Iterator[bytes]:
        nonlocal count
        count += 1
        if count % EVERY == 0:
            kept.append(line)
            return
        yield line
        while kept:
            yield kept.pop()

    return swapped


SPOILERS: Final[Mapping[str, Callable[[Random], Spoil]]] = {
    "bad_crc": _one_in(_bad_crc),
    "cut": _one_in(_cut),
    "damage": _one_in(_damage),
    "double": _one_in(_double),
    "drop": _one_in(_drop),
    "garbage_at_commands": _one_in(_at_commands),
    "merged": _one_in(_merged),
    "noise": _one_in(_noise),
    "nul": _one_in(_nul),
    "slp2": _one_in(_slp2),
    "swap": _swap,
}
"""Faults of the line."""

FAULTS: Final = tuple(sorted(OF_THE_SHAKER | SPOILERS.keys()))
"""Every fault that can be asked for by name."""


def spoil_by(names: Iterable[str], random: Random) -> Spoil:
    """All the named faults of the line, each of what the others left good; the rest are ignored."""
    spoils = [SPOILERS[name](random) for name in sorted(set(names)) if name in SPOILERS]

    def spoiled(line: bytes) -> Iterable[bytes]:
        pieces: Iterable[bytes] = (line,)
        for spoil in spoils:
            pieces = [
                piece
                for before in pieces
                for piece in (spoil(before) if _is_good(before) else (before,))
            ]
        return pieces

    return spoiled


def _is_good(piece: bytes) -> bool:
    match Decoder().feed(piece):
        case [BadFrame() | UnknownFrame()]:
            return False
        case [_]:
            return True
        case _:
            return False
