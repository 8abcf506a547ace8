"""Setting or changing a role's PIN: typed twice, the same both times."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal

from tabledisplay.game.commands import SetPin
from tabledisplay.game.parts import Role
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.pin_pad import PinPad
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale


class PinPart(Part):
    """Asks for the new PIN, then for the same again; `done`: it is set.

    `role`: whose PIN, if not that of the page; then the page goes nowhere by itself.
    """

    done = Signal()

    def __init__(self, desk: LockedPage, role: Role | None = None) -> None:
        super().__init__(desk)
        self._role: Role = role or desk.role
        self._is_guest = role is not None
        if role is None:
            self.done.connect(partial(desk.open_part, None))
        self.pad = PinPad(self)
        self.pad.given.connect(self._given)
        self.pad.pad.digit.connect(self.role_desk.stir)
        self._first: str | None = None
        self._scene: Scene | None = None

    def left(self) -> None:
        self._first = None
        self.pad.forget()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        self.pad.setGeometry(0, 0, self.width(), self.height())
        self.pad.arrange(room, scale, left_handed=left_handed)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        say = scene.words.say
        step = "new" if self._first is None else "again"
        whose = f"{self._role}.pin" if self._is_guest and step == "new" else f"pin.{step}"
        self.pad.show_scene(scene, say(whose), say("pin.form"), say(f"pin.{step}_enter"))

    def typed(self, key: Qt.Key) -> bool:
        return self.pad.typed(key)

    def _given(self, pin: str) -> None:
        assert self._scene is not None
        if self._first is None:
            self._first = pin
        elif pin != self._first:
            self._first = None
            self.role_desk.note(self._scene.words.say("pin.differ"))
        else:
            self._first = None
            if self.role_desk.ask(SetPin(self._role, pin)) is None:
                if self._role == self.role_desk.role:
                    self.role_desk.new_pin(pin)
                self.role_desk.note(self._scene.words.say("pin.set"))
                self.done.emit()
                return
        self.show_scene(self._scene)
