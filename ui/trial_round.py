"""A whole round by itself: a simulated shaker on a real port, the real parts, a journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from tabledisplay.croupier_view import LinkState
from tabledisplay.game.commands import CloseBets, CloseTable, Command, ConfirmDice, OpenTable
from tabledisplay.game.state import Phase
from tabledisplay.journal import FILE_NAME, read_rounds, verify_file
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.voice import Dice
from tabledisplay.startup import Loaded, Options, load_settings
from tabledisplay.table import Snapshot
from ui.app import Stage
from ui.demo import speaking_shaker

THROWN: Dice = (2, 5, 5)
WITHIN_MS = 60_000
"""A round takes some 3 s; a machine that needs more than this is not fit for a table."""
FEWEST_COLOURS = 8
SAMPLES = 64
"""A window is looked at in so many columns and rows; an unpainted one has a single colour."""

Say = Callable[..., str]


def play_trial(app: QApplication, data: Path, lang: str, say: Say) -> list[str]:
    """Plays it on a folder of its own; what went wrong, in words."""
    with speaking_shaker() as (shaker, url):
        own = Options(data, None, lang, (url,))
        stage = Stage(own, Loaded(load_settings(own)))
        croupier = TrialCroupier(stage, shaker, say, app.quit)
        stage.open()
        croupier.begin()
        app.exec()
        stage.close()
    return croupier.found or wrong_in_journal(data / FILE_NAME, say)


def wrong_in_journal(path: Path, say: Say) -> list[str]:
    """Faults of the chain, or a round that is not the one thrown."""
    faults = verify_file(path).faults
    if faults:
        return [say("trial.faults", count=len(faults))]
    rounds = [(row.dice, row.void) for row in read_rounds(path)]
    return [] if rounds == [(THROWN, None)] else [say("trial.result")]


class TrialCroupier(QObject):
    """Does at once what each phase asks for, and each thing once; ends after the table is closed.

    `found` holds what went wrong, in words.
    """

    def __init__(
        self, stage: Stage, shaker: SimulatedShaker, say: Say, finish: Callable[[], None]
    ) -> None:
        super().__init__()
        self._stage, self._shaker, self._say, self._finish = stage, shaker, say, finish
        self._snapshot = stage.bridge.snapshot
        self._acted: set[Phase] = set()
        self.found: list[str] = []
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._act)
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._give_up)
        stage.bridge.changed.connect(self._note)

    def begin(self) -> None:
        """Play, for at most a minute."""
        self._patience.start(WITHIN_MS)
        self._turn.start(0)

    @Slot(object)
    def _note(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._turn.start(0)

    @Slot()
    def _act(self) -> None:
        phase = self._snapshot.croupier.phase
        if phase is Phase.CLOSED and Phase.CONFIRMED in self._acted:
            self._end()
        elif phase not in self._acted and self._may_act(phase):
            self._acted.add(phase)
            self._move(phase)

    def _may_act(self, phase: Phase) -> bool:
        """A shake is only believed once the shaker is heard."""
        return phase is not Phase.READY or self._snapshot.croupier.link is LinkState.CONNECTED

    def _move(self, phase: Phase) -> None:
        match phase:
            case Phase.CLOSED:
                self._ask(OpenTable(parse_money(5), "SELF-CHECK"))
            case Phase.READY:
                self._shaker.shake(THROWN)
            case Phase.SHAKING:
                self._shaker.settle()
            case Phase.BETS_OPEN:
                self._ask(CloseBets())
            case Phase.NO_MORE_BETS:
                self._shaker.lift_bell()
            case Phase.PROPOSED:
                self._ask(ConfirmDice())
            case Phase.CONFIRMED:
                self._look("customer", self._stage.customer)
                self._look("panel", self._stage.panel)
                self._ask(CloseTable())
            case Phase.VOID:
                self._give_up()

    def _ask(self, command: Command) -> None:
        refused = self._stage.bridge.submit(command)
        if refused is not None:
            self.found.append(self._say("trial.refused", do=refused.do, code=refused.code))
            self._end()

    def _look(self, name: str, window: QWidget) -> None:
        if colours(window.grab().toImage()) < FEWEST_COLOURS:
            self.found.append(self._say("trial.blank", window=name))

    @Slot()
    def _give_up(self) -> None:
        told = self._snapshot.croupier
        self.found.append(self._say("trial.stuck", phase=told.phase.value, link=told.link.value))
        self._end()

    def _end(self) -> None:
        self._patience.stop()
        self._turn.stop()
        self._finish()


def colours(image: QImage) -> int:
    """How many colours a look at the image finds."""
    wide, high = image.width(), image.height()
    return len(
        {
            image.pixel(x * wide // SAMPLES, y * high // SAMPLES)
            for x in range(SAMPLES if wide else 0)
            for y in range(SAMPLES if high else 0)
        }
    )
