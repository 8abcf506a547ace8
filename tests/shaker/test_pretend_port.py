"""Where a pretend shaker speaks: readers come, go and come back."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

from tabledisplay.shaker.link import Link
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import (
    IdentityHeard,
    PortStatus,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tabledisplay.shaker.pretend_port import PretendPort, PtyPort, TcpPort, serve
from tabledisplay.shaker.simulator import SimulatedShaker, Waits
from tabledisplay.trouble import KnownTrouble
from tests.shaker.listening import PATIENCE, Ears, running

SOON = (0.01, 0.02)
WAITS = Waits(reading=0.0)


@contextmanager
def serving(shaker: SimulatedShaker, port: PretendPort) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=serve, args=(shaker, port, stop))
    thread.start()
    try:
        with closing(port):
            try:
                yield
            finally:
                stop.set()
                thread.join(PATIENCE)
    finally:
        assert not thread.is_alive()


def play_one_round(shaker: SimulatedShaker, url: str) -> None:
    """Shake, settle, lift: told to the shaker, heard through a link."""
    ears = Ears()
    with running(Link(url, 115_200, slp1_listener, ears, queries=True, waits=SOON)):
        ears.until(lambda heard: any(isinstance(m, IdentityHeard) for m in heard))
        for order, state in (
            (lambda: shaker.shake((6, 5, 4)), ShakerState.MIXING),
            (shaker.settle, ShakerState.SETTLED),
            (shaker.lift_bell, ShakerState.OPEN),
        ):
            order()
            ears.until(
                lambda heard, state=state: any(
                    isinstance(m, StateHeard) and m.state is state for m in heard
                )
            )
        ears.until(
            lambda heard: any(isinstance(m, ReadingHeard) and m.dice == (6, 5, 4) for m in heard)
        )
        shaker.lower_bell()
    bad = [m for m in ears.heard if isinstance(m, TrafficCounted) and (m.noise or m.bad_crc)]
    assert bad == []


def test_readers_of_a_pty_come_and_go(tmp_path: Path) -> None:
    shaker = SimulatedShaker(by_itself=False, waits=WAITS)
    port = PtyPort(tmp_path / "shaker")
    assert port.url == str(tmp_path / "shaker")
    with serving(shaker, port):
        for _ in range(3):
            play_one_round(shaker, port.url)
    assert not (tmp_path / "shaker").is_symlink()


def test_readers_of_a_tcp_port_come_and_go() -> None:
    shaker = SimulatedShaker(by_itself=False, waits=WAITS)
    port = TcpPort("127.0.0.1", 0)
    with serving(shaker, port):
        for _ in range(3):
            play_one_round(shaker, port.url)


def test_the_end_of_a_pretend_port_is_a_lost_link(tmp_path: Path) -> None:
    for port in (PtyPort(tmp_path / "shaker"), TcpPort("127.0.0.1", 0)):
        ears = Ears()
        shaker = SimulatedShaker(by_itself=False)
        with running(Link(port.url, 9600, slp1_listener, ears)):
            with serving(shaker, port):
                ears.until_status(PortStatus.OPEN)
                ears.until(lambda heard: any(isinstance(m, StateHeard) for m in heard))
            ears.until_status(PortStatus.OPEN, PortStatus.LOST)


def test_what_nobody_reads_is_lost_and_stops_nothing(tmp_path: Path) -> None:
    with closing(PtyPort(tmp_path / "shaker")) as port:
        for _ in range(40):
            port.say(b"U" * 4096)
        ears = Ears()
        with running(Link(port.url, 9600, slp1_listener, ears)):
            ears.until_status(PortStatus.OPEN)
            port.say(b"\r\nnoise\r\n")
            ears.until(lambda heard: any(isinstance(m, TrafficCounted) for m in heard))


def test_a_reader_that_does_not_keep_up_is_dropped() -> None:
    with closing(TcpPort("127.0.0.1", 0)) as port:
        address = port.url.removeprefix("socket://").split(":")
        with socket.create_connection((address[0], int(address[1]))) as reader:
            for _ in range(200):
                port.say(b"U" * 65_536)
            assert port.heard() == b""
            reader.settimeout(PATIENCE)
            while reader.recv(1 << 20):
                pass


def test_a_stale_link_is_replaced_and_another_file_is_not(tmp_path: Path) -> None:
    path = tmp_path / "shaker"
    path.symlink_to("/dev/pts/no such terminal")
    with closing(PtyPort(path)):
        assert path.exists()
        path.unlink()
        path.symlink_to("/dev/null")
    assert path.is_symlink(), "a link that is no longer ours stays"
    (tmp_path / "file").touch()
    for taken in (tmp_path, tmp_path / "file"):
        with pytest.raises(KnownTrouble) as trouble:
            PtyPort(taken)
        assert trouble.value.key == "simulate.path_taken"
    with pytest.raises(KnownTrouble) as trouble:
        PtyPort(tmp_path / "nowhere" / "shaker")
    assert trouble.value.key == "simulate.path_refused"


def test_a_tcp_port_in_use_or_elsewhere_is_refused() -> None:
    with closing(TcpPort("127.0.0.1", 0)) as port:
        number = int(port.url.rpartition(":")[2])
        for host, asked in (("127.0.0.1", number), ("192.0.2.1", 0), ("no such host.invalid", 0)):
            with pytest.raises(KnownTrouble) as trouble:
                TcpPort(host, asked)
            assert trouble.value.key == "simulate.tcp_refused"


def test_ipv6() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        port = TcpPort("::1", 0)
    except KnownTrouble:
        pytest.skip("no IPv6 loopback here")
    with closing(port):
        assert port.url.startswith("socket://[::1]:")
