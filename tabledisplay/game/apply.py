"""How each event changes the state of the table: no checks, no I/O, no clock.

Checks live in `decide` and in the judging of what a shaker says, so that an old journal opens for
ever: `apply` believes every event. The state is a fold of `apply` since the last opening.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import assert_never

from tabledisplay.game.events import (
    AlarmAcknowledged,
    AlarmRaised,
    AnyEvent,
    BellLifted,
    BetsClosed,
    BetsOpened,
    BettingReopened,
    DeviceAccepted,
    DiceProposed,
    DrawHeard,
    LinkInterrupted,
    LinkRestored,
    PinAccepted,
    PinRefused,
    PinSet,
    ProgramStarted,
    ProgramStopped,
    ReadingSealed,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    ShakerMoved,
    ShakerRestarted,
    ShakeStarted,
    TableClosed,
    TableOpened,
    TrustChanged,
    VoidSuggested,
)
from tabledisplay.game.state import (
    AFTER_CLOSE,
    HISTORY_KEPT,
    ROUND_OPEN,
    SPENT_KEPT,
    Current,
    Phase,
    Round,
    Suggestion,
    TableState,
)
from tabledisplay.rules.dice import Dice


def fold(events: Iterable[AnyEvent], start: TableState | None = None) -> TableState:
    """The state after these events."""
    state = start or TableState()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: TableState, event: AnyEvent) -> TableState:
    """The state after one more event."""
    match event:
        case TableOpened():
            return _opened(state, event)
        case TableClosed():
            return replace(state, phase=Phase.CLOSED, minimum=None, current=Current())
        case ShakeStarted(first=True) | BetsOpened(first=True):
            phase = Phase.SHAKING if isinstance(event, ShakeStarted) else Phase.BETS_OPEN
            return replace(state, phase=phase, number=event.round, current=Current())
        case ShakeStarted():
            again = state.current
            again = replace(again, barred=again.barred | again.read, bell_up=False)
            return replace(state, phase=Phase.SHAKING, current=again)
        case BetsOpened():
            return replace(state, phase=Phase.BETS_OPEN)
        case BetsClosed():
            takeable = not state.current.bell_up and not state.current.read
            return _now(state, Phase.NO_MORE_BETS, takeable=takeable)
        case BettingReopened():
            return _now(state, Phase.BETS_OPEN, takeable=False)
        case BellLifted():
            return _now(state, state.phase, bell_up=True, takeable=False)
        case DiceProposed():
            return _proposed(state, event)
        case VoidSuggested():
            return _suggested(state, event)
        case ResultConfirmed() | RoundVoided(moves=True):
            return _finished(state, event)
        case RoundVoided() | ResultCorrected():
            return replace(state, history=_amended(state, event))
        case DrawHeard() | ReadingSealed() | ShakerMoved() | ShakerRestarted() | DeviceAccepted():
            return _heard(state, event)
        case LinkRestored():
            first = state.phase is Phase.READY and not state.linked
            unseen = state.unseen and not first
            return replace(state, connected=True, linked=True, unseen=unseen)
        case LinkInterrupted() | ProgramStarted():
            return replace(state, connected=False, unseen=True)
        case AlarmRaised() | AlarmAcknowledged():
            return _alarmed(state, event)
        case TrustChanged():
            return replace(state, untrusted=event.untrusted)
        case ProgramStopped() | PinSet() | PinRefused() | PinAccepted():
            return state
        case _:
            assert_never(event)


def _now(
    state: TableState, phase: Phase, *, takeable: bool, bell_up: bool | None = None
) -> TableState:
    up = state.current.bell_up if bell_up is None else bell_up
    return replace(
        state, phase=phase, current=replace(state.current, takeable=takeable, bell_up=up)
    )


def _opened(state: TableState, event: TableOpened) -> TableState:
    carried = event.carried
    return TableState(
        phase=Phase.READY,
        opening=event.opening,
        minimum=Decimal(event.minimum),
        float_ref=event.float_ref,
        history=state.history[-HISTORY_KEPT:],
        device=carried.device,
        session=carried.session,
        frame=carried.frame,
        spent=carried.spent,
        connected=event.connected,
        linked=event.connected,
        unseen=not event.connected,
        alarms=carried.alarms,
        last_alarm=carried.last_alarm,
        untrusted=carried.untrusted,
    )


def _proposed(state: TableState, event: DiceProposed) -> TableState:
    suggestion = state.current.suggestion
    now = replace(
        state.current,
        proposed=Dice(event.dice),
        proposed_from=event.source,
        late=event.late,
        suggestion=None if suggestion is None or any(suggestion.quality) else suggestion,
        disputed=event.disputed,
        bell_up=True,
        takeable=False,
    )
    if event.source == "device":
        now = replace(now, device_key=event.key, device_dice=Dice(event.dice))
    return replace(state, phase=Phase.PROPOSED, current=now)


def _suggested(state: TableState, event: VoidSuggested) -> TableState:
    suggestion = Suggestion(event.cause, event.die, event.key, event.quality)
    now = replace(state.current, suggestion=suggestion, takeable=False)
    if any(event.quality):
        now = replace(now, flaw=suggestion, proposed=None, proposed_from=None, late=False)
    return replace(state, current=now)


def _finished(state: TableState, event: ResultConfirmed | RoundVoided) -> TableState:
    if isinstance(event, ResultConfirmed):
        phase, history = Phase.CONFIRMED, (*state.history, _confirmed(state.opening, event))
    else:
        phase, history = Phase.VOID, _amended(state, event)
    return replace(
        state,
        phase=phase,
        current=Current(),
        history=history,
        spent=_spend(state.spent, state.current.heard),
        unseen=not state.connected,
    )


def _confirmed(opening: int, event: ResultConfirmed) -> Round:
    return Round(
        opening, event.round, event.at, Dice(event.dice), late=event.late, manual=event.manual
    )


def _amended(state: TableState, event: RoundVoided | ResultCorrected) -> tuple[Round, ...]:
    """The history with one round void or corrected; a void of the open round joins it."""
    known = state.of_opening(event.round)
    base = known or Round(state.opening, event.round, event.at, None)
    first = base.first_dice or base.dice
    match event:
        case RoundVoided(reason=why, die=die):
            changed = replace(base, dice=None, void=why, die=die, first_dice=first, correction=None)
        case ResultCorrected(dice=dice, reason=why):
            changed = replace(base, dice=Dice(dice), first_dice=first, correction=why)
        case _:
            assert_never(event)
    if known is None:
        return (*state.history, changed)
    return tuple(changed if finished is known else finished for finished in state.history)


def _heard(
    state: TableState,
    event: DrawHeard | ReadingSealed | ShakerMoved | ShakerRestarted | DeviceAccepted,
) -> TableState:
    now = state.current
    match event:
        case DrawHeard(key=key, reading=reading):
            if state.phase not in ROUND_OPEN:
                return replace(state, spent=_spend(state.spent, (key,)))
            now = replace(now, heard=now.heard | {key})
            if reading:
                now = replace(now, read=now.read | {key}, takeable=False)
            return replace(state, current=now)
        case ReadingSealed():
            return state
        case ShakerMoved():
            return _moved(state, event)
        case ShakerRestarted():
            return replace(state, session=state.session + 1)
        case DeviceAccepted():
            if event.device == state.device:
                return state
            # What this device did before was not listened to: a shake of its may be unseen.
            unheard = replace(state, connected=False, linked=False, unseen=True)
            return replace(unheard, device=event.device, frame=None)
        case _:
            assert_never(event)


def _moved(state: TableState, event: ShakerMoved) -> TableState:
    frame, last = event.frame, state.frame
    key, now, spent = frame.key, state.current, state.spent
    if frame.state == "M" and event.edge:
        spent = tuple(old for old in spent if old != key)
    if state.phase not in ROUND_OPEN:
        if frame.state in "IO":
            spent = _spend(spent, (key,))
        return replace(state, frame=frame, spent=spent)
    if event.edge and frame.state in "MS" and key not in spent:
        now = _shake_seen(state.phase, now, key, frame.state)
    if event.edge and frame.lid == "O" and last is not None and (last.key, last.lid) == (key, "C"):
        now = replace(now, steps=now.steps | ({"lid"} if key == now.shake_key else frozenset()))
    if frame.lid in ("C", "O"):
        up = frame.lid == "O"
        now = replace(now, bell_up=up, takeable=now.takeable and not up)
    return replace(state, frame=frame, spent=spent, current=replace(now, heard=now.heard | {key}))


def _shake_seen(phase: Phase, now: Current, key: str, letter: str) -> Current:
    """An M or S edge in an open round: after the close nothing of a new shake is believed.

    An M begins the draw anew, also on a device that does not count its rounds.
    """
    if phase in AFTER_CLOSE:
        late_shake = letter == "M" or key not in now.heard
        return replace(now, barred=now.barred | {key}) if late_shake else now
    steps = now.steps | {letter} if (key, letter) == (now.shake_key, "S") else frozenset({letter})
    barred = now.barred - {key} if letter == "M" else now.barred
    return replace(now, shake_key=key, steps=steps, barred=barred)


def _alarmed(state: TableState, event: AlarmRaised | AlarmAcknowledged) -> TableState:
    if isinstance(event, AlarmAcknowledged):
        return replace(state, alarms=tuple(a for a in state.alarms if a.id != event.id))
    now = replace(
        state.current,
        raised=state.current.raised | {(event.alarm.code, event.key)},
        disputed=state.current.disputed or event.alarm.code == "disagreement",
    )
    alarms = (*state.alarms, event.alarm)
    return replace(state, alarms=alarms, last_alarm=event.alarm.id, current=now)


def _spend(spent: tuple[str, ...], keys: Iterable[str]) -> tuple[str, ...]:
    fresh = tuple(sorted(key for key in keys if key not in spent))
    return (*spent, *fresh)[-SPENT_KEPT:] if fresh else spent
