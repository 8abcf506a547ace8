"""The installation: every setting a table needs, by touch; saved by a held key, never before."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.parts import Role
from tabledisplay.game.state import Phase
from ui.croupier import places, theme
from ui.croupier.hold_key import HoldKey
from ui.croupier.install_words import said, tail, told
from ui.croupier.installing import (
    CHIPS,
    DISTANCE,
    HAND,
    HANDS,
    LANGUAGE,
    LANGUAGES,
    LONGEST_NAME,
    NAME,
    PANEL_INCHES,
    PANEL_MONITOR,
    PORTS,
    PUBLIC_INCHES,
    PUBLIC_MONITOR,
    STEPS,
    Choice,
    Draft,
    InstallSources,
    ScreensFound,
)
from ui.croupier.key_paint import Look
from ui.croupier.keyboard import Keyboard
from ui.croupier.keys import Key
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.number_choice import NumberChoice
from ui.croupier.page import PageName, put
from ui.croupier.painted import Text
from ui.croupier.pin_part import PinPart
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

SWAP, LATER, SAVE = "swap", "later", "save"
PINS: dict[str, Role] = {"pin_chef": "chef", "pin_technician": "technician"}
GROUPS = (
    (NAME, CHIPS, LANGUAGE),
    (PUBLIC_MONITOR, PUBLIC_INCHES, DISTANCE),
    (PANEL_MONITOR, PANEL_INCHES, HAND),
    (PORTS, SWAP, LATER),
    (*PINS, SAVE),
)
"""The keys of a column, or of a row of an upright panel."""

SETTINGS = tuple(key for group in GROUPS for key in group if "." in key)
NUMBERED = "1234567890"
FOUND = (PORTS, PUBLIC_MONITOR, PANEL_MONITOR)
"""Their values are long names."""


class InstallPart(Part):
    """One key a setting. What is being changed is kept while the PIN is asked for again."""

    def __init__(self, desk: LockedPage, sources: InstallSources) -> None:
        super().__init__(desk)
        self._sources = sources
        self.draft = Draft()
        self._at: str | None = None
        self._scene: Scene | None = None
        self._ports: tuple[Choice, ...] = ()
        self._screens = ScreensFound()
        self._first = False
        self.line = Text(self, colour=theme.QUIET)
        self.save = HoldKey(Look.PRIMARY, self, fingers=desk.fingers)
        self.save.held.connect(self._save)
        self.keys: dict[str, Key] = {}
        for name in (name for group in GROUPS for name in group):
            self.keys[name] = self.save if name == SAVE else self.key()
            if name != SAVE:
                self.keys[name].tapped.connect(partial(self._tapped, name))
        self.number = NumberChoice(self)
        self.number.stepped.connect(self._step)
        self.name = Text(self, wished_mm=7)
        self.keyboard = Keyboard(self, LONGEST_NAME)
        self.keyboard.written.connect(self._write)
        self.pins = {name: PinPart(desk, role) for name, role in PINS.items()}
        for pin in self.pins.values():
            pin.setParent(self)
            pin.done.connect(partial(desk.open_part, "install"))

    # Part

    def opened(self, scene: Scene) -> None:
        self._scene, self._at = scene, None
        self._ports, self._screens = self._sources.ports(), self._sources.screens()
        self._first = self._sources.first_run()

    def left(self) -> None:
        self.step_back()

    def step_back(self) -> bool:
        before, self._at = self._at, None
        for pin in self.pins.values():
            pin.left()
        return before is not None

    def held_by_minus(self) -> HoldKey | None:
        return self.save if self._at is None else None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        upright = room.height() > room.width()
        line, below = places.cut(room, top=12 if upright else 6.5, gap=1.5)
        put(self.line, line, scale)
        below.setHeight(min(below.height(), len(GROUPS) * 27 if upright else 3 * 27))
        split, within = (places.column, places.row) if upright else (places.row, places.column)
        for group, cells in zip(GROUPS, split(below, len(GROUPS)), strict=True):
            for name, cell in zip(group, within(cells, len(group)), strict=True):
                put(self.keys[name], places.mirrored(cell, room) if left_handed else cell, scale)
        self.number.arrange(room, scale)
        written, letters = places.cut(room, top=12, gap=2)
        put(self.name, written, scale)
        letters.setHeight(min(letters.height(), 110 if upright else 80))
        self.keyboard.arrange(letters, scale)
        for pin in self.pins.values():
            put(pin, room, scale)
            pin.arrange(QRectF(room), scale, left_handed=left_handed)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        self.line.setVisible(self._at is None)
        for key in self.keys.values():
            key.setVisible(self._at is None)
        self.number.set_visible(self._at in STEPS)
        self.name.setVisible(self._at == NAME)
        self.keyboard.set_visible(self._at == NAME)
        for name, pin in self.pins.items():
            pin.setVisible(self._at == name)
        if self._at is None:
            self._show_keys(scene)
        elif self._at in STEPS:
            self._show_number(scene, self._at)
        elif self._at == NAME:
            self.name.show_text(f"{tail(self.keyboard.text)}▏")
            self.keyboard.show_scene(scene)
        else:
            self.pins[self._at].show_scene(scene)

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1 if key != Qt.Key.Key_0 else 9
        match self._at:
            case None if 0 <= number < len(SETTINGS):
                self.keys[SETTINGS[number]].tap()
            case None:
                return False
            case at if at in self.pins:
                return self.pins[at].typed(key)
            case _ if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.role_desk.step_back()
            case at if at == NAME:
                return self.keyboard.typed(key)
            case _:
                return self.number.typed(key)
        return True

    # Showing

    def _show_keys(self, scene: Scene) -> None:
        words, settings = scene.words, scene.settings
        self.line.show_text(words.say(f"install.{self._line(scene)}", count=self._count))
        for key, hint in zip(SETTINGS, NUMBERED, strict=True):
            value = self.draft.value(settings, key)
            found = self._ports if key == PORTS else self._screens.monitors
            changed = key in self.draft.changes
            label = words.say(f"install.{key}")
            self.keys[key].show_face(
                told(words, key, value, found),
                name=words.say(
                    "install.said_changed" if changed else "install.said",
                    label=label,
                    value=said(words, key, value, found),
                ),
                sub=label,
                hint=scene.hint(hint),
                wished_mm=4 if key in FOUND else 4.8,
                colour=theme.CALL if changed else None,
            )
        for name, role in PINS.items():
            is_set = role in scene.croupier.roles_with_pin
            caption = words.say("install.pin_set" if is_set else "install.pin_none")
            self.keys[name].show_face(
                caption, sub=words.say(f"{role}.pin"), wished_mm=4.8, called=self._first
            )
            self.keys[name].set_live(not is_set)
        self.keys[SWAP].show_face(words.say("install.swap"), wished_mm=4.4)
        self.keys[SWAP].set_live(self.draft.swappable(settings, self._screens) is not None)
        self.keys[LATER].show_face(
            words.say("install.later" if self._first else "install.cancel"), wished_mm=4.8
        )
        self.save.show_face(
            words.say("install.save"),
            sub=words.say("key.hold"),
            hint=scene.hint("−"),
            wished_mm=4.8,
            colour=theme.GREEN,
        )
        self.save.set_live(self._first or self._count > 0)

    @property
    def _count(self) -> int:
        return len(self.draft.changes)

    def _line(self, scene: Scene) -> str:
        """Which sentence stands above the keys."""
        if scene.croupier.phase is not Phase.CLOSED:
            return "only_closed"
        if self._first and len(scene.croupier.roles_with_pin) < len(PINS):
            return "first"
        return "changed" if self._count else "choose"

    def _show_number(self, scene: Scene, key: str) -> None:
        words, number = scene.words, self.draft.number(scene.settings, key)
        label, value = words.say(f"install.{key}"), told(words, key, number, ())
        how = words.say(f"install.how.{key}")
        self.number.show_scene(scene, STEPS[key], number, label, value, how)
        self.number.set_visible(True)

    # Changing

    def _tapped(self, name: str) -> None:
        if self._scene is None:
            return
        settings, draft = self._scene.settings, self.draft
        match name:
            case _ if name in STEPS or name in PINS:
                self._at = name
            case _ if name == NAME:
                self._at = name
                self.keyboard.begin(draft.text(settings, NAME))
            case _ if name == CHIPS:
                draft.next_chips(settings)
            case _ if name == PORTS:
                self._ports = self._sources.ports()
                draft.next_port(settings, self._ports)
            case _ if name in (PUBLIC_MONITOR, PANEL_MONITOR):
                self._screens = self._sources.screens()
                draft.next_monitor(settings, name, self._screens)
            case _ if name in (HAND, LANGUAGE):
                draft.cycle(settings, name, HANDS if name == HAND else LANGUAGES)
            case _ if name == SWAP:
                draft.swap_monitors(settings, self._screens)
            case _:
                self.draft = Draft()
                self.role_desk.open_page(PageName.ROUND)
        self._again()

    def _step(self, by: float) -> None:
        key = self._at
        if self._scene is not None and key is not None:
            settings = self._scene.settings
            number = STEPS[key].moved(self.draft.number(settings, key), by)
            self.draft.change(settings, key, number)
            self._again()

    def _write(self) -> None:
        """The name as far as it is written; without one, the present name stays."""
        if self._scene is not None and self._at == NAME:
            self.role_desk.stir()
            settings = self._scene.settings
            name = self.keyboard.text.strip() or settings.table.name
            self.draft.change(settings, NAME, name)
            self._again()

    def _save(self) -> None:
        scene = self._scene
        if scene is None:
            return
        if scene.croupier.phase is not Phase.CLOSED:
            self.role_desk.note(scene.words.say("install.only_closed"))
            return
        trouble = self._sources.save(dict(self.draft.changes))
        self.role_desk.note(trouble or scene.words.say("install.saved"))
        if trouble is None:
            self._sources.restart()

    def _again(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)
