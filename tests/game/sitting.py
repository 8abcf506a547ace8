"""A table to play on in tests: clocks that are told, a journal in memory, a shaker that is typed.

Nothing here pretends to be a part of the product but the journal, which really encodes and decodes
every event. After every step the state must be the fold of what the journal holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from tabledisplay.croupier_view import CroupierView
from tabledisplay.game.apply import fold
from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    StartShake,
    VoidRound,
)
from tabledisplay.game.events import AnyEvent
from tabledisplay.game.state import Phase, Round, TableState
from tabledisplay.game.wire import decode, encode, kind
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.pins import Pins
from tabledisplay.public_view import PublicView, Sampling
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import (
    DeviceRestarted,
    DrawKey,
    LeakHeard,
    Lid,
    Message,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
)
from tabledisplay.table import Snapshot, Table, TableRules

PORT = "/dev/ttyUSB0"
DEVICE = "0000A7F3"
BOOT = "0C21"
NO_PINS = Path(__file__).with_name("no-such-folder") / "pins.json"
OPEN = OpenTable(Decimal(5), "A-17")


@dataclass
class Clocks:
    """Wall clock and monotonic clock that say what they are told."""

    wall: datetime = datetime(2026, 5, 3, 20, 0, tzinfo=UTC)
    ticks: float = 100.0

    def now(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.ticks

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.ticks += seconds


@dataclass
class MemoryJournal:
    """Keeps the wire form of every event; takes nothing while `broken`.

    `keeps_after_all`: a failed append is on the disk all the same, found at the next one.
    """

    bodies: list[bytes] = field(default_factory=list)
    broken: bool = False
    keeps_after_all: bool = False
    _late: tuple[AnyEvent, ...] = ()

    def append(self, events: Sequence[AnyEvent]) -> None:
        assert events, "an append of nothing"
        if self.broken:
            if self.keeps_after_all and not self._late:
                self._late = tuple(events)
            raise JournalTrouble("io", NO_PINS)
        if self._late:
            recorded, self._late = self._late, ()
            self._write(recorded)
            if recorded != tuple(events):
                raise JournalTrouble("recorded_late", NO_PINS, recorded)
            return
        self._write(events)

    def _write(self, events: Sequence[AnyEvent]) -> None:
        written = [encode(event) for event in events]
        assert [decode(body) for body in written] == list(events)
        self.bodies += written

    @property
    def events(self) -> list[AnyEvent]:
        return [decode(body) for body in self.bodies]


class Sitting:
    """One table and whoever acts on it."""

    def __init__(
        self,
        journal: MemoryJournal | None = None,
        *,
        automatic: bool = False,
        sampling: Sampling | None = None,
        pins: Pins | None = None,
        clocks: Clocks | None = None,
        ports: tuple[str, ...] = (PORT,),
    ) -> None:
        self.journal = journal or MemoryJournal()
        self.clocks = clocks or Clocks()
        self.pins = pins or Pins(NO_PINS)
        self.shown: list[Snapshot] = []
        self.rules = TableRules(
            load_ruleset(), sampling or Sampling(), automatic=automatic, ports=ports
        )
        self.table = Table(
            self.journal,
            self.rules,
            self.pins,
            state=fold(self.journal.events),
            clock=self.clocks,
            listen=self.shown.append,
        )
        self.check()

    def restarted(self) -> Sitting:
        """The program is killed and started again: only the journal is left."""
        return Sitting(
            self.journal,
            automatic=self.rules.automatic,
            sampling=self.rules.sampling,
            pins=self.pins,
            clocks=self.clocks,
            ports=self.rules.ports,
        )

    # Who acts

    def do(self, command: Command, pin: str | None = None) -> str | None:
        """The code of the refusal, None if it was done."""
        refused = self.table.submit(command, pin)
        self.check()
        return None if refused is None else refused.code

    def must(self, *commands: Command, pin: str | None = None) -> None:
        """Do all of them; none may be refused."""
        for command in commands:
            refused = self.table.submit(command, pin)
            assert refused is None, (command, refused)
            self.check()

    def hear(self, *messages: Message) -> None:
        """The shaker and its ports speak."""
        self.table.hear(messages)
        self.check()

    def present(self, present: bool = True, *, device: str = DEVICE, port: str = PORT) -> None:
        """The device is heard, or silent for 3 s."""
        self.hear(Presence(port, device, present))

    def frame(
        self,
        state: str,
        lid: str | None = "C",
        draw: int = 0x101,
        *,
        boot: str = BOOT,
        device: str = DEVICE,
    ) -> None:
        """A heartbeat or a change of state."""
        where = None if lid is None else Lid(lid)
        self.hear(StateHeard(DrawKey(device, boot, draw), ShakerState(state), where))

    def read(
        self,
        *dice: int,
        draw: int = 0x101,
        quality: tuple[int, int, int, int] = (0, 0, 0, 0),
        late: bool = False,
        lid: bool = True,
        boot: str = BOOT,
        device: str = DEVICE,
    ) -> None:
        """A reading with the bell up; no dice: they could not be read."""
        key = DrawKey(device, boot, draw)
        faces = (dice[0], dice[1], dice[2]) if dice else None
        self.hear(ReadingHeard(key, faces, quality, late=late, lid_known=lid))

    def leak(self, draw: int = 0x101, device: str = DEVICE) -> None:
        """Digits came with the bell down."""
        self.hear(LeakHeard(DrawKey(device, BOOT, draw)))

    def reboot(self, boot: str = BOOT, device: str = DEVICE) -> None:
        """The device begins a new session."""
        self.hear(DeviceRestarted(device, boot))

    def to(self, phase: Phase) -> Sitting:
        """Play by hand until the phase is reached for the first time, from where the table is."""
        way: dict[Phase, Command] = {
            Phase.CLOSED: OPEN,
            Phase.READY: StartShake(),
            Phase.SHAKING: EndShake(),
            Phase.BETS_OPEN: CloseBets(),
            Phase.NO_MORE_BETS: EnterDice(Dice.of(1, 2, 4)),
            Phase.PROPOSED: ConfirmDice(),
            Phase.CONFIRMED: StartShake(),
            Phase.VOID: StartShake(),
        }
        if phase is Phase.VOID and self.phase is not Phase.VOID:
            self.to(Phase.SHAKING).must(VoidRound("broken"))
        while self.phase is not phase:
            self.must(way[self.phase])
        return self

    def round(self, *dice: int) -> Sitting:
        """One round by hand with these dice, confirmed."""
        self.must(EndShake(), CloseBets(), EnterDice(Dice.of(*dice)), ConfirmDice())
        return self

    # What is seen

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    @property
    def croupier(self) -> CroupierView:
        return self.table.snapshot.croupier

    @property
    def public(self) -> PublicView:
        return self.table.snapshot.public

    @property
    def alarms(self) -> list[str]:
        return [alarm.code for alarm in self.state.alarms]

    @property
    def kinds(self) -> list[str]:
        """The kinds of all events, without their versions."""
        return [kind(event).partition(".")[0] for event in self.journal.events]

    @property
    def proposed(self) -> tuple[int, int, int] | None:
        return None if self.croupier.proposed is None else self.croupier.proposed.faces

    @property
    def suggestion(self) -> tuple[str, int | None] | None:
        found = self.croupier.suggestion
        return None if found is None else (found.cause, found.die)

    @property
    def latest(self) -> Round:
        """The last finished round."""
        return self.state.history[-1]

    @property
    def where(self) -> tuple[Phase, int]:
        """Phase and number of the round."""
        return self.state.phase, self.state.number

    def check(self) -> None:
        """What holds always."""
        assert fold(self.journal.events) == self.state
        public = self.public
        if self.phase is not Phase.CONFIRMED:
            assert public.result is None
        assert public.phase is not Phase.PROPOSED


def seated(*, automatic: bool = False, pins: Pins | None = None) -> Sitting:
    """A table opened, its device accepted and one heartbeat of an idle round 0100 heard."""
    sitting = Sitting(automatic=automatic, pins=pins)
    sitting.present()
    sitting.must(OPEN)
    sitting.frame("I", draw=0x100)
    return sitting
