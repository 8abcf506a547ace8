"""The decoder against pynmea2, on lines of the same length."""

from __future__ import annotations

import operator
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial, reduce
from random import Random

import pynmea2  # type: ignore[import-untyped] # has no types

from benchmarks.measured import Measured, best
from tabledisplay.shaker.slp1 import Decoder, seal

LINES = 500
REPEATS = 200
CHUNK = 4096
AT_LEAST = 3.0


def measure(args: Namespace) -> Iterator[Measured]:  # noqa: ARG001 - every measurement has one form
    """Lines a second: readings and heartbeats, one by one and as a port hands over a backlog."""
    random = Random(1)
    for what, lines in (("readings", readings(random)), ("heartbeats", heartbeats(random))):
        theirs = [sentence(random, len(line)) for line in lines]
        ours, chunks, nmea = best(
            REPEATS,
            partial(one_by_one, lines),
            partial(in_chunks, b"".join(lines)),
            partial(parsed, theirs),
        )
        for how, took in (("one by one", ours), (f"in reads of {CHUNK} bytes", chunks)):
            yield Measured.at_least(
                f"decoder, {what} {how}",
                LINES / took,
                LINES / nmea,
                "lines/s",
                "pynmea2",
                limit=AT_LEAST,
            )


def one_by_one(lines: Sequence[bytes]) -> None:
    decoder = Decoder()
    for line in lines:
        decoder.feed(line)


def parsed(sentences: Sequence[str]) -> None:
    for line in sentences:
        pynmea2.parse(line)


def in_chunks(data: bytes) -> None:
    decoder = Decoder()
    for at in range(0, len(data), CHUNK):
        decoder.feed(data[at : at + CHUNK])


def readings(random: Random) -> list[bytes]:
    return [
        seal(
            f"SLP1,0000A7F3,0C21,{n:04X},{n * 500:08X},RS,{random.randrange(65536):04X},O,S,"
            f"{','.join(str(random.randint(1, 6)) for _ in range(3))},00,00,00,00"
        )
        for n in range(LINES)
    ]


def heartbeats(random: Random) -> list[bytes]:
    states = ("I,C,S", "M,C,R", "S,C,S", "O,O,S")
    return [
        seal(
            f"SLP1,0000A7F3,0C21,{n:04X},{n * 1000:08X},HB,{random.choice(states)},"
            f"{random.randrange(65536):04X},00"
        )
        for n in range(LINES)
    ]


def sentence(random: Random, length: int) -> str:
    """An NMEA position of that length."""
    body = f"GPGGA,{random.randrange(240000):06d},{random.randrange(9000) / 100:07.2f},N,"
    body += f"{random.randrange(18000) / 100:08.2f},E,1,08,0.9,{random.randrange(100, 999)}.0,M"
    body += ",46.9,M,,0000"
    body = body[: length - len("$*00\r\n")].ljust(length - len("$*00\r\n"), "0")
    return f"${body}*{reduce(operator.xor, body.encode()):02X}\r\n"
