"""The phase of the round by position, colour and word, above every page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from tabledisplay.croupier_view import LinkState
from tabledisplay.game.state import Phase
from ui.croupier import lettering, theme
from ui.croupier.kept import PICTURES
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, RIGHT
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene

STEPS = (
    Phase.READY,
    Phase.SHAKING,
    Phase.BETS_OPEN,
    Phase.NO_MORE_BETS,
    Phase.PROPOSED,
    Phase.CONFIRMED,
)
"""The places from left to right; a void lies in the last, a closed table in none."""


def place_of(phase: Phase) -> int | None:
    """Which place, from 0, the phase has on the track."""
    if phase is Phase.CLOSED:
        return None
    return STEPS.index(Phase.CONFIRMED if phase is Phase.VOID else phase)


class Track(Painted):
    """Six places in a row; the one that is now is filled."""

    def show_scene(self, scene: Scene) -> None:
        """Show the phase of this moment."""
        phase = scene.croupier.phase
        here = place_of(phase)
        words = [scene.words.say(f"track.{step}") for step in STEPS]
        word = scene.words.say(f"track.{phase}")
        if here is None:
            words[0] = word
        else:
            words[here] = word
        self.show_shown((tuple(words), phase), scene.words.say("track.now", phase=word))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        if isinstance(self._shown, tuple):
            words, phase = self._shown
            how = partial(self._paint, words=words, phase=phase)
            size = room.size().toSize()
            PICTURES.draw(painter, size, (Track, self.mm, words, phase), how)

    def _paint(self, painter: QPainter, room: QRectF, words: tuple[str, ...], phase: Phase) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        here = place_of(phase)
        gap = 1.2 * self.mm
        width = (room.width() - gap * (len(words) - 1)) / len(words)
        for n, word in enumerate(words):
            cell = QRectF(room.left() + n * (width + gap), room.top(), width, room.height())
            now = n == here
            painter.setPen(Qt.PenStyle.NoPen)
            colour = theme.of_phase(phase)
            painter.setBrush(
                theme.mixed(colour, theme.GROUND, 0.82)
                if now
                else (theme.SURFACE if here is not None else theme.GREYED_KEY)
            )
            painter.drawRoundedRect(cell, 1.4 * self.mm, 1.4 * self.mm)
            inner = cell.adjusted(0.8 * self.mm, 0.4 * self.mm, -0.8 * self.mm, -0.4 * self.mm)
            closed = here is None and n == 0
            letters = self.letters(4.6, BOLD) if now else self.letters(3.4, MEDIUM, least_mm=2.9)
            ink = theme.INK if now else (theme.TEXT if closed else theme.GREYED)
            lettering.draw(painter, inner, word, letters, ink)


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands beside the light: the link in words, the round, and what must not be missed."""

    link: LinkState
    link_word: str
    line: str
    alert: str
    demo: bool


def light(link: LinkState) -> QColor:
    """The light's colour: green heard, grey none wanted, yellow for everything else."""
    match link:
        case LinkState.CONNECTED:
            return theme.GREEN
        case LinkState.NONE:
            return theme.GREYED
        case _:
            return theme.ORANGE


class Status(Painted):
    """The link in words with its light, the round and the minimum, and what is not as it should."""

    def show_scene(self, scene: Scene) -> None:
        """Show how things stand."""
        view, words = scene.croupier, scene.words
        link = words.core(f"link.{view.link_word}")
        if view.phase is Phase.CLOSED or view.minimum is None:
            line = words.say("status.closed")
        else:
            key = "status.round" if view.round else "status.no_round"
            line = words.say(key, number=view.round, minimum=words.money(view.minimum))
        alert = ""
        if not view.recorded:
            alert = words.say("status.not_recorded")
        elif view.untrusted:
            alert = words.say("status.untrusted")
        elif not scene.customer_screen:
            alert = words.say("status.no_customer_screen")
        if scene.demo:
            link = words.say("status.demo", link=link)
        standing = Standing(view.link, link, line, alert, scene.demo)
        self.show_shown(standing, ". ".join(filter(None, (link, line, alert))))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        shown = self._shown
        if not isinstance(shown, Standing):
            return
        radius, indent = 1.5 * self.mm, 5.4 * self.mm
        if room.width() > 8 * room.height():
            link, told = self.part(room, 0, 0, 0.46, 1), self.part(room, 0.48, 0, 0.52, 1)
            align = RIGHT
        else:
            link, told = self.part(room, 0, 0, 1, 0.5), self.part(room, 0, 0.5, 1, 0.5)
            told.setLeft(told.left() + indent)
            align = LEFT
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(light(shown.link))
        middle = QPointF(link.left() + radius + 0.5 * self.mm, link.center().y())
        painter.drawEllipse(middle, radius, radius)
        link.setLeft(link.left() + indent)
        usual = theme.TEXT if shown.link is not LinkState.LOST else theme.ORANGE
        colour = theme.CALL if shown.demo else usual
        lettering.draw(painter, link, shown.link_word, self.letters(4.4, MEDIUM), colour, LEFT)
        text, ink = (shown.alert, theme.ALARM) if shown.alert else (shown.line, theme.QUIET)
        lettering.draw(painter, told, text, self.letters(4.0, MEDIUM), ink, align)
