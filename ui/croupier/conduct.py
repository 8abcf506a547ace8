"""What the croupier has begun and not ended: dice half typed, three seconds to take back a close.

It asks the table; it never says what is true there.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from tabledisplay.croupier_view import CroupierView
from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    LiftBell,
    ReopenBets,
    StartShake,
)
from tabledisplay.game.decide import TAKE_BACK_SECONDS, Refused
from tabledisplay.game.state import Phase
from ui.croupier.acts import Act, Acts, Typing, acts
from ui.croupier.entry import Entry
from ui.croupier.gate import Clock, Gate, Since

TAKE_BACK_MS = int(TAKE_BACK_SECONDS * 1000)
TICK_MS = 100

Ask = Callable[[Command, str | None], Refused | None]


class Conduct(QObject):
    """`changed`: what is being typed, or the time left to take back, is another now."""

    changed = Signal()

    def __init__(self, ask: Ask, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self.gate = Gate(clock)
        self.typing = Typing()
        self._closed = Since(clock)
        self._view: CroupierView | None = None
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK_MS)
        self._ticking.timeout.connect(self._tick)

    def see(self, view: CroupierView) -> bool:
        """Take note of the table. True if the phase is another than before."""
        before, self._view = self._view, view
        moved = before is None or before.phase is not view.phase
        if moved and before is not None:
            self.gate.shut()
        if before is not None and (before.opening, before.round) != (view.opening, view.round):
            self.typing = Typing()
        match view.phase:
            case Phase.NO_MORE_BETS:
                self.typing = Typing(self.typing.entry)
            case Phase.PROPOSED:
                entry = self.typing.entry
                correcting = self.typing.correcting or not entry.empty
                if entry.dice is not None and entry.dice == view.proposed:
                    entry, correcting = Entry(), False
                self.typing = Typing(entry, correcting and not view.disputed)
            case _:
                self.typing = Typing()
        closed_now = moved and before is not None and before.phase is Phase.BETS_OPEN
        if view.phase is Phase.NO_MORE_BETS and closed_now and view.takeable:
            self._closed.start()
            self._ticking.start()
        elif view.phase is not Phase.NO_MORE_BETS or not view.takeable:
            self._closed.forget()
            self._ticking.stop()
        return moved

    @property
    def take_back_ms(self) -> int:
        """Milliseconds left to take back « rien ne va plus », 0 when there are none."""
        elapsed = self._closed.elapsed()
        return 0 if elapsed is None else max(0, TAKE_BACK_MS - elapsed)

    def acts(self) -> Acts | None:
        """What the keys do now."""
        if self._view is None:
            return None
        return acts(self._view, self.typing, taking_back=self.take_back_ms > 0)

    def type_face(self, face: int) -> None:
        """One more die."""
        self._type(self.typing.entry.typed(face), correcting=self.typing.correcting)

    def correct(self) -> None:
        """Take back the last die; with none typed, begin to type over a proposal, or give it up."""
        entry = self.typing.entry
        if not entry.empty:
            self._type(entry.taken_back(), correcting=self.typing.correcting)
        elif self._view is not None and self._view.phase is Phase.PROPOSED:
            correcting = not self.typing.correcting and not self._view.disputed
            self._type(entry, correcting=correcting)

    def do(self, act: Act) -> Refused | None:
        """Ask the table for the act of a key that acts at once."""
        match act:
            case Act.START_SHAKE | Act.SHAKE_AGAIN:
                return self._ask(StartShake(), None)
            case Act.END_SHAKE | Act.BETS_AT_ONCE:
                return self._ask(EndShake(), None)
            case Act.CLOSE_BETS:
                return self._ask(CloseBets(), None)
            case Act.TAKE_BACK:
                return self._ask(ReopenBets(None), None)
            case Act.LIFT_BELL:
                return self._ask(LiftBell(), None)
            case Act.VALIDATE:
                return self._validate()
            case _:
                return None

    def _validate(self) -> Refused | None:
        """Enter what is typed, if anything is, and confirm; a disagreement stops in between."""
        dice, view = self.typing.entry.dice, self._view
        agreed = view is not None and view.proposed == dice and not view.disputed
        if dice is None or agreed:
            return self._ask(ConfirmDice(), None)
        refused = self._ask(EnterDice(dice), None)
        if refused is not None:
            return refused
        self._type(Entry(), correcting=False)
        if self._view is not None and self._view.disputed:
            return None
        return self._ask(ConfirmDice(), None)

    def _type(self, entry: Entry, *, correcting: bool) -> None:
        self.typing = Typing(entry, correcting)
        self.changed.emit()

    def _tick(self) -> None:
        if self.take_back_ms == 0:
            self._closed.forget()
            self._ticking.stop()
        self.changed.emit()
