"""The large view of the round: the word of the phase, or the dice with all that they light."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import tags, winning
from ui.croupier import lettering, theme
from ui.croupier.acts import Typing
from ui.croupier.hand_paint import Hand, HandPainter
from ui.croupier.lettering import BOLD, LEFT, MEDIUM
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """What the display shows: a word, one hand of dice, two, or two and the slots being typed."""

    phase: Phase
    word: str
    line: str = ""
    hands: tuple[Hand, ...] = ()


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
        words.boxes(winning(dice)),
        remark,
        scene.red_faces,
    )


def typed_hand(scene: Scene, typing: Typing) -> Hand:
    """What is being typed: slots, and the check once there are three."""
    title = scene.words.say("display.typing")
    if typing.entry.dice is not None:
        return hand_of(scene, title, typing.entry.dice)
    slots: list[int | None] = [*typing.entry.faces, None, None, None]
    total = scene.words.say("display.total", total="–")
    return Hand(title, (slots[0], slots[1], slots[2]), total, red_faces=scene.red_faces)


def picture(scene: Scene, typing: Typing) -> Picture:
    """What to show of this moment."""
    view, words = scene.croupier, scene.words
    return Picture(
        view.phase,
        words.say(f"phase.{view.phase}"),
        _line(scene),
        _hands(scene, typing),
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
            if view.disputed and view.rival is not None:
                rival = hand_of(scene, words.say("display.read"), view.rival)
                return hand, rival, typed_hand(scene, typing)
            if typing.correcting:
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
        inner = room.adjusted(3 * self.mm, 1.6 * self.mm, -3 * self.mm, -2 * self.mm)
        if not shown.hands:
            self._word(painter, inner, shown)
            return
        if shown.line:
            line = self.part(inner, 0, 0, 1, 0.13)
            lettering.draw(painter, line, shown.line, self.letters(5, BOLD), theme.CALL, LEFT)
            inner = self.part(inner, 0, 0.14, 1, 0.86)
        paints = HandPainter(painter, self.mm)
        if len(shown.hands) == 1:
            paints.whole(inner, shown.hands[0])
            return
        height = 1.0 if len(shown.hands) == 2 else 0.7
        for n, hand in enumerate(shown.hands[:2]):
            paints.half(self.part(inner, n * 0.51, 0, 0.49, height), hand)
        if len(shown.hands) > 2:
            paints.slots(self.part(inner, 0, 0.75, 1, 0.25), shown.hands[2])

    def _word(self, painter: QPainter, room: QRectF, shown: Picture) -> None:
        colour = theme.of_phase(shown.phase)
        if shown.phase is Phase.CLOSED:
            colour = theme.QUIET
        word = self.part(room, 0, 0.12, 1, 0.5 if shown.line else 0.76)
        lettering.draw(painter, word, shown.word, self.letters(13, BOLD), colour)
        if shown.line:
            line = self.part(room, 0, 0.66, 1, 0.24)
            lettering.draw(painter, line, shown.line, self.letters(5.4, MEDIUM), theme.TEXT)


def spoken(shown: Picture) -> str:
    """The picture as a screen reader says it."""
    parts = [shown.word, shown.line]
    for hand in shown.hands:
        faces = " ".join("–" if face is None else str(face) for face in hand.faces)
        parts += [hand.title, hand.remark, faces, hand.total, hand.tag_word, ", ".join(hand.boxes)]
    return ". ".join(filter(None, parts))
