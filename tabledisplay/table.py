"""The table: the one mutable object. Decide → journal → apply → tell one listener.

The journal comes before the screen: while it takes nothing, the state does not move, every
command is refused with `journal_failed` and tried again, and customers see nothing live.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from tabledisplay import __version__
from tabledisplay.croupier_view import CroupierView, LinkState, croupier_view
from tabledisplay.game import readings
from tabledisplay.game.apply import fold
from tabledisplay.game.commands import Command, OpenTable, ReopenBets, StartShake, name
from tabledisplay.game.decide import Refused, decide
from tabledisplay.game.draft import Draft
from tabledisplay.game.events import (
    AnyEvent,
    BetsClosed,
    PinAccepted,
    PinRefused,
    ProgramStarted,
    ProgramStopped,
    TrustChanged,
)
from tabledisplay.game.held import Held
from tabledisplay.game.parts import Role
from tabledisplay.game.state import TableState
from tabledisplay.hearing import hear, note_link
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.links import Links
from tabledisplay.pins import Pins
from tabledisplay.proving import proved, who_asks, with_new_pin
from tabledisplay.public_view import PublicView, Sampling, public_view
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.shaker.messages import Message


class Clock(Protocol):
    """Where the table reads the time: `now` in UTC, `monotonic` in seconds."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """The clocks of this machine."""

    def now(self) -> datetime:
        """Wall-clock time, aware, UTC."""
        return datetime.now(UTC)  # noqa: TID251 - this module is where the wall clock is read

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()  # noqa: TID251 - this module may read it


class Recorder(Protocol):
    """The part of the journal that the table writes to. JournalTrouble when it takes nothing."""

    def append(self, events: Sequence[AnyEvent]) -> None: ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the two screens show now."""

    public: PublicView
    croupier: CroupierView


@dataclass(frozen=True, slots=True)
class TableRules:
    """The settings that the table plays by. `automatic`: confirm without the croupier's key."""

    ruleset: Ruleset
    sampling: Sampling = field(default_factory=Sampling)
    automatic: bool = False
    ports: tuple[str, ...] = ()


def _nobody(snapshot: Snapshot) -> None:
    """Listens to nothing."""


def _raised(bug: Exception) -> None:
    raise bug


