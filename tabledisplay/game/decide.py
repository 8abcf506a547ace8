"""What a command leads to: events to journal, or a refusal (contract: « Phases and commands »)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from tabledisplay.game.commands import (
    AcceptDevice,
    Acknowledge,
    CloseBets,
    CloseTable,
    Command,
    ConfirmDice,
    CorrectResult,
    EndShake,
    EnterDice,
    LiftBell,
    OpenTable,
    ReopenBets,
    SetPin,
    StartShake,
    VoidRound,
    is_allowed,
    name,
)
from tabledisplay.game.draft import Draft
from tabledisplay.game.events import (
    AlarmAcknowledged,
    BellLifted,
    BetsClosed,
    BetsOpened,
    BettingReopened,
    DeviceAccepted,
    DiceProposed,
    PinSet,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    ShakeStarted,
    TableClosed,
    TableOpened,
    TrustChanged,
)
from tabledisplay.game.held import Held
from tabledisplay.game.parts import EntryReason, Role, Who
from tabledisplay.game.state import ROUND_OPEN, Current, Phase, TableState

TAKE_BACK_SECONDS = 3.0
"""How long a mis-tapped « rien ne va plus » can be taken back [house rule]."""

RefusalCode = Literal[
    "wrong_phase",
    "pin_required",
    "pin_wrong",
    "pin_locked",
    "bad_input",
    "too_late",
    "no_dice",
    "disagreement",
    "journal_failed",
]


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule says no. Shown to the croupier, not journaled. `detail` names the sentence.

    `role`: whose PIN it is about, if about one.
    """

    do: str
    code: RefusalCode
    detail: str = ""
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks. `chef`: a PIN was given for the chef de table, or none is set and one was offered.

    `pin`: a PIN that is set was proved.
    """

    chef: bool = False
    pin: bool = False

    def croupier_or_chef(self) -> Who:
        """Whose act an ordinary move of the round is."""
        return "chef" if self.chef else "croupier"


def decide(draft: Draft, held: Held, command: Command, actor: Actor) -> Refused | None:
    """Tell the draft what the command leads to, or say why not.

    PINs are proved before; the sealed reading is judged afterwards by the table.
    """
    state, at = draft.state, draft.at
    if not is_allowed(state, command):
        return _no(command, "wrong_phase")
    number, again = state.number, state.phase in ROUND_OPEN
    next_number = number if again else number + 1
    match command:
        case OpenTable():
            draft.tell(_opening(draft, command, actor))
        case CloseTable():
            draft.tell(TableClosed(at=at, pin=actor.pin))
        case StartShake():
            draft.tell(ShakeStarted(at=at, round=next_number, first=not again, by="croupier"))
        case EndShake():
            draft.tell(BetsOpened(at=at, round=next_number, first=not again, by="croupier"))
        case CloseBets():
            draft.tell(BetsClosed(at=at, round=number))
        case ReopenBets(elapsed=elapsed):
            in_time = elapsed is not None and elapsed <= TAKE_BACK_SECONDS
            if not in_time or not state.current.takeable:
                return _no(command, "too_late")
            draft.tell(BettingReopened(at=at, round=number))
        case LiftBell():
            draft.tell(BellLifted(at=at, round=number, by="croupier"))
            if state.phase is Phase.BETS_OPEN:
                draft.alarm("bell_early")
        case EnterDice():
            draft.tell(_entered(draft, held, command, actor))
            if draft.state.current.disputed and not state.current.disputed:
                draft.alarm("disagreement", held.rival.key if held.rival else None, again=True)
        case ConfirmDice():
            return _confirm(draft, held, command, actor)
        case VoidRound():
            return _void(draft, held, command, actor)
        case CorrectResult():
            return _correct(draft, command, actor)
        case Acknowledge():
            return _acknowledge(draft, command, actor)
        case AcceptDevice(device=device):
            draft.tell(
                DeviceAccepted(
                    at=at, device=device, first_use=False, by="technician", pin=actor.pin
                )
            )
        case SetPin(role=role):
            draft.tell(PinSet(at=at, role=role, by=role, changed=actor.pin))
        case _:
            assert_never(command)
    return None


def _no(command: Command, code: RefusalCode, detail: str = "") -> Refused:
    return Refused(name(command), code, detail)


def _opening(draft: Draft, command: OpenTable, actor: Actor) -> TableOpened:
    state = draft.state
    return TableOpened(
        at=draft.at,
        opening=state.opening + 1,
        minimum=format(command.minimum, "f"),
        float_ref=command.float_ref,
        rules=command.rules,
        connected=state.connected,
        carried=state.carried(),
        pin=actor.pin,
    )


def _acknowledge(draft: Draft, command: Acknowledge, actor: Actor) -> Refused | None:
    """The chef takes note; of untrusted results he thereby answers for them again."""
    alarm = next((alarm for alarm in draft.state.alarms if alarm.id == command.id), None)
    if alarm is None:
        return _no(command, "bad_input", "unknown_alarm")
    draft.tell(AlarmAcknowledged(at=draft.at, id=alarm.id, pin=actor.pin))
    if alarm.code == "untrusted":
        draft.tell(TrustChanged(at=draft.at, untrusted=False, why="acknowledged"))
    return None


def _entered(draft: Draft, held: Held, command: EnterDice, actor: Actor) -> DiceProposed:
    """The dice that a person types, and whether the device still disputes them."""
    return DiceProposed(
        at=draft.at,
        round=draft.state.number,
        dice=command.dice.faces,
        source="croupier",
        reason=command.reason or _reason(draft.state, held, command),
        disputed=_disputed(draft.state.current, held, command, actor),
        by=actor.croupier_or_chef(),
        pin=actor.pin,
    )


def _disputed(now: Current, held: Held, command: EnterDice, actor: Actor) -> bool:
    """Once the device has disagreed, only its own dice and the chef's stand until the round ends.

    Those that settled it may be typed again; any others dispute anew.
    """
    disagreed = now.disputed or any(code == "disagreement" for code, _ in now.raised)
    if actor.chef or not disagreed:
        return False
    if held.rival is not None and held.rival.dice == command.dice:
        return False
    return now.disputed or command.dice != now.proposed


def _reason(state: TableState, held: Held, command: EnterDice) -> EntryReason:
    """Why the croupier typed, where he did not say."""
    seen = {state.current.device_dice, held.rival and held.rival.dice} - {None}
    if seen:
        return "other" if command.dice in seen else "device_wrong"
    return "device_silent" if state.connected else "no_device"


def _confirm(draft: Draft, held: Held, command: ConfirmDice, actor: Actor) -> Refused | None:
    now = draft.state.current
    if draft.state.phase is Phase.NO_MORE_BETS or now.proposed is None:
        return _no(command, "no_dice")
    if now.disputed and not actor.chef:
        return _no(command, "disagreement")
    draft.tell(
        ResultConfirmed(
            at=draft.at,
            round=draft.state.number,
            dice=now.proposed.faces,
            by=actor.croupier_or_chef(),
            manual=now.proposed_from == "croupier",
            late=now.late,
            pin=actor.pin,
            evidence=held.evidence,
        )
    )
    return None


def _void(draft: Draft, held: Held, command: VoidRound, actor: Actor) -> Refused | None:
    state = draft.state
    number = state.number if command.round is None else command.round
    open_round = number == state.number and state.phase in ROUND_OPEN
    suggestion = state.current.suggestion if open_round else None
    reason = command.reason or (suggestion.cause if suggestion else None)
    if reason is None:
        return _no(command, "bad_input", "void_reason")
    finished = None if open_round else state.of_opening(number)
    if not open_round and (finished is None or finished.dice is None):
        return _no(command, "bad_input", "no_such_round")
    latest = number == state.number and state.phase is Phase.CONFIRMED
    draft.tell(
        RoundVoided(
            at=draft.at,
            round=number,
            reason=reason,
            by="croupier" if open_round else "chef",
            moves=open_round or latest,
            die=suggestion.die if suggestion and suggestion.cause == reason else None,
            pin=actor.pin,
            evidence=held.evidence if open_round else (),
        )
    )
    return None


def _correct(draft: Draft, command: CorrectResult, actor: Actor) -> Refused | None:
    finished = draft.state.of_opening(command.round)
    if finished is None or finished.dice is None:
        return _no(command, "bad_input", "no_such_round")
    if not command.reason.strip():
        return _no(command, "bad_input", "correction_reason")
    if finished.dice == command.dice:
        return _no(command, "bad_input", "same_dice")
    draft.tell(
        ResultCorrected(
            at=draft.at,
            round=command.round,
            dice=command.dice.faces,
            reason=command.reason.strip(),
            pin=actor.pin,
        )
    )
    return None
