"""The short cut reads what the long way reads, and nothing else."""

import pytest

from tabledisplay.shaker.slp1 import Decoder, crc16, seal
from tabledisplay.shaker.slp1_usual import MOST_REMEMBERED, read_usual

READING = "SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00"
STATE = "SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00"


def the_long_way(line: bytes) -> list[object]:
    """What is read once the decoder holds the `$`: the short cut begins at a `$` only."""
    decoder = Decoder()
    assert decoder.feed(line[:1]) == []
    return list(decoder.feed(line[1:]))


@pytest.mark.parametrize("body", [READING, STATE])
def test_a_usual_line_is_read_whole(body: str) -> None:
    line = seal(body)
    found: list = []
    assert read_usual(line * 3, 0, found) == 3 * len(line)
    assert found == the_long_way(line) * 3


@pytest.mark.parametrize("body", [READING, STATE])
def test_every_byte_in_every_place_is_read_as_the_long_way_reads_it(body: str) -> None:
    raw = body.encode()
    for at in range(len(raw)):
        for byte in range(256):
            changed = raw[:at] + bytes((byte,)) + raw[at + 1 :]
            line = b"$%b*%04X\r\n" % (changed, crc16(changed))
            assert Decoder().feed(line) == the_long_way(line), line


@pytest.mark.parametrize("body", [READING, STATE])
def test_every_byte_in_crc_and_line_end_is_read_as_the_long_way_reads_it(body: str) -> None:
    line = seal(body)
    for at in range(len(line) - 7, len(line)):
        for byte in range(256):
            changed = line[:at] + bytes((byte,)) + line[at + 1 :]
            assert Decoder().feed(changed) == the_long_way(changed), changed


def test_devices_without_end_are_told_apart_and_not_all_remembered() -> None:
    for device in range(3 * MOST_REMEMBERED):
        line = seal(STATE.replace("0000A7F3", f"{device:08x}"))
        (frame,) = Decoder().feed(line)
        assert frame.head.device == f"{device:08X}"
        assert [frame] == the_long_way(line)
