"""The link on real pseudo-terminals and sockets: unplugged, back, busy, hung, asleep."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

from tabledisplay.shaker import link as link_module
from tabledisplay.shaker.link import WAITS, Link, Port
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import (
    DrawKey,
    IdentityHeard,
    Message,
    PortChanged,
    PortStatus,
    Presence,
    ReadingHeard,
    TrafficCounted,
)
from tabledisplay.shaker.serial_port import SerialPort
from tabledisplay.shaker.slp1 import QueryFrame, encode
from tests.shaker.listening import PATIENCE, Cable, Ears, cable_at, running, status_changes

V = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
READING = ReadingHeard(DrawKey("0000A7F3", "0C21", 0x101), (5, 2, 5), (0, 0, 0, 0))
IDENTITY = b"$SLP1,0000A7F3,0C23,0001,000003E8,ID,ACME,SB3,1.4.2,3*A984\r\n"
OPEN, LOST, ABSENT = PortStatus.OPEN, PortStatus.LOST, PortStatus.ABSENT
SOON = (0.01, 0.02)


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    with cable_at(tmp_path / "shaker") as plugged:
        plugged.plug()
        yield plugged


@pytest.fixture
def ears() -> Ears:
    return Ears()


def at(cable: Cable, ears: Ears, **other: object) -> Link:
    return Link(str(cable.path), 115_200, slp1_listener, ears, **other)  # type: ignore[arg-type] # any of its own


def present(port: str, *, here: bool = True) -> Presence:
    return Presence(port, "0000A7F3", here)


# --------------------------------------------------------------------------- hearing


def test_what_comes_is_delivered_in_the_reader_thread(cable: Cable, ears: Ears) -> None:
    threads: set[str] = set()

    def deliver(messages: tuple[Message, ...]) -> None:
        threads.add(threading.current_thread().name)
        ears(messages)

    with running(Link(str(cable.path), 115_200, slp1_listener, deliver)):
        ears.until_status(OPEN)
        cable.say(V)
        heard = ears.until_heard(TrafficCounted(str(cable.path), good=1))
    port = str(cable.path)
    assert heard == [
        PortChanged(port, OPEN),
        present(port),
        READING,
        TrafficCounted(port, good=1),
    ]
    assert threads == {f"link {port}"}


def test_it_never_writes_unless_queries_are_on(cable: Cable, ears: Ears) -> None:
    with running(at(cable, ears)):
        ears.until_status(OPEN)
        cable.say(V)
        ears.until_heard(READING)
    assert cable.heard() == b""


def test_with_queries_it_asks_who_is_there(cable: Cable, ears: Ears) -> None:
    with running(at(cable, ears, queries=True)):
        ears.until_status(OPEN)
        asked = b""
        while not asked.endswith(b"\r\n"):
            asked += cable.heard()
        assert asked == encode(QueryFrame("ID"))
        cable.say(asked + IDENTITY)  # an adapter that echoes
        ears.until_heard(IdentityHeard("0000A7F3", "ACME", "SB3", "1.4.2", "3"))
    assert TrafficCounted(str(cable.path), good=1) in ears.heard, "the echo is nothing"


def test_the_raw_tap_sees_every_byte_while_it_is_set(cable: Cable, ears: Ears) -> None:
    tapped: list[bytes] = []
    with running(at(cable, ears)) as link:
        ears.until_status(OPEN)
        link.raw_tap = tapped.append
        cable.say(b"\xff\0noise\n" + V)
        ears.until_heard(READING)
        link.raw_tap = None
        cable.say(V)
        ears.until_heard(READING, 2)
    assert b"".join(tapped) == b"\xff\0noise\n" + V


def test_bytes_one_by_one_with_pauses_are_one_reading(cable: Cable, ears: Ears) -> None:
    """Case 2: pauses between CR and LF and inside the dice."""
    with running(at(cable, ears)):
        ears.until_status(OPEN)
        for attempt in range(20):  # noqa: B007 - asked for after the loop
            ears.heard.clear()
            for n in range(len(V)):
                cable.say(V[n : n + 1])
                time.sleep(0.4 if V[n - 1 : n] == b"\r" or n == V.index(b"5,2") + 1 else 0.005)
            if ears.within(5.0, lambda heard: READING in heard):
                break  # else this machine stood still for 3 s, which rightly ends half a line
    assert [type(m) for m in ears.heard].count(ReadingHeard) == 1
    damage = [m for m in ears.heard if isinstance(m, TrafficCounted) and (m.noise or m.bad_crc)]
    assert attempt > 0 or not damage


# --------------------------------------------------------------------------- case 11


def test_unplugged_while_it_waits(cable: Cable, ears: Ears) -> None:
    port = str(cable.path)
    with running(at(cable, ears, waits=SOON)):
        ears.until_status(OPEN)
        cable.say(V)
        ears.until_heard(READING)
        cable.unplug()
        heard = ears.until_status(OPEN, LOST)
    assert heard[-2] == present(port, here=False)
    assert isinstance(heard[-1], PortChanged)
    assert heard[-1].detail


def test_unplugged_with_frames_unread(cable: Cable, ears: Ears) -> None:
    gate = threading.Event()

    def deliver(messages: tuple[Message, ...]) -> None:
        ears(messages)
        if READING in messages:
            gate.wait(PATIENCE)

    with running(Link(str(cable.path), 115_200, slp1_listener, deliver, waits=SOON)):
        ears.until_status(OPEN)
        cable.say(V)
        ears.until_heard(READING)
        cable.say(V * 3)
        cable.unplug()
        gate.set()
        ears.until_status(OPEN, LOST)
    assert present(str(cable.path), here=False) in ears.heard


def test_unplugged_while_it_writes(cable: Cable, ears: Ears) -> None:
    class Unplugged(SerialPort):
        def write(self, data: bytes) -> None:
            cable.unplug()
            super().write(data)

    with running(at(cable, ears, queries=True, open_port=Unplugged, waits=SOON)):
        ears.until_status(OPEN, LOST)


def test_plugged_in_again_under_another_number(cable: Cable, ears: Ears, tmp_path: Path) -> None:
    first = str(cable.path.readlink())
    with cable_at(tmp_path / "in the way") as other, running(at(cable, ears)):
        ears.until_status(OPEN)
        cable.say(V[:30])
        cable.unplug()
        ears.until_status(OPEN, LOST)
        other.plug()
        assert cable.plug() != first
        ears.until_status(OPEN, LOST, OPEN)
        cable.say(V[30:] + V)
        ears.until_heard(READING)
    assert [type(m) for m in ears.heard].count(ReadingHeard) == 1, "the half frame is dropped"


def test_a_port_that_comes_later_is_found(tmp_path: Path, ears: Ears) -> None:
    with cable_at(tmp_path / "shaker") as cable, running(at(cable, ears)):
        ears.until_status(ABSENT)
        cable.plug()
        ears.until_status(ABSENT, OPEN)
        cable.say(V)
        ears.until_heard(READING)


# --------------------------------------------------------------------------- ports that refuse


class Refusing:
    """Opens nothing; says when it was asked for the n-th time."""

    def __init__(self, trouble: Exception) -> None:
        self._trouble = trouble
        self._asked = threading.Semaphore(0)

    def __call__(self, port: str, baud: int) -> Port:
        self._asked.release()
        raise self._trouble

    def asked(self, times: int) -> None:
        for _ in range(times):
            assert self._asked.acquire(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (FileNotFoundError(errno.ENOENT, "no"), ABSENT),
        (PermissionError(errno.EACCES, "no"), PortStatus.DENIED),
        (PermissionError(errno.EPERM, "no"), PortStatus.DENIED),
        (OSError(errno.EBUSY, "no"), PortStatus.BUSY),
        (OSError(errno.EAGAIN, "could not lock"), PortStatus.BUSY),
        (OSError("could not open: PermissionError(13, 'denied', None, 5)"), PortStatus.BUSY),
        (OSError(errno.ENXIO, "no"), ABSENT),
        (ValueError("baud"), ABSENT),
        (TypeError("fd"), ABSENT),
    ],
)
def test_a_refusal_is_told_once_however_often_it_is_tried(
    trouble: Exception, status: PortStatus, ears: Ears
) -> None:
    refusing = Refusing(trouble)
    with running(Link("COM3", 9600, slp1_listener, ears, open_port=refusing, waits=SOON)):
        refusing.asked(4)
        (change,) = ears.until_status(status)
    assert isinstance(change, PortChanged)
    assert change.detail
    assert len(ears.heard) == 1


def test_waits_grow_to_ten_seconds() -> None:
    assert WAITS == (1.0, 2.0, 5.0, 10.0)


def test_a_port_in_use_is_busy_until_it_is_free(cable: Cable, ears: Ears) -> None:
    others = Ears()
    with running(at(cable, others)) as other:
        others.until_status(OPEN)
        with running(at(cable, ears, waits=SOON)):
            ears.until_status(PortStatus.BUSY)
            other.stop(PATIENCE)
            ears.until_status(PortStatus.BUSY, OPEN)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_forbidden_port_is_denied(tmp_path: Path, ears: Ears) -> None:
    path = tmp_path / "port"
    path.touch(0o000)
    with running(Link(str(path), 9600, slp1_listener, ears)):
        ears.until_status(PortStatus.DENIED)


def test_a_file_or_folder_is_no_port(tmp_path: Path, ears: Ears) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file"):
        others = Ears()
        with running(Link(str(path), 9600, slp1_listener, others, waits=SOON)):
            others.until_status(ABSENT)


# --------------------------------------------------------------------------- ports that hang


class Hanging:
    """A port that hangs in one of its calls until it is let go."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.reached = threading.Event()
        self.let_go = threading.Event()
        self.closed = threading.Event()

    def _hang(self, where: str) -> None:
        if where == self._where:
            self.reached.set()
            self.let_go.wait(PATIENCE)

    def open(self, port: str, baud: int) -> Port:
        self._hang("open")
        return self

    def read(self) -> bytes:
        self._hang("read")
        if self._where == "close":
            raise OSError(errno.EIO, "gone")
        return b""

    def write(self, data: bytes) -> None:
        self._hang("write")

    def close(self) -> None:
        self._hang("close")
        self.closed.set()


