"""The customer screen at 1080p beside a bare window that shows the same picture.

`python -m benchmarks customer`, or `python -m benchmarks.bench_customer` for this alone.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QRect, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPicture, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.measured import Aim, Measured, percentile, resident
from tabledisplay.game.state import Phase, Round
from tabledisplay.public_view import PublicView, Sampling, public_view
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.settings import CustomerSettings, Settings
from ui.customer.motion import FADE_MS
from ui.customer.window import CustomerWindow
from ui.demo_scenes import finished, rounds, scene, seen, state

SIZE = (1920, 1080)
FRAMES = 400
FRAME_MS = 16.0
REBUILD_MS = 50.0
IDLE_S = 4.0
SETTLED = 1_000
"""Rounds after which caches are full: growth is counted from there."""


class Bare(QWidget):
    """The same picture as drawing commands already recorded, or as a finished pixmap."""

    def __init__(self, picture: QPicture | QPixmap) -> None:
        super().__init__()
        self.picture = picture
        self.resize(*SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's form
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        if isinstance(self.picture, QPixmap):
            painter.drawPixmap(0, 0, self.picture)
        else:
            painter.drawPicture(0, 0, self.picture)


def timed(act: Callable[[int], None], times: int) -> list[float]:
    """Milliseconds of each call."""
    return [wall for wall, _ in clocked(act, times)]


def clocked(act: Callable[[int], None], times: int) -> list[tuple[float, float]]:
    """Milliseconds of each call by the clock, and of the processor alone."""
    taken = []
    for n in range(times):
        begun, worked = time.perf_counter(), time.thread_time()
        act(n)
        spent = time.perf_counter() - begun, time.thread_time() - worked
        taken.append((1000 * spent[0], 1000 * spent[1]))
    return taken


def exposed(window: QWidget) -> None:
    """Shows the window and waits until its platform lets it paint."""
    window.show()
    loop = QEventLoop()
    QTimer.singleShot(300, loop.quit)
    loop.exec()


def shown(animations: str = "full") -> CustomerWindow:
    """The window with its charts, on the screen."""
    window = CustomerWindow(Settings(customer=CustomerSettings(animations=animations)))
    window.resize(*SIZE)
    window.load_charts()
    exposed(window)
    return window


def bare(window: CustomerWindow, *, recorded: bool) -> Bare:
    """A bare window with what the customer window shows now."""
    if not recorded:
        beside = Bare(window.grab())
    else:
        picture = QPicture()
        painter = QPainter(picture)
        window.paint_still(painter)
        painter.end()
        beside = Bare(picture)
    exposed(beside)
    return beside


def frames(window: CustomerWindow) -> Iterator[Measured]:
    """The bell's frames and the fade's, each beside a bare window that redraws the same part."""
    window.show_view(scene("shaking"))
    window.repaint()
    part = window.moving_rect()
    beside = bare(window, recorded=False)
    ours = clocked(lambda _: swing(window, part), FRAMES)
    other = timed(lambda _: beside.repaint(part), FRAMES)
    yield from both("frame of the bell", ours, other, "pixmap, same part")
    window.show_view(scene("no_more_bets"))
    window.show_view(scene("confirmed"))
    part = window.veiled_rect()
    beside.close()
    beside = bare(window, recorded=False)
    ours = clocked(lambda n: fade(window, n, part), FRAMES)
    window.settle()
    other = timed(lambda _: beside.repaint(part), FRAMES)
    yield from both("frame of the reveal", ours, other, "pixmap, same part")
    beside.close()


def swing(window: CustomerWindow, part: QRect) -> None:
    window.advance_bell()
    window.repaint(part)


def fade(window: CustomerWindow, n: int, part: QRect) -> None:
    window.fade_to(n * 16 % FADE_MS)
    window.repaint(part)


def both(
    name: str, ours: list[tuple[float, float]], other: list[float], what: str
) -> Iterator[Measured]:
    """Median and 99th percentile, and the latter against one frame.

    The limit is for a machine with two idle cores: the processor's own time stands for it.
    """
    wall, work = [one for one, _ in ours], [one for _, one in ours]
    yield Measured(f"{name}, p50", percentile(wall, 50), percentile(other, 50), "ms", what)
    yield Measured(f"{name}, p99", percentile(wall, 99), percentile(other, 99), "ms", what)
    p99 = percentile(work, 99)
    yield Measured(
        f"{name}, p99 processor", p99, FRAME_MS, "ms", "one frame at 60 Hz", Aim.AT_MOST, 1.0
    )


def rebuilds(window: CustomerWindow) -> Iterator[Measured]:
    """A new view painted whole, beside a bare window that replays the same drawing commands."""
    views = [
        seen(state(Phase.CONFIRMED, rounds(100 + n, seed=n, last=(Dice.of(1 + n % 6, 2, 5),))))
        for n in range(40)
    ]

    def renew(n: int) -> None:
        window.show_view(views[n % len(views)])
        window.settle()
        window.repaint()

    timed(renew, 5)
    ours = clocked(renew, 80)
    beside = bare(window, recorded=True)
    other = timed(lambda _: beside.repaint(), 80)
    beside.close()
    yield Measured(
        "new view painted, p50", percentile([wall for wall, _ in ours], 50),
        percentile(other, 50), "ms", "same commands replayed",
    )  # fmt: skip
    yield Measured(
        "new view painted, p50 processor", percentile([work for _, work in ours], 50),
        REBUILD_MS, "ms", "its limit", Aim.AT_MOST, 1.0,
    )  # fmt: skip


def idle(app: QApplication, window: CustomerWindow) -> Iterator[Measured]:
    """Processor time while nothing happens, beside a bare window."""
    window.show_view(scene("confirmed"))
    window.settle()
    beside = bare(window, recorded=False)
    spent = []
    for one, other in ((window, beside), (beside, window)):
        other.hide()
        exposed(one)
        begun = time.process_time()
        QTimer.singleShot(int(1000 * IDLE_S), app.quit)
        app.exec()
        spent.append(100 * (time.process_time() - begun) / IDLE_S)
    beside.close()
    yield Measured("processor while idle", spent[0], max(spent[1], 0.01), "%", "bare window")


def night(count: int) -> Iterator[float]:
    """Memory in MB after the first thousand rounds and after all, each round painted twice."""
    window = shown("none")
    window.resize(640, 360)
    views = evening(count)
    for n, view in enumerate(views, start=1):
        window.show_view(view)
        window.repaint()
        if n == 2 * min(SETTLED, count // 2):
            gc.collect()
            yield resident()
    gc.collect()
    yield resident()
    window.close()


def evening(count: int) -> Iterator[PublicView]:
    """Two views a round: bets open, and the result."""
    ruleset = load_ruleset()
    drawn = rounds(500, seed=3)
    history: tuple[Round, ...] = ()
    for number in range(1, count + 1):
        dice = drawn[number % 500].dice or Dice.of(1, 2, 3)
        at = replace(state(Phase.BETS_OPEN, history), number=number)
        yield public_view(at, ruleset, Sampling())
        history = (*history, finished(number, dice))[-500:]
        yield public_view(replace(at, phase=Phase.CONFIRMED, history=history), ruleset, Sampling())


def measure(args: argparse.Namespace) -> Iterator[Measured]:
    """Everything, in one run."""
    app = QApplication.instance() or QApplication([])
    app.setQuitOnLastWindowClosed(False)
    window = shown()
    yield from frames(window)
    yield from rebuilds(window)
    yield from idle(app, window)
    window.close()
    before, after = night(args.rounds)
    yield Measured(
        f"memory after {args.rounds} rounds", after, before, "MB", "after the first part",
        Aim.AT_MOST, 1.03,
    )  # fmt: skip


def main() -> None:
    """Prints these figures alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    for found in measure(parser.parse_args()):
        verdict = "" if found.target is None else (" MISSED" if found.missed else " held")
        print(
            f"{found.name:32} {found.ours:9.2f} {found.unit:3} beside {found.beside:9.2f}"
            f" ({found.other}), ratio {found.ratio:.2f}{verdict}",
            flush=True,
        )


if __name__ == "__main__":
    main()
