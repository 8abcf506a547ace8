"""The last ten rounds of this opening, with the time and with what was not ordinary."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from tabledisplay.game.state import Round
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import Tag, tags
from ui.croupier import lettering, theme
from ui.croupier.casino_time import hour
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, REGULAR, RIGHT
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale
from ui.dice_art import paint_die

ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Recalled:
    """One finished round in words."""

    number: str
    time: str
    dice: Dice | None
    total: str
    tag: Tag | None
    tag_word: str
    remark: str


def recalled(scene: Scene) -> tuple[Recalled, ...]:
    """The last ten rounds, newest first."""
    return tuple(_told(scene, finished) for finished in scene.croupier.history[: -ROUNDS - 1 : -1])


def _told(scene: Scene, finished: Round) -> Recalled:
    words, dice = scene.words, finished.dice
    remarks = []
    if finished.void is not None:
        remarks.append(words.say("recall.void", reason=words.say(f"reason.{finished.void}")))
    if finished.corrected and finished.first_dice is not None:
        first = " ".join(map(str, finished.first_dice))
        remarks.append(words.say("recall.corrected", first=first))
    if finished.manual and dice is not None:
        remarks.append(words.say("recall.manual"))
    if finished.late:
        remarks.append(words.say("recall.late"))
    tag = None if dice is None else tags(dice)[0]
    return Recalled(
        words.say("recall.number", number=finished.number),
        hour(finished.at, scene.settings.table.timezone),
        dice,
        "" if dice is None else str(dice.total),
        tag,
        "" if tag is None else words.say(f"tag.{tag}"),
        ", ".join(remarks),
    )


class RecallList(Painted):
    """One line a round."""

    def show_scene(self, scene: Scene) -> None:
        """Show the last rounds of this moment."""
        rounds = recalled(scene)
        told = [
            " ".join(
                filter(None, (r.number, r.time, str(r.dice or ""), r.total, r.tag_word, r.remark))
            )
            for r in rounds
        ]
        nothing = scene.words.say("recall.nothing")
        self.show_shown((rounds, scene.red_faces), ". ".join(told) or nothing)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        inner = room.adjusted(2 * self.mm, 1.2 * self.mm, -2 * self.mm, -1.2 * self.mm)
        rounds, red_faces = self._shown if isinstance(self._shown, tuple) else ((), ())
        if not rounds:
            lettering.draw(painter, inner, self.text(), self.letters(6, MEDIUM), theme.QUIET)
            return
        height = min(inner.height() / ROUNDS, 14 * self.mm)
        for n, told in enumerate(rounds):
            at = QRectF(inner.left(), inner.top() + n * height, inner.width(), height)
            self._line(painter, at, told, red_faces, shaded=n % 2 == 0)

    def _line(
        self,
        painter: QPainter,
        room: QRectF,
        told: Recalled,
        red_faces: tuple[int, ...],
        *,
        shaded: bool,
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.RAISED if shaded else theme.SURFACE)
        painter.drawRoundedRect(room, 1.2 * self.mm, 1.2 * self.mm)
        room = room.adjusted(1.6 * self.mm, 0, -1.6 * self.mm, 0)
        narrow = room.width() < 150 * self.mm
        number = QRectF(room.left(), room.top(), 20 * self.mm, room.height())
        lettering.draw(painter, number, told.number, self.letters(4.8, BOLD), theme.TEXT, LEFT)
        time = number.translated(number.width(), 0)
        time.setWidth(14 * self.mm)
        lettering.draw(painter, time, told.time, self.letters(4.4, REGULAR), theme.QUIET, LEFT)
        side = min(room.height() * 0.8, 8 * self.mm)
        left = time.right() + self.mm
        for face in told.dice or ():
            at = QRectF(left, room.center().y() - side / 2, side, side)
            paint_die(painter, at, face, theme.dice(red_faces))
            left += side * 1.14
        left = time.right() + 3 * 8 * 1.14 * self.mm
        total = QRectF(left, room.top(), 9 * self.mm, room.height())
        lettering.draw(painter, total, told.total, self.letters(5.2, BOLD), theme.TEXT, RIGHT)
        tag = QRectF(total.right() + 2 * self.mm, room.top(), 17 * self.mm, room.height())
        if told.tag is not None:
            colour = theme.of_tag(told.tag)
            lettering.draw(painter, tag, told.tag_word, self.letters(4.4, BOLD), colour, LEFT)
        rest = QRectF(tag.right() + self.mm, room.top(), 0, room.height())
        rest.setRight(room.right())
        if told.dice is None:
            rest.setLeft(time.right() + self.mm)
        letters = self.letters(4.4 if not narrow else 3.6, MEDIUM)
        colour = theme.PURPLE if told.dice is None else theme.QUIET
        lettering.draw(painter, rest, told.remark, letters, colour, LEFT)


class RecallPage(Page):
    """Nothing but the list."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, parent)
        self.list = RecallList(self)

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        del left_handed
        put(self.list, room, scale)

    def show_scene(self, scene: Scene) -> None:
        self.list.show_scene(scene)
