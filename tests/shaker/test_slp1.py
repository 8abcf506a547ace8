"""The decoder and the encoder of SLP1, against the samples and against each other."""

import random
import re
import tracemalloc
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.slp1 import (
    MOST_HELD,
    BadFrame,
    BadKind,
    Decoder,
    EventFrame,
    Frame,
    Head,
    IdFrame,
    Motor,
    QueryFrame,
    ReadingFrame,
    StateFrame,
    Strange,
    UnknownFrame,
    crc16,
    encode,
    seal,
)
from tests.shaker import wire
from tests.shaker.cuts import expect_at_every_cut

V = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
V_FRAME = ReadingFrame(
    Head("0000A7F3", "0C21", 0x43, 0x1F4B4), 0x101, Lid.OPEN, Motor.STOPPED, (5, 2, 5), (0, 0, 0, 0)
)
HEAD = "SLP1,0000A7F3,0C21,0043,0001F4B4,"

# --------------------------------------------------------------------------- what stands on paper


def test_crc_of_the_check_word() -> None:
    assert crc16(b"123456789") == 0x29B1
    assert crc16(b"") == 0xFFFF


def test_example_lines_of_the_protocol() -> None:
    settled = b"$SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00*4E62\r\n"
    identity = b"$SLP1,0000A7F3,0C23,0001,000003E8,ID,ACME,SB3,1.4.2,3*A984\r\n"
    assert Decoder().feed(settled + V + identity) == [
        StateFrame(
            Head("0000A7F3", "0C21", 0x42, 123_456),
            "ST",
            ShakerState.SETTLED,
            Lid.CLOSED,
            Motor.STOPPED,
            0x101,
            0,
        ),
        V_FRAME,
        IdFrame(Head("0000A7F3", "0C23", 1, 1000), "ACME", "SB3", "1.4.2", "3"),
    ]


@pytest.mark.parametrize("lid", "CU")
def test_a_leak_leaves_no_digit_behind(lid: str) -> None:
    """Lines that differ in their dice only are one and the same frame."""
    every = [",".join(dice) for dice in product("123456-7", repeat=3) if dice != ("-", "-", "-")]
    lines = [seal(f"{HEAD}RS,0104,{lid},S,{dice},00,00,00,00") for dice in every]
    (frame,) = set(Decoder().feed(b"".join(lines)))
    assert isinstance(frame, ReadingFrame)
    assert (frame.dice, frame.leaked, frame.impossible) == (None, True, False)


def test_impossible_dice_are_said_to_be_so_and_not_kept() -> None:
    (frame,) = Decoder().feed(seal(f"{HEAD}RS,0104,O,S,9,2,5,00,00,00,00"))
    assert isinstance(frame, ReadingFrame)
    assert (frame.dice, frame.leaked, frame.impossible) == (None, False, True)


# --------------------------------------------------------------------------- samples at every cut


@pytest.mark.parametrize("name", wire.NAMES)
def test_sample_at_every_cut(name: str) -> None:
    frames = Decoder().feed(wire.sample(name))
    assert [wire.told(frame) for frame in frames] == wire.expected(name)
    expect_at_every_cut(wire.sample(name), frames)


def test_there_are_samples_of_every_kind() -> None:
    words = {line.partition("*")[0] for name in wire.NAMES for line in wire.expected(name)}
    first = {re.sub(r"[0-9 /].*", "", word) for word in words}
    assert {"bad", "unknown", "leak", "impossible", "$SLP", "$?ID"} <= first
    told = "\n".join(sorted(words))
    assert all(f"bad {kind.value}" in told for kind in BadKind)
    assert all(f"unknown {strange.value}" in told for strange in Strange)


def test_every_die_field_is_read_by_the_same_table() -> None:
    for tokens in product("123456-", repeat=3):
        (frame,) = Decoder().feed(seal(f"{HEAD}RS,0104,O,S,{','.join(tokens)},00,00,00,00"))
        assert isinstance(frame, ReadingFrame)
        assert frame.dice == tuple(None if token == "-" else int(token) for token in tokens)


