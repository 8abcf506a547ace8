"""The chef de table voids a confirmed round of this opening, with the law's reason."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import VoidRound
from tabledisplay.game.parts import VoidReason
from ui.croupier import places, theme
from ui.croupier.hold_key import HoldKey
from ui.croupier.key_paint import Look
from ui.croupier.locked_page import LockedPage
from ui.croupier.page import PageName, put
from ui.croupier.round_choice import RoundChoice
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale
from ui.croupier.void_page import REASONS


class VoidPart(RoundChoice):
    """One of five reasons, then a key to hold."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self.reasons = tuple(self.key(Look.PRIMARY) for _ in REASONS)
        self.void = HoldKey(Look.PRIMARY, self, fingers=desk.fingers)
        for reason, key in zip(REASONS, self.reasons, strict=True):
            key.tapped.connect(partial(self._because, reason))
        self.void.held.connect(self._send)
        self._reason: VoidReason | None = None

    def left(self) -> None:
        super().left()
        self._reason = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        super().arrange(room, scale, left_handed=left_handed)
        _, below = places.cut(room, top=8)
        rows, columns = (3, 2) if room.height() > room.width() else (2, 3)
        below.setHeight(min(below.height(), rows * 30))
        cells = places.grid(below, rows, columns)
        for key, cell in zip((*self.reasons, self.void), cells, strict=True):
            put(key, cell, scale)

    def held_by_minus(self) -> HoldKey | None:
        return self.void

    def show_scene(self, scene: Scene) -> None:
        super().show_scene(scene)
        typing = self.chosen is not None
        for number, (reason, key) in enumerate(zip(REASONS, self.reasons, strict=True), start=1):
            key.setVisible(typing)
            key.show_face(
                scene.words.say(f"reason.{reason}"),
                hint=scene.hint(str(number)),
                wished_mm=5,
                chosen=reason == self._reason,
            )
        self.void.setVisible(typing)
        self.void.show_face(
            scene.words.say("key.void"), sub=scene.words.say("key.hold"), colour=theme.PURPLE
        )
        self.void.set_live(self._reason is not None)

    def told(self, scene: Scene, *, any_round: bool) -> str:
        if self.chosen is None or self.chosen.dice is None:
            return super().told(scene, any_round=any_round)
        dice = " ".join(map(str, self.chosen.dice))
        return scene.words.say("void.of_round", number=self.chosen.number, dice=dice)

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1
        if self.chosen is not None and 0 <= number < len(REASONS):
            self.reasons[number].tap()
            return True
        return super().typed(key)

    def _because(self, reason: VoidReason) -> None:
        self._reason = reason
        self.again()

    def _send(self) -> None:
        if self.chosen is None or self._reason is None:
            return
        if self.role_desk.ask(VoidRound(self._reason, self.chosen.number)) is None:
            self.role_desk.open_page(PageName.ROUND)
