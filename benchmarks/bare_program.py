"""The least program with the libraries of ours: bundled, it says what they alone weigh."""

import sys

import apsw
import msgspec
import platformdirs
import pyqtgraph
import serial
import tomlkit
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLabel


def main() -> int:
    app = QApplication(["bare"])
    label = QLabel(" ".join((apsw.apsw_version(), msgspec.__version__, serial.__version__)))
    label.setToolTip(" ".join((tomlkit.__version__, platformdirs.__version__)))
    label.setPixmap(QPixmap(QSvgRenderer().defaultSize()))
    chart = pyqtgraph.PlotWidget()
    for window in (label, chart):
        window.show()
    QTimer.singleShot(0, app.quit)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
