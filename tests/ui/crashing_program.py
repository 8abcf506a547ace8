"""A program of its own in which things fail. Its only words are those of `say`.

python -m tests.ui.crashing_program LOGS WHAT
"""

import faulthandler
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer, qWarning
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui.crash import CrashNet, guarded, install

LEAST = {"slot": 10, "neutral": 10, "paint": 6, "thread": 1, "unraisable": 1}
"""Bugs that must have come before the program has seen enough."""


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


class Broken:
    def __del__(self) -> None:
        raise RuntimeError("while it goes: 5 2 5")


class Painted(QWidget):
    paints = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        Painted.paints += 1
        if Painted.paints < 6:
            self.update()
        raise ValueError("no such face in (5, 2, 5)")


def fail_in_thread() -> None:
    raise LookupError("$RS,5,2,5")


def fail() -> None:
    raise ValueError("dice 5 2 5")


def act(what: str, app: QApplication, net: CrashNet) -> int:
    said = [] if what in LEAST else ["nothing to say"]

    def neutral() -> None:
        said.append("neutral")
        say(f"neutral {threading.current_thread() is threading.main_thread()}")
        if what == "neutral":
            fail()

    net.on_bug = neutral
    window = Painted() if what == "paint" else QWidget()
    match what:
        case "slot" | "neutral":
            for _ in range(10):
                QTimer.singleShot(0, fail)
        case "paint":
            window.show()
        case "thread":
            threading.Thread(target=fail_in_thread, name="reader").start()
        case "unraisable":
            QTimer.singleShot(0, lambda: Broken() and None)
        case "qt":
            QTimer.singleShot(0, lambda: qWarning("something about 5 2 5"))
        case "fault":
            QTimer.singleShot(0, faulthandler._sigsegv)
        case "start":
            fail()
    quiet = QTimer(app, interval=400)
    quiet.timeout.connect(lambda: net.bugs >= LEAST.get(what, 0) and said and app.quit())
    quiet.start()
    code = app.exec()
    say(f"still alive after {net.bugs}")
    return code


def main() -> int:
    logs, what = Path(sys.argv[1]), sys.argv[2]
    sys.stderr = None  # as in a windowed build
    net = install(logs)
    app = QApplication(sys.argv[:1])
    return guarded(net, lambda: act(what, app, net))


if __name__ == "__main__":
    sys.exit(main())
