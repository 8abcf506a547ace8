"""What may be asked of the table, and when: one table that panel, console and `decide` read.

The row of a phase names what its key presses may do; a name with a role needs that role's PIN
once one is set (contract: « Phases and commands »).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from tabledisplay.game.parts import EntryReason, Role, VoidReason
from tabledisplay.game.state import Phase, TableState
from tabledisplay.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table at a minimum (above 0) with the reference of its float (art. 49, 53).

    `rules` names the rule set in force.
    """

    minimum: Decimal
    float_ref: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table."""


@dataclass(frozen=True, slots=True)
class StartShake:
    """The croupier starts the mixer."""


@dataclass(frozen=True, slots=True)
class EndShake:
    """The dice lie under the bell: bets are open."""


@dataclass(frozen=True, slots=True)
class CloseBets:
    """« Rien ne va plus »."""


@dataclass(frozen=True, slots=True)
class ReopenBets:
    """Take back « rien ne va plus ». `elapsed`: seconds since it, None if not known any more."""

    elapsed: float | None


@dataclass(frozen=True, slots=True)
class LiftBell:
    """The croupier says that the bell is up."""


@dataclass(frozen=True, slots=True)
class EnterDice:
    """The croupier read these dice."""

    dice: Dice
    reason: EntryReason | None = None


@dataclass(frozen=True, slots=True)
class ConfirmDice:
    """The proposed dice are the result."""


@dataclass(frozen=True, slots=True)
class VoidRound:
    """« Les dés sont cassés : coup nul ». `round` names a confirmed round for the chef de table."""

    reason: VoidReason | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Other dice in the place of a confirmed result of this opening, with the reason."""

    round: int
    dice: Dice
    reason: str


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """The chef de table has taken note of an alarm."""

    id: int


@dataclass(frozen=True, slots=True)
class AcceptDevice:
    """Believe this shaker (8 hexadecimal digits, or the name of a `lines` device) from now on."""

    device: str


@dataclass(frozen=True, slots=True)
class SetPin:
    """Set or change a role's PIN (at least 6 digits)."""

    role: Role
    new: str


Command = (
    OpenTable
    | CloseTable
    | StartShake
    | EndShake
    | CloseBets
    | ReopenBets
    | LiftBell
    | EnterDice
    | ConfirmDice
    | VoidRound
    | CorrectResult
    | Acknowledge
    | AcceptDevice
    | SetPin
)

NAMES: Mapping[type[Command], str] = {
    OpenTable: "open_table",
    CloseTable: "close_table",
    StartShake: "start_shake",
    EndShake: "end_shake",
    CloseBets: "close_bets",
    ReopenBets: "reopen_bets",
    LiftBell: "lift_bell",
    EnterDice: "enter_dice",
    ConfirmDice: "confirm",
    VoidRound: "void",
    CorrectResult: "correct",
    Acknowledge: "acknowledge",
    AcceptDevice: "accept_device",
    SetPin: "set_pin",
}
"""The word for each command on the console and in the phase table."""

Row = Mapping[str, Role | None]

ALLOWED: Mapping[Phase, Row] = {
    Phase.CLOSED: {"open_table": "chef"},
    Phase.READY: {"start_shake": None, "end_shake": None, "close_table": "chef"},
    Phase.SHAKING: {"end_shake": None, "void": None},
    Phase.BETS_OPEN: {"start_shake": None, "close_bets": None, "lift_bell": None, "void": None},
    Phase.NO_MORE_BETS: {
        "lift_bell": None,
        "enter_dice": None,
        "reopen_bets": None,
        "confirm": None,
        "void": None,
    },
    Phase.PROPOSED: {"enter_dice": None, "confirm": None, "void": None},
    Phase.CONFIRMED: {
        "start_shake": None,
        "end_shake": None,
        "void": "chef",
        "close_table": "chef",
    },
    Phase.VOID: {"start_shake": None, "end_shake": None, "close_table": "chef"},
}
"""Each phase's own commands, with the role whose PIN they need."""

WHILE_OPEN: Row = {"correct": "chef", "void": "chef"}
"""In every phase but CLOSED, for rounds of this opening that are confirmed already."""

ALWAYS: Row = {
    "state": None,
    "acknowledge": "chef",
    "set_pin": None,
    "accept_device": "technician",
    "quit": None,
}
"""In every phase."""


def name(command: Command) -> str:
    """The command's word."""
    return NAMES[type(command)]


def is_allowed(state: TableState, command: Command) -> bool:
    """Whether the phase table has a place for the command now."""
    word = name(command)
    if word in ALWAYS or (word in ALLOWED[state.phase] and not _of_earlier(state, command)):
        return True
    return word in WHILE_OPEN and state.phase is not Phase.CLOSED and has_confirmed(state)


def role_needed(state: TableState, command: Command) -> Role | None:
    """The role whose PIN the command needs now; None where the croupier may give it."""
    word = name(command)
    row: Row = {} if _of_earlier(state, command) else ALLOWED[state.phase]
    return row[word] if word in row else {**WHILE_OPEN, **ALWAYS}[word]


def allowed(state: TableState) -> tuple[str, ...]:
    """The sorted words of every command that has a place now.

    `void` and `correct` are there only where some round would take them.
    """
    words = set(ALLOWED[state.phase]) | set(ALWAYS)
    if state.phase is not Phase.CLOSED and has_confirmed(state):
        words |= set(WHILE_OPEN)
    return tuple(sorted(words))


def has_confirmed(state: TableState) -> bool:
    """Whether this opening has a confirmed round that is not void."""
    for finished in reversed(state.history):
        if finished.opening != state.opening:
            return False
        if finished.dice is not None:
            return True
    return False


def _of_earlier(state: TableState, command: Command) -> bool:
    """Whether a void names another round than the one the table is at."""
    match command:
        case VoidRound(round=int(number)):
            return number != state.number
        case _:
            return False
