"""Leaving the kiosk: held, so that it is meant."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal

from ui.croupier import places
from ui.croupier.hold_key import HoldKey
from ui.croupier.key_paint import Look
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale


class KioskPart(Part):
    """`leaving`: the technician wants to see the desktop; the program does it."""

    leaving = Signal()

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self.line = Text(self)
        self.leave = HoldKey(Look.PRIMARY, self, fingers=desk.fingers)
        self.leave.held.connect(self.leaving)

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        line, below = places.cut(room, top=16)
        put(self.line, line, scale)
        key = QRectF(below.left(), below.top(), min(100, below.width()), min(30, below.height()))
        put(self.leave, places.mirrored(key, room) if left_handed else key, scale)

    def held_by_minus(self) -> HoldKey | None:
        return self.leave

    def show_scene(self, scene: Scene) -> None:
        self.line.show_text(scene.words.say("kiosk.line"))
        self.leave.show_face(
            scene.words.say("kiosk.leave"), sub=scene.words.say("key.hold"), wished_mm=5
        )
