"""An evening at a table, played as fast as the machine can: real bytes, real table, given time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from tabledisplay.game.commands import (
    CloseBets,
    CloseTable,
    Command,
    ConfirmDice,
    CorrectResult,
    EndShake,
    EnterDice,
    OpenTable,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase, TableState
from tabledisplay.pins import Pins
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import PortChanged, PortStatus
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.voice import random_rounds
from tabledisplay.table import Recorder, Snapshot, Table, TableRules

PORT: Final = "/dev/ttyUSB0"
BEGIN: Final = datetime(2026, 1, 2, 20, tzinfo=UTC)
STEP: Final = 0.5
"""Seconds between two looks at the port."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of a round: shaken, bets open, bell up until read, result shown."""

    shakes: float = 6.0
    bets: float = 30.0
    reads: float = 2.0
    shown: float = 10.0


BRISK: Final = Pace(1.0, 2.0, 2.0, 1.0)
"""The same events with fewer heartbeats in between."""
VOID_EVERY, BY_HAND_EVERY, CORRECTED_EVERY, UNPLUGGED_EVERY = 40, 25, 60, 90


class EveningClock:
    """Told what time it is."""

    def __init__(self, begin: datetime = BEGIN) -> None:
        self.begin = begin
        self.seconds = 1000.0

    def now(self) -> datetime:
        return self.begin + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds


class Evening:
    """A table, its shaker and its croupier. Void, hand-entered and corrected rounds included."""

    def __init__(
        self,
        journal: Recorder,
        folder: Path,
        *,
        state: TableState | None = None,
        clock: EveningClock | None = None,
        listen: Callable[[Snapshot], None] | None = None,
        seed: int = 1,
        pace: Pace | None = None,
    ) -> None:
        self.clock = clock or EveningClock()
        self.table = Table(
            journal,
            TableRules(load_ruleset(), ports=(PORT,)),
            Pins(folder / "pins.json"),
            state=state or TableState(),
            clock=self.clock,
            listen=listen,
        )
        self._dice = random_rounds(Random(seed))
        self._shaker = SimulatedShaker(by_itself=False, seed=seed)
        self._listener = slp1_listener(PORT)
        self._pace = pace or Pace()
        self._plugged = True
        self._count = 0

    def open(self) -> None:
        """The chef de table opens the table, and the shaker is heard."""
        self._ask(OpenTable(parse_money(5), "A-17"))
        self.table.hear((PortChanged(PORT, PortStatus.OPEN),))
        self._passes(2.0)

    def close(self) -> None:
        """The chef de table closes it."""
        self._ask(CloseTable())

    def play(self, rounds: int) -> None:
        """So many rounds, one after the other."""
        for _ in range(rounds):
            self._round()

    def _round(self) -> None:
        self._count += 1
        n = self._count
        self._plug(n % UNPLUGGED_EVERY != 0)
        dice = next(self._dice)
        self._shaker.shake(dice)
        self._passes(self._pace.shakes)
        self._shaker.settle()
        self._passes(self._pace.bets)
        self._catch_up()
        if n % VOID_EVERY == 0:
            self._ask(VoidRound("leaning"))
        elif n % BY_HAND_EVERY == 0 or not self._plugged:
            self._ask(EnterDice(Dice.of(*dice), "device_silent"))
            self._ask(ConfirmDice())
        else:
            self._shaker.lift_bell()
            self._passes(self._pace.reads)
            self._ask(ConfirmDice())
        self._passes(self._pace.shown)
        self._shaker.lower_bell()
        if n % CORRECTED_EVERY == 0 and n % VOID_EVERY != 0:
            other = Dice.of(1, 2, 3) if sorted(dice) != [1, 2, 3] else Dice.of(4, 5, 6)
            self._ask(CorrectResult(self.table.state.number, other, "dé mal lu"))

    def _catch_up(self) -> None:
        """The croupier moves whatever the device did not, and closes the bets."""
        if self.table.state.phase in (Phase.READY, Phase.CONFIRMED, Phase.VOID):
            self._ask(StartShake())
        if self.table.state.phase is Phase.SHAKING:
            self._ask(EndShake())
        self._ask(CloseBets())

    def _plug(self, plugged: bool) -> None:
        if plugged == self._plugged:
            return
        self._plugged = plugged
        if plugged:
            self.table.hear((PortChanged(PORT, PortStatus.OPEN),))
            self._passes(1.0)
        else:
            lost = self._listener.port_lost()
            self.table.hear((*lost, PortChanged(PORT, PortStatus.LOST)))

    def _passes(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.clock.seconds += STEP
            now = self.clock.seconds
            said = self._shaker.advance(now)
            if self._plugged:
                self.table.hear(self._listener.hear(said, now))

    def _ask(self, command: Command) -> None:
        refused = self.table.submit(command)
        assert refused is None, (command, refused)
