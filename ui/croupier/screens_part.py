"""The two screens as they are set, a test card on the customers' one, and where touch lands."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from PySide6.QtCore import QRectF, Qt

from ui.croupier import places
from ui.croupier.lines import Lines, Pair
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale
from ui.croupier.touch_field import TouchField


class ScreensPart(Part):
    """Lines, a field to touch, and a key for the test card if the program has one."""

    def __init__(self, desk: LockedPage, test: Callable[[], None] | None) -> None:
        super().__init__(desk)
        self._test = test
        self.lines, self.field = Lines(self, share=0.45), TouchField(self)
        self.card = self.key()
        self.card.tapped.connect(self._show_card)

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        if room.height() > room.width():
            told, field = places.cut(room, top=room.height() * 0.45)
        else:
            told, field = places.cut(room, left=room.width() * 0.58)
        if left_handed:
            told, field = places.mirrored(told, room), places.mirrored(field, room)
        lines, key = places.cut(told, top=told.height() - SECONDARY - 3.1)
        put(self.lines, lines, scale)
        put(self.card, key, scale)
        put(self.field, field, scale)

    def show_scene(self, scene: Scene) -> None:
        words = scene.words
        self.lines.show_lines(told_of_screens(scene))
        self.field.show_words(words.say("screens.touch"))
        self.card.show_face(words.say("screens.test"), hint=scene.hint("⏎"), wished_mm=4.6)
        self.card.set_live(self._test is not None)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.card.tap()
            return True
        return False

    def _show_card(self) -> None:
        if self._test is not None:
            self._test()


def told_of_screens(scene: Scene) -> tuple[Pair, ...]:
    """Both screens in words."""
    words, settings = scene.words, scene.settings
    there = "screens.there" if scene.customer_screen else "screens.absent"
    size = words.say(
        "screens.inches",
        inches=words.number(Decimal(str(settings.customer.diagonal_inches))),
        distance=words.number(Decimal(str(settings.customer.distance_m))),
    )
    own_inches = words.number(Decimal(str(settings.croupier.diagonal_inches)))
    own = words.say("screens.own", inches=own_inches)
    return (
        (words.say("screens.customer"), words.say(there)),
        (words.say("screens.customer_size"), size),
        (words.say("screens.panel_size"), own),
        (words.say("screens.how"), ""),
    )
