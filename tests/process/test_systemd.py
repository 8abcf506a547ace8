"""What systemd is told, on a socket of our own; and when it is told nothing."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.systemd import Systemd, Watchdog

unix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix sockets here")
PID = 4711


class Supervisor:
    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        said = []
        while True:
            try:
                said.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return said


@pytest.fixture(params=["path", "abstract"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Supervisor, Systemd]]:
    if request.param == "abstract":
        if sys.platform != "linux":
            pytest.skip("abstract sockets are Linux's")
        name = f"tabledisplay-test-{tmp_path.name}-{id(request)}"
        supervisor, address = Supervisor(f"\0{name}"), f"@{name}"
    else:
        address = str(tmp_path / "n")
        if len(address) > 100:
            pytest.skip("the folder's name is too long for a socket")
        supervisor = Supervisor(address)
    yield supervisor, Systemd({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"}, PID)
    supervisor.socket.close()


@unix
def test_each_word_arrives(told: tuple[Supervisor, Systemd]) -> None:
    supervisor, systemd = told
    assert systemd.ready()
    assert systemd.alive()
    assert systemd.status("table ouverte\nREADY=0")
    assert systemd.stopping()
    assert supervisor.heard() == [
        "READY=1",
        "WATCHDOG=1",
        "STATUS=table ouverte READY=0",
        "STOPPING=1",
    ]
    assert systemd.every == 5.0


@unix
def test_a_supervisor_that_does_not_read_never_blocks_us(told: tuple[Supervisor, Systemd]) -> None:
    supervisor, systemd = told
    sent = [systemd.alive() for _ in range(5000)]
    assert sent[0]
    assert not sent[-1]
    assert set(supervisor.heard()) == {"WATCHDOG=1"}


@pytest.mark.parametrize(
    "address", ["", "relative", "/nowhere/at/all", "@nobody-listens-here", "vsock:2:1", "/a\0b"]
)
def test_nobody_to_tell(address: str) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": address}, PID)
    assert not any([systemd.ready(), systemd.alive(), systemd.stopping(), systemd.status("x")])
    assert systemd.every is None


@pytest.mark.parametrize(
    ("environ", "every"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(PID)}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "-5"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_how_often_a_sign_of_life_is_asked(environ: dict[str, str], every: float | None) -> None:
    assert Systemd(environ | {"NOTIFY_SOCKET": "@x"}, PID).every == every
    assert Systemd(environ, PID).every is None


DOG = Watchdog({"reader": 5.0, "journal": 10.0})


@pytest.mark.parametrize(
    ("reader", "journal", "late"),
    [
        (100.0, 100.0, ()),
        (95.0, 90.0, ()),
        (94.9, 90.0, ("reader",)),
        (95.0, 89.9, ("journal",)),
        (0.0, 0.0, ("reader", "journal")),
        (None, 100.0, ()),
        (None, None, ()),
        (200.0, 100.0, ()),
    ],
)
def test_fed_only_while_both_go_round(
    reader: float | None, journal: float | None, late: tuple[str, ...]
) -> None:
    progress = {"reader": reader, "journal": journal}
    assert DOG.late(100.0, progress) == late
    assert DOG.feeds(100.0, progress) is (late == ())


def test_a_part_without_a_stamp_is_not_waited_for() -> None:
    assert DOG.feeds(100.0, {})
    assert DOG.feeds(100.0, {"other": 0.0})


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 1e6))
def test_standing_still_is_noticed_and_stays_noticed(now: float, stamp: float, more: float) -> None:
    progress = {"reader": stamp, "journal": None}
    if not DOG.feeds(now, progress):
        assert now - stamp > 5
        assert not DOG.feeds(now + more, progress)
