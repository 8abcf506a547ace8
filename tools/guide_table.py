"""A table for the guides' pictures: real parts, a simulated shaker, a clock that is told time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.game.decide import Refused
from tabledisplay.game.events import AnyEvent
from tabledisplay.game.state import TableState
from tabledisplay.journal import FILE_NAME, Journal
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.pins import Pins
from tabledisplay.public_view import Sampling
from tabledisplay.report import OpeningReport, opening_report
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.settings import Settings
from tabledisplay.shaker.messages import Message, PortChanged, PortStatus
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.slp1 import Decoder
from tabledisplay.shaker.watch import Watch
from tabledisplay.startup import timezone_of
from tabledisplay.table import Snapshot, Table, TableRules
from tabledisplay.words import Words
from ui.bridge import TableBridge
from ui.croupier.installing import Choice, InstallSources, ScreensFound
from ui.croupier.panel import CroupierPanel
from ui.croupier.sources import PortHeard, Sources
from ui.customer.gallery import still
from ui.customer.window import CustomerWindow

PANEL, CUSTOMER = (1280, 800), (1280, 720)
PORT = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"
CHEF, TECHNICIAN = "246810", "135790"
"""The PINs of this table, which is nobody's."""

EVENING = tuple((n * 7 % 6 + 1, n * 5 // 3 % 6 + 1, n * n % 6 + 1) for n in range(26))
"""Dice of the rounds before the pictures: any will do, always the same."""

SCREENS = ScreensFound(
    (Choice("A", "PHL 43BDL4550 HDMI-1"), Choice("B", "T101 touch DP-1")), public="A", panel="B"
)


@dataclass
class Clock:
    """An evening in March; it moves when it is told to."""

    seconds: float = 0.0

    def now(self) -> datetime:
        return datetime(2026, 3, 14, 19, 30, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def milliseconds(self) -> int:
        return round(self.seconds * 1000)


class Paper:
    """The real journal; while `full`, on a disk that refuses."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.full = journal, False

    def append(self, events: Sequence[AnyEvent]) -> None:
        if self.full:
            raise JournalTrouble("disk_full", path=Path(FILE_NAME))
        self.journal.append(events)


class GuideTable:
    """Both windows on one table in that language. `with_shaker`: one speaks on its port."""

    def __init__(
        self, folder: Path, lang: str, *, with_shaker: bool = True, first_run: bool = False
    ) -> None:
        self.folder, self.clock, self.words = folder, Clock(), Words(lang)
        self._first_run = first_run
        self.settings = settings = _settings(lang, (PORT,) if with_shaker else ())
        opened = Journal.open(
            folder / FILE_NAME, timezone=timezone_of(settings), now=self.clock.now()
        )
        self.paper = Paper(opened.journal)
        ruleset = load_ruleset(settings.rules.set)
        self.table = Table(
            self.paper,
            TableRules(ruleset, Sampling(), ports=settings.shaker.ports),
            Pins(folder / "pins.json"),
            state=TableState(),
            clock=self.clock,
        )
        self.bridge = TableBridge(self.table)
        self.shaker = SimulatedShaker(by_itself=False, seed=2015)
        self._decoder, self._watch = Decoder(), Watch(PORT)
        self._lines: list[str] = []
        self.mute = False
        self.customer = CustomerWindow(still(settings, settings.customer.language))
        self.customer.resize(*CUSTOMER)
        self.customer.load_charts()
        self.panel = CroupierPanel(
            settings, ruleset, self.bridge.submit, self._sources(), clock=self.clock.milliseconds
        )
        self.panel.resize(*PANEL)
        self.panel.show()
        self.bridge.changed.connect(self._show)
        self._show(self.table.snapshot)
        if with_shaker:
            self.tell(PortChanged(PORT, PortStatus.OPEN))
            self.wait()

    def close(self) -> None:
        """The windows go, the journal is closed."""
        for window in (self.panel, self.customer):
            window.hide()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
        self.paper.journal.close()

    # Time and the shaker

    def wait(self, seconds: float = 1.0) -> None:
        """Time passes; what the shaker says meanwhile is heard as it comes."""
        for _ in range(max(1, round(seconds * 2))):
            self.clock.seconds += 0.5
            if self.settings.shaker.ports and not self.mute:
                self.hear(self.shaker.advance(self.clock.seconds))
        self._show(self.table.snapshot)

    def hear(self, data: bytes) -> None:
        """These bytes came on the port."""
        self._lines += data.decode("ascii", "replace").splitlines()
        frames = self._decoder.feed(data)
        self.bridge.deliver(self._watch.take(frames, self.clock.seconds))

    def tell(self, *messages: Message) -> None:
        """What no byte can say: a port opened, or lost."""
        self.bridge.deliver(messages)

    def lose_port(self) -> None:
        """The cable is out."""
        self.tell(PortChanged(PORT, PortStatus.LOST), *self._watch.port_lost())

    # The table

    def do(self, *commands: Command, pin: str | None = None) -> None:
        """These commands, a second after each other. ValueError: one was refused."""
        for command in commands:
            refused = self.bridge.submit(command, pin)
            if refused is not None:
                raise ValueError(f"{command}: {refused.code}")
            self.wait()

    def shake(self, *faces: int) -> None:
        """The shaker plays to where the dice lie under the bell, these ones."""
        a, b, c = faces
        self.shaker.lower_bell()
        self.shaker.shake((a, b, c))
        self.wait(6)
        self.shaker.settle()
        self.wait()

    def read(self, *faces: int) -> None:
        """A round up to the reading of these dice."""
        self.shake(*faces)
        self.wait(20)
        self.do(CloseBets())
        self.shaker.lift_bell()
        self.wait(2)

    def play(self, *faces: int) -> None:
        """A whole round with the shaker, with these dice."""
        self.read(*faces)
        self.do(ConfirmDice())
        self.wait(30)

    def play_by_hand(self, *faces: int) -> None:
        """A whole round by hand, with these dice."""
        self.do(StartShake(), EndShake(), CloseBets(), EnterDice(Dice.of(*faces)), ConfirmDice())
        self.wait(60)

    def evening(self) -> None:
        """Rounds of every kind, so that history and statistics have something to say."""
        for faces in EVENING:
            self.play(*faces)
        self.play_by_hand(2, 2, 5)
        self.read(1, 4, 6)
        self.do(VoidRound("leaning"))
        self.play(3, 5, 6)

    # Fingers

    def press(self, *keys: Qt.Key) -> None:
        """Keys for the page that is shown."""
        for key in keys:
            self.panel.shown_page.typed(key)

    def enter_pin(self, pin: str) -> None:
        """On a page that asks for it."""
        self.press(*(Qt.Key(Qt.Key.Key_0 + int(digit)) for digit in pin), Qt.Key.Key_Return)

    def _show(self, snapshot: Snapshot) -> None:
        self.panel.show_snapshot(snapshot.croupier, snapshot.public)
        self.customer.show_view(snapshot.public)

    # The machine

    def _sources(self) -> Sources:
        return Sources(
            prove=self._prove,
            report=self._report,
            ports=self._ports,
            raw_lines=lambda: tuple(self._lines),
            test_screens=lambda: None,
            export_folder=self.folder / "exports",
            install=InstallSources(
                ports=lambda: (Choice(PORT, "ttyUSB0 FT232R USB UART"),),
                screens=lambda: SCREENS,
                first_run=lambda: self._first_run,
            ),
        )

    def _prove(self, role: str, pin: str) -> Refused | None:
        prove: Callable[..., Refused | None] = self.table.prove
        return prove(role, pin)

    def _report(self) -> OpeningReport | None:
        found = opening_report(self.paper.journal.since_last_opening())
        if found is None:
            return None
        head = self.paper.journal.head()
        return replace(found, chain_head=f"{head.seq} {head.hash}")

    def _ports(self) -> tuple[PortHeard, ...]:
        """As `ui.panel_sources` words them, with a port that no setting names."""
        links = self.table.links
        heard = [
            ", ".join(
                f"{who.device} {who.maker} {who.model} {who.firmware}"
                if (who := links.identities.get(device)) is not None
                else device
                for device in sorted(device for on, device in links.present if on == port.port)
            )
            or self.words.say(f"port.status_{port.status.value}")
            for port in links.ports
        ]
        configured = [
            PortHeard(
                port.port,
                "FT232R USB UART",
                said,
                next((device for on, device in links.present if on == port.port), None),
            )
            for port, said in zip(links.ports, heard, strict=True)
        ]
        free = PortHeard("/dev/ttyS0", "16550A", self.words.say("port.not_used"))
        return (*configured, free)


def _settings(lang: str, ports: tuple[str, ...]) -> Settings:
    """The usual settings, in one language on both screens."""
    made = Settings()
    changed = {
        "shaker": msgspec.structs.replace(made.shaker, ports=ports),
        "croupier": msgspec.structs.replace(made.croupier, language=lang),
        "customer": msgspec.structs.replace(made.customer, language=lang),
    }
    return msgspec.structs.replace(made, **changed)
