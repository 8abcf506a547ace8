"""The report of one opening of the table, for the chef de table: counted from its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from tabledisplay.game.events import (
    AlarmRaised,
    AnyEvent,
    BettingReopened,
    LinkInterrupted,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    TableClosed,
    TableOpened,
)
from tabledisplay.game.parts import VoidReason

REASONS: tuple[VoidReason, ...] = ("broken", "stacked", "leaning", "mixer_fault", "other")


@dataclass(frozen=True, slots=True)
class OpeningReport:
    """One opening, so far or to its end. `rounds` are those that count, `voids` by their reason.

    `manual` and `late` count among `rounds`; `corrections` every correction; `taken_back` every
    « rien ne va plus » that was taken back. `until` is the close, or the last thing that happened.
    `chain_head` is the journal's, written by whoever asks for the report.
    """

    opening: int
    opened_at: datetime
    until: datetime
    closed: bool
    minimum: Decimal
    float_ref: str
    rounds: int
    voids: tuple[tuple[VoidReason, int], ...]
    manual: int
    late: int
    corrections: int
    taken_back: int
    interruptions: int
    alarms: int
    chain_head: str = ""

    @property
    def hours(self) -> float:
        """How long the table was open."""
        return max(0.0, (self.until - self.opened_at).total_seconds()) / 3600

    @property
    def rounds_per_hour(self) -> float | None:
        """Rounds that count per hour; None in the first minute."""
        return self.rounds / self.hours if self.hours * 60 >= 1 else None

    @property
    def void_rounds(self) -> int:
        """All voids together."""
        return sum(count for _, count in self.voids)


def opening_report(events: Iterable[AnyEvent]) -> OpeningReport | None:
    """The report of the last opening in these events, oldest first; None if there is none."""
    kept: list[AnyEvent] = []
    for event in events:
        if isinstance(event, TableOpened):
            kept = []
        kept.append(event)
    if not kept or not isinstance(kept[0], TableOpened):
        return None
    return _counted(kept[0], kept)


def _counted(opened: TableOpened, events: list[AnyEvent]) -> OpeningReport:
    confirmed: dict[int, ResultConfirmed] = {}
    voids: dict[int, VoidReason] = {}
    counts = dict.fromkeys((ResultCorrected, BettingReopened, LinkInterrupted, AlarmRaised), 0)
    closed: TableClosed | None = None
    for event in events:
        match event:
            case ResultConfirmed():
                confirmed[event.round] = event
            case RoundVoided():
                confirmed.pop(event.round, None)
                voids[event.round] = event.reason
            case ResultCorrected() | BettingReopened() | LinkInterrupted() | AlarmRaised():
                counts[type(event)] += 1
            case TableClosed():
                closed = event
                break
            case _:
                pass
    reasons = list(voids.values())
    return OpeningReport(
        opening=opened.opening,
        opened_at=opened.at,
        until=events[-1].at if closed is None else closed.at,
        closed=closed is not None,
        minimum=Decimal(opened.minimum),
        float_ref=opened.float_ref,
        rounds=len(confirmed),
        voids=tuple((reason, reasons.count(reason)) for reason in REASONS),
        manual=sum(event.manual for event in confirmed.values()),
        late=sum(event.late for event in confirmed.values()),
        corrections=counts[ResultCorrected],
        taken_back=counts[BettingReopened],
        interruptions=counts[LinkInterrupted],
        alarms=counts[AlarmRaised],
    )
