"""The large view of the round: the word of the phase, or the dice with all that they light."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import Tag, tags, winning
from ui.croupier import lettering, theme
from ui.croupier.acts import Typing
from ui.croupier.lettering import BOLD, MEDIUM, REGULAR
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.dice_art import paint_die


@dataclass(frozen=True, slots=True)
class Hand:
    """Three dice as shown: faces (None: still to be typed), who read them, what they light."""

    title: str
    faces: tuple[int | None, int | None, int | None]
    total: str = ""
    tag: Tag | None = None
    tag_word: str = ""
    boxes: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the display shows: a word, or one or two hands of dice."""

    phase: Phase
    word: str
    line: str = ""
    hands: tuple[Hand, ...] = ()
    red_faces: tuple[int, ...] = ()


def hand_of(scene: Scene, title: str, dice: Dice, remark: str = "") -> Hand:
    """The dice with total, tag and winning boxes: the check before VALIDER."""
    words = scene.words
    tag = tags(dice)[0]
    return Hand(
        title,
        dice.faces,
        words.say("display.total", total=dice.total),
        tag,
        words.say(f"tag.{tag}"),
        tuple(words.box(box) for box in winning(dice)),
        remark,
    )


def typed_hand(scene: Scene, typing: Typing) -> Hand:
    """What is being typed: slots, and the check once there are three."""
    title = scene.words.say("display.typing")
    if typing.entry.dice is not None:
        return hand_of(scene, title, typing.entry.dice)
    slots: list[int | None] = [*typing.entry.faces, None, None, None]
    return Hand(title, (slots[0], slots[1], slots[2]))


def picture(scene: Scene, typing: Typing) -> Picture:
    """What to show of this moment."""
    view, words = scene.croupier, scene.words
    return Picture(
        view.phase,
        words.say(f"phase.{view.phase}"),
        _line(scene),
        _hands(scene, typing),
        scene.red_faces,
    )


def _hands(scene: Scene, typing: Typing) -> tuple[Hand, ...]:
    view, words = scene.croupier, scene.words
    match view.phase:
        case Phase.NO_MORE_BETS:
            return (typed_hand(scene, typing),)
        case Phase.PROPOSED if view.proposed is not None:
            by_device = view.proposed_from == "device"
            title = words.say("display.read" if by_device else "display.entered")
            remark = words.say("display.late") if view.late else ""
            hand = hand_of(scene, title, view.proposed, remark)
            if view.disputed and view.rival is not None and typing.entry.empty:
                return hand, hand_of(scene, words.say("display.read"), view.rival)
            if view.disputed or typing.correcting:
                return hand, typed_hand(scene, typing)
            return (hand,)
        case Phase.CONFIRMED:
            last = scene.public.result
            return () if last is None else (hand_of(scene, words.say("display.result"), last.dice),)
        case _:
            return ()


def _line(scene: Scene) -> str:
    view, words = scene.croupier, scene.words
    suggestion = view.suggestion
    if suggestion is not None and view.phase in (Phase.NO_MORE_BETS, Phase.PROPOSED):
        cause = words.say(f"reason.{suggestion.cause}")
        if suggestion.die is None:
            return words.say("display.flaw", cause=cause)
        return words.say("display.flaw_of_die", cause=cause, die=suggestion.die)
    last = view.history[-1] if view.history else None
    if view.phase is Phase.VOID and last is not None and last.void is not None:
        return words.say(f"reason.{last.void}")
    if view.phase is Phase.READY and last is not None and last.dice is not None:
        dice = " ".join(map(str, last.dice))
        return words.say("display.last", dice=dice, total=last.dice.total)
    return ""


