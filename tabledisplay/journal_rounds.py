"""The finished rounds as a table of the journal: what each event makes of its round's row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from tabledisplay.game.events import (
    AnyEvent,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
)
from tabledisplay.game.parts import Faces, VoidReason
from tabledisplay.journal_chain import utc_text


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A finished round. `dice` is None when void; `first_dice` are those before any change.

    `at` is the time of the confirmation, or of the void of a round that was never confirmed.
    """

    opening: int
    number: int
    at: datetime
    dice: Faces | None
    void: VoidReason | None = None
    die: int | None = None
    late: bool = False
    manual: bool = False
    first_dice: Faces | None = None
    correction: str | None = None

    @property
    def total(self) -> int | None:
        """Sum of the three faces, None when void."""
        return None if self.dice is None else sum(self.dice)

    @property
    def reason(self) -> str | None:
        """Why the round is void or was corrected."""
        return self.void or self.correction

    @property
    def corrected(self) -> bool:
        """Whether the chef de table put other dice in the place of the first ones."""
        return self.correction is not None


Finishing = ResultConfirmed | RoundVoided | ResultCorrected


def finishes(event: AnyEvent) -> Finishing | None:
    """The event if it finishes or changes a round, else None."""
    return event if isinstance(event, Finishing) else None


def row_after(opening: int, known: RoundRow | None, event: Finishing) -> RoundRow:
    """The round's row after the event. Nothing is checked: an old journal is believed."""
    match event:
        case ResultConfirmed():
            return RoundRow(
                opening,
                event.round,
                event.at,
                event.dice,
                late=event.late,
                manual=event.manual,
            )
        case RoundVoided():
            base = known or RoundRow(opening, event.round, event.at, None)
            return replace(
                base,
                dice=None,
                void=event.reason,
                die=event.die,
                first_dice=base.first_dice or base.dice,
                correction=None,
            )
        case ResultCorrected():
            base = known or RoundRow(opening, event.round, event.at, None)
            return replace(
                base,
                dice=event.dice,
                first_dice=base.first_dice or base.dice,
                correction=event.reason,
            )
        case _:
            assert_never(event)


PUBLISHED_KEYS = (
    "opening",
    "round",
    "at",
    "dice",
    "total",
    "void",
    "reason",
    "corrected",
    "first_dice",
    "late",
    "manual",
)


def published(row: RoundRow) -> dict[str, object]:
    """The published JSON of a round, in the order of PUBLISHED_KEYS; no key changes its meaning."""
    return {
        "opening": row.opening,
        "round": row.number,
        "at": utc_text(row.at),
        "dice": None if row.dice is None else list(row.dice),
        "total": row.total,
        "void": row.void is not None,
        "reason": row.reason,
        "corrected": row.corrected,
        "first_dice": None if row.first_dice is None else list(row.first_dice),
        "late": row.late,
        "manual": row.manual,
    }
