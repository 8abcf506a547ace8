"""pyserial's ports as the link sees them: raw, exclusive, never waiting long."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

import termios

import serial
from serial.rfc2217 import PortManager

from tabledisplay.shaker.serial_port import CHUNK, PORT_TROUBLE, SerialPort
from tests.shaker.listening import PATIENCE, Cable, cable_at


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    with cable_at(tmp_path / "shaker") as plugged:
        plugged.plug()
        yield plugged


def read_all(port: SerialPort, size: int) -> bytes:
    """Read so many bytes; the reads that bring none are not counted."""
    data = b""
    for _ in range(int(PATIENCE / 0.1) + size):
        data += port.read()
        if len(data) >= size:
            break
    return data


EVERY_BYTE = bytes(range(256))


@pytest.mark.parametrize("form", ["{}", "alt://{}?class=VTIMESerial"])
def test_every_byte_comes_through_unchanged(cable: Cable, form: str) -> None:
    port = SerialPort(form.format(cable.path), 115_200)
    try:
        assert port.read() == b""
        cable.say(EVERY_BYTE)
        assert read_all(port, 256) == EVERY_BYTE
        port.write(EVERY_BYTE)
        assert cable.heard() == EVERY_BYTE
    finally:
        port.close()


def test_what_is_there_is_read_in_one_go(cable: Cable) -> None:
    port = SerialPort(str(cable.path), 115_200)
    try:
        cable.say(EVERY_BYTE * 8)
        assert len(port.read()) == 1 + 2047 <= CHUNK
    finally:
        port.close()


def test_the_modem_lines_stay_up_when_the_port_is_closed(cable: Cable) -> None:
    port = SerialPort(str(cable.path), 9600)
    port.close()
    fd = os.open(cable.path, os.O_RDWR | os.O_NOCTTY)
    try:
        settings = termios.tcgetattr(fd)
    finally:
        os.close(fd)
    assert not settings[2] & termios.HUPCL
    assert not settings[0] & (termios.IXON | termios.IXOFF | termios.ICRNL)
    assert not settings[3] & (termios.ECHO | termios.ICANON)
    assert settings[4] == termios.B9600


def test_a_second_opening_is_refused(cable: Cable) -> None:
    port = SerialPort(str(cable.path), 9600)
    try:
        with pytest.raises(OSError, match="lock"):
            SerialPort(str(cable.path), 9600)
    finally:
        port.close()


def test_after_a_hang_up_reading_and_writing_are_trouble(cable: Cable) -> None:
    port = SerialPort(str(cable.path), 9600)
    cable.unplug()
    try:
        with pytest.raises(PORT_TROUBLE):
            port.read()
        with pytest.raises(PORT_TROUBLE):
            port.write(b"x")
    finally:
        port.close()


def test_loop() -> None:
    port = SerialPort("loop://", 9600)
    try:
        port.write(EVERY_BYTE)
        assert read_all(port, 256) == EVERY_BYTE
    finally:
        port.close()


def test_socket_notices_a_dead_peer_and_a_closed_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}", 9600)
        try:
            peer, _ = server.accept()
            ours = port._socket()
            assert ours is not None
            assert ours.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            peer.sendall(EVERY_BYTE)
            assert read_all(port, 256) == EVERY_BYTE
            peer.close()
            with pytest.raises(OSError, match="disconnected"):
                read_all(port, 1)
        finally:
            port.close()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_rfc2217() -> None:
    """Against pyserial's own server half, over a looped port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        stop = threading.Event()

        def serve() -> None:
            looped = serial.serial_for_url("loop://", timeout=0.05)
            peer, _ = server.accept()
            peer.settimeout(0.05)

            class Connection:
                def write(self, data: bytes) -> None:
                    peer.sendall(data)

            manager = PortManager(looped, Connection())
            while not stop.is_set():
                with suppress(TimeoutError):
                    looped.write(b"".join(manager.filter(peer.recv(1024))))
                if data := looped.read(looped.in_waiting):
                    peer.sendall(b"".join(manager.escape(data)))
            peer.close()
            looped.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            port = SerialPort(f"rfc2217://127.0.0.1:{server.getsockname()[1]}", 9600)
            try:
                port.write(b"$hello\r\n")
                assert read_all(port, 8) == b"$hello\r\n"
            finally:
                port.close()
        finally:
            stop.set()
            thread.join()
