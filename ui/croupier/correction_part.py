"""Other dice in the place of a confirmed result, with the reason; the first ones are kept."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import CorrectResult
from ui.croupier import places, theme
from ui.croupier.entry import Entry
from ui.croupier.key_paint import Look
from ui.croupier.locked_page import LockedPage
from ui.croupier.page import PageName, put
from ui.croupier.round_choice import RoundChoice
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale

REASON_KEYS = (Qt.Key.Key_7, Qt.Key.Key_8, Qt.Key.Key_9)
"""7, 8, 9 of the numpad are the first three reasons; the others are reached by the arrows."""

REASONS = ("misread", "mistyped", "device", "moved", "claim", "other")


class CorrectionPart(RoundChoice):
    """Three dice, one reason, VALIDER."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self.pad = tuple(self.key(Look.PRIMARY) for _ in range(6))
        self.correct, self.validate = self.key(), self.key(Look.DOMINANT)
        self.reasons = tuple(self.key() for _ in REASONS)
        for face, key in enumerate(self.pad, start=1):
            key.tapped.connect(partial(self._type, face))
        for reason, key in zip(REASONS, self.reasons, strict=True):
            key.tapped.connect(partial(self._because, reason))
        self.correct.tapped.connect(self._take_back)
        self.validate.tapped.connect(self._send)
        self._entry, self._reason = Entry(), ""

    def left(self) -> None:
        super().left()
        self._entry, self._reason = Entry(), ""

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        super().arrange(room, scale, left_handed=left_handed)
        _, below = places.cut(room, top=8)
        upright = room.height() > room.width()
        dice, below = places.cut(below, top=40 if upright else 17.5)
        keys = (*self.pad, self.correct)
        cells = places.grid(dice, 2, 4) if upright else places.row(dice, 7)
        for key, cell in zip(keys, cells, strict=False):
            put(key, cell, scale)
        rows, columns = (2, 3) if upright else (1, 6)
        reasons, below = places.cut(below, top=rows * (SECONDARY + 3.1) - 3.1)
        for key, cell in zip(self.reasons, places.grid(reasons, rows, columns), strict=True):
            put(key, cell, scale)
        below.setHeight(min(below.height(), 30))
        put(self.validate, below, scale)

    def show_scene(self, scene: Scene) -> None:
        super().show_scene(scene)
        typing, words = self.chosen is not None, scene.words
        for key in (*self.pad, self.correct, self.validate, *self.reasons):
            key.setVisible(typing)
        for face, key in enumerate(self.pad, start=1):
            key.show_face(str(face), name=words.say("key.face", face=face), wished_mm=9)
            key.set_live(not self._entry.complete)
        self.correct.show_face(words.say("key.correct"), hint=scene.hint("⌫"), wished_mm=4.4)
        self.correct.set_live(not self._entry.empty)
        for n, (reason, key) in enumerate(zip(REASONS, self.reasons, strict=True), start=7):
            key.show_face(
                words.say(f"correction.{reason}"),
                wished_mm=4,
                hint=scene.hint(str(n) if n < 10 else ""),
                chosen=reason == self._reason,
            )
        self.validate.show_face(
            words.say("correction.validate"), hint=scene.hint("⏎"), wished_mm=7, colour=theme.YELLOW
        )
        self.validate.set_live(self._entry.complete and bool(self._reason))

    def told(self, scene: Scene, *, any_round: bool) -> str:
        if self.chosen is None or self.chosen.dice is None:
            return super().told(scene, any_round=any_round)
        slots = [*map(str, self._entry.faces), "–", "–", "–"]
        return scene.words.say(
            "correction.line",
            number=self.chosen.number,
            before=" ".join(map(str, self.chosen.dice)),
            after=" ".join(slots[:3]),
        )

    def typed(self, key: Qt.Key) -> bool:
        if self.chosen is None:
            return super().typed(key)
        number = key - Qt.Key.Key_1
        if 0 <= number < len(self.pad):
            self.pad[number].tap()
        elif key == Qt.Key.Key_Backspace and not self._entry.empty:
            self.correct.tap()
        elif key in REASON_KEYS:
            self.reasons[REASON_KEYS.index(key)].tap()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.validate.tap()
        else:
            return False
        return True

    def _type(self, face: int) -> None:
        self._entry = self._entry.typed(face)
        self.again()

    def _take_back(self) -> None:
        self._entry = self._entry.taken_back()
        self.again()

    def _because(self, reason: str) -> None:
        self._reason = reason
        self.again()

    def _send(self) -> None:
        dice = self._entry.dice
        if self.chosen is None or dice is None or self.scene is None:
            return
        reason = self.scene.words.say(f"correction.{self._reason}")
        if self.role_desk.ask(CorrectResult(self.chosen.number, dice, reason)) is None:
            self.role_desk.open_page(PageName.ROUND)
