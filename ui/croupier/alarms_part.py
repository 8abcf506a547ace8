"""The alarms, newest first; each stays until the chef de table takes note of it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import Acknowledge
from ui.croupier import places, theme
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale

MOST_ROWS = 8
ROW_MM = 17.0


class AlarmsPart(Part):
    """One line and one key an alarm; older ones come up as newer ones are taken note of."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self.line = Text(self, colour=theme.QUIET)
        self.texts = tuple(Text(self) for _ in range(MOST_ROWS))
        self.taken = tuple(self.key() for _ in range(MOST_ROWS))
        for n, key in enumerate(self.taken):
            key.tapped.connect(partial(self._acknowledge, n))
        self._ids: tuple[int, ...] = ()
        self._rows = MOST_ROWS

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        line, below = places.cut(room, top=8, gap=1)
        put(self.line, line, scale)
        self._rows = max(1, min(MOST_ROWS, int((below.height() + 3.1) / (ROW_MM + 3.1))))
        below.setHeight(self._rows * (ROW_MM + 3.1) - 3.1)
        for n, row in enumerate(places.column(below, self._rows)):
            text, key = places.cut(row, left=row.width() - 2.6 * SECONDARY - 3.1)
            if left_handed:
                text, key = places.mirrored(text, room), places.mirrored(key, room)
            put(self.texts[n], text, scale)
            put(self.taken[n], key, scale)

    def show_scene(self, scene: Scene) -> None:
        words, alarms = scene.words, scene.croupier.alarms[::-1]
        shown = alarms[: self._rows]
        self._ids = tuple(alarm.id for alarm in shown)
        key = "alarms.some" if alarms else "alarms.none"
        self.line.show_text(words.say(key, count=len(alarms)))
        for n, (text, taken) in enumerate(zip(self.texts, self.taken, strict=True)):
            text.setVisible(n < len(shown))
            taken.setVisible(n < len(shown))
            if n < len(shown):
                sentence = words.core(f"alarm.{shown[n].code}")
                text.show_text(words.say("alarms.of_round", number=shown[n].round, text=sentence))
                taken.show_face(
                    words.say("alarms.taken"), hint=scene.hint(str(n + 1)), wished_mm=4.4
                )

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1
        if 0 <= number < len(self._ids):
            self.taken[number].tap()
            return True
        return False

    def _acknowledge(self, place: int) -> None:
        if place < len(self._ids):
            self.role_desk.ask(Acknowledge(self._ids[place]))