class Table:
    """Commands and shaker messages in, frozen snapshots out. One thread only.

    `state` is the fold of what the journal already holds. `listen` is told after each change
    that a screen shows; counters alone are no change. What it raises goes to `failed`: the change
    is journaled and true by then, and the answer to a command does not depend on it.
    """

    def __init__(
        self,
        journal: Recorder,
        rules: TableRules,
        pins: Pins,
        *,
        state: TableState,
        clock: Clock | None = None,
        listen: Callable[[Snapshot], None] | None = None,
    ) -> None:
        self._journal = journal
        self._rules = rules
        self._pins = pins
        self._clock = clock or SystemClock()
        self._state = state
        self._held = Held()
        self._recorded = True
        self._closed_at: float | None = None
        self._shown_link = LinkState.NONE
        self.links = Links(rules.ports)
        self.listen = listen or _nobody
        self.failed: Callable[[Exception], None] = _raised
        self.on_shake: Callable[[], None] = lambda: None
        self._owed: tuple[ProgramStarted | TrustChanged | str, ...] = (
            ProgramStarted(at=self._clock.now(), version=__version__),
        )
        self._keep(self._draft())
        self._shown_link = self.links.state(state.device)

    @property
    def state(self) -> TableState:
        """What is true and journaled."""
        return self._state

    @property
    def snapshot(self) -> Snapshot:
        """What the screens show of it."""
        return Snapshot(
            public_view(
                self._state, self._rules.ruleset, self._rules.sampling, available=self._recorded
            ),
            croupier_view(
                self._state,
                self._held,
                link=self.links.state(self._state.device),
                other_version=bool(self.links.other_version),
                counters=self.links.counters,
                roles_with_pin=self._pins.set_roles,
                recorded=self._recorded,
            ),
        )

    def tell(self) -> None:
        """Tell the listener what is true now."""
        try:
            self.listen(self.snapshot)
        except Exception as bug:  # noqa: BLE001 - what is shown must not undo what is true
            self.failed(bug)

    def submit(self, command: Command, pin: str | None = None) -> Refused | None:
        """Do what a person asks, or say why not. Journaled before it is true."""
        actor = who_asks(self._state, self._pins, command, pin, self._clock.now())
        if isinstance(actor, Refused):
            self._note_refusal(actor)
            return actor
        draft = self._draft()
        refused = decide(draft, self._held, self._completed(command), actor)
        if refused is not None:
            return refused
        held = self._held.after(draft.events, draft.state)
        held = readings.unseal(draft, held, automatic=self._rules.automatic)
        kept = with_new_pin(self._pins, command, lambda: self._keep(draft, held))
        if kept and isinstance(command, StartShake):
            self.on_shake()
        self.tell()
        return None if kept else Refused(name(command), "journal_failed")

    def prove(self, role: Role, pin: str) -> Refused | None:
        """Whether a PIN opens a role's page. Success and failure are journaled."""
        if role not in self._pins.set_roles:
            return None
        now = self._clock.now()
        refused = proved(self._pins, "prove", role, pin, now)
        if refused is None:
            self._note(PinAccepted(at=now, role=role))
        else:
            self._note_refusal(refused)
        return refused

    def hear(self, messages: Sequence[Message]) -> None:
        """Take what the shaker and its ports say, one message and one transaction at a time."""
        for message in messages:
            if self._heard(message):
                self.tell()

    def distrust(self, why: str) -> None:
        """Results are not to be believed until the chef de table acknowledges it."""
        changed = TrustChanged(at=self._clock.now(), untrusted=True, why=why)
        self._owed = (*self._owed, changed, "untrusted")
        self._keep(self._draft())
        self.tell()

    def warn(self, code: str) -> None:
        """Raise an alarm about the program itself, until the chef de table takes note."""
        self._owed = (*self._owed, code)
        self._keep(self._draft())
        self.tell()

    def stop(self) -> None:
        """The program ends in good order; a journal that takes nothing does not keep it."""
        self._note(ProgramStopped(at=self._clock.now()))

    def _draft(self) -> Draft:
        """A new draft, begun with the facts and alarms that the journal has not taken yet."""
        draft = Draft(self._state, self._clock.now())
        for owed in self._owed:
            if isinstance(owed, str):
                draft.alarm(owed)
            else:
                draft.tell(owed)
        note_link(draft, self.links)
        return draft

    def _note(self, event: AnyEvent) -> None:
        """Journal what changes no state; screens are told if the journal fails, or works again."""
        draft, recorded = self._draft(), self._recorded
        draft.tell(event)
        self._keep(draft)
        if recorded != self._recorded:
            self.tell()

    def _note_refusal(self, refused: Refused) -> None:
        """A wrong PIN is journaled; that it was tried is on disk already."""
        if refused.role is not None and refused.code == "pin_wrong":
            failures = self._pins.failures(refused.role)
            self._note(PinRefused(at=self._clock.now(), role=refused.role, failures=failures))

    def _keep(self, draft: Draft, held: Held | None = None) -> bool:
        """Journal a draft, then make it true. False if the journal takes nothing: nothing moved."""
        if draft.events:
            try:
                self._journal.append(draft.events)
            except JournalTrouble as trouble:
                self._recorded = False
                self._catch_up(trouble.recorded)
                return False
            self._recorded = True
            self._owed = ()
            self.links.settled()
        self._state = draft.state
        self._held = (held or self._held).after(draft.events, draft.state)
        if any(isinstance(event, BetsClosed) for event in draft.events):
            self._closed_at = self._clock.monotonic()
        return True

    def _catch_up(self, events: Sequence[AnyEvent]) -> None:
        """Make true what the disk kept of an append that had failed."""
        self._state = fold(events, self._state)
        self._held = self._held.after(events, self._state)
        self._owed = tuple(owed for owed in self._owed if owed not in events)
        if events:
            self._closed_at = None

    def _completed(self, command: Command) -> Command:
        """The command with what only the table knows: time since the close, rule set."""
        match command:
            case ReopenBets():
                since = None
                if self._closed_at is not None:
                    since = self._clock.monotonic() - self._closed_at
                return ReopenBets(since)
            case OpenTable():
                return replace(command, rules=self._rules.ruleset.name)
            case _:
                return command

    def _heard(self, message: Message) -> bool:
        """Take one message; True if a screen shows something else after it."""
        draft, recorded, rival = self._draft(), self._recorded, self._held.rival
        held, counted = hear(
            draft, self._held, self.links, message, automatic=self._rules.automatic
        )
        if self._keep(draft, held) and counted is not None:
            self.links.count(**{counted: 1})
        link, self._shown_link = self._shown_link, self.links.state(self._state.device)
        moved = bool(draft.events) or link != self._shown_link
        return moved or recorded != self._recorded or rival != self._held.rival
