"""The keys under the croupier's fingers: flat, large, sure.

A key acts when the finger leaves it, if it is still there. Each finger of a touch screen has its
own key. A key that does not apply stays in place, greyed, and shakes softly when tapped.
"""

from __future__ import annotations

from enum import Enum
from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QEventPoint,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui.croupier import key_paint
from ui.croupier.gate import SAME_KEY_MS, Clock, Fingers, Gate, Since
from ui.croupier.key_paint import Face, Look
from ui.croupier.shaking import Shaking


class Touched(Enum):
    """What became of a press."""

    NOTHING = 0
    HELD = 1
    DEAD = 2


class Key(QAbstractButton):
    """One key. `tapped`: a good tap. `missed`: a tap while it does not apply, or a slip."""

    tapped = Signal()
    missed = Signal()

    def __init__(
        self,
        look: Look = Look.SECONDARY,
        parent: QWidget | None = None,
        *,
        fingers: Fingers | None = None,
        gate: Gate | None = None,
        debounce: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.face = Face(look)
        self._asked: tuple[str, str, dict[str, object]] | None = None
        self._fingers, self._gate = fingers, gate
        self._last = None if debounce is None else Since(debounce)
        self._touched = Touched.NOTHING
        self._finger: int | None = None
        self._shaking = Shaking(self.update, self)
        self.clicked.connect(self._pressed_by_name)

    def show_face(self, caption: str, *, name: str = "", **traits: object) -> None:
        """What stands on the key; `name` is what a screen reader says instead of the caption."""
        asked = caption, name, traits
        if asked == self._asked:
            return
        self._asked = asked
        said = " ".join((name or caption).split())
        if (more := traits.get("sub")) and not name:
            said = f"{said} ({more})"
        if said != self.accessibleName():
            self.setAccessibleName(said)
        face = self.face.changed(caption=caption, **traits)
        if face != self.face:
            self.face = face
            self.update()

    def rescale(self, px_per_mm: float) -> None:
        """Pixels per millimetre from now on."""
        if px_per_mm != self.face.mm:
            self.face = self.face.changed(mm=px_per_mm)
            self.update()

    def set_live(self, live: bool) -> None:
        """Whether the key applies now. The focus does not wander off to another key by itself."""
        if live == self.isEnabled():
            return
        if not live:
            self.cancel()
            above = self.parentWidget()
            if self.hasFocus() and above is not None:
                above.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setEnabled(live)

    def cancel(self) -> None:
        """Forget a finger that is down."""
        if self._fingers is not None:
            self._fingers.lift(self)
        self._touched, self._finger = Touched.NOTHING, None
        self.setDown(False)

    def miss(self) -> None:
        """Say no, softly."""
        self._shaking.start()
        self.missed.emit()

    def tap(self) -> None:
        """What Enter or a digit does for this key: a press and a release at once."""
        self._press()
        self._lift(inside=True)

    def event(self, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.TouchBegin | QEvent.Type.TouchUpdate | QEvent.Type.TouchEnd:
                self._follow(cast(QTouchEvent, event))
                event.accept()
                return True
            case QEvent.Type.TouchCancel:
                self.cancel()
                return True
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                if cast(QMouseEvent, event).button() == Qt.MouseButton.LeftButton:
                    self._press()
                return True
            case QEvent.Type.MouseMove:
                self._move(self._holds(cast(QMouseEvent, event).position()))
                return True
            case QEvent.Type.MouseButtonRelease:
                mouse = cast(QMouseEvent, event)
                if mouse.button() == Qt.MouseButton.LeftButton:
                    self._lift(inside=self._holds(mouse.position()))
                return True
            case QEvent.Type.ContextMenu:
                return True
            case _:
                return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            event.ignore()
        elif not event.isAutoRepeat():
            self._press()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            event.ignore()
        elif not event.isAutoRepeat():
            self._lift(inside=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.cancel()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(self._shaking.offset, 0)
        key_paint.draw(
            painter,
            self.size(),
            self.face,
            live=self.isEnabled(),
            down=self.isDown(),
            focus=self.hasFocus(),
        )

    def _holds(self, position: QPointF) -> bool:
        """Whether the finger is still on the key; it may roll a little over its border."""
        slack = self.height() / 6
        room = QRectF(self.rect()).adjusted(-slack, -slack, slack, slack)
        return room.contains(position)

    def _follow(self, event: QTouchEvent) -> None:
        """Follow the first finger on this key; a second one on the same key is nothing."""
        for point in event.points():
            if self._finger is None and point.state() == QEventPoint.State.Pressed:
                self._finger = point.id()
                self._press()
            elif point.id() == self._finger:
                inside = self._holds(self.mapFromGlobal(point.globalPosition()))
                if point.state() == QEventPoint.State.Released:
                    self._finger = None
                    self._lift(inside=inside)
                else:
                    self._move(inside)

    def _press(self) -> None:
        if not self.isEnabled():
            self.miss()
            return
        if self._gate is not None and not self._gate.is_open:
            self._touched = Touched.DEAD
            return
        if self._last is not None:
            bounced = self._last.within(SAME_KEY_MS)
            if bounced:
                self._touched = Touched.DEAD
                return
            self._last.start()
        if self._fingers is not None:
            self._fingers.press(self)
        self._touched = Touched.HELD
        self.setDown(True)

    def _move(self, inside: bool) -> None:
        if self._touched is Touched.HELD:
            self.setDown(inside)

    def _lift(self, *, inside: bool) -> None:
        touched, self._touched = self._touched, Touched.NOTHING
        self.setDown(False)
        alone = self._fingers is None or self._fingers.lift(self)
        if touched is not Touched.HELD or not inside:
            return
        if alone:
            self.tapped.emit()
        else:
            self.miss()

    def _pressed_by_name(self) -> None:
        """A screen reader's press."""
        self.tap()
