"""Choosing one of this opening's confirmed rounds, newest first, ten at a time."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.state import Round
from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale
from ui.fonts import Weight

SHOWN = 10
DIGITS = "1234567890"


def confirmed(scene: Scene) -> tuple[Round, ...]:
    """The rounds of this opening that count, newest first."""
    return tuple(r for r in reversed(scene.croupier.history) if r.dice is not None)


class RoundChoice(Part):
    """First the round, then what is to become of it; the second step is the subclass's."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self.line = Text(self, wished_mm=5.4, weight=Weight.MEDIUM)
        self.rounds = tuple(self.key(Look.PRIMARY) for _ in range(SHOWN))
        self.older, self.newer = self.key(), self.key()
        for n, key in enumerate(self.rounds):
            key.tapped.connect(partial(self._choose, n))
        self.older.tapped.connect(partial(self._turn, 1))
        self.newer.tapped.connect(partial(self._turn, -1))
        self.chosen: Round | None = None
        self.scene: Scene | None = None
        self._first = 0

    def left(self) -> None:
        self.chosen = None
        self._first = 0

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        del left_handed
        line, below = places.cut(room, top=8)
        put(self.line, line, scale)
        columns = 3 if room.height() > room.width() else 4
        rows = -(-(SHOWN + 2) // columns)
        below.setHeight(min(below.height(), rows * 26))
        cells = places.grid(below, rows, columns)
        for key, cell in zip((*self.rounds, self.newer, self.older), cells, strict=True):
            put(key, cell, scale)

    def show_scene(self, scene: Scene) -> None:
        self.scene = scene
        choosing = self.chosen is None
        words, found = scene.words, confirmed(scene)
        page = found[self._first : self._first + SHOWN]
        for n, key in enumerate(self.rounds):
            key.setVisible(choosing and n < len(page))
            if n < len(page) and (dice := page[n].dice) is not None:
                told = " ".join(map(str, dice))
                key.show_face(
                    words.say("choice.round", number=page[n].number, dice=told, total=dice.total),
                    wished_mm=5,
                    hint=scene.hint(DIGITS[n]),
                )
        many = len(found) > SHOWN
        for key, caption, live in (
            (self.newer, "choice.newer", self._first > 0),
            (self.older, "choice.older", self._first + SHOWN < len(found)),
        ):
            key.setVisible(choosing and many)
            key.show_face(words.say(caption), wished_mm=4.4)
            key.set_live(live)
        self.line.show_text(self.told(scene, any_round=bool(found)))

    def told(self, scene: Scene, *, any_round: bool) -> str:
        """The line above: what to choose."""
        return scene.words.say("choice.choose" if any_round else "choice.nothing")

    def again(self) -> None:
        """Show this part as it is now."""
        if self.scene is not None:
            self.show_scene(self.scene)

    def typed(self, key: Qt.Key) -> bool:
        number = DIGITS.find(chr(key)) if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 else -1
        if self.chosen is not None or number < 0:
            return False
        self._choose(number)
        return True

    def _choose(self, place: int) -> None:
        assert self.scene is not None
        found = confirmed(self.scene)[self._first :]
        if place < len(found):
            self.chosen = found[place]
            self.again()

    def _turn(self, pages: int) -> None:
        self._first = max(0, self._first + pages * SHOWN)
        self.again()
