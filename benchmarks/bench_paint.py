"""From the last byte of a reading on a pseudo-terminal to its dice painted on the panel.

Beside it the least that could do the same: a thread that reads, a signal, a window that paints.
Both read the same bytes, written in turns.
"""

from __future__ import annotations

import os
import threading
import time
import tty
from argparse import Namespace
from collections.abc import Callable, Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.measured import Measured, percentile
from tabledisplay.croupier_view import LinkState
from tabledisplay.game.commands import CloseBets, ConfirmDice, OpenTable
from tabledisplay.game.state import Phase
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.frames import Head, Motor, ReadingFrame, StateFrame
from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.serial_port import SerialPort
from tabledisplay.shaker.slp1 import encode
from tabledisplay.startup import Options, load_settings_or_last_good, make_data_folder
from tabledisplay.words import Words
from ui.app import Stage
from ui.display import application

ROUNDS = 200
PANEL = (1280, 800)
GIVE_UP_MS = 10_000


class Line:
    """A serial line: the program opens `path`, the measurement writes."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.path = os.ttyname(self._theirs)

    def write(self, data: bytes) -> None:
        os.write(self._ours, data)


class Painted(QObject):
    """When a widget's next pictures were done."""

    done = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.at = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802 - Qt's form
        if event.type() is QEvent.Type.UpdateRequest:
            # The picture is made while this event is handled; what is posted now comes after it.
            soon = QEvent(QEvent.Type.User)
            QApplication.postEvent(self, soon, Qt.EventPriority.HighEventPriority.value)
        return False

    def customEvent(self, event: QEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        self.at = time.perf_counter()
        self.done.emit()


class Bare(QWidget):
    """The dice of the last line read, painted as digits."""

    heard = Signal(bytes)

    def __init__(self, path: str) -> None:
        super().__init__()
        self.resize(*PANEL)
        self._line = b""
        self.heard.connect(self._show)
        self._port = SerialPort(path, 115200)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        held = b""
        while not self._stop.is_set():
            held += self._port.read()
            line, end, rest = held.rpartition(b"\n")
            if end:
                held = rest
                self.heard.emit(line)

    def _show(self, line: bytes) -> None:
        self._line = line
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        QPainter(self).drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._line.decode())

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._port.close()


class Device:
    """Says what a shaker says, in its order."""

    def __init__(self) -> None:
        self._seq = 0
        self._begun = time.perf_counter()
        self.round = 0

    def _head(self) -> Head:
        self._seq += 1
        uptime = 600_000 + round((time.perf_counter() - self._begun) * 1000)
        return Head("0000A7F3", "0C21", self._seq, uptime)

    def state(self, state: ShakerState, lid: Lid, motor: Motor) -> bytes:
        return encode(StateFrame(self._head(), "ST", state, lid, motor, self.round, 0))

    def reading(self) -> bytes:
        n = self.round
        faces = (1 + n % 6, 1 + n // 6 % 6, 1 + n // 36 % 6)
        clean = (0, 0, 0, 0)
        return encode(
            ReadingFrame(self._head(), n, Lid.OPEN, Motor.STOPPED, faces, clean)  # type: ignore[arg-type]  # faces are 1 to 6
        )


def wait(until: Callable[[], bool]) -> None:
    """Let the event loop run until it holds."""
    loop = QEventLoop()
    look = QTimer(interval=1)
    look.timeout.connect(lambda: loop.quit() if until() else None)
    give_up = QTimer(singleShot=True, interval=GIVE_UP_MS)
    give_up.timeout.connect(loop.quit)
    look.start()
    give_up.start()
    loop.exec()
    assert until()


def took(line: Line, data: bytes, painted: Painted) -> float:
    """Milliseconds from the last byte written to the next picture of that window."""
    loop = QEventLoop()
    painted.done.connect(loop.quit)
    give_up = QTimer(singleShot=True, interval=GIVE_UP_MS)
    give_up.timeout.connect(loop.quit)
    give_up.start()
    painted.at = 0.0
    line.write(data)
    written = time.perf_counter()
    loop.exec()
    painted.done.disconnect(loop.quit)
    assert painted.at > written
    return (painted.at - written) * 1000


def measure(args: Namespace) -> Iterator[Measured]:
    """Readings to the panel, in turns with the bare window."""
    ours_line, bare_line = Line(), Line()
    options = Options(args.folder / "paint", ports=(ours_line.path,))
    make_data_folder(options.data)
    app = application(Words(), offscreen=True)
    stage = Stage(options, load_settings_or_last_good(options))
    stage.open()
    bare = Bare(bare_line.path)
    bare.show()
    stage.panel.resize(*PANEL)
    ours, theirs = [], []
    try:
        for panel_ms, bare_ms in rounds(stage, ours_line, bare, bare_line):
            ours.append(panel_ms)
            theirs.append(bare_ms)
    finally:
        bare.stop()
        stage.close()
    app.closeAllWindows()
    for percent in (50, 99):
        yield Measured(
            f"reading to panel, p{percent}",
            percentile(ours, percent),
            percentile(theirs, percent),
            "ms",
            "thread, signal, one text painted",
        )


def rounds(stage: Stage, line: Line, bare: Bare, bare_line: Line) -> Iterator[tuple[float, float]]:
    """One reading a round, to the panel and to the bare window."""
    table, device = stage.started.table, Device()
    panel_painted, bare_painted = Painted(stage.panel), Painted(bare)
    assert table.submit(OpenTable(parse_money(5))) is None
    line.write(device.state(ShakerState.IDLE, Lid.CLOSED, Motor.STOPPED))
    wait(lambda: table.snapshot.croupier.link is LinkState.CONNECTED)
    for _ in range(ROUNDS):
        device.round += 1
        line.write(device.state(ShakerState.MIXING, Lid.CLOSED, Motor.RUNNING))
        line.write(device.state(ShakerState.SETTLED, Lid.CLOSED, Motor.STOPPED))
        wait(lambda: table.state.phase is Phase.BETS_OPEN)
        assert stage.bridge.submit(CloseBets()) is None
        line.write(device.state(ShakerState.OPEN, Lid.OPEN, Motor.STOPPED))
        wait(lambda: table.state.current.bell_up)
        rest(0.03)  # all painted that had to be
        reading = device.reading()
        panel_ms = took(line, reading, panel_painted)
        assert table.state.phase is Phase.PROPOSED
        bare_ms = took(bare_line, reading, bare_painted)
        assert stage.bridge.submit(ConfirmDice()) is None
        yield panel_ms, bare_ms


def rest(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
