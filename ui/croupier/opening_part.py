"""Opening and closing the table: the minimum, what follows from it, the float's reference."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import CloseTable, OpenTable
from tabledisplay.game.state import Phase
from tabledisplay.rules.sicbo import BOX_BY_ID
from ui.croupier import places, theme
from ui.croupier.chips import ChipKeys
from ui.croupier.hold_key import HoldKey
from ui.croupier.key_paint import Look
from ui.croupier.keyboard import Keyboard
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import PageName, put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, SECONDARY, Scale


class OpeningPart(Part):
    """While the table is closed: minimum and float (art. 49, 53). While it is open: close it."""

    def __init__(self, desk: LockedPage, denominations: tuple[float, ...]) -> None:
        super().__init__(desk)
        self._scene: Scene | None = None
        self._writing = False
        self.minimum, self.float_ref = self.key(), self.key()
        self.derived, self._closing = Text(self), Text(self, wished_mm=5)
        self.chips = ChipKeys(denominations, self)
        self.keyboard = Keyboard(self)
        self.open_table = self.key(Look.DOMINANT)
        self.close_table = HoldKey(Look.PRIMARY, self, fingers=desk.fingers)
        self.minimum.tapped.connect(partial(self._write, False))
        self.float_ref.tapped.connect(partial(self._write, True))
        self.chips.changed.connect(self._again)
        self.keyboard.written.connect(self._again)
        self.open_table.tapped.connect(self._open)
        self.close_table.held.connect(self._close)

    def opened(self, scene: Scene) -> None:
        del scene
        self._writing = False

    def left(self) -> None:
        self.chips.forget()
        self.keyboard.forget()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        upright = room.height() > room.width()
        top, below = places.cut(room, top=2 * SECONDARY + GAP if upright else SECONDARY)
        fields, opening = places.cut(top, left=room.width() * (0.55 if upright else 0.68))
        if left_handed:
            fields, opening = places.mirrored(fields, room), places.mirrored(opening, room)
        cells = places.column(fields, 2) if upright else places.row(fields, 2)
        put(self.minimum, cells[0], scale)
        put(self.float_ref, cells[1], scale)
        put(self.open_table, opening, scale)
        keyboard = QRectF(below)
        keyboard.setHeight(min(keyboard.height(), 110 if upright else 80))
        self.keyboard.arrange(keyboard, scale)
        derived, below = places.cut(below, top=12 if upright else 7, gap=1.5)
        put(self.derived, derived, scale)
        below.setHeight(min(below.height(), 80 if upright else 50))
        self.chips.arrange(below, scale, rows=4 if upright else 2)
        line, below = places.cut(room, top=14)
        put(self._closing, line, scale)
        below.setHeight(min(below.height(), 34))
        put(self.close_table, below, scale)

    def held_by_minus(self) -> HoldKey | None:
        return self.close_table

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        words, closed = scene.words, scene.croupier.phase is Phase.CLOSED
        amount = self.chips.stake.amount
        for widget in (self.minimum, self.float_ref, self.open_table):
            widget.setVisible(closed)
        self.derived.setVisible(closed and not self._writing)
        self._closing.setVisible(not closed)
        closable = "close_table" in scene.croupier.allowed
        self._closing.show_text(
            words.say(
                "opening.closing" if closable else "opening.not_yet",
                opening=scene.croupier.opening,
                count=len(scene.croupier.history),
            )
        )
        for key in self.chips.keys:
            key.setVisible(closed and not self._writing)
        self.keyboard.set_visible(closed and self._writing)
        self.close_table.setVisible(not closed)
        self.close_table.show_face(
            words.say("opening.close"), sub=words.say("key.hold"), colour=theme.TEXT
        )
        self.close_table.set_live(closable)
        told = words.money(amount) if amount else "—"
        self.minimum.show_face(
            words.say("opening.minimum", amount=told), wished_mm=5, chosen=not self._writing
        )
        self.float_ref.show_face(
            words.say("opening.float_ref", reference=self.keyboard.text or "—"),
            wished_mm=5,
            chosen=self._writing,
        )
        self.derived.show_text(self._maxima(scene, amount))
        self.open_table.show_face(
            words.say("dominant.open_table"), hint=scene.hint("⏎"), wished_mm=7, colour=theme.GREEN
        )
        self.open_table.set_live(closed and amount > 0)
        self.chips.show_scene(scene)
        self.keyboard.show_scene(scene)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_table.tap()
            return True
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._write(not self._writing)
            return True
        return self.keyboard.typed(key) if self._writing else self.chips.typed(key)

    def _maxima(self, scene: Scene, minimum: Decimal) -> str:
        if not minimum:
            return scene.words.say("opening.choose")
        rules, money = scene.ruleset, scene.words.money
        return scene.words.say(
            "opening.derived",
            maximum=money(rules.maximum(BOX_BY_ID["total:4"], minimum)),
            small_big=money(rules.maximum(BOX_BY_ID["small"], minimum)),
            least_float=money(rules.least_float(minimum)),
        )

    def _write(self, writing: bool) -> None:
        self._writing = writing
        self._again()

    def _open(self) -> None:
        command = OpenTable(self.chips.stake.amount, self.keyboard.text.strip())
        if self.role_desk.ask(command) is None:
            self.role_desk.open_page(PageName.ROUND)

    def _close(self) -> None:
        if self.role_desk.ask(CloseTable()) is None:
            self.role_desk.open_page(PageName.ROUND)

    def _again(self) -> None:
        self.role_desk.stir()
        if self._scene is not None:
            self.show_scene(self._scene)
