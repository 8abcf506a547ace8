"""What happens when something of ours fails: it is noted, the screens go on, nobody sees a trace.

Exit codes of the program: 0 ended as asked · 1 a check failed · 2 bad usage, input or settings ·
70 a bug ended it. A fault of native code, or systemd's watchdog, ends it by a signal. After a bug
or a signal the supervisor starts it again; crash_history.py decides how plainly.
"""

from __future__ import annotations

import contextlib
import faulthandler
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)

from tabledisplay.logs import FAULT_FILE, LAST_FAULT_FILE, Kind, Log
from tabledisplay.trouble import KnownTrouble

if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from threading import ExceptHookArgs

BUG = 70
"""Exit code after a bug: EX_SOFTWARE."""
KINDS_KEPT = 200
"""Different bugs told apart; more than that are one."""


class CrashNet(QObject):
    """Catches what nobody caught, from `install` to `remove`."""

    bug = Signal()
    """A bug not seen before in this run. Delivered by the event loop, in the GUI thread."""

    def __init__(self, log: Log, on_bug: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.log = log
        self.on_bug = on_bug
        """Called in the GUI thread for each new bug: show the neutral public screen."""
        self.bugs = 0
        self._seen: dict[tuple[str, str, int], int] = {}
        self._fault: BinaryIO | None = None
        self.bug.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def open_fault_file(self, folder: Path) -> None:
        """Native faults write every thread's stack there; that of the last run is kept beside."""
        path = folder / FAULT_FILE
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                self.log.warn(Kind.FAULT, length=path.stat().st_size)
                path.replace(folder / LAST_FAULT_FILE)
            self._fault = path.open("wb")
            faulthandler.enable(self._fault)

    def hook(self) -> None:
        """From here on nothing fails unseen."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread
        sys.unraisablehook = self._on_unraisable
        self._qt_before = qInstallMessageHandler(self._on_qt)

    def remove(self) -> None:
        """All hooks as they were before. The log is closed."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        qInstallMessageHandler(self._qt_before)
        if self._fault is not None:
            faulthandler.disable()
            self._fault.close()
        self.log.close()

    def caught(self, where: str, error: BaseException | None, trace: TracebackType | None) -> None:
        """Note a bug: in full when it is new, then only each time its count has doubled."""
        if isinstance(error, KeyboardInterrupt | SystemExit):
            return
        self.bugs += 1
        key = _place(error, trace)
        if key not in self._seen and len(self._seen) >= KINDS_KEPT:
            key = ("", "", 0)
        count = self._seen[key] = self._seen.get(key, 0) + 1
        if count == 1:
            self.log.error(Kind.BUG, where, error, trace)
            self.bug.emit()
        elif count & (count - 1) == 0:
            self.log.warn(Kind.BUG, part="again", count=count)

    @Slot()
    def _deliver(self) -> None:
        if self.on_bug is not None:
            self.on_bug()

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        del kind
        self._quietly("main", error, trace)

    def _on_thread(self, failed: ExceptHookArgs) -> None:
        name = failed.thread.name if failed.thread else "thread"
        self._quietly(name, failed.exc_value, failed.exc_traceback)

    def _on_unraisable(self, failed: UnraisableHookArgs) -> None:
        self._quietly("unraisable", failed.exc_value, failed.exc_traceback)

    def _quietly(
        self, where: str, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.caught(where, error, trace)
        except Exception:  # noqa: BLE001 - a hook that fails would only fail again in itself
            self.bugs += 1

    def _on_qt(self, kind: QtMsgType, context: QMessageLogContext, text: str | None) -> None:
        del context
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
            self.log.foreign(Kind.QT, text or "")


def _place(error: BaseException | None, trace: TracebackType | None) -> tuple[str, str, int]:
    """Where it was raised: the innermost frame."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__, "", 0
    return type(error).__name__, trace.tb_frame.f_code.co_filename, trace.tb_lineno


def install(
    log_folder: Path, megabytes: int = 20, on_bug: Callable[[], None] | None = None
) -> CrashNet:
    """Open log and fault file, then catch everything. Needs no QApplication, no stderr."""
    net = CrashNet(Log(log_folder, megabytes), on_bug)
    net.open_fault_file(log_folder)
    net.hook()
    return net


def guarded(net: CrashNet, action: Callable[[], int]) -> int:
    """What the action answers; BUG if it fails by a bug. KnownTrouble passes: it has words."""
    try:
        return action()
    except KnownTrouble:
        raise
    except Exception as error:  # noqa: BLE001 - the one place where a bug becomes an exit code
        net.caught("main", error, error.__traceback__)
        return BUG
