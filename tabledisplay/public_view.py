"""Everything a customer may see, nothing else.

The type has no field for an unconfirmed result: what is not here cannot be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import assert_never

from tabledisplay.game.state import Phase, Round, TableState
from tabledisplay.hot_cold import Counts, count, waits
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.ruleset import Payout, Ruleset
from tabledisplay.rules.sicbo import BOX_BY_ID, Tag, tags

ROUNDS_SHOWN = 120
"""Rounds in the view: what the widest road on a screen can hold."""


class Banner(StrEnum):
    """The one thing the whole screen says."""

    CLOSED = "closed"
    READY = "ready"
    SHAKING = "shaking"
    PLACE_YOUR_BETS = "place_your_bets"
    NO_MORE_BETS = "no_more_bets"
    RESULT = "result"
    VOID = "void"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A finished round as customers see it; `dice` is None when it is void."""

    opening: int
    round: int
    dice: Dice | None
    corrected: bool
    late: bool
    manual: bool

    @property
    def void(self) -> bool:
        """Whether the round does not count."""
        return self.dice is None

    @property
    def tag(self) -> Tag | None:
        """Small, big or triple; None when void."""
        return None if self.dice is None else tags(self.dice)[0]


@dataclass(frozen=True, slots=True)
class Limits:
    """Table minimum and the maxima derived from it (art. 55-23-2)."""

    minimum: Decimal
    maximum: Decimal
    maximum_small_big: Decimal


@dataclass(frozen=True, slots=True)
class Result:
    """A confirmed result with all that it lights."""

    dice: Dice
    tag: Tag
    payouts: tuple[Payout, ...]
    corrected: bool


@dataclass(frozen=True, slots=True)
class Sampling:
    """How statistics are taken: rounds (None: this opening), least sample, whether openings mix.

    Only a window in rounds reaches back over openings; the history shown does in any case.
    """

    window: int | None = 100
    minimum_sample: int = 20
    across_openings: bool = False


@dataclass(frozen=True, slots=True)
class PublicView:
    """What the customer screen is told. `history` is newest first, voids included.

    `wait_double`, `wait_triple`: rounds since the last pair or triple; None if not in the window.
    """

    phase: Phase
    banner: Banner
    opening: int
    round: int
    result: Result | None
    history: tuple[RoundMark, ...]
    counts: Counts
    wait_double: int | None
    wait_triple: int | None
    voids: int
    limits: Limits | None


def public_view(
    state: TableState, ruleset: Ruleset, sampling: Sampling, *, available: bool = True
) -> PublicView:
    """What customers may see of this state.

    `available` is False while the journal takes nothing: then nothing live is shown. While the
    results cannot be trusted nothing at all is.
    """
    live = available and not state.untrusted
    rounds = () if state.untrusted else _rounds(state, sampling)
    counted = rounds if sampling.window is not None else _of_opening(rounds, state.opening)
    results = tuple(finished.dice for finished in counted if finished.dice is not None)
    double, triple = waits(results)
    return PublicView(
        phase=Phase.NO_MORE_BETS if state.phase is Phase.PROPOSED else state.phase,
        banner=_banner(state.phase) if live else Banner.UNAVAILABLE,
        opening=state.opening,
        round=state.number,
        result=_result(state, ruleset) if live else None,
        history=tuple(map(_mark, reversed(rounds[-ROUNDS_SHOWN:]))),
        counts=count(results, sampling.window, sampling.minimum_sample),
        wait_double=double,
        wait_triple=triple,
        voids=sum(finished.dice is None for finished in rounds),
        limits=_limits(state, ruleset),
    )


def _rounds(state: TableState, sampling: Sampling) -> tuple[Round, ...]:
    if sampling.across_openings:
        return state.history
    return _of_opening(state.history, state.opening)


def _of_opening(rounds: tuple[Round, ...], opening: int) -> tuple[Round, ...]:
    return tuple(finished for finished in rounds if finished.opening == opening)


def _banner(phase: Phase) -> Banner:
    match phase:
        case Phase.CLOSED:
            return Banner.CLOSED
        case Phase.READY:
            return Banner.READY
        case Phase.SHAKING:
            return Banner.SHAKING
        case Phase.BETS_OPEN:
            return Banner.PLACE_YOUR_BETS
        case Phase.NO_MORE_BETS | Phase.PROPOSED:
            return Banner.NO_MORE_BETS
        case Phase.CONFIRMED:
            return Banner.RESULT
        case Phase.VOID:
            return Banner.VOID
        case _:
            assert_never(phase)


def _result(state: TableState, ruleset: Ruleset) -> Result | None:
    if state.phase is not Phase.CONFIRMED:
        return None
    finished = state.of_opening(state.number)
    assert finished is not None
    assert finished.dice is not None
    dice = finished.dice
    return Result(dice, tags(dice)[0], ruleset.payouts(dice), finished.corrected)


def _mark(finished: Round) -> RoundMark:
    return RoundMark(
        finished.opening,
        finished.number,
        finished.dice,
        finished.corrected,
        finished.late,
        finished.manual,
    )


def _limits(state: TableState, ruleset: Ruleset) -> Limits | None:
    if state.minimum is None:
        return None
    total, small = BOX_BY_ID["total:4"], BOX_BY_ID["small"]
    return Limits(
        state.minimum,
        ruleset.maximum(total, state.minimum),
        ruleset.maximum(small, state.minimum),
    )
