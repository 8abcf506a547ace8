"""Coverage-guided search for bytes that the decoder cannot take; runs until it finds some.

    python3 -m venv /tmp/atheris && /tmp/atheris/bin/pip install atheris msgspec tzdata
    /tmp/atheris/bin/python tools/fuzz_decoder.py -max_total_time=300 [FOLDER OF A CORPUS]

atheris is no dependency of the project: it has wheels for few systems. The options are libFuzzer's.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["tabledisplay"]):
    from tabledisplay.shaker.frames import BadFrame, Frame, QueryFrame, UnknownFrame
    from tabledisplay.shaker.listener import slp1_listener
    from tabledisplay.shaker.messages import ReadingHeard
    from tabledisplay.shaker.slp1 import MOST_HELD, Decoder, encode

GOOD = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
(READING,) = Decoder().feed(GOOD)


def read(*pieces: bytes) -> list[Frame | BadFrame]:
    """What a decoder makes of the pieces, which never make it hold too much."""
    decoder = Decoder()
    found: list[Frame | BadFrame] = []
    for piece in pieces:
        found += decoder.feed(piece)
        assert decoder.held <= MOST_HELD
    return found


def try_one(data: bytes) -> None:
    """The first byte says where the rest is cut."""
    if not data:
        return
    cut, data = data[0], data[1:]
    whole = read(data)
    at = cut % (len(data) + 1)
    assert read(data[:at], data[at:]) == whole, "cut"
    assert read(*(data[i : i + 1] for i in range(len(data)))) == whole, "byte by byte"
    assert read(data, GOOD)[-1] == READING, "the next good frame"
    for frame in whole:
        if not isinstance(frame, BadFrame | UnknownFrame | QueryFrame):
            line = encode_or_nothing(frame)
            assert line is None or read(line) == [frame], "round trip"
    listener = slp1_listener("port")
    for message in listener.hear(data, 1.0):
        if isinstance(message, ReadingHeard) and message.dice is not None:
            assert all(face in (1, 2, 3, 4, 5, 6) for face in message.dice)
    listener.hear(b"", 9.0)


def encode_or_nothing(frame: Frame) -> bytes | None:
    """A reading whose values are gone cannot be said again."""
    try:
        return encode(frame)
    except ValueError:
        return None


def main() -> None:
    samples = ROOT / "build" / "fuzz-corpus"
    samples.mkdir(parents=True, exist_ok=True)
    for sample in (ROOT / "tests" / "wire").glob("*.bin"):
        (samples / sample.name).write_bytes(b"\x20" + sample.read_bytes())
    atheris.Setup([*sys.argv, str(samples)], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
