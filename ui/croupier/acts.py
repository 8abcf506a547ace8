"""Which act the dominant key stands for, which other keys apply, and which answer an irregularity.

Pure: from what the croupier may see and what he has typed to what the keys do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from tabledisplay.croupier_view import CroupierView
from tabledisplay.game.parts import Alarm
from tabledisplay.game.state import ROUND_OPEN, Phase
from ui.croupier.entry import Entry


class Act(StrEnum):
    """What a key of the round page does."""

    OPEN_TABLE = "open_table"
    START_SHAKE = "start_shake"
    END_SHAKE = "end_shake"
    CLOSE_BETS = "close_bets"
    VALIDATE = "validate"
    VOID = "void"
    TAKE_BACK = "reopen_bets"
    SHAKE_AGAIN = "shake_again"
    BETS_AT_ONCE = "bets_at_once"
    LIFT_BELL = "lift_bell"
    CORRECT = "correct_entry"
    CHEF = "chef_decides"


@dataclass(frozen=True, slots=True)
class Typing:
    """What the croupier is typing. `correcting`: over dice that are proposed already."""

    entry: Entry = field(default_factory=Entry)
    correcting: bool = False


@dataclass(frozen=True, slots=True)
class Acts:
    """What the keys of the round page do now.

    `pad`: the six faces apply; `called`: the right answers to what is wrong, if anything is.
    """

    dominant: Act
    live: frozenset[Act]
    pad: bool
    called: frozenset[Act]


def dominant(phase: Phase) -> Act:
    """The one act that carries the round on."""
    match phase:
        case Phase.CLOSED:
            return Act.OPEN_TABLE
        case Phase.READY | Phase.CONFIRMED | Phase.VOID:
            return Act.START_SHAKE
        case Phase.SHAKING:
            return Act.END_SHAKE
        case Phase.BETS_OPEN:
            return Act.CLOSE_BETS
        case Phase.NO_MORE_BETS | Phase.PROPOSED:
            return Act.VALIDATE
        case _:
            assert_never(phase)


def acts(view: CroupierView, typing: Typing, *, taking_back: bool) -> Acts:
    """What the keys do. `taking_back`: « rien ne va plus » is less than 3 s old."""
    main = dominant(view.phase)
    words = frozenset(view.allowed)
    live = {
        act
        for act, applies in (
            (main, main.value in words if main is not Act.VALIDATE else can_validate(view, typing)),
            (Act.VOID, view.phase in ROUND_OPEN and "void" in words),
            (Act.TAKE_BACK, taking_back and view.takeable and "reopen_bets" in words),
            (Act.SHAKE_AGAIN, view.phase is Phase.BETS_OPEN and "start_shake" in words),
            (Act.BETS_AT_ONCE, main is Act.START_SHAKE and "end_shake" in words),
            (Act.LIFT_BELL, view.phase is Phase.NO_MORE_BETS and not view.bell_up),
            (Act.CORRECT, can_correct(view, typing)),
            (Act.CHEF, view.disputed),
        )
        if applies
    }
    return Acts(main, frozenset(live), types(view, typing), called(view))


def types(view: CroupierView, typing: Typing) -> bool:
    """Whether the pad takes a face: a proposal is typed over only after CORRIGER."""
    if "enter_dice" not in view.allowed:
        return False
    return view.phase is Phase.NO_MORE_BETS or view.disputed or typing.correcting


def can_validate(view: CroupierView, typing: Typing) -> bool:
    """Whether VALIDER has whole dice to validate: typed ones, or those proposed."""
    if "enter_dice" in view.allowed and typing.entry.complete:
        return True
    proposed = view.phase is Phase.PROPOSED and view.proposed is not None
    return proposed and typing.entry.empty and not typing.correcting and not view.disputed


def can_correct(view: CroupierView, typing: Typing) -> bool:
    """Whether CORRIGER has something to take back, or a proposal to type over."""
    return not typing.entry.empty or (view.phase is Phase.PROPOSED and not view.disputed)


CALLED: dict[str, dict[Phase, frozenset[Act]]] = {
    "bell_early": {
        Phase.SHAKING: frozenset({Act.VOID}),
        Phase.BETS_OPEN: frozenset({Act.CLOSE_BETS, Act.VOID}),
    },
    "reading_early": {
        Phase.SHAKING: frozenset({Act.VOID}),
        Phase.BETS_OPEN: frozenset({Act.CLOSE_BETS, Act.VOID}),
    },
    "shake_after_close": {
        Phase.NO_MORE_BETS: frozenset({Act.VOID}),
        Phase.PROPOSED: frozenset({Act.VOID}),
    },
    "contradiction": {Phase.PROPOSED: frozenset({Act.VALIDATE, Act.CORRECT})},
    "disagreement": {Phase.PROPOSED: frozenset({Act.CHEF})},
    "bad_dice": {Phase.NO_MORE_BETS: frozenset({Act.VALIDATE, Act.VOID})},
    "shake_unseen": {Phase.NO_MORE_BETS: frozenset({Act.VALIDATE})},
    "shaker_fault": {
        Phase.SHAKING: frozenset({Act.VOID}),
        Phase.BETS_OPEN: frozenset({Act.CLOSE_BETS}),
    },
}
"""The right answers to each irregularity, in the phases in which it can be answered."""


OF_THE_ROUND = frozenset({"leak", "shaker_fault"})
"""Alarms that are said in every phase of their round."""

STANDING = frozenset({"untrusted", "settings_fallback", "clock", "disk"})
"""Alarms that are said until somebody has taken note, in any phase and round."""


def current_alarm(view: CroupierView) -> Alarm | None:
    """The newest alarm that has something to say in this phase; the others are only counted."""
    return next((alarm for alarm in reversed(view.alarms) if _speaks(view, alarm)), None)


def _speaks(view: CroupierView, alarm: Alarm) -> bool:
    if alarm.code in STANDING:
        return True
    if alarm.round != view.round or view.phase not in ROUND_OPEN:
        return False
    if alarm.code == "disagreement":
        return view.disputed
    return alarm.code in OF_THE_ROUND or view.phase in CALLED.get(alarm.code, {})


def called(view: CroupierView) -> frozenset[Act]:
    """The keys that answer what has just happened."""
    if view.phase in ROUND_OPEN and view.suggestion is not None:
        return frozenset({Act.VOID})
    alarm = current_alarm(view)
    if alarm is None:
        return frozenset()
    return CALLED.get(alarm.code, {}).get(view.phase, frozenset())
