"""The round: display, pad, rare keys. The dominant key lies on top of it, always at one place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.croupier import places, theme
from ui.croupier.acts import Act
from ui.croupier.conduct import TAKE_BACK_MS, Conduct
from ui.croupier.gate import Clock, Fingers
from ui.croupier.hold_key import HoldKey
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import Desk, Page, PageName, put
from ui.croupier.round_display import RoundDisplay
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

DIGITS = {
    Qt.Key.Key_1: 1,
    Qt.Key.Key_2: 2,
    Qt.Key.Key_3: 3,
    Qt.Key.Key_4: 4,
    Qt.Key.Key_5: 5,
    Qt.Key.Key_6: 6,
}


class RoundPage(Page):
    """Every key of the round but the dominant one. `act_asked`: a key that acts at once."""

    act_asked = Signal(object)

    def __init__(
        self, desk: Desk, conduct: Conduct, fingers: Fingers, clock: Clock, parent: QWidget
    ) -> None:
        super().__init__(desk, parent)
        self._conduct = conduct
        self.display = RoundDisplay(self)
        self.void = HoldKey(Look.PRIMARY, self, fingers=fingers)
        self.shake_again = HoldKey(Look.SECONDARY, self, fingers=fingers)
        self.bets_at_once = HoldKey(Look.SECONDARY, self, fingers=fingers)
        self.take_back = Key(Look.PRIMARY, self, fingers=fingers)
        self.correct = Key(Look.PRIMARY, self, fingers=fingers)
        self.bell = Key(Look.SECONDARY, self, fingers=fingers)
        self.pad = tuple(Key(Look.PRIMARY, self, debounce=clock) for _ in range(6))
        for face, key in enumerate(self.pad, start=1):
            key.tapped.connect(partial(conduct.type_face, face))
        self.correct.tapped.connect(conduct.correct)
        self.take_back.tapped.connect(partial(self.act_asked.emit, Act.TAKE_BACK))
        self.bell.tapped.connect(self._bell_or_chef)
        self.void.held.connect(partial(desk.open_page, PageName.VOID))
        self.shake_again.held.connect(partial(self.act_asked.emit, Act.SHAKE_AGAIN))
        self.bets_at_once.held.connect(partial(self.act_asked.emit, Act.BETS_AT_ONCE))
        for key in (self.void, self.shake_again, self.bets_at_once):
            key.too_short.connect(self._say_hold)
        self._others = {
            Qt.Key.Key_Backspace: self.correct,
            Qt.Key.Key_Asterisk: self.take_back,
            Qt.Key.Key_Plus: self.bell,
        }
        self._scene: Scene | None = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        at = places.table(room, left_handed=left_handed)
        put(self.display, at.display, scale)
        row = (self.void, self.take_back, self.bets_at_once, self.shake_again)
        for key, place in zip(row, at.acts, strict=True):
            put(key, place, scale)
        for key, place in zip(self.pad, at.pad, strict=True):
            put(key, place, scale)
        put(self.correct, at.correct, scale)
        put(self.bell, at.bell, scale)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        self.display.show_scene(scene, self._conduct.typing)
        acts = self._conduct.acts()
        if acts is None:
            return
        say = scene.words.say
        self.void.show_face(
            say("key.void"),
            sub=say("key.hold"),
            called=Act.VOID in acts.called,
            hint=scene.hint("−"),
            colour=theme.PURPLE,
        )
        left = self._conduct.take_back_ms
        seconds = -(-left // 1000)
        self.take_back.show_face(
            say("key.take_back_left", seconds=seconds) if left else say("key.take_back"),
            ring=left / TAKE_BACK_MS if left else 0.0,
            colour=theme.GREEN,
            hint=scene.hint("*"),
        )
        self.bets_at_once.show_face(
            say("key.bets_at_once"), sub=say("key.hold"), wished_mm=4.2, colour=theme.GREEN
        )
        self.shake_again.show_face(
            say("key.shake_again"), sub=say("key.hold"), wished_mm=4.2, colour=theme.SKY
        )
        self.correct.show_face(
            say("key.correct"),
            wished_mm=4.0,
            called=Act.CORRECT in acts.called,
            hint=scene.hint("⌫"),
        )
        chef = Act.CHEF in acts.live
        self.bell.show_face(
            say("key.chef_decides" if chef else "key.lift_bell"),
            wished_mm=4.4,
            called=Act.CHEF in acts.called,
            hint=scene.hint("+"),
        )
        live = acts.live
        self.void.set_live(Act.VOID in live)
        self.take_back.set_live(Act.TAKE_BACK in live)
        self.bets_at_once.set_live(Act.BETS_AT_ONCE in live)
        self.shake_again.set_live(Act.SHAKE_AGAIN in live)
        self.correct.set_live(Act.CORRECT in live)
        self.bell.set_live(chef or Act.LIFT_BELL in live)
        for face, key in enumerate(self.pad, start=1):
            key.show_face(
                str(face),
                name=say("key.face", face=face),
                die=face,
                red_faces=scene.red_faces,
                wished_mm=8.0,
            )
            key.set_live(acts.pad)

    def typed(self, key: Qt.Key) -> bool:
        if key in DIGITS:
            self.pad[DIGITS[key] - 1].tap()
            return True
        if key in self._others:
            self._others[key].tap()
            return True
        return False

    def held_by_minus(self) -> HoldKey | None:
        return self.void

    def _bell_or_chef(self) -> None:
        acts = self._conduct.acts()
        chef = acts is not None and Act.CHEF in acts.live
        self.act_asked.emit(Act.CHEF if chef else Act.LIFT_BELL)

    def _say_hold(self) -> None:
        if self._scene is not None:
            self.desk.note(self._scene.words.say("note.hold"))