@pytest.mark.parametrize("where", ["open", "read", "write", "close"])
def test_a_hung_port_does_not_keep_the_program(where: str, ears: Ears) -> None:
    hanging = Hanging(where)
    link = Link("COM3", 9600, slp1_listener, ears, open_port=hanging.open, queries=True)
    link.start()
    assert hanging.reached.wait(PATIENCE)
    assert not link.stop(0.2), "it waits for its limit, not for the port"
    before = list(ears.heard)
    hanging.let_go.set()
    assert hanging.closed.wait(PATIENCE), "its own thread closes it in the end"
    assert link.stop(PATIENCE)
    assert ears.heard == before, "nothing is delivered after stop"


def test_a_link_that_never_started_stops(ears: Ears) -> None:
    assert Link("COM3", 9600, slp1_listener, ears).stop()


# --------------------------------------------------------------------------- sleep


class Silent:
    """A port that is open and says nothing."""

    def __init__(self) -> None:
        self.opened = 0

    def open(self, port: str, baud: int) -> Port:
        self.opened += 1
        return self

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        raise AssertionError("nothing is to be written")

    def close(self) -> None:
        pass


@pytest.mark.parametrize("clock", ["now", "slept"])
def test_after_a_sleep_the_port_is_opened_anew(clock: str, ears: Ears) -> None:
    jump = 0.0
    clocks = {"now": link_module._now, "slept": link_module._slept}
    real = clocks[clock]
    clocks[clock] = lambda: real() + jump
    silent = Silent()
    link = Link("COM3", 9600, slp1_listener, ears, open_port=silent.open, waits=SOON, **clocks)
    with running(link):
        ears.until_status(OPEN)
        jump = 8 * 3600.0
        ears.until_status(OPEN, LOST, OPEN)
    assert silent.opened == 2


