"""Decoder and watch together: half frames, silence, damage without bytes."""

from tabledisplay.shaker.frames import BadFrame, BadKind, Head, IdFrame
from tabledisplay.shaker.listener import Damage, slp1_listener
from tabledisplay.shaker.messages import Message, Presence, ReadingHeard, TrafficCounted
from tabledisplay.shaker.slp1 import encode
from tabledisplay.shaker.watch import MOST_DEVICES

V = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
BEAT = b"$SLP1,0000A7F3,0C21,0044,0001F8B4,HB,O,O,S,0101,00*A54F\r\n"


def readings(messages: tuple[Message, ...]) -> list[ReadingHeard]:
    return [message for message in messages if isinstance(message, ReadingHeard)]


def test_a_half_frame_waits_for_its_rest() -> None:
    listener = slp1_listener("port")
    listener.hear(BEAT, 0.0)
    assert listener.hear(V[:40], 1.0) == ()
    assert listener.hear(b"", 2.9) == ()
    assert readings(listener.hear(V[40:], 2.95))


def test_a_half_frame_dies_when_the_device_is_declared_lost() -> None:
    """The half came 1 s after the last good frame; 2 s later the device is lost, and so is it."""
    listener = slp1_listener("port")
    listener.hear(BEAT, 0.0)
    listener.hear(V[:40], 1.0)
    assert listener.hear(b"", 3.0) == (Presence("port", "0000A7F3", present=False),)
    assert listener.hear(V[40:], 3.5) == (TrafficCounted("port", noise=1),)
    assert readings(listener.hear(V, 3.6))


def test_a_half_frame_dies_in_silence_though_nobody_was_there() -> None:
    listener = slp1_listener("port")
    listener.hear(V[:40], 0.0)
    assert listener.hear(b"", 3.0) == ()
    assert readings(listener.hear(V[40:], 3.1)) == []


def test_a_half_frame_dies_in_a_pause_that_nobody_saw() -> None:
    listener = slp1_listener("port")
    listener.hear(V[:40], 0.0)
    assert readings(listener.hear(V[40:], 3.0)) == []


def test_a_half_frame_dies_with_its_port() -> None:
    listener = slp1_listener("port")
    listener.hear(BEAT + V[:40], 0.0)
    assert listener.port_lost() == (Presence("port", "0000A7F3", present=False),)
    assert readings(listener.hear(V[40:], 0.1)) == []


def test_damage_is_reported_once_by_kind_count_and_length() -> None:
    damage = Damage()
    assert damage.report() == ""
    for bad in (
        BadFrame(BadKind.NOISE, 3),
        BadFrame(BadKind.BAD_CRC, 60),
        BadFrame(BadKind.NOISE, 90),
    ):
        damage.note(bad)
    assert damage.report() == "2 noise (longest 90 bytes), 1 bad_crc (longest 60 bytes)"
    assert damage.report() == ""


def test_a_half_frame_outlives_the_silence_of_another_device() -> None:
    """Two speak on one line: whose half frame it is, its end will tell."""
    listener = slp1_listener("port")
    listener.hear(encode(stranger(0)), 0.0)
    listener.hear(BEAT, 1.0)
    listener.hear(V[:40], 2.9)
    assert listener.hear(b"", 3.0) == (Presence("port", "00000000", present=False),)
    assert readings(listener.hear(V[40:], 3.1))


def test_a_half_frame_outlives_ids_without_end() -> None:
    listener = slp1_listener("port")
    listener.hear(BEAT, 0.0)
    for number in range(MOST_DEVICES - 1):
        listener.hear(encode(stranger(number)), 0.5)
    listener.hear(BEAT, 1.0)
    told = listener.hear(encode(stranger(99)) + V[:40], 1.0)
    assert Presence("port", "00000000", present=False) in told
    assert readings(listener.hear(V[40:], 1.1))


def stranger(number: int) -> IdFrame:
    return IdFrame(Head(f"{number:08X}", "0001", 1, 1000), "ACME", "SB3", "1.4.2", "3")
