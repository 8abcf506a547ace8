"""The least that two windows with a chart can be: shown, painted, ended."""

from __future__ import annotations

import sys
import time

import pyqtgraph
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget


class Plain(QWidget):
    """A window with a word on it."""

    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        QPainter(self).drawText(self.rect().center(), self.windowTitle())
        if not self.painted:
            self.painted = True
            told.append(self.windowTitle())
            if len(told) == WINDOWS:
                QTimer.singleShot(0, tell)


WINDOWS = 2
told: list[str] = []


def tell() -> None:
    print("painted", time.process_time(), flush=True)
    if "--stay" not in sys.argv:
        QApplication.quit()


def main() -> int:
    app = QApplication(["bare"])
    customer, croupier = Plain(windowTitle="customer"), Plain(windowTitle="croupier")
    chart = pyqtgraph.PlotWidget()
    chart.addItem(pyqtgraph.BarGraphItem(x=range(6), height=range(6), width=0.8))
    room = QVBoxLayout(customer)
    room.setContentsMargins(0, 200, 0, 0)
    room.addWidget(chart)
    for window, size in ((customer, (1920, 1080)), (croupier, (1280, 800))):
        window.resize(*size)
        window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
