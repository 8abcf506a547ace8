"""A field that shows where each finger is: touch that lands elsewhere is seen at once."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QEventPoint, QMouseEvent, QPainter, QPen, QTouchEvent
from PySide6.QtWidgets import QWidget

from ui.croupier import lettering, theme
from ui.croupier.lettering import MEDIUM
from ui.croupier.painted import Painted


class TouchField(Painted):
    """Fingers, or the mouse, as crosses through the whole field."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.fingers: tuple[QPointF, ...] = ()

    def show_words(self, words: str) -> None:
        """What to do here."""
        self.show_shown(words, words)

    def event(self, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.TouchBegin | QEvent.Type.TouchUpdate | QEvent.Type.TouchEnd:
                points = cast(QTouchEvent, event).points()
                gone = QEventPoint.State.Released
                self._set(
                    tuple(
                        self.mapFromGlobal(p.globalPosition()) for p in points if p.state() != gone
                    )
                )
                event.accept()
                return True
            case QEvent.Type.TouchCancel | QEvent.Type.MouseButtonRelease:
                self._set(())
                return True
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseMove:
                self._set((cast(QMouseEvent, event).position(),))
                return True
            case _:
                return super().event(event)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        words = self.part(room, 0.06, 0.1, 0.88, 0.8)
        lettering.draw(painter, words, self.text(), self.letters(4.4, MEDIUM), theme.QUIET)
        for finger in self.fingers:
            painter.setPen(QPen(theme.SKY, 0.4 * self.mm))
            painter.drawLine(QPointF(room.left(), finger.y()), QPointF(room.right(), finger.y()))
            painter.drawLine(QPointF(finger.x(), room.top()), QPointF(finger.x(), room.bottom()))
            painter.setBrush(theme.SKY)
            painter.drawEllipse(finger, 2 * self.mm, 2 * self.mm)

    def _set(self, fingers: tuple[QPointF, ...]) -> None:
        self.fingers = fingers
        self.update()