def test_silence_never_closes_a_port(ears: Ears) -> None:
    """Case 12: 3.5 s without a frame is a lost device on an open port; one frame brings it back."""
    lines = [V, *[b""] * 10, V]
    now = iter(n * 0.5 for n in range(1, 1000))

    class Halting(Silent):
        def read(self) -> bytes:
            if not lines:
                raise OSError(errno.EIO, "the end")
            return lines.pop(0)

    link = Link(
        "COM3",
        9600,
        slp1_listener,
        ears,
        open_port=Halting().open,
        now=lambda: next(now),
        slept=lambda: 0.0,
    )
    with running(link):
        heard = ears.until_status(OPEN, LOST)
    assert [m for m in heard if isinstance(m, Presence)] == [
        present("COM3"),
        present("COM3", here=False),
        present("COM3"),
        present("COM3", here=False),
    ]


# --------------------------------------------------------------------------- our own mistakes


def test_a_mistake_of_ours_is_logged_without_values_and_the_link_goes_on(
    cable: Cable, ears: Ears, caplog: pytest.LogCaptureFixture
) -> None:
    def deliver(messages: tuple[Message, ...]) -> None:
        ears(messages)
        if READING in messages and ears.heard.count(READING) == 1:
            raise KeyError(f"dice {READING.dice}")

    with running(Link(str(cable.path), 115_200, slp1_listener, deliver, waits=SOON)):
        ears.until_status(OPEN)
        cable.say(V)
        ears.until_status(OPEN, LOST, OPEN)
        cable.say(V)
        ears.until_heard(READING, 2)
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "KeyError" in record.getMessage()
    assert "5, 2, 5" not in caplog.text


