"""A croupier at a real table with a pretend shaker, whose line does what it likes.

After every step it is checked that no false dice were proposed and that nothing sealed was told.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    LiftBell,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.game.events import (
    BetsClosed,
    BetsOpened,
    BettingReopened,
    DiceProposed,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    ShakeStarted,
)
from tabledisplay.game.state import Phase
from tabledisplay.game.wire import decode
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import PortChanged, PortStatus
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.voice import Dice as Thrown
from tests.cases.bench import DEVICE, PORT, Bench
from tests.fuzz.line import SpoiledLine

STEP = 0.25
"""Seconds between two looks at the port."""
CLOSED = (Phase.NO_MORE_BETS, Phase.PROPOSED)


class Twist(Enum):
    """What is special about a round."""

    NOTHING = "nothing"
    BELL_EARLY = "the bell is lifted while bets are open"
    BY_HAND = "the croupier does not wait for the device"
    CROUPIER_SHAKES = "the croupier's own keys for the shake"
    SHAKE_TWICE = "the mixer is started again while bets are open"
    SHAKE_AFTER_CLOSE = "the mixer is started after the close"
    TAKE_BACK = "the close is taken back"
    VOID_SHAKING = "void while shaking"
    VOID_BETS = "void while bets are open"
    VOID_CLOSED = "void after the close"
    UNPLUG = "the plug is pulled while bets are open"
    PROGRAM_DIES = "the program is killed while bets are open"
    PROGRAM_DIES_LATE = "the program is killed after the close"
    DEVICE_RESTARTS = "the shaker is switched off and on while bets are open"


class Night:
    """One table, its croupier, its shaker."""

    def __init__(self, folder: Path, line: SpoiledLine) -> None:
        self.line = line
        self.bench = Bench(folder)
        self.shaker = SimulatedShaker(
            by_itself=False, spoil=line, device=DEVICE, boot=0x0C22, uptime=500_000
        )
        self.lying: Thrown = (1, 1, 1)
        self.results: list[Dice | None] = []
        self._told = 0
        self._open_bets = False
        self._plugged = True
        self.passes(1.0)

    def passes(self, seconds: float) -> None:
        """Time goes by."""
        for _ in range(round(seconds / STEP)):
            self.bench.clock.seconds += STEP
            said = self.shaker.advance(self.bench.clock.seconds)
            self.bench.hear(said if self._plugged else b"")
            self.check()

    def play(self, dice: Thrown, twist: Twist) -> None:
        """One round, from the shake to its result, and its result is the right one."""
        self._shake(dice, twist)
        if twist is Twist.VOID_SHAKING and self.phase is Phase.SHAKING:
            self._ask(VoidRound("other"))
            self.shaker.settle()
            self.passes(1.0)
            self._finish(None)
            return
        self.shaker.settle()
        self.passes(2.0)
        self._bets(twist)
        if twist is Twist.VOID_BETS:
            self._ask(VoidRound("broken"))
            self._finish(None)
            return
        self._close()
        if twist is Twist.TAKE_BACK and self.phase is Phase.NO_MORE_BETS:
            self.passes(1.0)
            if self.bench.ask(ReopenBets(None)) is None:
                self.passes(1.0)
                self._close()
        self._result(twist)

    def _close(self) -> None:
        """« Rien ne va plus », and before it whatever an odd word of the device has undone."""
        if self.phase in (Phase.READY, Phase.CONFIRMED, Phase.VOID):
            self._ask(StartShake())
        if self.phase is Phase.SHAKING:
            self._ask(EndShake())
        if self.phase is Phase.BETS_OPEN:
            self._ask(CloseBets())
        assert self.phase in CLOSED

    def _shake(self, dice: Thrown, twist: Twist) -> None:
        self.lying = dice
        self.shaker.shake(dice)
        if twist is Twist.CROUPIER_SHAKES:
            self.bench.ask(StartShake())
        self.passes(2.0)
        if self.phase in (Phase.READY, Phase.CONFIRMED, Phase.VOID):
            self._ask(StartShake())

    def _bets(self, twist: Twist) -> None:
        if self.phase is Phase.SHAKING:
            self._ask(EndShake())
        match twist:
            case Twist.BELL_EARLY:
                self.shaker.lift_bell()
                self.passes(3.0)
            case Twist.SHAKE_TWICE:
                self._again()
            case Twist.UNPLUG:
                self._plug(plugged=False)
                self.passes(4.0)
                self._plug(plugged=True)
                self.passes(1.0)
            case Twist.PROGRAM_DIES:
                self.bench.restart()
                self.passes(1.0)
            case Twist.DEVICE_RESTARTS:
                self.shaker.restart()
                self.passes(1.0)
            case _:
                self.passes(2.0)

    def _again(self) -> None:
        a, b, c = self.lying
        lie = (c, a, b) if a != b or b != c else (1 + a % 6, b, c)
        self.lying = lie  # type: ignore[assignment] # 1 + a % 6 is a face
        self.shaker.shake(self.lying)
        self.passes(2.0)
        self.shaker.settle()
        self.passes(1.0)
        if self.phase is Phase.SHAKING:
            self._ask(EndShake())

    def _result(self, twist: Twist) -> None:
        match twist:
            case Twist.SHAKE_AFTER_CLOSE:
                self._again_after_close()
                self._ask(VoidRound("mixer_fault"))
                self._finish(None)
                return
            case Twist.VOID_CLOSED:
                self.passes(0.5)
                self._ask(VoidRound("stacked"))
                self._finish(None)
                return
            case Twist.PROGRAM_DIES_LATE:
                self.bench.restart()
            case Twist.CROUPIER_SHAKES if self.phase is Phase.NO_MORE_BETS:
                self._ask(LiftBell())
            case _:
                pass
        self.shaker.lift_bell()
        self.passes(0.5 if twist is Twist.BY_HAND else 2.5)
        seen = Dice.of(*self.lying)
        if self.phase is not Phase.PROPOSED:
            self._ask(EnterDice(seen, "device_silent"))
        self.passes(1.0)
        self._ask(ConfirmDice())
        self._finish(seen)

    def _again_after_close(self) -> None:
        self.lying = (6, 6, 6) if self.lying != (6, 6, 6) else (1, 1, 1)
        self.shaker.shake(self.lying)
        self.passes(1.0)
        self.shaker.settle()
        self.passes(1.0)
        self.shaker.lift_bell()
        self.passes(2.0)

    def _finish(self, result: Dice | None) -> None:
        self.results.append(result)
        self.shaker.lift_bell()
        self.passes(1.0)
        self.shaker.lower_bell()
        self.passes(1.0)

    def _plug(self, *, plugged: bool) -> None:
        self._plugged = plugged
        if plugged:
            self.bench.take([PortChanged(PORT, PortStatus.OPEN)])
        else:
            self.bench.unplug()

    def _ask(self, command: object) -> None:
        self.bench.ok(command)  # type: ignore[arg-type] # drawn as an object
        self.check()

    @property
    def phase(self) -> Phase:
        return self.bench.phase

    def check(self) -> None:
        """What must hold whatever the line has done."""
        for body in self.bench.paper.bodies[self._told :]:
            self._check_event(body)
        self._told = len(self.bench.paper.bodies)
        for snapshot in self.bench.seen:
            public, croupier = snapshot.public, snapshot.croupier
            assert croupier.proposed is None or croupier.phase is Phase.PROPOSED
            assert public.result is None or croupier.phase is Phase.CONFIRMED
        self.bench.seen.clear()
        assert self.bench.public.result is None or self.phase is Phase.CONFIRMED

    def _check_event(self, body: bytes) -> None:
        match decode(body):
            case ShakeStarted() | BetsOpened() | BettingReopened():
                self._open_bets = True
            case BetsClosed() | RoundVoided():
                self._open_bets = False
            case DiceProposed(source="device", dice=dice):
                assert dice == tuple(sorted(self.lying)), "dice that do not lie under the bell"
                assert not self._open_bets
            case ResultConfirmed() | ResultCorrected() | DiceProposed():
                assert not self._open_bets
            case _:
                assert b'"dice"' not in body
        if self._open_bets:
            assert b'"dice"' not in body
