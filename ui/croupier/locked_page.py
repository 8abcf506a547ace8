"""A role's page: its PIN first, if one is set; a menu; one part at a time; closed if left alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtWidgets import QWidget

from tabledisplay.game.commands import Command
from tabledisplay.game.decide import Refused
from tabledisplay.game.parts import Role
from ui.croupier import places
from ui.croupier.gate import Fingers
from ui.croupier.hold_key import HoldKey
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import Desk, Page, PageName, put
from ui.croupier.painted import Text, Title
from ui.croupier.pin_pad import PinPad
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale

IDLE_MS = 60_000
"""A page opened by a PIN closes by itself when nobody touches it for so long."""


class Part(Page):
    """One part of a role's page; its desk adds the PIN to what it asks."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk.desk, desk)
        self.role_desk = desk
        self.hide()

    def key(self, look: Look = Look.SECONDARY) -> Key:
        """A key whose taps count as somebody being there."""
        made = Key(look, self)
        made.tapped.connect(self.role_desk.stir)
        return made

    def step_back(self) -> bool:
        """Go back within the part; False: there is nothing to go back to but the menu."""
        return False


class LockedPage(Page):
    """`parts` by name, in the order of the menu."""

    def __init__(
        self,
        role: Role,
        desk: Desk,
        fingers: Fingers,
        prove: Callable[[Role, str], Refused | None],
        parent: QWidget,
    ) -> None:
        super().__init__(desk, parent)
        self.role: Role = role
        self.fingers = fingers
        self._prove = prove
        self._pin: str | None = None
        self._part: str | None = None
        self._scene: Scene | None = None
        self.parts: dict[str, Part] = {}
        self.menu: dict[str, Key] = {}
        self._title, self.line = Title(self), Text(self)
        self.back = Key(Look.SECONDARY, self)
        self.back.tapped.connect(self.step_back)
        self.pin_pad = PinPad(self)
        self.pin_pad.given.connect(self._given)
        self.pin_pad.pad.digit.connect(self.stir)
        self.idle = QTimer(self)
        self.idle.setSingleShot(True)
        self.idle.setInterval(IDLE_MS)
        self.idle.timeout.connect(partial(desk.open_page, PageName.ROUND))

    def add(self, name: str, part: Part) -> None:
        """Give the menu one more part."""
        self.parts[name] = part
        key = Key(Look.PRIMARY, self)
        key.tapped.connect(partial(self.open_part, name))
        key.tapped.connect(self.stir)
        self.menu[name] = key

    # What parts ask

    def ask(self, command: Command) -> Refused | None:
        """Ask the table in the role's name; a PIN that is not right any more is asked for again."""
        refused = self.desk.ask(command, self._pin)
        if refused is not None and refused.code.startswith("pin_"):
            self._pin = None
            self._refresh()
        return refused

    def open_part(self, name: str | None) -> None:
        """Show a part, or the menu; while the PIN is asked for, remember the part."""
        if self._part is not None and self._part != name:
            self.parts[self._part].left()
        self._part = name
        self.stir()
        if name is not None and self._pin is not None and self._scene is not None:
            self.parts[name].opened(self._scene)
        self._refresh()

    def step_back(self) -> None:
        """Back within the part that is shown, else to the menu."""
        if self._part is not None and self.parts[self._part].step_back():
            self.stir()
            self._refresh()
        else:
            self.open_part(None)

    def note(self, sentence: str) -> None:
        """Say something above the page."""
        self.desk.note(sentence)

    def open_page(self, page: PageName) -> None:
        """Leave for another page."""
        self.desk.open_page(page)

    def new_pin(self, pin: str) -> None:
        """The role's PIN is this from now on."""
        self._pin = pin

    def stir(self) -> None:
        """Somebody is there."""
        if self.isVisible() and self._pin != "":
            self.idle.start()

    # Page

    def opened(self, scene: Scene) -> None:
        self._part = self._pin = None
        self.show_scene(scene)

    def left(self) -> None:
        self.idle.stop()
        self.open_part(None)
        self.idle.stop()
        self._pin = None
        self.pin_pad.forget()

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        has_pin = self.role in scene.croupier.roles_with_pin
        if not has_pin:
            self._pin = ""
        elif self._pin == "":
            self._pin = None
        words = scene.words
        locked = self._pin is None
        self.pin_pad.setVisible(locked)
        at_menu = not locked and self._part is None
        self._title.setVisible(not locked)
        self.line.setVisible(at_menu)
        self.back.setVisible(not locked and not at_menu)
        for number, (name, key) in enumerate(self.menu.items(), start=1):
            caption = words.say(f"{self.role}.{self.caption(name, scene)}")
            key.setVisible(at_menu)
            key.show_face(caption, hint=scene.hint(str(number)), wished_mm=5.4)
        for name, part in self.parts.items():
            part.setVisible(not locked and name == self._part)
        if locked:
            title, line = words.say(f"{self.role}.title"), words.say("pin.ask")
            self.pin_pad.show_scene(scene, title, line, words.say("pin.enter"))
            return
        heading = "title" if self._part is None else self.caption(self._part, scene)
        self._title.show_text(words.say(f"{self.role}.{heading}"))
        self.line.show_text("" if self._pin else words.say("pin.none"))
        self.back.show_face(words.say("part.back"), hint=scene.hint("⌫"), wished_mm=4.4)
        if self._part is not None:
            self.parts[self._part].show_scene(scene)

    def caption(self, name: str, scene: Scene) -> str:
        """The key of the words for a part; a role's page may let it depend on the moment."""
        del scene
        return name

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        self.pin_pad.setGeometry(0, 0, self.width(), self.height())
        self.pin_pad.arrange(room, scale, left_handed=left_handed)
        head, rest = places.cut(room, top=SECONDARY)
        title, back = places.cut(head, left=head.width() - 37.1)
        if left_handed:
            title, back = places.mirrored(title, room), places.mirrored(back, room)
        put(self.back, back, scale)
        put(self._title, title, scale)
        line, below = places.cut(rest, top=8)
        put(self.line, line, scale)
        columns = 2 if room.height() > room.width() else 4
        rows = -(-len(self.menu) // columns)
        below.setHeight(min(below.height(), rows * 30))
        cells = places.grid(below, rows, columns)
        for key, cell in zip(self.menu.values(), cells, strict=False):
            put(key, cell, scale)
        for part in self.parts.values():
            put(part, rest, scale)
            inner = QRectF(0, 0, rest.width(), rest.height())
            part.arrange(inner, scale, left_handed=left_handed)

    def typed(self, key: Qt.Key) -> bool:
        self.stir()
        if self._pin is None:
            return self.pin_pad.typed(key)
        if self._part is not None:
            if self.parts[self._part].typed(key):
                return True
            if key == Qt.Key.Key_Backspace:
                self.step_back()
            return key == Qt.Key.Key_Backspace
        number = key - Qt.Key.Key_1
        if 0 <= number < len(self.menu):
            list(self.menu.values())[number].tap()
            return True
        return False

    def held_by_minus(self) -> HoldKey | None:
        if self._pin is None or self._part is None:
            return None
        return self.parts[self._part].held_by_minus()

    def _given(self, pin: str) -> None:
        refused = self._prove(self.role, pin)
        if refused is None:
            self._pin = pin
            self.open_part(self._part)
        else:
            self.desk.refuse(refused)

    def _refresh(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)
