"""One configured port, read in its own thread, for ever: what is heard goes to `deliver`.

Only that thread opens and closes the port. It never writes, unless the technician has turned
queries on. An error closes the port and tries again later; silence never does.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final, Protocol

from tabledisplay.shaker.listener import Damage
from tabledisplay.shaker.messages import Message, PortChanged, PortStatus
from tabledisplay.shaker.serial_port import PORT_TROUBLE, SerialPort
from tabledisplay.shaker.slp1 import QueryFrame, encode

WAITS: Final = (1.0, 2.0, 5.0, 10.0)
"""Seconds before the port is opened again; the last one for ever."""
LOOK_EVERY: Final = 0.25
"""Seconds between looks whether the path of a missing port is there again."""
SETTLE: Final = 0.2
"""Seconds that a path is left alone after it appeared: its owner and rights come a bit later."""
STOP_WITHIN: Final = 2.0
"""Seconds that stopping waits for a port that hangs."""
ASLEEP: Final = 5.0
"""Seconds between two turns of the loop that mean the machine slept or the port hung.

After either a driver may be dead though its port seems open: it is opened anew.
"""
REPORT_EVERY: Final = 10.0
"""Seconds between two log lines about bad frames."""

_log = logging.getLogger("tabledisplay.link")


class Port(Protocol):
    """An open port. `read` waits at most 0.1 s and returns what is there, or nothing."""

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class Hearing(Protocol):
    """What makes messages of a port's bytes and of the time they came, in monotonic seconds."""

    @property
    def damage(self) -> Damage: ...

    def hear(self, data: bytes, now: float) -> tuple[Message, ...]: ...

    def port_lost(self) -> tuple[Message, ...]: ...


