"""The least that could show a reading: a thread that reads, a signal, a window that paints."""

from __future__ import annotations

import threading

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tabledisplay.shaker.serial_port import SerialPort

PANEL = (1280, 800)
KEYS = (
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "VALIDER",
    "CORRIGER",
    "COUP NUL",
    "TABLE",
    "PAIEMENTS",
    "21+3",
)
BOXES = ("PETIT", "Somme 10", "Duo 1-3", "Duo 1-6", "Duo 3-6", "Plein 1", "Plein 3", "Plein 6")


class Bare(QWidget):
    """The last line read, painted as one text."""

    heard = Signal(bytes)

    def __init__(self, path: str) -> None:
        super().__init__()
        self.resize(*PANEL)
        self.line = ""
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
        self.line = line.decode()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        QPainter(self).drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.line)

    def stop(self) -> None:
        """Let the thread end and give the port back."""
        self._stop.set()
        self._thread.join()
        self._port.close()


class BarePicture(Bare):
    """The same with as much to paint as the panel has: a title, three dice, boxes, keys."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802 - Qt's form
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor("#0d1013"))
        cell(painter, QRectF(18, 18, 1244, 61), "À VALIDER", 27)
        cell(painter, QRectF(18, 90, 884, 61), self.line, 26)
        for n, face in enumerate((1, 3, 6)):
            die(painter, QRectF(40 + 170 * n, 220, 150, 150), face)
        cell(painter, QRectF(560, 220, 300, 70), "Total 10", 53)
        for n, box in enumerate(BOXES):
            cell(painter, QRectF(40 + 205 * (n % 4), 400 + 62 * (n // 4), 190, 53), box, 27)
        for n, key in enumerate(KEYS):
            cell(painter, QRectF(690 + 145 * (n % 4), 550 + 80 * (n // 4), 131, 72), key, 30)


def cell(painter: QPainter, room: QRectF, text: str, size: int) -> None:
    """A text on a rounded ground."""
    font = QFont()
    font.setPixelSize(size)
    painter.setFont(font)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#262d35"))
    painter.drawRoundedRect(room, 12, 12)
    painter.setPen(QColor("#d5dbe1"))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def die(painter: QPainter, room: QRectF, face: int) -> None:
    """A body with as many pips as the face has."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#cdc7ba"))
    painter.drawRoundedRect(room, 27, 27)
    painter.setBrush(QColor("#0d1013"))
    for n in range(face):
        middle = QPointF(room.left() + 40 + 35 * (n % 3), room.top() + 50 + 50 * (n // 3))
        painter.drawEllipse(middle, 16, 16)