@pytest.mark.parametrize("digit", ["٣", "３", "²", "Ⅵ"])
def test_digits_of_other_scripts_cannot_even_be_sent(digit: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        seal(f"{HEAD}RS,0104,O,S,{digit},2,5,00,00,00,00")
    raw = V[1:-7].replace(b"5,2,5", digit.encode() + b",2,5")
    frames = Decoder().feed(b"$%b*%04X\r\n" % (raw, crc16(raw)))
    assert [frame.kind for frame in frames if isinstance(frame, BadFrame)] == [BadKind.KILLED]


# --------------------------------------------------------------------------- floods and halves


@pytest.mark.parametrize(
    "flood", [b"U", b"\xff", b"\0", b"\n", b"$", b"$U", b"\r\n", b"$SLP1,0000A7F3,0C21,00"]
)
def test_a_flood_is_bounded_and_ends_with_the_next_frame(flood: bytes) -> None:
    decoder = Decoder()
    chunk = flood * (65_536 // len(flood))
    for _ in range(4):
        decoder.feed(chunk)
        assert decoder.held <= MOST_HELD
    assert decoder.feed(V)[-1] == V_FRAME


def test_ten_mebibytes_without_a_line_end() -> None:
    decoder = Decoder()
    flood = b"A" * 10 * 2**20
    tracemalloc.start()
    try:
        assert decoder.feed(flood) == []
        assert decoder.feed(b"$" + flood) == [
            BadFrame(BadKind.NOISE, len(flood)),
            BadFrame(BadKind.TOO_LONG, MOST_HELD),
        ]
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 100_000
    assert decoder.held == 0
    assert decoder.feed(V) == [V_FRAME]


def test_reset_drops_the_half_frame_and_half_noise() -> None:
    decoder = Decoder()
    assert decoder.feed(b"noise") == []
    decoder.reset()
    assert decoder.feed(V[:40]) == []
    assert decoder.held == 40
    decoder.reset()
    assert decoder.held == 0
    assert decoder.feed(V[40:]) == [BadFrame(BadKind.NOISE, len(V) - 42)]
    assert decoder.feed(b"$" + b"x" * 300) == [BadFrame(BadKind.TOO_LONG, MOST_HELD)]
    decoder.reset()
    assert decoder.feed(b"noise again\n" + V) == [BadFrame(BadKind.NOISE, 11), V_FRAME]


# --------------------------------------------------------------------------- encoder and decoder

TEXT = st.text("".join(map(chr, range(0x20, 0x7F))), max_size=24).map(
    lambda text: re.sub(r"[$*,]", ".", text)
)
HEADS = st.builds(
    Head,
    st.integers(0, 0xFFFFFFFF).map(lambda n: f"{n:08X}"),
    st.integers(0, 0xFFFF).map(lambda n: f"{n:04X}"),
    st.integers(0, 0xFFFF),
    st.integers(0, 0xFFFFFFFF),
)
ROUNDS = st.integers(0, 0xFFFF)
BYTES = st.integers(0, 0xFF)
QUALITY = st.tuples(BYTES, BYTES, BYTES, BYTES)
FACE = st.sampled_from([1, 2, 3, 4, 5, 6, None])
MOTOR = st.sampled_from(Motor)
READINGS = st.one_of(
    st.builds(
        ReadingFrame, HEADS, ROUNDS, st.just(Lid.OPEN), MOTOR, st.tuples(FACE, FACE, FACE), QUALITY
    ),
    st.builds(
        ReadingFrame,
        HEADS,
        ROUNDS,
        st.sampled_from([Lid.CLOSED, Lid.UNKNOWN]),
        MOTOR,
        st.none(),
        QUALITY,
    ),
)
FRAMES: st.SearchStrategy[Frame] = st.one_of(
    READINGS,
    st.builds(
        StateFrame,
        HEADS,
        st.sampled_from(["HB", "ST"]),
        st.sampled_from(ShakerState),
        st.sampled_from(Lid),
        MOTOR,
        ROUNDS,
        BYTES,
    ),
    st.builds(IdFrame, HEADS, TEXT, TEXT, TEXT, st.from_regex("[0-9]{1,2}", fullmatch=True)),
    st.builds(EventFrame, HEADS, TEXT.filter(bool), TEXT),
    st.builds(QueryFrame, TEXT),
)


@given(FRAMES)
def test_what_is_encoded_is_decoded(frame: Frame) -> None:
    line = encode(frame)
    assert len(line) <= 128
    assert Decoder().feed(line) == [frame]


@given(st.one_of(READINGS, FRAMES.filter(lambda frame: not isinstance(frame, QueryFrame))))
def test_small_hex_digits_are_accepted_and_made_capitals(frame: Frame) -> None:
    fields = encode(frame)[1:-7].decode("ascii").split(",")
    body = ",".join([fields[0], *(field.lower() for field in fields[1:5]), *fields[5:]])
    raw = body.encode("ascii")
    assert Decoder().feed(b"$%b*%04x\r\n" % (raw, crc16(raw))) == [frame]


@given(st.lists(FRAMES, max_size=8), st.data())
def test_a_stream_is_decoded_wherever_it_is_cut(frames: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(map(encode, frames))
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=6).map(sorted))
    decoder = Decoder()
    found: list[Frame | BadFrame] = []
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[begin:end])
    assert found == frames