class _PortError(Exception):
    """The port cannot be opened or read: what to call it, and the system's own words."""

    def __init__(self, status: PortStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


@contextmanager
def _trouble_of_the_port() -> Iterator[None]:
    """Only what the port raises means that it is gone; the rest would be a mistake of ours."""
    try:
        yield
    except PORT_TROUBLE as trouble:
        raise _PortError(_status_of(trouble), _words_of(trouble)) from None


def _now() -> float:
    return time.monotonic()  # noqa: TID251 - the reader thread stamps what it reads


def _slept() -> float:
    """Seconds that this machine has slept since it was started, where the system tells."""
    if sys.platform != "linux":
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - _now()


class Link:
    """Reads one port until stopped. `raw_tap`, if set, is given all bytes, in the reader thread.

    `turned_at`: when its loop last went round, in monotonic seconds, for a watchdog.

    `deliver` is called in the reader thread, never after `stop` has returned True.
    """

    def __init__(
        self,
        port: str,
        baud: int,
        make_listener: Callable[[str], Hearing],
        deliver: Callable[[tuple[Message, ...]], None],
        *,
        queries: bool = False,
        open_port: Callable[[str, int], Port] = SerialPort,
        waits: Sequence[float] = WAITS,
        now: Callable[[], float] = _now,
        slept: Callable[[], float] = _slept,
    ) -> None:
        self.port: Final = port
        self.listener: Final = make_listener(port)
        self.raw_tap: Callable[[bytes], None] | None = None
        self.turned_at = now()
        self._now, self._slept = now, slept
        self._baud = baud
        self._deliver = deliver
        self._queries = queries
        self._open_port = open_port
        self._waits = waits
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"link {port}", daemon=True)
        self._status: PortStatus | None = None
        self._was_open = False
        self._tries = 0
        self._reported_at = 0.0
        self._last_bug = ""

    def start(self) -> None:
        """Begin to read. Once only."""
        self._thread.start()

    def stop(self, timeout: float = STOP_WITHIN) -> bool:
        """Stop reading; False if the port hangs and its thread is left to die with the program."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._read_until_trouble()
            except Exception as bug:  # noqa: BLE001 - the link must outlive our own mistakes
                self._note(bug)
                with suppress(Exception):  # it is the telling that may have failed
                    self._lost(PortStatus.LOST, type(bug).__name__)
            self._wait()

    def _read_until_trouble(self) -> None:
        try:
            self._open_and_read()
        except _PortError as trouble:
            self._lost(trouble.status, trouble.detail)

    def _open_and_read(self) -> None:
        with _trouble_of_the_port():
            port = self._open_port(self.port, self._baud)
        try:
            self._was_open = True
            self._change(PortStatus.OPEN)
            if self._queries:
                with _trouble_of_the_port():
                    port.write(encode(QueryFrame("ID")))
            self._read(port)
        finally:
            _close(port)

    def _read(self, port: Port) -> None:
        turned_at, slept = self._now(), self._slept()
        while not self._stop.is_set():
            with _trouble_of_the_port():
                data = port.read()
            now = self._now()
            if now - turned_at > ASLEEP or self._slept() - slept > 1.0:
                self._tries = 0
                raise _PortError(PortStatus.LOST, "woken up")
            turned_at = self.turned_at = now
            if data:
                self._tries = 0
                if (tap := self.raw_tap) is not None:
                    tap(data)
            self._tell(self.listener.hear(data, now))
            self._report(now)

    def _note(self, bug: Exception) -> None:
        """Log a mistake of ours: its kind and place, each once, and no values."""
        stack = "".join(traceback.format_tb(bug.__traceback__))
        if stack != self._last_bug:
            self._last_bug = stack
            _log.error("%s: %s\n%s", self.port, type(bug).__name__, stack)

    def _tell(self, messages: tuple[Message, ...]) -> None:
        if messages and not self._stop.is_set():
            self._deliver(messages)

    def _change(self, status: PortStatus, detail: str = "") -> None:
        """Tell a change of the port's status, once."""
        if status is not self._status:
            self._status = status
            _log.info("%s: %s %s", self.port, status.value, detail)
            self._tell((PortChanged(self.port, status, detail),))

    def _lost(self, status: PortStatus, detail: str) -> None:
        """The port could not be opened, or is gone. One that was there once is not absent."""
        self._tell(self.listener.port_lost())
        gone = self._status is PortStatus.OPEN or (self._was_open and status is PortStatus.ABSENT)
        self._change(PortStatus.LOST if gone else status, detail)

    def _report(self, now: float) -> None:
        """Bad frames, in one log line each 10 s at most: kinds, counts and lengths, no bytes."""
        if now - self._reported_at >= REPORT_EVERY and (line := self.listener.damage.report()):
            self._reported_at = now
            _log.warning("%s: %s", self.port, line)

    def _wait(self) -> None:
        """1, 2, 5, 10, 10 … seconds; less if the path of a missing port appears."""
        left = self._waits[min(self._tries, len(self._waits) - 1)]
        self._tries += 1
        missing = self._path_is_missing()
        while left > 0 and not self._stop.wait(min(left, LOOK_EVERY)):
            self.turned_at = self._now()
            left -= LOOK_EVERY
            if missing and not self._path_is_missing():
                self._tries = 0
                self._stop.wait(SETTLE)
                return

    def _path_is_missing(self) -> bool:
        return self.port.startswith("/") and not os.access(self.port, os.F_OK)


def _close(port: Port) -> None:
    try:
        port.close()
    except PORT_TROUBLE as trouble:
        _log.info("closing: %s", _words_of(trouble))


def _status_of(trouble: BaseException) -> PortStatus:
    """Why a port could not be opened. Windows says in words only, and "denied" for "in use"."""
    number = trouble.errno if isinstance(trouble, OSError) else None
    if number in (errno.EACCES, errno.EPERM):
        return PortStatus.DENIED
    if number in (errno.EBUSY, errno.EAGAIN) or "PermissionError(" in str(trouble):
        return PortStatus.BUSY
    return PortStatus.ABSENT


def _words_of(trouble: BaseException) -> str:
    """The system's own words."""
    number = trouble.errno if isinstance(trouble, OSError) else None
    return os.strerror(number) if number else str(trouble)