def test_a_mistake_in_telling_a_loss_does_not_end_the_link(
    cable: Cable, ears: Ears, caplog: pytest.LogCaptureFixture
) -> None:
    def deliver(messages: tuple[Message, ...]) -> None:
        ears(messages)
        if LOST in status_changes(list(messages)):
            raise KeyError

    with running(Link(str(cable.path), 115_200, slp1_listener, deliver, waits=SOON)):
        ears.until_status(OPEN)
        cable.unplug()
        ears.until_status(OPEN, LOST)
        cable.plug()
        ears.until_status(OPEN, LOST, OPEN)
    assert "KeyError" in caplog.text


def test_bad_frames_are_logged_by_kind_and_length_only(
    cable: Cable, ears: Ears, caplog: pytest.LogCaptureFixture
) -> None:
    secret = b"$SLP1,0000A7F3,0C21,0053,00020300,RS,0104,C,S,6,6,6,00,00,00,00*FFFF\r\n"
    with caplog.at_level(logging.DEBUG), running(at(cable, ears)):
        ears.until_status(OPEN)
        cable.say(secret * 3 + V)
        ears.until_heard(TrafficCounted(str(cable.path), good=1, bad_crc=3))
        cable.say(secret * 3 + V)
        ears.until_heard(TrafficCounted(str(cable.path), good=1, bad_crc=3), 2)
    warnings = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
    assert warnings == [f"{cable.path}: 3 bad_crc (longest 68 bytes)"], "one line in 10 s"
    assert "6,6,6" not in caplog.text
    assert "0000A7F3" not in caplog.text


# --------------------------------------------------------------------------- over the network


def test_a_socket_lost_and_back(ears: Ears) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with running(Link(port, 9600, slp1_listener, ears, waits=SOON)):
            shaker, _ = server.accept()
            ears.until_status(OPEN)
            shaker.sendall(V * 50)
            ears.until_heard(READING, 50)
            shaker.close()
            ears.until_status(OPEN, LOST)
            shaker, _ = server.accept()
            ears.until_status(OPEN, LOST, OPEN)
            shaker.sendall(V)
            ears.until_heard(READING, 51)
            reset = b"\1\0\0\0\0\0\0\0"  # linger on, for 0 s: closing resets the connection
            shaker.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
            shaker.close()
            ears.until(lambda heard: status_changes(heard).count(LOST) >= 2)


def test_a_socket_nobody_listens_on_is_absent(ears: Ears) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
    with running(Link(port, 9600, slp1_listener, ears, waits=SOON)):
        ears.until_status(ABSENT)