@pytest.mark.parametrize(
    "frame",
    [
        UnknownFrame(None, Strange.TYPE),
        ReadingFrame(V_FRAME.head, 1, Lid.CLOSED, Motor.STOPPED, None, (0, 0, 0, 0), leaked=True),
        ReadingFrame(V_FRAME.head, 1, Lid.OPEN, Motor.STOPPED, None, (0, 0, 0, 0), impossible=True),
        ReadingFrame(V_FRAME.head, 1, Lid.CLOSED, Motor.STOPPED, (1, 2, 3), (0, 0, 0, 0)),
        ReadingFrame(V_FRAME.head, 0x10000, Lid.OPEN, Motor.STOPPED, (1, 2, 3), (0, 0, 0, 0)),
        ReadingFrame(V_FRAME.head, 1, Lid.OPEN, Motor.STOPPED, (1, 2, 3), (0, 0, 0, 256)),
        ReadingFrame(
            V_FRAME.head,
            1,
            Lid.OPEN,
            Motor.STOPPED,
            (1, 2, 7),  # type: ignore[arg-type] # no such face
            (0, 0, 0, 0),
        ),
        IdFrame(V_FRAME.head, "A" * 25, "B", "1", "3"),
        IdFrame(V_FRAME.head, "A,B", "B", "1", "3"),
        IdFrame(V_FRAME.head, "A$B", "B", "1", "3"),
        IdFrame(V_FRAME.head, "A\rB", "B", "1", "3"),
        IdFrame(V_FRAME.head, "é", "B", "1", "3"),
        EventFrame(V_FRAME.head, "", "text"),
        EventFrame(Head("A7F3", "0C21", 1, 1), "1", "text"),
        EventFrame(Head("0000a7f3", "0C21", 1, 1), "1", "text"),
        EventFrame(Head("0000A7F3", "0C21", -1, 1), "1", "text"),
        QueryFrame("x" * 130),
    ],
)
def test_what_cannot_be_said_is_refused(frame: Frame) -> None:
    with pytest.raises(ValueError):
        encode(frame)


# --------------------------------------------------------------------------- any bytes


def assert_nothing_false(found: list[Frame | BadFrame], stream: bytes) -> None:
    """Whatever was understood stands in the stream as a whole line with a right CRC."""
    for frame in found:
        if isinstance(frame, ReadingFrame) and frame.dice is not None:
            assert frame.lid is Lid.OPEN
            assert encode(frame).rstrip().lower() in stream.lower()


PIECES = st.one_of(
    st.binary(max_size=40),
    FRAMES.map(encode),
    st.sampled_from([b"$", b"\r\n", b"\n", b"\0", b"*", V[:22], V[:-2], V[30:], b"x" * 300]),
)


@given(st.lists(PIECES, max_size=12).map(b"".join), st.data())
def test_any_bytes_never_raise_and_read_the_same_however_cut(
    stream: bytes, data: st.DataObject
) -> None:
    whole = Decoder().feed(stream)
    assert_nothing_false(whole, stream)
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=8).map(sorted))
    decoder = Decoder()
    found: list[Frame | BadFrame] = []
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[begin:end])
        assert decoder.held <= MOST_HELD
    assert found == whole
    assert decoder.feed(V)[-1] == V_FRAME, "one good frame is enough"


def test_single_and_double_bit_errors_never_make_other_dice() -> None:
    """Every 1-bit and some thousands of 2-bit errors in a reading: its own dice or none."""
    bits = len(V[:-2]) * 8
    generator = random.Random(1)
    pairs = [(bit, bit) for bit in range(bits)]
    pairs += [(generator.randrange(bits), generator.randrange(bits)) for _ in range(4000)]
    for one, two in pairs:
        line = bytearray(V)
        for bit in {one, two}:
            line[bit // 8] ^= 1 << bit % 8
        for frame in Decoder().feed(bytes(line)):
            assert not isinstance(frame, ReadingFrame) or frame == V_FRAME
