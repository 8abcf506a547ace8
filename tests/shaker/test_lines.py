"""The `lines` adapter: other shakers' text lines, described by the technician."""

import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.shaker.frames import BadFrame, BadKind
from tabledisplay.shaker.line_pattern import MOST_WAYS, BadLines, compile_pattern, ways_to_match
from tabledisplay.shaker.lines import (
    LineFrame,
    LineHeard,
    LinesDecoder,
    LinesFormat,
    StrangeLine,
)
from tabledisplay.shaker.lines_watch import LinesListener, LinesWatch
from tabledisplay.shaker.messages import (
    DrawKey,
    LeakHeard,
    Lid,
    Message,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tabledisplay.shaker.slp1 import crc16
from tabledisplay.words import LANGUAGES, Words

PORT = "COM7"
NAME = "BRASSEUR 1"
HERE = Presence(PORT, NAME, present=True)
GONE = Presence(PORT, NAME, present=False)

DICE = r"DICE (?P<d1>\S) (?P<d2>\S) (?P<d3>\S)"
BARE = LinesFormat(NAME, DICE)
FULL = LinesFormat(
    NAME,
    r"(?P<covered>(?P<state>[A-Z]{1,6});(?P<lid>UP|DOWN|\?);(?P<round>\d{1,12});"
    r"(?P<d1>[^;]{0,2});(?P<d2>[^;]{0,2});(?P<d3>[^;]{0,2});(?P<quality>\w{1,2}))=(?P<check>\w+)",
    end_of_line="crlf",
    checksum="crc16",
    states={"SHAKE": "M", "REST": "S", "SHOW": "O", "IDLE": "I"},
    lids={"UP": "O", "DOWN": "C"},
)


def full(text: str) -> bytes:
    return b"%b=%04x\r\n" % (text.encode(), crc16(text.encode()))


# --------------------------------------------------------------------------- the description


def refused(pattern: str = DICE, **other: Any) -> str:
    with pytest.raises(BadLines) as trouble:
        LinesFormat(**{"device": NAME, "pattern": pattern} | other)
    for lang in LANGUAGES:
        assert Words(lang).say(trouble.value.key, **trouble.value.values)
    return trouble.value.key


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("device", {"device": ""}),
        ("device", {"device": "x" * 25}),
        ("device", {"device": "é"}),
        ("device", {"device": "a\nb"}),
        ("pattern_long", {"pattern": "x" * 501}),
        ("pattern_broken", {"pattern": "("}),
        ("pattern_broken", {"pattern": "(?P<d1>.)(?P<d1>.)"}),
        ("group_missing", {"pattern": "(?P<d1>.)(?P<d2>.)"}),
        ("group_missing", {"pattern": ""}),
        ("group_strange", {"pattern": DICE + "(?P<die4>.)"}),
        ("checksum_unused", {"pattern": DICE + "(?P<check>.)"}),
        ("checksum_groups", {"checksum": "xor8"}),
        ("checksum_groups", {"pattern": DICE + "(?P<check>.)", "checksum": "crc16"}),
        ("words_unused", {"states": {"SHAKE": "M"}}),
        ("words_unused", {"lids": {"UP": "O"}}),
        ("words_strange", {"pattern": DICE + "(?P<lid>.)", "lids": {"UP": "X"}}),
        ("words_strange", {"pattern": DICE + "(?P<state>.)", "states": {"SHAKE": "m"}}),
    ],
)
def test_a_description_that_cannot_be_used_says_why(key: str, changes: dict[str, Any]) -> None:
    assert refused(**changes) == f"lines.{key}"


@pytest.mark.parametrize(
    ("key", "pattern"),
    [
        ("pattern_nested", r"(a+)+b"),
        ("pattern_nested", r"(?:a|aa)*b"),
        ("pattern_nested", r"(?P<x>a){2,}b"),
        ("pattern_nested", r"(a)++"),
        ("pattern_slow", r".*.*.*.*x"),
        ("pattern_slow", r"\s+a\s+b\s+c\s+"),
        ("pattern_slow", r".{0,100}.{0,100}.{0,100}.{0,100}x"),
        ("pattern_slow", "(a?)" * 30),
        ("pattern_slow", "(a|b)" * 30),
        ("pattern_odd", r"(?=a)b"),
        ("pattern_odd", r"(?<!a)b"),
        ("pattern_odd", r"(?P<x>a)(?P=x)"),
        ("pattern_odd", r"(a)\1"),
        ("pattern_odd", r"(?i)a"),
        ("pattern_odd", r"(?>a)b"),
    ],
)
def test_patterns_that_may_not_end_are_refused(key: str, pattern: str) -> None:
    assert refused(pattern) == f"lines.{key}"


