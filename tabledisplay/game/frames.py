"""How a state frame of the accepted device moves the round (contract: « What a device moves »).

Only an edge moves or alarms: a frame that differs from the previous one in device session, draw
key, state or lid. The first frame ever is an edge, unless its draw is spent.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabledisplay.game.draft import Draft
from tabledisplay.game.events import (
    BellLifted,
    BetsOpened,
    DrawHeard,
    ShakerMoved,
    ShakeStarted,
    VoidSuggested,
)
from tabledisplay.game.parts import Frame
from tabledisplay.game.state import AFTER_CLOSE, ROUND_OPEN, Phase, TableState

BETWEEN_ROUNDS = frozenset({Phase.READY, Phase.CONFIRMED, Phase.VOID})
"""Phases in which a shake opens a new round."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A state frame: state is M, S, I, O or F; lid C, O, U, or None where the device has none."""

    key: str
    state: str
    lid: str | None


def judge(draft: Draft, spoken: Spoken) -> None:
    """Tell the draft what the frame moves, and that it was heard."""
    state, last = draft.state, draft.state.frame
    frame = Frame(state.session, spoken.key, spoken.state, spoken.lid)
    edge = spoken.key not in state.spent if last is None else frame != last
    if edge:
        _before_moving(draft, frame)
    if edge or last is None:
        draft.tell(ShakerMoved(at=draft.at, frame=frame, edge=edge))
    elif _unheard(state, frame):
        draft.tell(DrawHeard(at=draft.at, key=frame.key, reading=False))
    if edge:
        _after_moving(draft, frame, last, state)


def _unheard(state: TableState, frame: Frame) -> bool:
    """Whether a repeated frame still says something new: its draw, in this phase."""
    if state.phase in ROUND_OPEN:
        return frame.key not in state.current.heard
    return frame.state in "IO" and frame.key not in state.spent


def _before_moving(draft: Draft, frame: Frame) -> None:
    """The phase moves first, so that the frame belongs to the round that it opens."""
    at, phase, number = draft.at, draft.state.phase, draft.state.number
    fresh = frame.state == "M" or frame.key not in draft.state.spent
    if frame.state == "M" and phase in BETWEEN_ROUNDS:
        draft.tell(ShakeStarted(at=at, round=number + 1, first=True, by="device"))
    elif frame.state == "M" and phase is Phase.BETS_OPEN:
        draft.tell(ShakeStarted(at=at, round=number, first=False, by="device"))
    elif frame.state == "S" and fresh and phase in BETWEEN_ROUNDS:
        draft.tell(BetsOpened(at=at, round=number + 1, first=True, by="device"))
    elif frame.state == "S" and fresh and phase is Phase.SHAKING:
        draft.tell(BetsOpened(at=at, round=number, first=False, by="device"))


def _after_moving(draft: Draft, frame: Frame, last: Frame | None, before: TableState) -> None:
    """Alarms, and the bell, once the frame is part of the round."""
    at, phase, number = draft.at, before.phase, before.number
    if phase in AFTER_CLOSE and _shakes_again(frame, before):
        draft.alarm("shake_after_close", frame.key)
        draft.tell(VoidSuggested(at=at, round=number, cause="mixer_fault", die=None, key=frame.key))
    if frame.state == "F":
        draft.alarm("shaker_fault", frame.key)
    if frame.lid == "O" and (last is None or last.lid != "O"):
        if draft.state.phase is Phase.BETS_OPEN:
            draft.alarm("bell_early")
        elif phase is Phase.NO_MORE_BETS:
            draft.tell(BellLifted(at=at, round=number, by="device"))


def _shakes_again(frame: Frame, before: TableState) -> bool:
    new_draw = frame.key not in before.current.heard and frame.key not in before.spent
    return frame.state == "M" or (frame.state == "S" and new_draw)