class RoundDisplay(Painted):
    """Told by `show_scene`; paints words, slots and dice."""

    def show_scene(self, scene: Scene, typing: Typing) -> None:
        """Show this moment and what is being typed."""
        shown = picture(scene, typing)
        self.show_shown(shown, spoken(shown))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        shown = self._shown
        if not isinstance(shown, Picture):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        inner = room.adjusted(3 * self.mm, 2 * self.mm, -3 * self.mm, -2 * self.mm)
        if not shown.hands:
            self._word(painter, inner, shown)
            return
        if shown.line:
            line = self.part(inner, 0, 0, 1, 0.13)
            lettering.draw(painter, line, shown.line, self.letters(5, BOLD), theme.CALL)
            inner = self.part(inner, 0, 0.15, 1, 0.85)
        if len(shown.hands) == 1:
            self._hand(painter, inner, shown.hands[0], shown)
            return
        for n, hand in enumerate(shown.hands):
            self._half(painter, self.part(inner, n * 0.51, 0, 0.49, 1), hand, shown)

    def _word(self, painter: QPainter, room: QRectF, shown: Picture) -> None:
        colour = theme.of_phase(shown.phase)
        if shown.phase is Phase.CLOSED:
            colour = theme.QUIET
        word = self.part(room, 0, 0.12, 1, 0.5 if shown.line else 0.76)
        lettering.draw(painter, word, shown.word, self.letters(13, BOLD), colour)
        if shown.line:
            line = self.part(room, 0, 0.66, 1, 0.24)
            lettering.draw(painter, line, shown.line, self.letters(5.4, MEDIUM), theme.TEXT)

    def _hand(self, painter: QPainter, room: QRectF, hand: Hand, shown: Picture) -> None:
        """One hand over the whole width: title, dice with total and tag beside, boxes below."""
        title = self.part(room, 0, 0, 1, 0.12)
        self._title(painter, title, hand)
        dice_room = self.part(room, 0, 0.15, 1, 0.5)
        side = min(dice_room.height(), room.width() * 0.2)
        gap = side * 0.14
        top = dice_room.center().y() - side / 2
        for n, face in enumerate(hand.faces):
            at = QRectF(room.left() + n * (side + gap), top, side, side)
            self._die(painter, at, face, shown)
        beside = QRectF(room.left() + 3 * (side + gap) + gap, top, 0, side)
        beside.setRight(room.right())
        if hand.total:
            total = self.part(beside, 0, 0, 1, 0.5)
            lettering.draw(painter, total, hand.total, self.letters(9, BOLD), theme.TEXT)
            self._tag(painter, self.part(beside, 0, 0.56, 1, 0.4), hand)
        self._boxes(painter, self.part(room, 0, 0.69, 1, 0.31), hand.boxes, columns=4)

    def _half(self, painter: QPainter, room: QRectF, hand: Hand, shown: Picture) -> None:
        """One of two hands side by side."""
        painter.setPen(QPen(theme.LINE, 0.3 * self.mm))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(room, 1.6 * self.mm, 1.6 * self.mm)
        inner = room.adjusted(2 * self.mm, 1.4 * self.mm, -2 * self.mm, -1.4 * self.mm)
        self._title(painter, self.part(inner, 0, 0, 1, 0.2), hand)
        side = min(inner.width() * 0.3, inner.height() * 0.42)
        gap = (inner.width() - 3 * side) / 2
        for n, face in enumerate(hand.faces):
            at = QRectF(
                inner.left() + n * (side + gap), inner.top() + inner.height() * 0.24, side, side
            )
            self._die(painter, at, face, shown)
        if hand.total:
            row = self.part(inner, 0, 0.72, 1, 0.26)
            total = self.part(row, 0, 0, 0.48, 1)
            lettering.draw(painter, total, hand.total, self.letters(6, BOLD), theme.TEXT)
            self._tag(painter, self.part(row, 0.5, 0, 0.5, 1), hand)

    def _title(self, painter: QPainter, room: QRectF, hand: Hand) -> None:
        text = " — ".join(filter(None, (hand.title, hand.remark)))
        colour = theme.CALL if hand.remark else theme.QUIET
        lettering.draw(painter, room, text, self.letters(4.4, MEDIUM), colour)

    def _die(self, painter: QPainter, at: QRectF, face: int | None, shown: Picture) -> None:
        if face is not None:
            paint_die(painter, at, face, theme.dice(shown.red_faces))
            return
        pen = QPen(theme.LINE, 0.6 * self.mm, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(at.adjusted(2, 2, -2, -2), at.width() * 0.16, at.width() * 0.16)

    def _tag(self, painter: QPainter, room: QRectF, hand: Hand) -> None:
        if hand.tag is None:
            return
        self._pill(painter, room, hand.tag_word, theme.of_tag(hand.tag))

    def _pill(self, painter: QPainter, room: QRectF, text: str, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.mixed(colour, theme.GROUND, 0.85))
        painter.drawRoundedRect(room, room.height() * 0.3, room.height() * 0.3)
        lettering.draw(painter, room, text, self.letters(6, BOLD), theme.INK)

    def _boxes(self, painter: QPainter, room: QRectF, boxes: tuple[str, ...], columns: int) -> None:
        """The winning boxes, four a line."""
        gap = 1.4 * self.mm
        width = (room.width() - gap * (columns - 1)) / columns
        height = (room.height() - gap) / 2
        for n, box in enumerate(boxes):
            cell = QRectF(
                room.left() + (n % columns) * (width + gap),
                room.top() + (n // columns) * (height + gap),
                width,
                height,
            )
            painter.setPen(QPen(theme.LINE, 0.25 * self.mm))
            painter.setBrush(theme.RAISED)
            painter.drawRoundedRect(cell, 1.2 * self.mm, 1.2 * self.mm)
            letters = self.letters(4.4, REGULAR)
            inner = cell.adjusted(0.8 * self.mm, 0, -0.8 * self.mm, 0)
            lettering.draw(painter, inner, box, letters, theme.TEXT)


def spoken(shown: Picture) -> str:
    """The picture as a screen reader says it."""
    parts = [shown.word, shown.line]
    for hand in shown.hands:
        faces = " ".join("–" if face is None else str(face) for face in hand.faces)
        parts += [hand.title, hand.remark, faces, hand.total, hand.tag_word, ", ".join(hand.boxes)]
    return ". ".join(filter(None, parts))