@pytest.mark.parametrize(
    "pattern",
    [
        DICE,
        r"\s++(?P<d1>\d)\s++(?P<d2>\d)\s++(?P<d3>\d)\s++.*+",
        r"\(+\[\]\*{3}[]+*(?]*[^]()+]+",
        r"(?:OPEN|SHUT)?x{3}y{,3}z{2,}",
        r"a{b",
    ],
)
def test_patterns_that_surely_end_are_taken(pattern: str) -> None:
    assert compile_pattern(pattern).pattern == pattern
    assert ways_to_match(pattern) <= MOST_WAYS


# --------------------------------------------------------------------------- the lines


def test_what_a_full_line_says() -> None:
    assert LinesDecoder(FULL).feed(full("SHOW;UP;17;5;2;5;0") + full("SHAKE;DOWN;18;;;;0")) == [
        LineFrame(ShakerState.OPEN, Lid.OPEN, 17, True, (5, 2, 5), 0),
        LineFrame(ShakerState.MIXING, Lid.CLOSED, 18, False, None, 0),
    ]


@pytest.mark.parametrize("lid", ["DOWN", "?"])
def test_a_leaking_line_leaves_no_digit(lid: str) -> None:
    form = LinesFormat(NAME, DICE + r" (?P<lid>\S{1,4})", lids={"UP": "O", "DOWN": "C", "?": "U"})
    lines = [f"DICE {a} {b} - {lid}\n".encode() for a in "123456" for b in "123456-"]
    (frame,) = set(LinesDecoder(form).feed(b"".join(lines)))
    assert isinstance(frame, LineFrame)
    assert (frame.reading, frame.dice, frame.leaked) == (False, None, True)
    (quiet,) = LinesDecoder(form).feed(f"DICE - - - {lid}\n".encode())
    assert isinstance(quiet, LineFrame)
    assert (quiet.reading, quiet.leaked) == (False, False)


@pytest.mark.parametrize("dice", ["0 1 2", "7 1 2", "1 - 2", "٣ 1 2".encode().decode("latin-1")])
def test_dice_that_are_not_three_faces_are_none(dice: str) -> None:
    (frame,) = LinesDecoder(BARE).feed(f"DICE {dice}\n".encode("latin-1"))
    assert frame in (LineFrame(reading=True), BadFrame(BadKind.NOISE, len(dice) + 5))


def test_dice_not_given_are_no_reading_unless_quality_says_why() -> None:
    assert LinesDecoder(BARE).feed(b"DICE - - -\n") == [LineFrame()]
    form = LinesFormat(NAME, rf"(?:{DICE}|STATE (?P<state>\w))(?: Q(?P<quality>\w{{1,2}}))?")
    assert LinesDecoder(form).feed(b"DICE - - - Q08\nDICE - - - Q00\nSTATE M\n") == [
        LineFrame(reading=True, quality=8),
        LineFrame(),
        LineFrame(ShakerState.MIXING),
    ]


@pytest.mark.parametrize(
    "line",
    [
        b"SHOW;UP;17;5;2;5;0=0000",
        b"SHOW;UP;17;5;2;5;0=12",
        b"SHOW;UP;17;5;2;5;0=zzzz",
    ],
)
def test_a_wrong_checksum_is_a_bad_crc(line: bytes) -> None:
    assert LinesDecoder(FULL).feed(line + b"\r\n") == [BadFrame(BadKind.BAD_CRC, len(line))]


def test_a_checksum_that_is_not_there_is_wrong() -> None:
    form = LinesFormat(NAME, rf"(?P<covered>{DICE})(?:=(?P<check>\w\w))?", checksum="xor8")
    assert LinesDecoder(form).feed(b"DICE 1 2 3\n") == [BadFrame(BadKind.BAD_CRC, 10)]
    (frame,) = LinesDecoder(form).feed(b"DICE 1 2 3=%02X\n" % _xor(b"DICE 1 2 3"))
    assert frame == LineFrame(reading=True, dice=(1, 2, 3))


def _xor(data: bytes) -> int:
    total = 0
    for byte in data:
        total ^= byte
    return total


@pytest.mark.parametrize(
    "text",
    ["SLEEP;UP;17;5;2;5;0", "SHOW;?;17;5;2;5;0", "SHOW;UP;1234567890;5;2;5;0", "SHOW;UP;1;5;2;5;x"],
)
def test_a_line_with_an_unknown_word_is_strange(text: str) -> None:
    assert LinesDecoder(FULL).feed(full(text)) == [StrangeLine()]


