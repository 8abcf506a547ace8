"""A program of its own: two plain windows, kept by the real ScreenKeeper, that tells what is seen.

Each change is one line of JSON on stdout. What is seen is asked of the X server, pixel by pixel:
the customer window is wholly green, the panel wholly red. Ends when stdin does.

    python -m tests.ui.screens.two_windows [--customer NAME] [--croupier NAME] [--side-by-side]
"""

import argparse
import json
import os
import sys

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from tabledisplay.settings import CroupierSettings, CustomerSettings, Settings
from ui.monitors import ScreensReport, Window
from ui.screens import ScreenKeeper

COLOURS = {Window.CUSTOMER: "#00ff00", Window.CROUPIER: "#ff0000"}
NAMES = {colour: window.value for window, colour in COLOURS.items()}


def plain_window(window: Window) -> QWidget:
    widget = QWidget()
    widget.setWindowTitle(window.value)
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor(COLOURS[window]))
    widget.setPalette(palette)
    return widget


class Teller(QObject):
    """Prints the state of windows and screens whenever it has changed."""

    def __init__(self, windows: dict[Window, QWidget], keeper: ScreenKeeper) -> None:
        super().__init__()
        self._windows, self._keeper = windows, keeper
        self._report: ScreensReport | None = None
        self._reports = self._checks = 0
        self._said = ""
        self._panel_on: dict[str, int] = {}
        keeper.changed.connect(self._on_report)
        keeper._always.timeout.connect(self._on_check)
        self._timer = QTimer(self, interval=40)
        self._timer.timeout.connect(self.tell)
        self._timer.start()

    def _on_report(self, report: ScreensReport) -> None:
        self._report = report
        self._reports += 1

    def _on_check(self) -> None:
        self._checks += 1

    def tell(self) -> None:
        seen = {screen.name(): self._seen(screen) for screen in QGuiApplication.screens()}
        self._panel_on = {
            name: min(3, self._panel_on.get(name, 0) + 1)
            for name, windows in seen.items()
            if "croupier" in windows
        }
        state = {
            "screens": {
                screen.name(): screen.geometry().getRect() for screen in QGuiApplication.screens()
            },
            "seen": seen,
            "panel_on": self._panel_on,
            "troubles": self._report.troubles if self._report else None,
            "reports": self._reports,
            "resting": not self._keeper._rest.isActive(),
            "checks": self._checks,
            "dpr": {w.value: widget.devicePixelRatio() for w, widget in self._windows.items()},
        }
        for window, widget in self._windows.items():
            area = widget.geometry().getRect() if widget.isVisible() else None
            state[window.value] = area
        if (said := json.dumps(state)) != self._said:
            self._said = said
            sys.stdout.write(f"{said}\n")
            sys.stdout.flush()

    def _seen(self, screen) -> list[str]:
        """The windows whose colour stands anywhere on a grid of points of that screen."""
        picture = screen.grabWindow(0).toImage()
        seen = set()
        for column in range(1, 16):
            for row in range(1, 16):
                x, y = picture.width() * column // 16, picture.height() * row // 16
                seen.add(NAMES.get(picture.pixelColor(x, y).name(), "nothing"))
        return sorted(seen)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--customer", default="")
    options.add_argument("--croupier", default="")
    options.add_argument("--side-by-side", action="store_true")
    chosen = options.parse_args()
    app = QApplication(sys.argv[:1])
    windows = {window: plain_window(window) for window in Window}
    settings = Settings(
        customer=CustomerSettings(monitor=chosen.customer),
        croupier=CroupierSettings(monitor=chosen.croupier),
    )
    keeper = ScreenKeeper(windows, settings, side_by_side=chosen.side_by_side)
    keeper._always.setInterval(500)
    teller = Teller(windows, keeper)
    end = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    end.activated.connect(app.quit, Qt.ConnectionType.QueuedConnection)
    keeper.start()
    teller.tell()
    done = app.exec()
    keeper.stop()
    sys.stdout.flush()
    os._exit(done)


if __name__ == "__main__":
    sys.exit(main())
