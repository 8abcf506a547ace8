"""Sample public views, one for each phase, for the gallery, the tests and the benchmarks.

They come out of `public_view` from states of the game, so nothing here can show what it could not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random

from tabledisplay.game.state import Current, Phase, Round, TableState
from tabledisplay.public_view import PublicView, Sampling, public_view
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice

FIRST = datetime(2026, 3, 14, 20, 30, tzinfo=UTC)
ROUNDS = 128
LAST = (Dice.of(2, 5, 5), Dice.of(1, 3, 4), Dice.of(4, 4, 4), None, Dice.of(3, 6, 6))
"""The newest finished rounds, newest first."""

SCENES = (
    "closed",
    "ready",
    "shaking",
    "bets_open",
    "no_more_bets",
    "confirmed",
    "triple",
    "corrected",
    "void",
    "unavailable",
)
"""Names of the samples, in the order of a round."""


def rounds(count: int, seed: int = 7, last: Sequence[Dice | None] = ()) -> tuple[Round, ...]:
    """That many finished rounds, always the same; `last` are the newest ones, newest first."""
    chance = Random(seed)  # noqa: S311 - samples to look at, not a draw
    made = []
    for number in range(1, count + 1):
        roll = Dice.of(*(chance.randint(1, 6) for _ in range(3)))
        dice: Dice | None = None if chance.random() < 0.02 else roll
        ago = count - number
        dice = last[ago] if ago < len(last) else dice
        made.append(finished(number, dice, corrected=dice is not None and number % 61 == 0))
    return tuple(made)


def finished(number: int, dice: Dice | None, *, corrected: bool = False) -> Round:
    """One finished round of the first opening; void without dice."""
    return Round(
        1,
        number,
        FIRST + timedelta(seconds=55 * number),
        dice,
        void="broken" if dice is None else None,
        correction="misread" if corrected else None,
        first_dice=Dice.of(1, 1, 2) if corrected else None,
    )


def state(phase: Phase, history: tuple[Round, ...], minimum: int = 5) -> TableState:
    """A table of one opening in that phase."""
    begun = phase in (Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED)
    return TableState(
        phase=phase,
        opening=1,
        number=len(history) + begun,
        minimum=None if phase is Phase.CLOSED else Decimal(minimum),
        float_ref="A-17",
        current=Current(proposed=Dice.of(1, 2, 6), proposed_from="device")
        if phase is Phase.PROPOSED
        else Current(),
        history=history,
    )


def seen(at: TableState, *, available: bool = True) -> PublicView:
    """What customers see of it under the shipped rules and the usual window."""
    return public_view(at, load_ruleset(), Sampling(), available=available)


def scene(name: str) -> PublicView:
    """The sample of that name. KeyError: none such."""
    full = rounds(ROUNDS, last=LAST)
    match name:
        case "closed":
            return seen(state(Phase.CLOSED, ()))
        case "ready":
            return seen(state(Phase.READY, ()))
        case "shaking":
            return seen(state(Phase.SHAKING, full))
        case "bets_open":
            return seen(state(Phase.BETS_OPEN, full))
        case "no_more_bets":
            return seen(state(Phase.NO_MORE_BETS, full))
        case "confirmed":
            return seen(state(Phase.CONFIRMED, full))
        case "triple":
            return seen(state(Phase.CONFIRMED, rounds(ROUNDS, last=(Dice.of(5, 5, 5), *LAST))))
        case "corrected":
            changed = replace(full[-1], correction="misread", first_dice=Dice.of(1, 5, 5))
            return seen(state(Phase.CONFIRMED, (*full[:-1], changed)))
        case "void":
            return seen(state(Phase.VOID, rounds(ROUNDS, last=(None, *LAST))))
        case "unavailable":
            return seen(state(Phase.BETS_OPEN, full), available=False)
        case _:
            raise KeyError(name)


def all_scenes() -> dict[str, PublicView]:
    """Every sample by its name."""
    return {name: scene(name) for name in SCENES}
