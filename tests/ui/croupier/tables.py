"""A real table in memory, with a clock that the test moves, under a real panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    SetPin,
    StartShake,
)
from tabledisplay.game.decide import Refused
from tabledisplay.game.events import AnyEvent
from tabledisplay.game.parts import Role
from tabledisplay.game.state import TableState
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.pins import Pins
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.settings import Settings
from tabledisplay.shaker.messages import (
    DrawKey,
    Lid,
    Message,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
)
from tabledisplay.table import Snapshot, Table, TableRules
from ui.croupier.panel import CroupierPanel
from ui.croupier.sources import Sources

PORT, DEVICE = "/dev/ttyUSB0", "0000A7F3"


@dataclass
class HandClock:
    """Time that passes only when the test says so."""

    seconds: float = 0.0
    start: datetime = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def milliseconds(self) -> int:
        return round(self.seconds * 1000)


@dataclass
class Paper:
    """A journal on paper: keeps the events; `full` makes it refuse them."""

    events: list[AnyEvent] = field(default_factory=list)
    full: bool = False

    def append(self, events: Sequence[AnyEvent]) -> None:
        if self.full:
            raise JournalTrouble("disk_full", path=Path("journal.db"))
        self.events += events


class Played:
    """A panel wired to a table, as the program does it."""

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        *,
        device: bool = False,
        sources: Sources | Callable[[Played], Sources] | None = None,
    ) -> None:
        self.clock, self.paper, self.folder = HandClock(), Paper(), folder
        self.settings = settings or Settings()
        ruleset = self.ruleset = load_ruleset()
        self.table = Table(
            self.paper,
            TableRules(ruleset, ports=(PORT,) if device else ()),
            Pins(folder / "pins.json"),
            state=TableState(),
            clock=self.clock,
        )
        self.asked: list[Command] = []
        given = sources(self) if callable(sources) else sources or Sources()
        self.sources = replace(given, prove=self.table.prove)
        self.panel = self.made(ruleset)
        self.table.listen = self.show
        if device:
            self.hear(Presence(PORT, DEVICE, present=True))
        self.show(self.table.snapshot)

    def made(self, ruleset):
        return CroupierPanel(
            self.settings, ruleset, self.submit, self.sources, clock=self.clock.milliseconds
        )

    def show(self, snapshot: Snapshot) -> None:
        self.panel.show_snapshot(snapshot.croupier, snapshot.public)

    def submit(self, command: Command, pin: str | None = None) -> Refused | None:
        self.asked.append(command)
        refused = self.table.submit(command, pin)
        if refused is not None and refused.code == "journal_failed":
            self.show(self.table.snapshot)
        return refused

    def hear(self, *messages: Message) -> None:
        self.table.hear(messages)

    def say(self, state: ShakerState, number: int, lid: Lid = Lid.CLOSED) -> None:
        """The device tells its state in its round of that number."""
        self.hear(StateHeard(DrawKey(DEVICE, "B1", number), state, lid))

    def read(self, number: int, *faces: int, quality: tuple[int, int, int, int] = (0,) * 4) -> None:
        """The device reads these dice with the bell up."""
        a, b, c = faces
        self.hear(ReadingHeard(DrawKey(DEVICE, "B1", number), (a, b, c), quality))

    def wait(self, seconds: float = 1.0) -> None:
        self.clock.seconds += seconds

    @property
    def phase(self) -> str:
        return self.table.state.phase.value

    def open(self, minimum: str = "5") -> None:
        self.do(OpenTable(Decimal(minimum), "A-17"))

    def do(self, *commands: Command) -> None:
        """These commands, not by the panel, each a second after the other."""
        for command in commands:
            assert self.table.submit(command, "") is None, command
            self.wait()

    def to_bets(self) -> None:
        self.do(StartShake(), EndShake())

    def to_close(self) -> None:
        self.to_bets()
        self.do(CloseBets())

    def play_out(self) -> None:
        """End the open round with the widest result."""
        self.do(EnterDice(Dice.of(1, 2, 6)), ConfirmDice())

    def set_pin(self, role: Role, pin: str) -> None:
        """Give a role its first PIN."""
        self.do(SetPin(role, pin))

    def play(self, *faces: int) -> None:
        """A whole round with these dice, by hand."""
        self.to_close()
        self.do(EnterDice(Dice.of(*faces)), ConfirmDice())


def with_croupier(settings: Settings, **changes: object) -> Settings:
    """The settings with other [croupier] values."""
    import msgspec

    return msgspec.structs.replace(
        settings, croupier=msgspec.structs.replace(settings.croupier, **changes)
    )
