"""Fingers and keys of the keyboard, for tests."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.croupier.hold_key import HoldKey
from ui.croupier.keys import Key

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def tap(qtbot: QtBot, *keys: Key) -> None:
    """Tap these keys one after the other."""
    for key in keys:
        qtbot.mouseClick(key, LEFT)


def hold(qtbot: QtBot, key: HoldKey) -> None:
    """Hold a key until its ring is full."""
    qtbot.mousePress(key, LEFT)
    with qtbot.waitSignal(key.held):
        pass
    qtbot.mouseRelease(key, LEFT)


def press(qtbot: QtBot, widget: QWidget, *keys: Qt.Key) -> None:
    """Press and release keys of the keyboard."""
    for key in keys:
        qtbot.keyClick(widget, key)


def held_down(widget: QWidget, key: Qt.Key, times: int = 20) -> None:
    """A key of the keyboard that repeats while it is down."""
    for n in range(times):
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE, "", n > 0)
        QCoreApplication.sendEvent(widget, event)
    QCoreApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyRelease, key, NONE))