def test_a_line_that_does_not_match_is_strange_and_damage_is_noise() -> None:
    stream = b"hello\n\n\0\0\r\nDICE 1 2\nx\xffy\n" + b"z" * 128 + b"\n" + b"z" * 10_000 + b"\n"
    assert LinesDecoder(BARE).feed(stream + b"DICE 1 2 3\r\n") == [
        StrangeLine(),
        StrangeLine(),
        BadFrame(BadKind.NOISE, 3),
        BadFrame(BadKind.TOO_LONG, 128),
        BadFrame(BadKind.TOO_LONG, 10_000),
        LineFrame(reading=True, dice=(1, 2, 3)),
    ]


def test_the_longest_line() -> None:
    form = LinesFormat(NAME, DICE + " *")
    exact = b"DICE 1 2 3".ljust(127) + b"\n"
    assert LinesDecoder(form).feed(exact) == [LineFrame(reading=True, dice=(1, 2, 3))]
    assert LinesDecoder(form).feed(b" " + exact) == [BadFrame(BadKind.TOO_LONG, 128)]


@pytest.mark.parametrize(("end", "raw"), [("cr", b"\r"), ("lf", b"\n"), ("crlf", b"\r\n")])
def test_ends_of_line_and_halves(end: Any, raw: bytes) -> None:
    decoder = LinesDecoder(LinesFormat(NAME, DICE, end_of_line=end))
    line = b"DICE 1 2 3" + raw
    assert decoder.feed(line[:4]) == []
    assert decoder.feed(line[4:]) == [LineFrame(reading=True, dice=(1, 2, 3))]
    assert decoder.feed(line[:4]) == []
    decoder.reset()
    assert decoder.feed(line) == [LineFrame(reading=True, dice=(1, 2, 3))]


@given(
    st.lists(
        st.one_of(st.binary(max_size=200), st.sampled_from([b"DICE 1 2 3\n", b"\n", b"\r"])),
        max_size=8,
    ).map(b"".join),
    st.data(),
)
def test_any_bytes_read_the_same_however_cut(stream: bytes, data: st.DataObject) -> None:
    whole = LinesDecoder(BARE).feed(stream)
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=6).map(sorted))
    decoder = LinesDecoder(BARE)
    found: list[LineHeard | BadFrame] = []
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[begin:end])
    assert found == whole
    assert decoder.feed(b"\nDICE 6 6 6\n")[-1] == LineFrame(reading=True, dice=(6, 6, 6))


# --------------------------------------------------------------------------- the watch


def line(dice: tuple[int, int, int] | None = (5, 2, 5)) -> LineFrame:
    return LineFrame(reading=True, dice=dice)


def mixing() -> LineFrame:
    return LineFrame(ShakerState.MIXING)


def told(watch: LinesWatch, lines: list[LineHeard | BadFrame], now: float) -> list[Message]:
    messages = watch.take(lines, now)
    return [message for message in messages if not isinstance(message, TrafficCounted)]


def unsealed(
    number: int, dice: tuple[int, int, int] = (5, 2, 5), boot: str = "0001"
) -> ReadingHeard:
    return ReadingHeard(DrawKey(NAME, boot, number), dice, (0, 0, 0, 0), lid_known=False)


def watching(form: LinesFormat = BARE) -> LinesWatch:
    return LinesWatch(PORT, form, first_opening=1)


def test_without_a_checksum_a_reading_is_believed_when_it_comes_twice() -> None:
    watch = watching()
    assert told(watch, [line()], 0.0) == [HERE]
    assert told(watch, [line()], 0.5) == [unsealed(0)]
    assert told(watch, [line()], 1.0) == [unsealed(0)], "repeats are told, too"


def test_without_a_checksum_a_reading_is_believed_when_it_stays_for_a_second() -> None:
    watch = watching()
    told(watch, [line()], 0.0)
    assert told(watch, [BadFrame(BadKind.NOISE, 5), StrangeLine()], 0.999) == []
    assert told(watch, [], 1.0) == [unsealed(0)]
    assert told(watch, [], 2.0) == []


def test_a_damaged_reading_between_good_ones_is_never_believed() -> None:
    watch = watching()
    assert told(watch, [line(), line((5, 3, 5)), line()], 0.0) == [HERE]
    assert told(watch, [line()], 0.1) == [unsealed(0)]
    assert told(watch, [line((5, 3, 5))], 0.2) == []
    assert told(watch, [line()], 0.3) == [unsealed(0)]
    assert told(watch, [], 2.0) == []


def test_with_a_checksum_a_reading_is_believed_at_once() -> None:
    listener = LinesListener(PORT, FULL, first_opening=1)
    assert listener.hear(full("SHOW;UP;17;5;2;5;00"), 0.0) == (
        HERE,
        StateHeard(DrawKey(NAME, "0001", 17), ShakerState.OPEN, Lid.OPEN),
        ReadingHeard(DrawKey(NAME, "0001", 17), (5, 2, 5), (0, 0, 0, 0)),
        TrafficCounted(PORT, good=1),
    )
    assert listener.hear(full("SHOW;UP;17;-;2;5;20"), 0.5)[1] == ReadingHeard(
        DrawKey(NAME, "0001", 17), None, (0, 0, 0, 0x20)
    )


