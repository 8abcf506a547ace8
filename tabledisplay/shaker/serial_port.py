"""A port as pyserial opens it, with pyserial's traps kept in here.

Raw, 8N1, no flow control, exclusive. DTR and RTS are always asserted and stay so when the port is
closed: many boards restart when they fall.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from typing import Final

import serial

READ_WAIT: Final = 0.1
"""Seconds that a read waits for the first byte."""
WRITE_WAIT: Final = 1.0
CHUNK: Final = 4096
"""Bytes of one read at most."""

PORT_TROUBLE: tuple[type[Exception], ...] = (OSError, TypeError, ValueError)
"""All that a dying port was seen to raise."""
if sys.platform != "win32":
    import termios

    PORT_TROUBLE += (termios.error,)


class SerialPort:
    """An open port: a device's path, COM3, or a URL of pyserial's. Opened when made.

    Every method may raise one of PORT_TROUBLE. To be opened, used and closed by one thread.
    """

    def __init__(self, url: str, baud: int) -> None:
        self._port = serial.serial_for_url(
            url,
            do_not_open=True,
            baudrate=baud,
            timeout=READ_WAIT,
            # pyserial's RFC 2217 knows no time limit for writing; its socket has one.
            write_timeout=None if url.lower().startswith("rfc2217:") else WRITE_WAIT,
            exclusive=True,
        )
        self._port.dtr = True
        self._port.rts = True
        self._port.open()
        self._fd = self._file_descriptor()
        self._keep_lines_up()
        self._notice_a_dead_peer()

    def read(self) -> bytes:
        """What is there, waiting at most 0.1 s for it; nothing if nothing comes."""
        first: bytes = self._port.read(1)
        return first + self._waiting() if first else first

    def write(self, data: bytes) -> None:
        """Say something to the device; waits at most 1 s."""
        self._port.write(data)

    def close(self) -> None:
        """Give the port back. May take 0.3 s, on a network port more."""
        peer = self._socket()
        try:
            self._port.close()
        finally:
            if peer is not None:
                peer.close()  # pyserial forgets to when the peer was faster

    def _waiting(self) -> bytes:
        """The bytes behind the first one. Trouble in here is left to the next read to tell."""
        try:
            if self._fd is not None:
                return os.read(self._fd, CHUNK)
            if count := self._port.in_waiting:
                more: bytes = self._port.read(min(count, CHUNK))
                return more
        except PORT_TROUBLE:
            pass
        return b""

    def _file_descriptor(self) -> int | None:
        """Of ports that can be read without waiting: `in_waiting` is not to be relied on."""
        if os.name != "posix":
            return None
        try:
            fd = self._port.fileno()
        except (OSError, AttributeError):
            return None
        return None if os.get_blocking(fd) else fd

    def _keep_lines_up(self) -> None:
        if sys.platform == "win32" or self._fd is None:
            return
        with contextlib.suppress(termios.error):  # a socket has no lines
            settings = termios.tcgetattr(self._fd)
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(self._fd, termios.TCSANOW, settings)

    def _socket(self) -> socket.socket | None:
        peer = getattr(self._port, "_socket", None)
        return peer if isinstance(peer, socket.socket) else None

    def _notice_a_dead_peer(self) -> None:
        """A network peer that vanished without a word ends in an error after some 15 s."""
        if (peer := self._socket()) is None:
            return
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 3), ("TCP_KEEPCNT", 3)):
            if (number := getattr(socket, option, None)) is not None:
                peer.setsockopt(socket.IPPROTO_TCP, number, value)
