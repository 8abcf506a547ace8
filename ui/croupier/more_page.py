"""Everything that is not needed in a round: alarms, law, keys, language, the technician."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import Desk, Page, PageName, put
from ui.croupier.painted import Title
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

DESTINATIONS = (PageName.LAW, PageName.KEYS, PageName.TECHNICIAN)


class MorePage(Page):
    """A menu. `language_asked`: the other language, for both ways of reading."""

    language_asked = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, parent)
        self._title = Title(self)
        self.keys = {name: Key(Look.PRIMARY, self) for name in DESTINATIONS}
        for name, key in self.keys.items():
            key.tapped.connect(partial(desk.open_page, name))
        self.language = Key(Look.PRIMARY, self)
        self.language.tapped.connect(self._switch)
        self._other = "en"

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        head, below = places.cut(room, top=12)
        put(self._title, head, scale)
        below.setHeight(min(below.height(), 66))
        cells = places.grid(below, 2, 2)
        if left_handed:
            cells = tuple(places.mirrored(cell, room) for cell in cells)
        for key, cell in zip((*self.keys.values(), self.language), cells, strict=True):
            put(key, cell, scale)

    def show_scene(self, scene: Scene) -> None:
        words = scene.words
        self._title.show_text(words.say("nav.more"))
        for number, (name, key) in enumerate(self.keys.items(), start=1):
            key.show_face(words.say(f"more.{name}"), hint=scene.hint(str(number)), wished_mm=6)
        self._other = "en" if words.lang == "fr" else "fr"
        self.language.show_face(words.say("more.language"), hint=scene.hint("4"), wished_mm=6)

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1
        keys = (*self.keys.values(), self.language)
        if 0 <= number < len(keys):
            keys[number].tap()
            return True
        return False

    def _switch(self) -> None:
        self.language_asked.emit(self._other)
