"""How the program ends when it is asked to, and why nothing else ends or darkens it.

SIGTERM, SIGINT, SIGHUP (Ctrl-Break on Windows) and the end of the session end it within 2 s, a
stuck window or not: every fact is already in the journal. Alt+F4 in the kiosk does not.

The screens stay lit by SetThreadExecutionState on Windows. Under X11 the kiosk session says so
itself, before it starts the program: `xset s off -dpms`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from types import FrameType

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ui.again import AGAIN

LIMIT = 2.0
"""Seconds from the request to the end of the process."""
ENDING = tuple(
    int(getattr(signal, name))
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)


def _noted(number: int, frame: FrameType | None) -> None:
    """Python's own handler does nothing: the wake-up socket has told the listening thread."""


class Session(QObject):
    """Listens for requests to end, from the moment it is made to `end`. Main thread only."""

    ending = Signal()
    """Emitted once, before the event loop is left."""
    _heard = Signal()

    def __init__(self, app: QGuiApplication, on_request: Callable[[], None] | None = None) -> None:
        """`on_request`: done at once, beside the GUI thread, even if that one is stuck."""
        super().__init__(app)
        self._on_request = on_request
        self._is_ending = False
        self._over = threading.Event()
        self._ears, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._handlers_before = {number: signal.signal(number, _noted) for number in ENDING}
        self._heard.connect(self.ask, Qt.ConnectionType.QueuedConnection)
        app.commitDataRequest.connect(self._announce)
        threading.Thread(target=self._listen, name="session end", daemon=True).start()

    @Slot()
    def ask(self) -> None:
        """Leave the event loop. Not quit(): that asks the windows, and the kiosk's say no."""
        self._announce()
        QCoreApplication.exit(0)

    @Slot()
    def ask_again(self) -> None:
        """Leave the event loop to start the program again."""
        self._announce()
        QCoreApplication.exit(AGAIN)

    @Slot()
    def _announce(self) -> None:
        if not self._is_ending:
            self._is_ending = True
            self.ending.emit()

    def end(self) -> None:
        """Give the signals back. A request already heard keeps its limit until `done`."""
        if not self._handlers_before:
            return
        signal.set_wakeup_fd(self._wakeup_before)
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._handlers_before = {}
        self._mouth.close()

    def done(self) -> None:
        """All is closed: whoever is still there after this is no longer cut short."""
        self.end()
        self._over.set()

    def _listen(self) -> None:
        with self._ears:
            while numbers := self._ears.recv(64):
                if set(numbers) & set(ENDING):
                    self._heard.emit()
                    if self._on_request is not None:
                        threading.Thread(target=self._on_request, daemon=True).start()
                    if not self._over.wait(LIMIT):
                        os._exit(0)


class KioskGuard(QObject):
    """While locked, no window closes and none opens a menu. Unlocked, closing one ends all."""

    closed = Signal()
    """Someone closed a window, and may."""

    def __init__(
        self, windows: Iterable[QWidget], *, locked: bool, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._locked = locked
        for window in windows:
            window.installEventFilter(self)

    @Slot()
    def release(self) -> None:
        """Windows may close from now on: the program ends."""
        self._locked = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """True for what a locked window must not hear."""
        match event.type():
            case QEvent.Type.Close if self._locked:
                event.ignore()
                return True
            case QEvent.Type.Close:
                self.closed.emit()
                return False
            case QEvent.Type.ContextMenu:
                return self._locked
            case _:
                return super().eventFilter(watched, event)


def keep_awake() -> bool:
    """Keep screens and PC awake while the calling (GUI) thread lives. False: not ours to say."""
    if sys.platform == "win32":
        continuous, system, display = 0x80000000, 0x1, 0x2
        was = ctypes.windll.kernel32.SetThreadExecutionState(continuous | system | display)
        return bool(was)
    else:  # noqa: RET505 - mypy reads the branch of its own platform only
        return False
