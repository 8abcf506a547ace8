"""A table on a workbench: real decoder, watch, table and event encoding; time is an argument."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tabledisplay.game.apply import fold
from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    StartShake,
)
from tabledisplay.game.decide import Refused
from tabledisplay.game.events import AnyEvent
from tabledisplay.game.state import Phase, TableState
from tabledisplay.game.wire import decode, encode
from tabledisplay.pins import Pins
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import Message, PortChanged, PortStatus
from tabledisplay.shaker.slp1 import crc16
from tabledisplay.table import Snapshot, Table, TableRules

PORT = "/dev/ttyUSB0"
OTHER_PORT = "/dev/ttyUSB1"
DEVICE = "0000A7F3"
HEARTBEAT = b"$SLP1,0000A7F3,0C21,0041,0001DA70,HB,I,C,S,0100,00*2BCC\r\n"
V = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"


class BenchClock:
    """Told what time it is."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.wall_offset = 0.0

    def now(self) -> datetime:
        start = datetime(2026, 1, 1, 20, tzinfo=UTC)
        return start + timedelta(seconds=self.seconds + self.wall_offset)

    def monotonic(self) -> float:
        return self.seconds


class Paper:
    """Records events as the journal would: encoded, in order."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def append(self, events: Sequence[AnyEvent]) -> None:
        self.bodies += [encode(event) for event in events]

    def events(self) -> list[AnyEvent]:
        return [decode(body) for body in self.bodies]


class Bench:
    """A fresh table with the device accepted, in READY, one heartbeat heard (cases: preamble)."""

    def __init__(self, folder: Path, *, ports: tuple[str, ...] = (PORT,), automatic: bool = False):
        self.folder = folder
        self.clock = BenchClock()
        self.paper = Paper()
        self.ports = ports
        self.automatic = automatic
        self.seen: list[Snapshot] = []
        self.begin(TableState(device=DEVICE))
        self.ask(OpenTable(parse_money(5), "A-17"))
        self.hear(HEARTBEAT)

    def begin(self, state: TableState) -> None:
        """A program starts on what is known."""
        self.listeners = {port: slp1_listener(port) for port in self.ports}
        self.table = Table(
            self.paper,
            TableRules(load_ruleset(), automatic=self.automatic, ports=self.ports),
            Pins(self.folder / "pins.json"),
            state=state,
            clock=self.clock,
            listen=self.seen.append,
        )

    def restart(self) -> None:
        """The program is killed and started again on its journal."""
        self.begin(fold(self.paper.events(), TableState(device=DEVICE)))

    def hear(self, data: bytes, port: str = PORT) -> None:
        self.take(self.listeners[port].hear(data, self.clock.monotonic()))

    def take(self, messages: Sequence[Message]) -> None:
        self.table.hear(messages)

    def unplug(self, port: str = PORT) -> None:
        self.take(self.listeners[port].port_lost())
        self.take([PortChanged(port, PortStatus.LOST)])

    def passes(self, seconds: float) -> None:
        """Time goes by, the port open and silent."""
        steps = max(1, int(seconds / 0.1))
        for _ in range(steps):
            self.clock.seconds += seconds / steps
            for port in self.ports:
                self.hear(b"", port)

    def ask(self, command: Command, pin: str | None = None) -> Refused | None:
        return self.table.submit(command, pin)

    def ok(self, *commands: Command) -> None:
        for command in commands:
            assert self.ask(command) is None, command

    def to_closed_bets(self) -> None:
        """The croupier moves whatever the device did not."""
        for phase, command in (
            (Phase.READY, StartShake()),
            (Phase.CONFIRMED, StartShake()),
            (Phase.VOID, StartShake()),
            (Phase.SHAKING, EndShake()),
            (Phase.BETS_OPEN, CloseBets()),
        ):
            if self.phase is phase:
                self.ok(command)
        assert self.phase is Phase.NO_MORE_BETS

    def by_hand(self, *faces: int) -> None:
        self.ok(EnterDice(Dice.of(*faces)), ConfirmDice())

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    @property
    def croupier(self):
        return self.table.snapshot.croupier

    @property
    def public(self):
        return self.table.snapshot.public

    @property
    def draws(self) -> list[tuple[int, int, int]]:
        """The history that statistics count, oldest first."""
        return [m.dice.faces for m in reversed(self.public.history) if m.dice is not None]

    @property
    def alarms(self) -> list[str]:
        return [alarm.code for alarm in self.croupier.alarms]


def line(body: str) -> bytes:
    """An SLP1 line with the right CRC."""
    return f"${body}*{crc16(body.encode()):04X}\r\n".encode()