def test_a_leak_is_told_and_what_was_doubted_is_forgotten() -> None:
    form = LinesFormat(NAME, DICE + " (?P<lid>.)")
    listener = LinesListener(PORT, form, first_opening=1)
    listener.hear(b"DICE 1 2 3 O\n", 0.0)
    assert listener.hear(b"DICE 1 2 3 C\n", 0.1)[0] == LeakHeard(DrawKey(NAME, "0001", 0))
    assert listener.hear(b"", 1.5) == ()


def test_shakes_are_counted_when_heard() -> None:
    watch = watching()
    told(watch, [mixing(), mixing(), LineFrame(ShakerState.SETTLED)], 0.0)
    assert told(watch, [line(), line()], 0.1) == [unsealed(1)]
    assert told(watch, [mixing()], 0.2) == [
        StateHeard(DrawKey(NAME, "0001", 2), ShakerState.MIXING, None)
    ]
    assert told(watch, [line()], 0.3) == [], "the old values are no repeat in a new round"
    assert told(watch, [line()], 0.4) == [unsealed(2)]


def test_shakes_are_counted_when_commanded_but_not_twice() -> None:
    watch = watching()
    watch.shake_commanded()
    assert told(watch, [mixing(), line(), line()], 0.0)[-1] == unsealed(1)
    watch.shake_commanded()
    watch.shake_commanded()
    assert told(watch, [line((1, 1, 1)), line((1, 1, 1))], 1.0) == [unsealed(2, (1, 1, 1))]


def test_the_devices_own_round_counts_where_it_has_one() -> None:
    form = LinesFormat(NAME, r"(?P<round>\d) (?P<d1>.)(?P<d2>.)(?P<d3>.)")
    listener = LinesListener(PORT, form, first_opening=1)
    listener.shake_commanded()
    listener.hear(b"7 525\n", 0.0)
    assert listener.hear(b"7 525\n", 0.1)[0] == unsealed(7)


def test_another_opening_of_the_port_makes_other_draws() -> None:
    watch = LinesWatch(PORT, BARE, first_opening=0xFFFF)
    assert told(watch, [line(), line()], 0.0) == [HERE, unsealed(0, boot="FFFF")]
    assert watch.port_lost() == (GONE,)
    assert watch.port_lost() == ()
    assert told(watch, [line()], 9.0) == [HERE]
    assert told(watch, [line()], 9.1) == [unsealed(0, boot="0001")]


def test_two_runs_of_the_program_hardly_ever_share_their_keys() -> None:
    boots = set()
    for _ in range(8):
        (heard,) = [
            message
            for message in LinesWatch(PORT, BARE).take([line(), line()], 0.0)
            if isinstance(message, ReadingHeard)
        ]
        boots.add(heard.key.boot)
    assert len(boots) > 1


def test_presence_and_counters() -> None:
    watch = watching()
    bad: list[LineHeard | BadFrame] = [BadFrame(BadKind.BAD_CRC, 9), BadFrame(BadKind.NOISE, 9)]
    assert watch.take([*bad, StrangeLine()], 0.0) == (
        TrafficCounted(PORT, bad_crc=1, noise=1, unknown=1),
    )
    assert told(watch, [LineFrame()], 1.0) == [HERE]
    assert watch.take([], 100.0) == ()
    assert watch.port_lost() == (GONE,)


def test_a_device_that_tells_its_states_is_gone_after_three_silent_seconds() -> None:
    watch = watching(FULL)
    assert told(watch, [LineFrame()], 1.0) == [HERE]
    assert watch.take([], 3.9) == ()
    assert watch.take([], 4.0) == (GONE,)
    assert told(watch, [LineFrame()], 9.0) == [HERE]


def test_commands_from_other_threads_and_lines_do_not_upset_each_other() -> None:
    watch = watching()

    def command() -> None:
        for _ in range(200):
            watch.shake_commanded()

    threads = [threading.Thread(target=command) for _ in range(4)]
    for thread in threads:
        thread.start()
    for n in range(500):
        watch.take([LineFrame(ShakerState.SETTLED)], n / 1000)
    for thread in threads:
        thread.join()
    watch.take([LineFrame(ShakerState.SETTLED)], 1.0)
    (heard,) = told(watch, [line(), line()], 1.0)
    assert isinstance(heard, ReadingHeard)
    assert 1 <= heard.key.round <= 501
