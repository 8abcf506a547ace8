"""The end of a line where a pretend shaker speaks: a pseudo-terminal, or a TCP port."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import sys
import time
from pathlib import Path
from threading import Event
from typing import Final, Protocol

from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.trouble import KnownTrouble

TURN: Final = 0.005
"""Seconds between two looks at what the shaker says."""
PATIENCE: Final = 0.2
"""Seconds that a reader may take for what is sent before it is taken for gone."""


class PretendPort(Protocol):
    """Where bytes go to whoever listens, if anyone does."""

    @property
    def url(self) -> str: ...

    def say(self, data: bytes) -> None: ...

    def heard(self) -> bytes: ...

    def close(self) -> None: ...


def serve(shaker: SimulatedShaker, port: PretendPort, stop: Event) -> None:
    """Let the shaker speak on the port until `stop` is set."""
    while not stop.wait(TURN):
        if data := port.heard():
            shaker.hear(data)
        if said := shaker.advance(time.monotonic()):  # noqa: TID251 - it speaks in real time
            port.say(said)


if sys.platform != "win32":
    import termios
    import tty

    class PtyPort:
        """A pseudo-terminal under a path that stays the same while readers come and go.

        KnownTrouble if the path cannot be made. As on a real line, what nobody reads is lost.
        """

        def __init__(self, path: Path) -> None:
            self._path: Final = path
            self._ours, self._theirs = os.openpty()
            try:
                tty.setraw(self._theirs)
                os.set_blocking(self._ours, False)
                self._name = os.ttyname(self._theirs)
                _link(path, self._name)
            except BaseException:
                self._close_both()
                raise

        @property
        def url(self) -> str:
            """What a reader opens."""
            return str(self._path)

        def say(self, data: bytes) -> None:
            """Send to whoever reads; if nobody does, throw away what waits for a reader."""
            while data:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self._ours, data) :]
                if data and not select.select((), (self._ours,), (), PATIENCE)[1]:
                    termios.tcflush(self._theirs, termios.TCIFLUSH)
                    return

        def heard(self) -> bytes:
            """What a reader has written."""
            try:
                return os.read(self._ours, 4096)
            except BlockingIOError:
                return b""

        def close(self) -> None:
            """End, and take the path away if it is still ours."""
            with contextlib.suppress(OSError):
                if str(self._path.readlink()) == self._name:
                    self._path.unlink()
            self._close_both()

        def _close_both(self) -> None:
            os.close(self._ours)
            os.close(self._theirs)

    def _link(path: Path, target: str) -> None:
        """Make the path a link; only a link that stands there already is replaced."""
        try:
            if path.is_symlink():
                path.unlink()
            path.symlink_to(target)
        except FileExistsError:
            raise KnownTrouble("simulate.path_taken", path=path) from None
        except OSError as trouble:
            why = os.strerror(trouble.errno or errno.EIO)
            raise KnownTrouble("simulate.path_refused", path=path, why=why) from None


class TcpPort:
    """A TCP port whose readers may come and go; all hear the same. Port 0 takes a free one.

    KnownTrouble if it cannot listen there.
    """

    def __init__(self, host: str, port: int) -> None:
        self._readers: list[socket.socket] = []
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._listening = socket.create_server((host, port), family=family)
        except (OSError, OverflowError) as trouble:
            raise KnownTrouble("simulate.tcp_refused", host=host, port=port, why=trouble) from None
        self._listening.setblocking(False)

    @property
    def url(self) -> str:
        """What a reader opens."""
        host, port = self._listening.getsockname()[:2]
        return f"socket://[{host}]:{port}" if ":" in host else f"socket://{host}:{port}"

    def say(self, data: bytes) -> None:
        """Send to all who listen; one that does not keep up is dropped."""
        self._welcome()
        for reader in tuple(self._readers):
            try:
                reader.sendall(data)
            except OSError:
                self._drop(reader)

    def heard(self) -> bytes:
        """What the readers have written."""
        self._welcome()
        said = b""
        # Windows refuses to look at no socket at all.
        ready = select.select(self._readers, (), (), 0)[0] if self._readers else ()
        for reader in ready:
            try:
                data = reader.recv(4096)
            except OSError:
                data = b""
            if not data:
                self._drop(reader)
            said += data
        return said

    def close(self) -> None:
        """End, for all."""
        for reader in tuple(self._readers):
            self._drop(reader)
        self._listening.close()

    def _welcome(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                reader, _ = self._listening.accept()
                reader.settimeout(PATIENCE)
                self._readers.append(reader)

    def _drop(self, reader: socket.socket) -> None:
        self._readers.remove(reader)
        reader.close()
