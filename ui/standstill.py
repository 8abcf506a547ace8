"""Why the table cannot open, shown where nobody reads standard error: in the kiosk, under Windows.

The sentence stands on the panel's monitor, the public's stays dark. After a while the program ends,
and whoever supervises it tries again: what was mended opens the table.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TextIO

from PySide6.QtCore import QEventLoop, QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tabledisplay.health import FOLDER
from tabledisplay.startup import Options
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui import fonts
from ui.display import application
from ui.fonts import Weight
from ui.last_screens import recall
from ui.monitors import NOTHING, Window
from ui.screens import ScreenKeeper
from ui.theme import THEME

SHOWN_S = 20
"""Less than systemd's patience with a program that starts: it would kill this one as hung."""
SUPERVISOR = "NOTIFY_SOCKET"
"""The variable by which systemd says that it started this program."""
WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


def unread(environ: Mapping[str, str], stream: TextIO | None) -> bool:
    """Whether nobody sees standard error: a windowed build has none, systemd files it away."""
    return stream is None or SUPERVISOR in environ


def show(trouble: KnownTrouble, options: Options, words: Words) -> None:
    """The sentence on the screens for SHOWN_S seconds. Where there is no screen, nothing."""
    try:
        application(words)
    except KnownTrouble:
        return
    from tabledisplay.doctor_settings import known_settings  # no start that goes well needs it

    supervised = SUPERVISOR in os.environ
    over = QEventLoop()
    page = StandstillPage(
        words.say("process.standstill"),
        words.say(trouble.key, **trouble.values),
        words.say("process.standstill_again", seconds=SHOWN_S) if supervised else "",
    )
    page.left = None if supervised else over.quit
    keeper = ScreenKeeper(
        {Window.CUSTOMER: Dark(), Window.CROUPIER: page},
        known_settings(options).settings,
        side_by_side=not supervised,
        remembered=recall(options.data / FOLDER) if supervised else NOTHING,
    )
    keeper.start()
    QTimer.singleShot(SHOWN_S * 1000, over.quit)
    over.exec()
    keeper.stop()


class Dark(QWidget):
    """What customers see meanwhile: nothing."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's form
        QPainter(self).fillRect(self.rect(), QColor(THEME.ground))


class StandstillPage(Dark):
    """What is the matter, the sentence that says what to do, and what comes next."""

    def __init__(self, title: str, sentence: str, next_step: str) -> None:
        super().__init__()
        self._parts = (
            (title, Weight.BOLD, 0.068, THEME.stop),
            (sentence, Weight.REGULAR, 0.046, THEME.text),
            (next_step, Weight.REGULAR, 0.034, THEME.muted),
        )
        self.left: Callable[[], None] | None = None
        """Called by a touch or Escape, where a person started the program by hand."""
        self.setWindowTitle("tabledisplay")
        self.setAccessibleName(" ".join((title, sentence, next_step)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        size = min(self.height(), self.width())
        margin = size * 0.1
        room = QRectF(self.rect()).adjusted(margin, size * 0.16, -margin, -margin)
        for text, weight, share, colour in self._parts:
            painter.setFont(fonts.font("fr", weight, round(size * share)))
            painter.setPen(QColor(colour))
            painter.drawText(room, WRAPPED, text)
            room.setTop(painter.boundingRect(room, WRAPPED, text).bottom() + size * 0.05)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's form
        self._leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self._leave()

    def _leave(self) -> None:
        if self.left is not None:
            self.left()
