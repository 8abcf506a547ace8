"""Starts `run` as the command does and says « painted » once both windows have been painted.

python -m benchmarks.first_frame [--stay] [options of run]
"""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from tabledisplay.__main__ import main
from ui.app import Stage

GIVE_UP_MS = 30_000
STAY = "--stay"


class FirstFrames(QObject):
    """Waits for the first picture of each window."""

    def __init__(self, *windows: QWidget, stay: bool) -> None:
        super().__init__()
        self._waiting = set(windows)
        self._stay = stay
        for window in windows:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's form
        if event.type() is QEvent.Type.Paint and watched in self._waiting:
            self._waiting.discard(watched)
            watched.removeEventFilter(self)
            if not self._waiting:
                # Comes when this picture is done, and before any timer.
                soon = QEvent(QEvent.Type.User)
                QCoreApplication.postEvent(self, soon, Qt.EventPriority.HighEventPriority.value)
        return False

    def customEvent(self, event: QEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        print("painted", time.process_time(), flush=True)
        if not self._stay:
            QApplication.quit()


def watched(stage: Stage) -> None:
    """`Stage.open`, watched."""
    stay = STAY in sys.argv
    FirstFrames(stage.customer, stage.panel, stay=stay).setParent(stage)
    if not stay:
        QTimer.singleShot(GIVE_UP_MS, QApplication.quit)
    show(stage)


show = Stage.open

if __name__ == "__main__":
    Stage.open = watched  # type: ignore[assignment, method-assign] # seen from outside, not changed
    sys.exit(main(["run", *(option for option in sys.argv[1:] if option != STAY)]))
