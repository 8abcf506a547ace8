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
from tabledisplay.game.commands import (
    Command,
    ConfirmDice,
    EnterDice,
    OpenTable,
    ReopenBets,
    SetPin,
    StartShake,
    is_allowed,
    name,
    role_needed,
)
from tabledisplay.game.decide import Actor, Refused, decide
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
from tabledisplay.hearing import hear
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.links import Links
from tabledisplay.pins import Pins, Verdict, is_pin
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


class Table:
    """Commands and shaker messages in, frozen snapshots out. One thread only.

    `state` is the fold of what the journal already holds. `listen` is told after each change
    that a screen shows; counters alone are no change.
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
        self.on_shake: Callable[[], None] = lambda: None
        self._keep(self._draft([ProgramStarted(at=self._clock.now(), version=__version__)]))
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
                counters=self.links.counters,
                roles_with_pin=self._pins.set_roles,
                recorded=self._recorded,
            ),
        )

    def submit(self, command: Command, pin: str | None = None) -> Refused | None:
        """Do what a person asks, or say why not. Journaled before it is true."""
        actor = self._actor(command, pin)
        if isinstance(actor, Refused):
            return actor
        draft = self._draft()
        refused = decide(draft, self._held, self._completed(command), actor)
        if refused is not None:
            return refused
        held = self._held.after(draft.events, draft.state)
        held = readings.unseal(draft, held, automatic=self._rules.automatic)
        if not self._keep(draft, held):
            return Refused(name(command), "journal_failed")
        self._afterwards(command)
        self.listen(self.snapshot)
        return None

    def prove(self, role: Role, pin: str) -> Refused | None:
        """Whether a PIN opens a role's page. Success and failure are journaled."""
        if role not in self._pins.set_roles:
            return None
        refused = self._judged("prove", role, pin)
        if refused is None:
            self._keep(self._draft([PinAccepted(at=self._clock.now(), role=role)]))
        return refused

    def hear(self, messages: Sequence[Message]) -> None:
        """Take what the shaker and its ports say, one message and one transaction at a time."""
        for message in messages:
            if self._heard(message):
                self.listen(self.snapshot)

    def distrust(self, why: str) -> None:
        """Results are not to be believed until the chef de table acknowledges it."""
        draft = self._draft([TrustChanged(at=self._clock.now(), untrusted=True, why=why)])
        draft.alarm("untrusted")
        self._keep(draft)
        self.listen(self.snapshot)

    def stop(self) -> None:
        """The program ends in good order; a journal that takes nothing does not keep it."""
        self._keep(self._draft([ProgramStopped(at=self._clock.now())]))

    def _draft(self, events: Sequence[AnyEvent] = ()) -> Draft:
        draft = Draft(self._state, self._clock.now())
        for event in events:
            draft.tell(event)
        return draft

    def _keep(self, draft: Draft, held: Held | None = None) -> bool:
        """Journal a draft, then make it true. False if the journal takes nothing: nothing moved."""
        if draft.events:
            try:
                self._journal.append(draft.events)
            except JournalTrouble as trouble:
                self._recorded = False
                self._state = fold(trouble.recorded, self._state)
                self._held = self._held.after(trouble.recorded, self._state)
                return False
            self._recorded = True
        self._state = draft.state
        self._held = (held or self._held).after(draft.events, draft.state)
        if any(isinstance(event, BetsClosed) for event in draft.events):
            self._closed_at = self._clock.monotonic()
        return True

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

    def _afterwards(self, command: Command) -> None:
        match command:
            case StartShake():
                self.on_shake()
            case SetPin(role=role, new=new):
                self._pins.set(role, new)
            case _:
                pass

    def _actor(self, command: Command, pin: str | None) -> Actor | Refused:
        """Who asks, once the PIN that the command needs or brings is proved."""
        if isinstance(command, SetPin):
            if not is_pin(command.new):
                return Refused(name(command), "bad_input", "pin_form")
            role: Role | None = command.role
        elif not is_allowed(self._state, command):
            return Actor()
        else:
            role = role_needed(self._state, command)
            if pin is not None and isinstance(command, EnterDice | ConfirmDice):
                role = "chef"
        if role is None:
            return Actor()
        if role not in self._pins.set_roles:
            return Actor(chef=role == "chef")
        if pin is None:
            return Refused(name(command), "pin_required", role)
        refused = self._judged(name(command), role, pin)
        return refused or Actor(chef=role == "chef", pin=True)

    def _judged(self, do: str, role: Role, pin: str) -> Refused | None:
        try:
            verdict = self._pins.judge(role, pin, self._clock.now().timestamp())
        except OSError:
            return Refused(do, "journal_failed")
        match verdict:
            case Verdict.RIGHT:
                return None
            case Verdict.LOCKED:
                return Refused(do, "pin_locked", role)
            case Verdict.WRONG:
                failures = self._pins.failures(role)
                event = PinRefused(at=self._clock.now(), role=role, failures=failures)
                self._keep(self._draft([event]))
                return Refused(do, "pin_wrong", role)

    def _heard(self, message: Message) -> bool:
        """Take one message; True if a screen shows something else after it."""
        draft, recorded = self._draft(), self._recorded
        held, counted = hear(
            draft, self._held, self.links, message, automatic=self._rules.automatic
        )
        if self._keep(draft, held) and counted is not None:
            self.links.count(**{counted: 1})
        link, self._shown_link = self._shown_link, self.links.state(self._state.device)
        return bool(draft.events) or link != self._shown_link or recorded != self._recorded
