"""One or two lines of plain words above the page: what is wrong, or what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import assert_never

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from tabledisplay.game.decide import Refused
from tabledisplay.game.state import Phase
from ui.croupier import lettering, theme
from ui.croupier.acts import Typing, current_alarm
from ui.croupier.kept import PICTURES
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, RIGHT, Letters
from ui.croupier.scene import Scene


class Weighty(IntEnum):
    """How much a sentence matters; the weightiest is shown."""

    HINT = 0
    NOTE = 1
    ALARM = 2
    REFUSAL = 3
    BANNER = 4


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence and its weight. `more`: further alarms that wait to be read."""

    text: str
    weight: Weighty
    more: int = 0


def saying(scene: Scene, typing: Typing, refused: Refused | None, note: str | None) -> Saying:
    """The one thing to say now."""
    view, words = scene.croupier, scene.words
    if not view.recorded:
        return Saying(words.core("refused.journal_failed"), Weighty.BANNER)
    if refused is not None:
        return Saying(refusal(scene, refused), Weighty.REFUSAL)
    if scene.trouble is not None:
        return Saying(scene.trouble, Weighty.ALARM)
    alarm = current_alarm(view)
    if alarm is not None:
        return Saying(words.core(f"alarm.{alarm.code}"), Weighty.ALARM, len(view.alarms) - 1)
    if view.untrusted:
        return Saying(words.core("alarm.untrusted"), Weighty.ALARM, len(view.alarms))
    if note is not None:
        return Saying(note, Weighty.NOTE)
    return Saying(hint(scene, typing), Weighty.HINT, len(view.alarms))


def refusal(scene: Scene, refused: Refused) -> str:
    """Why not, in words."""
    core = scene.words.core
    if refused.code in ("pin_required", "pin_wrong", "pin_locked"):
        return core(f"refused.{refused.code}", role=core(f"role.{refused.role or refused.detail}"))
    name, _, field = refused.detail.partition(":")
    return core(f"refused.{name or refused.code}", field=field)


def hint(scene: Scene, typing: Typing) -> str:
    """What the croupier does next."""
    view = scene.croupier
    match view.phase:
        case Phase.CLOSED | Phase.READY | Phase.SHAKING | Phase.BETS_OPEN | Phase.CONFIRMED:
            key = view.phase.value
        case Phase.NO_MORE_BETS if view.suggestion is not None and typing.entry.empty:
            key = "flaw"
        case Phase.NO_MORE_BETS:
            key = "typed" if typing.entry.complete else "no_more_bets"
        case Phase.PROPOSED:
            key = "correcting" if typing.correcting else "proposed"
        case Phase.VOID:
            key = "void"
        case _:
            assert_never(view.phase)
    return scene.words.say(f"hint.{key}")


def colour(weight: Weighty) -> QColor:
    """Red is for alarms only."""
    match weight:
        case Weighty.HINT:
            return theme.QUIET
        case Weighty.NOTE:
            return theme.TEXT
        case Weighty.REFUSAL:
            return theme.CALL
        case Weighty.ALARM | Weighty.BANNER:
            return theme.ALARM
        case _:
            assert_never(weight)


class Strip(Key):
    """The words above the page; a tap opens the list of alarms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Look.QUIET, parent)
        self._saying = Saying("", Weighty.HINT)

    def show_saying(self, said: Saying, more: str) -> None:
        """Show the sentence; `more` says how many alarms there are besides."""
        self.setAccessibleName(" ".join(filter(None, (said.text, more))))
        if (said, more) != (self._saying, self.face.hint):
            self._saying = said
            self.face = self.face.changed(hint=more)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        what = Strip, self._saying, self.face.told, self.hasFocus()
        PICTURES.draw(QPainter(self), self.size(), what, self._paint)

    def _paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mm = self.face.mm
        loud = self._saying.weight >= Weighty.ALARM and self._saying.weight != Weighty.REFUSAL
        ink = colour(self._saying.weight)
        painter.setPen(QPen(theme.FOCUS, 0.5 * mm) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(theme.ALARM_GROUND if loud else theme.SURFACE)
        painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), 1.4 * mm, 1.4 * mm)
        inner = room.adjusted(2.4 * mm, 0.3 * mm, -2.4 * mm, -0.3 * mm)
        if loud:
            self._sign(painter, inner, mm)
            inner.setLeft(inner.left() + 8 * mm)
        if self.face.hint:
            count = QRectF(inner.right() - 22 * mm, inner.top(), 22 * mm, inner.height())
            letters = Letters(round(3.6 * mm), round(3.2 * mm), BOLD)
            lettering.draw(painter, count, self.face.hint, letters, theme.ALARM, RIGHT)
            inner.setRight(count.left() - 2 * mm)
        letters = Letters(round(4.4 * mm), round(3.2 * mm), MEDIUM)
        lettering.draw(painter, inner, self._saying.text, letters, ink, LEFT)

    def _sign(self, painter: QPainter, room: QRectF, mm: float) -> None:
        """A disc with an exclamation mark: red is never alone."""
        side = 5.6 * mm
        disc = QRectF(room.left(), room.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.ALARM)
        painter.drawEllipse(disc)
        lettering.draw(painter, disc, "!", Letters(round(4.4 * mm), 1, BOLD), theme.INK)
