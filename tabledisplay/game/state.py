"""What is true at the table: phase, open round, history. Frozen; `apply` makes the next one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from tabledisplay.game.parts import Alarm, Carried, Frame, Source, VoidReason
from tabledisplay.rules.dice import Dice

SPENT_KEPT = 512
"""Spent draw keys remembered: no device repeats a draw that is 512 rounds old."""

HISTORY_KEPT = 500
"""Rounds of earlier openings handed to a new one: the widest statistics window."""


class Phase(StrEnum):
    """Where the round is (domain: « Phases »)."""

    CLOSED = "closed"
    READY = "ready"
    SHAKING = "shaking"
    BETS_OPEN = "bets_open"
    NO_MORE_BETS = "no_more_bets"
    PROPOSED = "proposed"
    CONFIRMED = "confirmed"
    VOID = "void"


ROUND_OPEN = frozenset({Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED})
"""Phases in which a round has begun and is neither confirmed nor void."""

AFTER_CLOSE = frozenset({Phase.NO_MORE_BETS, Phase.PROPOSED})
"""Phases after « rien ne va plus » and before the result."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round. `dice` is None when void; `first_dice` are those before corrections."""

    opening: int
    number: int
    at: datetime
    dice: Dice | None
    void: VoidReason | None = None
    die: int | None = None
    late: bool = False
    manual: bool = False
    first_dice: Dice | None = None
    correction: str | None = None

    @property
    def corrected(self) -> bool:
        """Whether the chef de table put other dice in the place of the first ones."""
        return self.correction is not None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A void the device gives cause for; `die` counts from 1 in device order, None if unknown.

    `quality` is all zero where the cause is not a flaw of the reading but a shake after the close.
    """

    cause: VoidReason
    die: int | None
    key: str
    quality: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Current:
    """What is known of the open round beside its phase; a new round begins with a fresh one.

    `heard`: draw keys of any frame; `read`: those of readings; `barred`: never to be proposed;
    `shake_key`: the draw whose shake was heard last, `steps` what was heard of it (M, S, lid);
    `flaw`: the last reading without a valid draw; `takeable`: the close may be taken back.
    """

    proposed: Dice | None = None
    proposed_from: Source | None = None
    late: bool = False
    device_key: str | None = None
    device_dice: Dice | None = None
    suggestion: Suggestion | None = None
    flaw: Suggestion | None = None
    disputed: bool = False
    heard: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()
    raised: frozenset[tuple[str, str | None]] = frozenset()
    shake_key: str | None = None
    steps: frozenset[str] = frozenset()
    bell_up: bool = False
    takeable: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything true at the table. Frozen: each event makes a new one.

    `unseen`: the link was down at some time since the last confirm, void or opening, so a shake
    may have passed unheard; the time before it first came up in an opening does not count if no
    round had begun. `linked`: it has come up in this opening, to the device accepted now.
    `history` holds the rounds of this opening and those handed over.
    """

    phase: Phase = Phase.CLOSED
    opening: int = 0
    number: int = 0
    minimum: Decimal | None = None
    float_ref: str = ""
    current: Current = Current()
    history: tuple[Round, ...] = ()
    device: str | None = None
    session: int = 0
    frame: Frame | None = None
    spent: tuple[str, ...] = ()
    connected: bool = False
    linked: bool = False
    unseen: bool = False
    alarms: tuple[Alarm, ...] = ()
    last_alarm: int = 0
    untrusted: bool = False

    def of_opening(self, number: int) -> Round | None:
        """The finished round of this opening with that number, if there is one."""
        for finished in reversed(self.history):
            if finished.opening != self.opening:
                return None
            if finished.number == number:
                return finished
        return None

    def carried(self) -> Carried:
        """What the next opening must not forget."""
        return Carried(
            device=self.device,
            session=self.session,
            frame=self.frame,
            spent=self.spent,
            alarms=self.alarms,
            last_alarm=self.last_alarm,
            untrusted=self.untrusted,
        )
