"""The demo's scripted croupier, and who takes the pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from tabledisplay.game.commands import (
    CloseBets,
    CloseTable,
    ConfirmDice,
    EnterDice,
    OpenTable,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import FACES, Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.table import Snapshot
from ui.bridge import TableBridge


@dataclass(frozen=True, slots=True)
class Pace:
    """How long each phase is looked at, in seconds."""

    phases: Mapping[Phase, float]


CALM = Pace(
    {
        Phase.CLOSED: 3,
        Phase.READY: 4,
        Phase.SHAKING: 4,
        Phase.BETS_OPEN: 9,
        Phase.NO_MORE_BETS: 3,
        Phase.PROPOSED: 3,
        Phase.CONFIRMED: 8,
        Phase.VOID: 6,
    }
)
"""As at a real table, but a little faster."""

QUICK = Pace(dict.fromkeys(Phase, 1.2))
"""Just long enough for every change to be painted to its end."""

BY_HAND, VOIDED = 4, 3
"""Every fourth round is typed by hand, every third of the others is void."""


class Photographer:
    """Writes both windows as they are, named after the phase."""

    def __init__(self, customer: QWidget, panel: QWidget, folder: Path) -> None:
        self._windows = {"customer": customer, "croupier": panel}
        self._folder = folder
        customer.resize(1920, 1080)
        panel.resize(1280, 800)
        for window in self._windows.values():
            window.show()

    def take(self, phase: Phase) -> None:
        """One picture of each window."""
        for name, window in self._windows.items():
            window.grab().save(str(self._folder / f"{name}-{phase}.png"))


class Director(QObject):
    """Does in each phase what a croupier would, a while after the phase began.

    Somebody else may act as well: what is no longer to be done is not done.
    """

    def __init__(self, bridge: TableBridge, shaker: SimulatedShaker, pace: Pace) -> None:
        super().__init__()
        self._bridge, self._shaker, self._pace = bridge, shaker, pace
        self._chance = Random(7)  # noqa: S311 - a demonstration, not a draw
        self._snapshot = bridge.snapshot
        self._rounds = 0
        self._photographer: Photographer | None = None
        self._finish: Callable[[], None] = _nothing
        self._unseen = set(Phase)
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._act)
        bridge.changed.connect(self._note)

    def take_pictures(self, photographer: Photographer, finish: Callable[[], None]) -> None:
        """Take a picture of every phase before leaving it, then call `finish`."""
        self._photographer, self._finish = photographer, finish

    def begin(self) -> None:
        """Play on from the phase the table is in."""
        self._wait()

    @Slot(object)
    def _note(self, snapshot: Snapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        moved = snapshot.croupier.phase is not before.croupier.phase
        if moved or snapshot.croupier.suggestion != before.croupier.suggestion:
            self._wait()

    def _wait(self) -> None:
        self._next.start(int(1000 * self._pace.phases[self._snapshot.croupier.phase]))

    @Slot()
    def _act(self) -> None:
        phase = self._snapshot.croupier.phase
        if self._photographer is not None:
            self._photographer.take(phase)
            self._unseen.discard(phase)
            if not self._unseen:
                self._next.stop()
                self._finish()
                return
        self._move(phase)

    def _move(self, phase: Phase) -> None:
        match phase:
            case Phase.CLOSED:
                self._bridge.submit(OpenTable(parse_money(5), "DEMO-2"))
            case Phase.READY | Phase.VOID | Phase.CONFIRMED:
                self._begin_round()
            case Phase.SHAKING:
                self._shaker.settle()
            case Phase.BETS_OPEN:
                self._bridge.submit(CloseBets())
            case Phase.NO_MORE_BETS:
                self._read_dice()
            case Phase.PROPOSED:
                self._decide()

    def _begin_round(self) -> None:
        if self._unseen <= {Phase.CLOSED, Phase.READY}:
            self._bridge.submit(CloseTable())
            return
        self._rounds += 1
        self._shaker.lower_bell()
        self._shaker.shake()

    def _read_dice(self) -> None:
        if self._snapshot.croupier.suggestion is not None:
            self._bridge.submit(VoidRound())
        elif self._rounds % BY_HAND == 0:
            faces = (self._chance.choice(FACES) for _ in range(3))
            self._bridge.submit(EnterDice(Dice.of(*faces), "device_silent"))
        else:
            self._shaker.lift_bell()

    def _decide(self) -> None:
        if self._rounds % BY_HAND and self._rounds % VOIDED == 0:
            self._bridge.submit(VoidRound("leaning"))
        else:
            self._bridge.submit(ConfirmDice())


def _nothing() -> None:
    """No pictures: the demo goes on until somebody ends it."""
