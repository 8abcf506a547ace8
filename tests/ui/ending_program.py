"""A program of its own that ends when it is asked to. Prints `ready`, then what happens to it.

python -m tests.ui.ending_program [stuck | slow | killing] [locked]
"""

import sys
import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from ui import session as limits
from ui.session import KioskGuard, Session


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


class Ear(QObject):
    """Hears that a window is asked to close, before the guard does."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Close:
            say("asked to close")
        return False


def main() -> int:
    asked = set(sys.argv[1:])
    if not asked & {"stuck", "slow"}:
        limits.LIMIT = 120.0  # an end in order is wanted here, however busy the machine
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    window = QWidget()
    guard = KioskGuard([window], locked="locked" in asked)
    ear = Ear()
    if "telling" in asked:
        window.installEventFilter(ear)
    session = Session(app, lambda: say("request heard") if "telling" in asked else None)
    session.ending.connect(lambda: say("ending"))
    session.ending.connect(guard.release)
    guard.closed.connect(session.ask)
    window.showFullScreen()
    window.setWindowTitle("guarded")

    def ready() -> None:
        say("ready")
        if "stuck" in asked:
            hang()

    QTimer.singleShot(0, ready)
    if "closing" in asked:
        QTimer.singleShot(50, lambda: say(f"closed {window.close()}"))
        QTimer.singleShot(60, lambda: (app.quit(), say(f"visible {window.isVisible()}")))
    app.exec()
    session.end()
    if "slow" in asked:
        hang()
    session.done()
    say("closed in order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
