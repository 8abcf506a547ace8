"""From the last byte of a reading on a pseudo-terminal to its dice painted on the panel.

Beside it bare programs that keep nothing: a thread that reads, a signal, a window that paints
one text, and one that paints as much as the panel shows. All read the same bytes, in turns.
"""

from __future__ import annotations

import os
import time
import tty
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.bare_paint import PANEL, Bare, BarePicture
from benchmarks.measured import Measured, percentile
from tabledisplay.croupier_view import LinkState
from tabledisplay.game.commands import CloseBets, ConfirmDice, OpenTable
from tabledisplay.game.state import Phase
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.frames import Head, Motor, ReadingFrame, StateFrame
from tabledisplay.shaker.messages import Lid, ShakerState
from tabledisplay.shaker.slp1 import encode
from tabledisplay.startup import Options, load_settings_or_last_good, make_data_folder
from tabledisplay.words import Words
from ui.app import Stage
from ui.display import application

ROUNDS = 200
AT_MOST = 1.5
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
    """Readings to the panel, in turns with the bare windows."""
    lines = Line(), Line(), Line()
    options = Options(args.folder / "paint", ports=(lines[0].path,))
    make_data_folder(options.data)
    app = application(Words(), offscreen=True)
    stage = Stage(options, load_settings_or_last_good(options))
    stage.open()
    bare, picture = Bare(lines[1].path), BarePicture(lines[2].path)
    stage.panel.resize(*PANEL)
    windows = stage.panel, bare, picture
    try:
        bare.show()
        picture.show()
        took = list(rounds(stage, [*zip(lines, map(Painted, windows), strict=True)]))
    finally:
        bare.stop()
        picture.stop()
        stage.close()
    app.closeAllWindows()
    ours, text, full = zip(*took, strict=True)
    for percent in (50, 99):
        name = f"reading to panel, p{percent}"
        mine = percentile(ours, percent)
        yield Measured(name, mine, percentile(text, percent), "ms", "thread, signal, one text")
        yield Measured.at_most(
            name,
            mine,
            percentile(full, percent),
            "ms",
            "thread, signal, as full a picture",
            limit=AT_MOST,
        )


def rounds(stage: Stage, told: Sequence[tuple[Line, Painted]]) -> Iterator[list[float]]:
    """One reading a round, to the panel and to each bare window: the milliseconds each took."""
    table, device, line = stage.started.table, Device(), told[0][0]
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
        yield [took(each, reading, painted) for each, painted in told]
        assert table.state.phase is Phase.PROPOSED
        assert stage.bridge.submit(ConfirmDice()) is None


def rest(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
