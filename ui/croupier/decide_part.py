"""The croupier and the device read other dice: the chef de table says which ones count."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import ConfirmDice, EnterDice
from tabledisplay.rules.dice import Dice
from ui.croupier import places
from ui.croupier.key_paint import Look
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import PageName, put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale


class DecidePart(Part):
    """Two keys: the croupier's dice, the device's dice. The chosen ones are confirmed."""

    def __init__(self, desk: LockedPage) -> None:
        super().__init__(desk)
        self._line = Text(self)
        self.croupiers, self.devices = self.key(Look.PRIMARY), self.key(Look.PRIMARY)
        self.croupiers.tapped.connect(self._keep)
        self.devices.tapped.connect(self._take)
        self._rival: Dice | None = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        line, below = places.cut(room, top=10)
        put(self._line, line, scale)
        below.setHeight(min(below.height(), 60))
        cells = places.row(below, 2)
        if left_handed:
            cells = cells[1], cells[0]
        put(self.croupiers, cells[0], scale)
        put(self.devices, cells[1], scale)

    def show_scene(self, scene: Scene) -> None:
        view, words = scene.croupier, scene.words
        self._rival = view.rival
        self._line.show_text(words.say("decide.line" if view.disputed else "decide.nothing"))
        for key, dice, caption, hint in (
            (self.croupiers, view.proposed, "decide.croupiers", "1"),
            (self.devices, view.rival, "decide.devices", "2"),
        ):
            told = " ".join(map(str, dice)) if dice is not None else "—"
            total = dice.total if dice is not None else 0
            key.show_face(
                words.say(caption, dice=told, total=total), hint=scene.hint(hint), wished_mm=7
            )
            key.set_live(view.disputed and dice is not None)

    def typed(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_1:
            self.croupiers.tap()
        elif key == Qt.Key.Key_2:
            self.devices.tap()
        else:
            return False
        return True

    def _keep(self) -> None:
        self._confirm()

    def _take(self) -> None:
        if self._rival is not None and self.role_desk.ask(EnterDice(self._rival)) is None:
            self._confirm()

    def _confirm(self) -> None:
        if self.role_desk.ask(ConfirmDice()) is None:
            self.role_desk.open_page(PageName.ROUND)
