"""Frames and times to messages: presence, sessions, lateness, gaps, secrecy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.shaker.messages import (
    DeviceRestarted,
    DrawKey,
    FaultNoted,
    IdentityHeard,
    LeakHeard,
    Lid,
    Message,
    OtherVersion,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tabledisplay.shaker.slp1 import (
    BadFrame,
    BadKind,
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
)
from tabledisplay.shaker.watch import MOST_DEVICES, Watch

PORT = "/dev/ttyUSB0"
DEVICE = "0000A7F3"
HERE = Presence(PORT, DEVICE, present=True)
GONE = Presence(PORT, DEVICE, present=False)
WRAP = 1 << 32


def head(uptime: float = 0.0, seq: int = 1, boot: str = "0C21", device: str = DEVICE) -> Head:
    """A head sent `uptime` seconds after power-up, wrapped as the wire has it."""
    return Head(device, boot, seq % 0x10000, round(uptime * 1000) % WRAP)


def beat(uptime: float = 0.0, seq: int = 1, boot: str = "0C21", device: str = DEVICE) -> StateFrame:
    return StateFrame(
        head(uptime, seq, boot, device),
        "HB",
        ShakerState.SETTLED,
        Lid.CLOSED,
        Motor.STOPPED,
        0x101,
        0,
    )


def reading(uptime: float = 0.0, seq: int = 1, boot: str = "0C21") -> ReadingFrame:
    return ReadingFrame(
        head(uptime, seq, boot), 0x101, Lid.OPEN, Motor.STOPPED, (5, 2, 5), (0, 0, 0, 0)
    )


def told(watch: Watch, frame: Frame | BadFrame, now: float) -> list[Message]:
    """What one frame tells, counters apart."""
    messages = watch.take([frame], now)
    return [message for message in messages if not isinstance(message, TrafficCounted)]


def counted(watch: Watch, frames: list[Frame | BadFrame], now: float = 0.0) -> TrafficCounted:
    (counts,) = [m for m in watch.take(frames, now) if isinstance(m, TrafficCounted)]
    return counts


def late(watch: Watch, frame: ReadingFrame, now: float) -> bool:
    (heard,) = [m for m in watch.take([frame], now) if isinstance(m, ReadingHeard)]
    return heard.late


# --------------------------------------------------------------------------- one frame each


def test_each_kind_of_frame_tells_its_message() -> None:
    watch = Watch(PORT)
    key = DrawKey(DEVICE, "0C21", 0x101)
    assert told(watch, beat(seq=1), 0.0) == [
        HERE,
        StateHeard(key, ShakerState.SETTLED, Lid.CLOSED),
    ]
    assert told(watch, reading(seq=2), 0.0) == [ReadingHeard(key, (5, 2, 5), (0, 0, 0, 0))]
    identity = IdFrame(head(seq=3), "ACME", "SB3", "1.4.2", "3")
    assert told(watch, identity, 0.0) == [IdentityHeard(DEVICE, "ACME", "SB3", "1.4.2", "3")]
    assert told(watch, EventFrame(head(seq=4), "80", "hot"), 0.0) == [FaultNoted(DEVICE)]


def test_every_state_and_reading_is_told_as_often_as_it_comes_from_any_device() -> None:
    watch = Watch(PORT)
    frames = [beat(), beat(), reading(), reading(), beat(device="0000BEEF")]
    messages = watch.take(frames, 0.0)
    assert [type(message) for message in messages] == [
        Presence,
        StateHeard,
        StateHeard,
        ReadingHeard,
        ReadingHeard,
        Presence,
        StateHeard,
        TrafficCounted,
    ]
    assert watch.present == {DEVICE, "0000BEEF"}


@pytest.mark.parametrize("dice", [None, (5, None, 5), (None, None, None)])
def test_dice_that_are_not_three_faces_are_none(dice: tuple[None, None, None] | None) -> None:
    frame = ReadingFrame(head(), 0x101, Lid.OPEN, Motor.STOPPED, dice, (0, 0x20, 0, 0))
    key = DrawKey(DEVICE, "0C21", 0x101)
    assert told(Watch(PORT), frame, 0.0) == [HERE, ReadingHeard(key, None, (0, 0x20, 0, 0))]


@pytest.mark.parametrize("lid", [Lid.CLOSED, Lid.UNKNOWN])
def test_a_reading_with_the_bell_down_is_a_leak_or_nothing(lid: Lid) -> None:
    watch = Watch(PORT)
    quiet = ReadingFrame(head(seq=1), 0x104, lid, Motor.STOPPED, None, (0, 0, 0, 0))
    leak = ReadingFrame(head(seq=2), 0x104, lid, Motor.STOPPED, None, (0, 0, 0, 0), leaked=True)
    assert told(watch, quiet, 0.0) == [HERE]
    assert watch.take([leak], 0.0) == (
        LeakHeard(DrawKey(DEVICE, "0C21", 0x104)),
        TrafficCounted(PORT, good=1),
    )


# --------------------------------------------------------------------------- counters


def test_counters_are_what_is_new_and_come_last() -> None:
    watch = Watch(PORT)
    frames: list[Frame | BadFrame] = [
        beat(seq=1),
        UnknownFrame(head(seq=2), Strange.TYPE),
        UnknownFrame(None, Strange.VERSION),
        BadFrame(BadKind.BAD_CRC, 60),
        BadFrame(BadKind.CUT, 22),
        BadFrame(BadKind.KILLED, 22),
        BadFrame(BadKind.TOO_LONG, 256),
        BadFrame(BadKind.NOISE, 3),
        QueryFrame("ID"),
        beat(seq=9),
    ]
    messages = watch.take(frames, 0.0)
    assert messages[-1] == TrafficCounted(
        PORT, good=2, bad_crc=1, noise=4, unknown=2, gaps=1, other_version=1
    )
    assert watch.take([], 0.1) == ()
    assert watch.take([QueryFrame("ID")], 0.2) == ()
    assert watch.take([BadFrame(BadKind.NOISE, 3)], 0.2) == (TrafficCounted(PORT, noise=1),)


@pytest.mark.parametrize(
    ("seqs", "gaps"),
    [
        ((1, 2, 3), 0),
        ((0xFFFE, 0xFFFF, 0, 1), 0),
        ((1, 1, 2), 0),
        ((1, 3, 4), 1),
        ((1, 3, 7), 2),
        ((0xFFFF, 1), 1),
        ((1, 0x7000), 1),
        ((10, 9, 10), 0),
        ((2, 1, 3), 1),
    ],
)
def test_holes_in_the_sequence_are_gaps(seqs: tuple[int, ...], gaps: int) -> None:
    frames: list[Frame | BadFrame] = [beat(seq=seq) for seq in seqs]
    assert counted(Watch(PORT), frames).gaps == gaps


def test_a_new_session_is_no_gap() -> None:
    frames: list[Frame | BadFrame] = [
        beat(seq=100),
        beat(seq=1, boot="0C22"),
        beat(seq=2, boot="0C22"),
    ]
    assert counted(Watch(PORT), frames).gaps == 0


# --------------------------------------------------------------------------- presence


def test_silence_of_three_seconds_and_the_first_frame_after_it() -> None:
    watch = Watch(PORT)
    assert watch.take([], 0.0) == ()
    assert told(watch, beat(100.0), 0.0)[0] == HERE
    assert watch.take([], 2.999) == ()
    assert watch.take([BadFrame(BadKind.NOISE, 4)], 2.999) == (TrafficCounted(PORT, noise=1),)
    assert watch.take([], 3.0) == (GONE,)
    assert watch.present == frozenset()
    assert watch.take([], 10.0) == ()
    assert told(watch, beat(110.0), 10.0) == [
        HERE,
        StateHeard(DrawKey(DEVICE, "0C21", 0x101), ShakerState.SETTLED, Lid.CLOSED),
    ]


def test_a_frame_that_is_not_understood_is_a_sign_of_life() -> None:
    watch = Watch(PORT)
    strange = UnknownFrame(head(), Strange.FIELDS)
    assert watch.take([strange], 0.0) == (HERE, TrafficCounted(PORT, unknown=1))
    assert watch.take([UnknownFrame(head(2.9, 2), Strange.TYPE)], 2.9) == (
        TrafficCounted(PORT, unknown=1),
    )
    assert watch.take([], 5.8) == ()
    assert watch.take([UnknownFrame(None, Strange.VERSION)], 5.9) == (
        GONE,
        OtherVersion(PORT, present=True),
        TrafficCounted(PORT, unknown=1, other_version=1),
    )


def test_another_version_is_told_when_it_begins_and_when_it_is_heard_no_more() -> None:
    """« `SLP2`: "version non prise en charge", no draw. »"""
    watch = Watch(PORT)
    strange, counted_once = (
        UnknownFrame(None, Strange.VERSION),
        TrafficCounted(PORT, unknown=1, other_version=1),
    )
    begins, ends = OtherVersion(PORT, present=True), OtherVersion(PORT, present=False)
    assert watch.take([strange], 0.0) == (begins, counted_once)
    assert watch.take([strange], 2.0) == (counted_once,)
    assert watch.take([], 4.9) == ()
    assert watch.take([], 5.0) == (ends,)
    assert watch.take([], 9.0) == ()
    assert watch.take([strange], 9.0) == (begins, counted_once)
    assert watch.port_lost() == (ends,)
    assert watch.port_lost() == ()


def test_a_frame_that_ends_the_silence_in_time_saves_the_device() -> None:
    watch = Watch(PORT)
    watch.take([beat(0.0)], 0.0)
    assert told(watch, beat(3.5, 2), 3.5) == [
        StateHeard(DrawKey(DEVICE, "0C21", 0x101), ShakerState.SETTLED, Lid.CLOSED)
    ]


def test_each_device_has_its_own_silence() -> None:
    watch = Watch(PORT)
    watch.take([beat(), beat(device="0000BEEF")], 0.0)
    watch.take([beat(2.0, 2)], 2.0)
    assert watch.take([], 3.0) == (Presence(PORT, "0000BEEF", present=False),)
    assert watch.take([], 5.0) == (GONE,)


def test_a_lost_port_takes_every_device_with_it_once() -> None:
    watch = Watch(PORT)
    watch.take([beat(device="0000BEEF"), beat()], 0.0)
    assert watch.port_lost() == (GONE, Presence(PORT, "0000BEEF", present=False))
    assert watch.port_lost() == ()
    assert watch.take([], 100.0) == ()
    assert told(watch, beat(101.0, 5), 101.0)[0] == HERE


def test_ids_without_end_do_not_fill_the_memory() -> None:
    watch = Watch(PORT)
    for number in range(1000):
        messages = watch.take([beat(device=f"{number:08X}")], number / 1000)
        forgotten = [m for m in messages if isinstance(m, Presence) and not m.present]
        assert len(forgotten) == (number >= MOST_DEVICES)
    assert len(watch.present) == MOST_DEVICES
    watch.take([], 100.0)
    assert told(watch, beat(device="FFFFFFFF"), 100.0)[0] == Presence(PORT, "FFFFFFFF", True)
    assert watch.present == {"FFFFFFFF"}


# --------------------------------------------------------------------------- sessions


def test_the_first_session_is_no_restart_and_another_boot_id_is() -> None:
    watch = Watch(PORT)
    assert DeviceRestarted(DEVICE, "0C21") not in told(watch, beat(500.0), 0.0)
    assert told(watch, beat(1.0, 1, "0C22"), 1.0)[0] == DeviceRestarted(DEVICE, "0C22")
    assert told(watch, beat(2.0, 2, "0C22"), 2.0) == [
        StateHeard(DrawKey(DEVICE, "0C22", 0x101), ShakerState.SETTLED, Lid.CLOSED)
    ]


def test_the_restart_of_a_lost_device_comes_after_its_presence() -> None:
    watch = Watch(PORT)
    watch.take([beat(500.0)], 0.0)
    watch.port_lost()
    assert told(watch, beat(1.0, 1, "0C22"), 60.0)[:2] == [HERE, DeviceRestarted(DEVICE, "0C22")]


@pytest.mark.parametrize(
    ("before", "after", "restarted"),
    [
        (100.0, 99.0, False),
        (100.0, 60.0, False),
        (100.0, 59.999, True),
        (100.0, 0.0, True),
        (5.0, 4.0, True),
        (5.0, 5.0, False),
        (30 * 86_400.0, 1.0, True),
    ],
)
def test_uptime_gone_back_under_a_minute_is_a_restart(
    before: float, after: float, restarted: bool
) -> None:
    watch = Watch(PORT)
    watch.take([beat(before, 1)], 0.0)
    assert (DeviceRestarted(DEVICE, "0C21") in told(watch, beat(after, 2), 2.0)) is restarted


@pytest.mark.parametrize("silent_for", [1.0, 30.0, 3600.0, 20 * 86_400.0, 49 * 86_400.0])
def test_a_wrap_of_the_uptime_is_no_restart_and_nothing_is_late_after_it(
    silent_for: float,
) -> None:
    watch = Watch(PORT)
    last = WRAP / 1000 - 0.5
    watch.take([beat(last, 1)], 0.0)
    assert told(watch, beat(last + silent_for, 2), silent_for)[-1:] == [
        StateHeard(DrawKey(DEVICE, "0C21", 0x101), ShakerState.SETTLED, Lid.CLOSED)
    ]
    assert not late(watch, reading(last + silent_for + 1.0, 3), silent_for + 1.0)
    assert late(watch, reading(last + silent_for + 1.5, 4), silent_for + 5.0)


def test_a_restart_with_the_same_boot_id_long_before_the_wrap_is_one() -> None:
    """Up for 40 days, then powered off for a minute: uptime has not wrapped in that minute."""
    watch = Watch(PORT)
    watch.take([beat(40 * 86_400.0, 1)], 0.0)
    assert DeviceRestarted(DEVICE, "0C21") in told(watch, beat(1.0, 1), 61.0)


def test_a_straggler_from_before_the_wrap_changes_nothing() -> None:
    watch = Watch(PORT)
    last = WRAP / 1000 - 0.5
    watch.take([beat(last, 1), beat(last + 1.0, 3)], 1.0)
    assert told(watch, beat(last + 0.2, 2), 1.1) == [
        StateHeard(DrawKey(DEVICE, "0C21", 0x101), ShakerState.SETTLED, Lid.CLOSED)
    ]
    assert not late(watch, reading(last + 2.0, 4), 2.0)


def test_two_wraps() -> None:
    watch = Watch(PORT)
    now, last = 0.0, WRAP / 1000 - 0.5
    for seq in range(1, 7):
        assert DeviceRestarted(DEVICE, "0C21") not in told(watch, beat(last + now, seq), now)
        now += 20 * 86_400.0
    assert not late(watch, reading(last + now, 7), now)


# --------------------------------------------------------------------------- lateness


def test_late_is_more_than_three_seconds_over_the_smallest_delay() -> None:
    watch = Watch(PORT)
    watch.take([beat(100.0, 1)], 1000.0)
    assert not late(watch, reading(102.0, 2), 1002.0)
    assert not late(watch, reading(102.0, 3), 1005.0)
    assert late(watch, reading(102.0, 4), 1005.001)
    watch.take([beat(107.0, 5)], 1006.0)  # the smallest delay is now 899 s
    assert late(watch, reading(110.0, 6), 1012.5)
    assert not late(watch, reading(112.0, 7), 1013.0)


def test_a_backlog_is_late_where_it_is_old() -> None:
    watch = Watch(PORT)
    watch.take([beat(100.0, 1)], 0.0)
    burst: list[Frame | BadFrame] = [reading(101.0 + n / 2, 2 + n) for n in range(20)]
    heard = [m for m in watch.take(burst, 10.5) if isinstance(m, ReadingHeard)]
    assert [message.late for message in heard] == [101.0 + n / 2 < 107.5 for n in range(20)]


@pytest.mark.parametrize("drift", [0.005, 0.0001, 0.0, -0.005])
def test_a_device_whose_clock_is_off_is_not_late_all_night(drift: float) -> None:
    """Twelve hours of a device that counts up to 0.5 % too few or too many milliseconds."""
    watch = Watch(PORT)
    rate = 1.0 - drift
    for second in range(12 * 3600):
        now = float(second)
        if second % 60 == 59:
            assert not late(watch, reading(now * rate, second), now)
        else:
            watch.take([beat(now * rate, second)], now)
    assert not late(watch, reading(14 * 3600 * rate, 1), 14 * 3600.0), "back after two hours"
    assert late(watch, reading((14 * 3600 + 1) * rate, 2), 14 * 3600 + 4.5), "a real delay"


def test_a_backlog_is_no_drift() -> None:
    """Uptime that passes without time passing here moves no floor: all that is old stays late."""
    watch = Watch(PORT)
    watch.take([beat(0.0, 1)], 0.0)
    burst: list[Frame | BadFrame] = [reading(float(n), 1 + n) for n in range(1, 601)]
    heard = [m for m in watch.take(burst, 600.0) if isinstance(m, ReadingHeard)]
    assert [message.late for message in heard] == [n < 597 for n in range(1, 601)]


def test_a_new_session_has_its_own_smallest_delay() -> None:
    watch = Watch(PORT)
    watch.take([beat(100.0, 1)], 0.0)
    watch.take([beat(1.0, 1, "0C22")], 10.0)
    assert not late(watch, reading(2.0, 2, "0C22"), 11.0)


def test_the_wall_clock_is_no_part_of_it() -> None:
    """Only differences of the monotonic time count: any origin gives the same messages."""
    frames = [(beat(100.0, 1), 0.0), (reading(101.0, 2), 1.0), (reading(101.5, 3), 6.0)]
    runs = []
    for origin in (0.0, 7200.0, -7200.0, 1e6):
        watch = Watch(PORT)
        runs.append([watch.take([frame], origin + now) for frame, now in frames])
    assert all(run == runs[0] for run in runs)


# --------------------------------------------------------------------------- anything

HEADS = st.builds(
    Head,
    st.sampled_from([DEVICE, "0000BEEF", "12345678"]),
    st.sampled_from(["0001", "0002"]),
    st.integers(0, 0xFFFF),
    st.integers(0, WRAP - 1),
)
ANY = st.one_of(
    st.builds(BadFrame, st.sampled_from(BadKind), st.integers(1, 300)),
    st.builds(UnknownFrame, st.none() | HEADS, st.sampled_from(Strange)),
    st.builds(
        StateFrame,
        HEADS,
        st.sampled_from(["HB", "ST"]),
        st.sampled_from(ShakerState),
        st.sampled_from(Lid),
        st.sampled_from(Motor),
        st.integers(0, 0xFFFF),
        st.integers(0, 255),
    ),
)


@given(st.lists(st.tuples(ANY, st.floats(0, 1e7)), max_size=30))
def test_any_frames_in_any_order_keep_the_books(steps: list[tuple[Frame, float]]) -> None:
    watch = Watch(PORT)
    now, present, counts, other = 0.0, set[str](), 0, False
    for frame, wait in steps:
        now += wait
        for message in watch.take([frame], now):
            match message:
                case Presence(device=device, present=True):
                    assert device not in present
                    present.add(device)
                case Presence(device=device):
                    present.remove(device)
                case OtherVersion(present=heard):
                    assert heard is not other
                    other = heard
                case TrafficCounted(good=good, bad_crc=bad, noise=noise, unknown=unknown):
                    counts += good + bad + noise + unknown
                case StateHeard(key=key):
                    assert key.device in present
                case _:
                    assert isinstance(message, DeviceRestarted)
        assert present == watch.present
    assert counts == len(steps)
