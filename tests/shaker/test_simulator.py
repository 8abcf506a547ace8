"""The pretend shaker: its rounds, its orders, and that each fault is what its name says."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tabledisplay.shaker.frames import Face
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import (
    DeviceRestarted,
    FaultNoted,
    IdentityHeard,
    LeakHeard,
    Lid,
    Message,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tabledisplay.shaker.simulator import SimulatedShaker, Waits
from tabledisplay.shaker.slp1 import (
    Decoder,
    IdFrame,
    QueryFrame,
    ReadingFrame,
    StateFrame,
    encode,
)
from tabledisplay.shaker.spoil import FAULTS, SPOILERS, spoil_by, whole
from tabledisplay.shaker.voice import FACES, Dice, random_rounds, turned

ROUNDS: tuple[Dice, ...] = ((5, 2, 5), (1, 1, 1), (3, 4, 6))
ROUND_TAKES = 40.0
"""Seconds of one round that the shaker plays by itself."""


def play(shaker: SimulatedShaker, seconds: float, step: float = 0.1) -> list[tuple[float, Message]]:
    """What a watch tells of it, and when; time passes in steps."""
    listener = slp1_listener("port")
    told: list[tuple[float, Message]] = []
    for n in range(round(seconds / step) + 1):
        now = 1000.0 + n * step
        told += [(now - 1000.0, message) for message in listener.hear(shaker.advance(now), now)]
    return told


def of(told: Iterable[tuple[float, Message]], kind: type) -> list[Message]:
    return [message for _, message in told if isinstance(message, kind)]


def readings(told: Iterable[tuple[float, Message]]) -> list[ReadingHeard]:
    return [message for _, message in told if isinstance(message, ReadingHeard)]


def counts(told: Iterable[tuple[float, Message]]) -> TrafficCounted:
    names = ("good", "bad_crc", "noise", "unknown", "gaps", "other_version")
    seen = of(told, TrafficCounted)
    return TrafficCounted("port", *(sum(getattr(m, name) for m in seen) for name in names))


def faulty(*names: str, rounds: Iterable[Dice] = ROUNDS, seed: int = 7) -> SimulatedShaker:
    return SimulatedShaker(rounds, faults=names, seed=seed)


# --------------------------------------------------------------------------- a good shaker


def test_it_plays_its_rounds_as_a_shaker_would() -> None:
    told = play(SimulatedShaker(ROUNDS), 3 * ROUND_TAKES + 10)
    moves: list[tuple[int, ShakerState, Lid | None]] = []
    for message in of(told, StateHeard):
        assert isinstance(message, StateHeard)
        move = (message.key.round, message.state, message.lid)
        if move not in moves[-1:]:
            moves.append(move)
    closed, lifted = Lid.CLOSED, Lid.OPEN
    assert moves[0] == (0, ShakerState.IDLE, closed)
    assert moves[1:] == [
        move
        for number in (1, 2, 3)
        for move in (
            (number, ShakerState.MIXING, closed),
            (number, ShakerState.SETTLED, closed),
            (number, ShakerState.OPEN, lifted),
            (number, ShakerState.IDLE, closed),
        )
    ]
    assert list(dict.fromkeys((heard.key.round, heard.dice) for heard in readings(told))) == [
        (number, dice) for number, dice in enumerate(ROUNDS, start=1)
    ]
    assert not any(heard.late or any(heard.quality) for heard in readings(told))
    assert counts(told) == TrafficCounted("port", good=counts(told).good)


def test_its_frames_come_when_the_protocol_says() -> None:
    shaker = SimulatedShaker(ROUNDS)
    frames = Decoder().feed(b"".join(shaker.advance(n / 20) for n in range(20 * 130)))
    at: dict[type, list[int]] = {}
    for frame in frames:
        assert isinstance(frame, IdFrame | StateFrame | ReadingFrame)
        if not (isinstance(frame, StateFrame) and frame.kind == "ST"):
            at.setdefault(type(frame), []).append(frame.head.uptime)
    assert at[IdFrame] == [0, 60_000, 120_000]
    beats = at[StateFrame]
    assert {later - sooner for sooner, later in pairwise(beats)} == {1000}
    pauses = [later - sooner for sooner, later in pairwise(at[ReadingFrame])]
    assert min(pauses) == 500
    assert sorted(pauses)[len(pauses) // 2] == 500


def test_speed_divides_the_waits() -> None:
    slow = play(SimulatedShaker(ROUNDS), ROUND_TAKES)
    fast = play(SimulatedShaker(ROUNDS, speed=4.0), ROUND_TAKES / 4, step=0.025)
    assert of(slow, StateHeard) == of(fast, StateHeard)
    assert readings(slow) == readings(fast)
    crawl = play(SimulatedShaker(ROUNDS[:1], speed=0.5), 2 * ROUND_TAKES)
    assert not any(heard.late for heard in readings(crawl)), "its uptime is real time"


def test_the_same_seed_gives_the_same_night() -> None:
    shakers = [SimulatedShaker(seed=seed, faults=SPOILERS) for seed in (1, 1, 2)]
    nights = [b"".join(shaker.advance(float(n)) for n in range(200)) for shaker in shakers]
    assert nights[0] == nights[1] != nights[2]


def test_random_rounds_use_every_face() -> None:
    generator = random_rounds(Random(1))
    seen = {face for _ in range(60) for face in next(generator)}
    assert seen == set(FACES)


def test_however_time_is_cut_it_says_the_same() -> None:
    one, many = SimulatedShaker(ROUNDS), SimulatedShaker(ROUNDS)
    one.advance(0.0)
    many.advance(0.0)
    assert one.advance(100.0) == b"".join(many.advance(n / 8) for n in range(1, 801))


# --------------------------------------------------------------------------- told what to do


def test_it_does_what_it_is_told() -> None:
    shaker = SimulatedShaker(ROUNDS, by_itself=False, waits=Waits(reading=0.0))
    listener = slp1_listener("port")
    shaker.advance(0.0)
    now = 0.0

    def told() -> list[Message]:
        nonlocal now
        now += 0.01
        return [
            message
            for message in listener.hear(shaker.advance(now), now)
            if not isinstance(message, TrafficCounted | Presence)
        ]

    def state() -> tuple[int, ShakerState, Lid | None]:
        message = told()[0]
        assert isinstance(message, StateHeard)
        return message.key.round, message.state, message.lid

    assert told() == []
    shaker.shake((6, 6, 6))
    assert state() == (1, ShakerState.MIXING, Lid.CLOSED)
    shaker.settle()
    assert state() == (1, ShakerState.SETTLED, Lid.CLOSED)
    shaker.lift_bell()
    assert state() == (1, ShakerState.OPEN, Lid.OPEN)
    (reading,) = told()
    assert isinstance(reading, ReadingHeard)
    assert reading.dice == (6, 6, 6)
    shaker.hear(encode(QueryFrame("RS"))[:5])
    assert told() == []
    shaker.hear(encode(QueryFrame("RS"))[5:] + encode(QueryFrame("XX")))
    assert told() == [reading]
    shaker.lower_bell()
    assert state() == (1, ShakerState.IDLE, Lid.CLOSED)
    shaker.hear(encode(QueryFrame("RS")) + encode(QueryFrame("ID")))
    assert [type(message) for message in told()] == [IdentityHeard]
    shaker.shake()
    assert state() == (2, ShakerState.MIXING, Lid.CLOSED)
    shaker.fail()
    assert [type(message) for message in told()] == [FaultNoted, StateHeard]
    shaker.restart()
    assert told()[0] == DeviceRestarted("0000A7F3", "0C22")


def test_when_its_rounds_are_over_it_idles() -> None:
    shaker = SimulatedShaker([(1, 2, 3)], by_itself=False)
    shaker.advance(0.0)
    shaker.shake()
    shaker.shake()
    told = play(shaker, 30.0)
    assert {m.key.round for m in of(told, StateHeard) if isinstance(m, StateHeard)} <= {0, 1}


def test_it_obeys_other_threads() -> None:
    shaker = SimulatedShaker(by_itself=False)
    shaker.advance(0.0)

    def order() -> None:
        for _ in range(50):
            shaker.shake((1, 2, 3))

    threads = [threading.Thread(target=order) for _ in range(4)]
    for thread in threads:
        thread.start()
    heard = b"".join(shaker.advance(n / 1000) for n in range(100))
    for thread in threads:
        thread.join()
    heard += shaker.advance(0.2)
    last = [frame for frame in Decoder().feed(heard) if isinstance(frame, StateFrame)][-1]
    assert last.round == 200


def test_uptime_and_round_wrap() -> None:
    shaker = SimulatedShaker(ROUNDS, uptime=(1 << 32) - 5000)
    told = play(shaker, ROUND_TAKES)
    assert of(told, DeviceRestarted) == []
    assert not any(heard.late for heard in readings(told))


# --------------------------------------------------------------------------- each fault


def test_every_fault_has_a_test() -> None:
    tested = {name for name in globals() if name.startswith("test_fault_")}
    assert {f"test_fault_{name}" for name in FAULTS} == tested


def assert_recovers(name: str) -> list[tuple[float, Message]]:
    """With a fault of the line every round is still read, and nothing else ever is."""
    told = play(faulty(name), 3 * ROUND_TAKES)
    assert {(heard.key.round, heard.dice) for heard in readings(told)} == set(enumerate(ROUNDS, 1))
    assert of(told, LeakHeard) == []
    return told


def test_fault_bad_crc() -> None:
    assert counts(assert_recovers("bad_crc")).bad_crc > 10


def test_fault_cut() -> None:
    told = counts(assert_recovers("cut"))
    assert told.noise > 10
    assert told.bad_crc == 0


def test_fault_damage() -> None:
    told = counts(assert_recovers("damage"))
    assert told.bad_crc + told.noise > 10


def test_fault_double() -> None:
    once, twice = counts(play(faulty(), 100.0)), counts(assert_recovers("double"))
    assert twice.good > once.good
    assert twice.gaps == 0


def test_fault_drop() -> None:
    told = counts(assert_recovers("drop"))
    assert told.gaps > 10
    assert told.bad_crc == told.noise == 0


def test_fault_garbage_at_commands() -> None:
    told = counts(assert_recovers("garbage_at_commands"))
    assert told.noise > 10
    assert told.gaps == 0


def test_fault_merged() -> None:
    told = counts(assert_recovers("merged"))
    assert told.noise > 10
    assert told.gaps == 0


def test_fault_noise() -> None:
    told = counts(assert_recovers("noise"))
    assert told.noise > 10
    assert told.gaps == 0


def test_fault_nul() -> None:
    told = counts(assert_recovers("nul"))
    assert told.noise > 10
    assert told.gaps > 10


def test_fault_slp2() -> None:
    told = counts(assert_recovers("slp2"))
    assert told.other_version == told.unknown > 10
    assert told.gaps == 0


def test_fault_swap() -> None:
    told = counts(assert_recovers("swap"))
    assert told.bad_crc == told.noise == 0
    assert told.gaps > 10


def test_fault_boot_noise() -> None:
    told = assert_recovers("boot_noise")
    assert counts(told).noise >= 3
    assert len(of(told, DeviceRestarted)) == 3


def test_fault_flood() -> None:
    told = assert_recovers("flood")
    assert counts(told).noise >= 1


def test_fault_slow_bytes() -> None:
    shaker = faulty("slow_bytes")
    shaker.advance(0.0)
    assert len(shaker.advance(0.011)) == 5
    assert_recovers("slow_bytes")


def bits(name: str) -> set[tuple[int, int, int, int]]:
    """The qualities of all readings with that fault."""
    told = play(faulty(name), 2 * ROUND_TAKES)
    assert readings(told)
    return {heard.quality for heard in readings(told)}


def test_fault_broken() -> None:
    assert bits("broken") == {(1, 0, 0, 0)}


def test_fault_leaning() -> None:
    assert bits("leaning") == {(0, 4, 0, 0)}


def test_fault_stacked() -> None:
    assert bits("stacked") == {(0, 0, 2, 0)}


def test_fault_low_confidence() -> None:
    assert bits("low_confidence") == {(0, 0, 0, 0x10), (0, 0, 0, 0)}


def test_fault_mixer_fault() -> None:
    assert bits("mixer_fault") == {(0x20, 0x20, 0x20, 8)}
    told = play(faulty("mixer_fault"), ROUND_TAKES)
    assert {heard.dice for heard in readings(told)} == {None}
    assert of(told, FaultNoted)


def test_fault_impossible_dice() -> None:
    told = play(faulty("impossible_dice"), ROUND_TAKES)
    assert {(heard.dice, heard.quality) for heard in readings(told)} == {(None, (0, 0, 0, 0))}
    assert counts(told).unknown == 0


def test_fault_contradiction() -> None:
    told = play(faulty("contradiction"), ROUND_TAKES + 5)
    assert {(heard.key.round, heard.dice) for heard in readings(told)} == {
        (1, (5, 2, 5)),
        (1, turned((5, 2, 5))),
    }


def test_fault_counter_stuck() -> None:
    told = play(faulty("counter_stuck"), 3 * ROUND_TAKES)
    assert {heard.key.round for heard in readings(told)} == {1}
    assert {heard.dice for heard in readings(told)} == set(ROUNDS)


def test_fault_early() -> None:
    (first, *_) = [
        at
        for at, message in play(faulty("early"), ROUND_TAKES)
        if isinstance(message, ReadingHeard)
    ]
    (usual, *_) = [
        at for at, message in play(faulty(), ROUND_TAKES) if isinstance(message, ReadingHeard)
    ]
    assert first < usual - 10


def test_fault_leak() -> None:
    told = play(faulty("leak"), ROUND_TAKES)
    (leak,) = of(told, LeakHeard)
    before = told[: [message for _, message in told].index(leak)]
    assert readings(before) == []
    assert readings(told)


def test_fault_late_burst() -> None:
    told = play(faulty("late_burst"), 2 * ROUND_TAKES)
    assert any(heard.late for heard in readings(told))
    assert {heard.key.round for heard in readings(told)} == {1, 2}
    assert Presence("port", "0000A7F3", present=False) in of(told, Presence)


def test_fault_silence() -> None:
    told = play(faulty("silence"), ROUND_TAKES)
    here = [m.present for m in of(told, Presence) if isinstance(m, Presence)]
    assert here == [True, False, True]
    assert counts(told).gaps == 1


def test_fault_new_boot() -> None:
    told = play(faulty("new_boot"), 2 * ROUND_TAKES)
    assert of(told, DeviceRestarted) == [
        DeviceRestarted("0000A7F3", "0C22"),
        DeviceRestarted("0000A7F3", "0C23"),
    ]
    assert counts(told).gaps == 0


def test_fault_shake_after_close() -> None:
    told = play(faulty("shake_after_close"), ROUND_TAKES + 10)
    states = [m.state for m in of(told, StateHeard) if isinstance(m, StateHeard)]
    lifted = states.index(ShakerState.OPEN)
    assert ShakerState.MIXING in states[lifted:]
    assert {heard.key.round for heard in readings(told)} == {1, 2}


def test_fault_wrong_device() -> None:
    told = play(faulty("wrong_device"), ROUND_TAKES)
    assert {m.device for m in of(told, Presence) if isinstance(m, Presence)} == {
        "0000A7F3",
        "0000BEEF",
    }
    own = [heard for heard in readings(told) if heard.key.device == "0000A7F3"]
    assert {heard.dice for heard in own} == {(5, 2, 5)}
    assert counts(told).gaps == 0


# --------------------------------------------------------------------------- any faults at all


def test_nothing_spoiled_is_the_line_itself() -> None:
    assert list(whole(b"x")) == [b"x"]
    assert list(spoil_by(["leak", "early"], Random(1))(b"x\r\n")) == [b"x\r\n"]


LINES = frozenset(SPOILERS) | {"slow_bytes", "flood", "boot_noise", "silence", "late_burst"}


@settings(max_examples=30)
@given(st.sets(st.sampled_from(sorted(LINES))), st.integers(0, 1 << 32), st.integers(1, 4))
def test_whatever_is_spoiled_no_false_dice_appear(faults: set[str], seed: int, speed: int) -> None:
    rounds = tuple(next(random_rounds(Random(seed + n))) for n in range(2))
    shaker = SimulatedShaker(rounds, faults=faults, seed=seed, speed=speed)
    told = play(shaker, 2 * ROUND_TAKES / speed + 6)
    assert {(heard.key.round, heard.dice) for heard in readings(told)} <= set(enumerate(rounds, 1))
    assert of(told, LeakHeard) == []


@given(st.data())
def test_a_random_spoiler_is_forgotten_within_one_good_frame(data: st.DataObject) -> None:
    """Cut, drop, double and damage at random; the frame after the last spoiled one is heard."""
    damage = data.draw(
        st.lists(st.binary(max_size=60) | st.integers(0, 70), min_size=20, max_size=20)
    )
    queue = list(damage)

    def spoil(line: bytes) -> Iterable[bytes]:
        if not queue:
            return (line,)
        act = queue.pop()
        return (act, line) if isinstance(act, bytes) else (line[:act],)

    shaker = SimulatedShaker([(2, 3, 4)], spoil=spoil)
    told = play(shaker, ROUND_TAKES, step=0.5)
    assert {heard.dice for heard in readings(told)} == {(2, 3, 4)}
    whole_lines = counts(told).good
    assert whole_lines > 20
    faces: set[Face | None] = {2, 3, 4}
    assert {face for heard in readings(told) for face in heard.dice or ()} == faces
