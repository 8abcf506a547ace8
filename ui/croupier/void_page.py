"""COUP NUL: the law's reasons (art. 55-23), the device's own finding chosen beforehand."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QWidget

from tabledisplay.game.commands import VoidRound
from tabledisplay.game.parts import VoidReason
from tabledisplay.game.state import ROUND_OPEN
from ui.croupier import places, theme
from ui.croupier.gate import Fingers, Gate
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import Desk, Page, PageName, put
from ui.croupier.painted import Text, Title
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, Scale

REASONS: tuple[VoidReason, ...] = ("broken", "stacked", "leaning", "mixer_fault", "other")


class VoidPage(Page):
    """One tap on a reason voids the round; the way back is beside it."""

    def __init__(self, desk: Desk, fingers: Fingers, gate: Gate, parent: QWidget) -> None:
        super().__init__(desk, parent)
        self._title, self._line = Title(self), Text(self)
        self.reasons = tuple(Key(Look.PRIMARY, self, fingers=fingers, gate=gate) for _ in REASONS)
        for reason, key in zip(REASONS, self.reasons, strict=True):
            key.tapped.connect(partial(self._void, reason))
        self.back = Key(Look.PRIMARY, self, fingers=fingers)
        self.back.tapped.connect(partial(desk.open_page, PageName.ROUND))
        self._suggested: VoidReason | None = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        head, rest = places.cut(room, top=10)
        put(self._title, head, scale)
        line, rest = places.cut(rest, top=10)
        put(self._line, line, scale)
        upright = room.height() > room.width()
        rows, columns = (3, 2) if upright else (2, 3)
        height = min(rest.height(), rows * 34 + (rows - 1) * GAP)
        rest.setHeight(height)
        cells = places.grid(rest, rows, columns)
        if left_handed:
            cells = tuple(places.mirrored(cell, room) for cell in cells)
        for key, cell in zip((*self.reasons, self.back), cells, strict=True):
            put(key, cell, scale)

    def show_scene(self, scene: Scene) -> None:
        say = scene.words.say
        suggestion = scene.croupier.suggestion
        self._suggested = None if suggestion is None else suggestion.cause
        self._title.show_text(say("void.title"), theme.PURPLE)
        self._line.show_text(say("void.suggested" if suggestion else "void.choose"))
        applies = scene.croupier.phase in ROUND_OPEN
        for number, (reason, key) in enumerate(zip(REASONS, self.reasons, strict=True), start=1):
            chosen = reason == self._suggested
            key.show_face(
                say(f"reason.{reason}"), hint=scene.hint(str(number)), wished_mm=6, chosen=chosen
            )
            key.set_live(applies)
        self.back.show_face(say("void.back"), hint=scene.hint("Esc"), wished_mm=5)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._suggested is not None:
                self.reasons[REASONS.index(self._suggested)].tap()
            return True
        number = key - Qt.Key.Key_1
        if 0 <= number < len(REASONS):
            self.reasons[number].tap()
            return True
        return False

    def _void(self, reason: VoidReason) -> None:
        if self.desk.ask(VoidRound(reason)) is None:
            self.desk.open_page(PageName.ROUND)
