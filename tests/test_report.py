"""The report of an opening counts what happened in it, and nothing of the one before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from tabledisplay.game.events import (
    AlarmRaised,
    AnyEvent,
    BetsClosed,
    BettingReopened,
    LinkInterrupted,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    TableClosed,
    TableOpened,
)
from tabledisplay.game.parts import Alarm, Carried
from tabledisplay.report import opening_report

START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def opened(number: int, minutes: float, minimum: str = "5") -> TableOpened:
    return TableOpened(
        at=at(minutes),
        opening=number,
        minimum=minimum,
        float_ref=f"A-{number}",
        rules="fr",
        connected=False,
        carried=Carried(),
    )


def confirmed(number: int, minutes: float, *, manual: bool = False, late: bool = False) -> AnyEvent:
    return ResultConfirmed(
        at=at(minutes), round=number, dice=(1, 2, 3), by="croupier", manual=manual, late=late
    )


def void(number: int, minutes: float, *, moves: bool = True) -> AnyEvent:
    return RoundVoided(at=at(minutes), round=number, reason="leaning", by="croupier", moves=moves)


EARLIER: list[AnyEvent] = [opened(1, -60), confirmed(1, -50), TableClosed(at=at(-30))]
EVENING: list[AnyEvent] = [
    opened(2, 0, "2.50"),
    confirmed(1, 1),
    void(2, 2),
    BetsClosed(at=at(3), round=3),
    BettingReopened(at=at(3), round=3),
    confirmed(3, 4, manual=True),
    LinkInterrupted(at=at(5)),
    AlarmRaised(at=at(6), alarm=Alarm(1, "leak", 4)),
    confirmed(4, 7, late=True),
    confirmed(5, 8, manual=True),
    ResultCorrected(at=at(9), round=1, dice=(1, 1, 1), reason="dé mal lu"),
    void(5, 10, moves=False),
]


def test_nothing_without_an_opening() -> None:
    assert opening_report([]) is None
    assert opening_report([confirmed(1, 0)]) is None


def test_all_that_happened_since_the_last_opening() -> None:
    report = opening_report(EARLIER + EVENING)
    assert report is not None
    assert (report.opening, report.minimum, report.float_ref) == (2, Decimal("2.50"), "A-2")
    assert (report.rounds, report.manual, report.late) == (3, 1, 1)
    assert dict(report.voids)["leaning"] == report.void_rounds == 2
    assert (report.corrections, report.taken_back) == (1, 1)
    assert (report.interruptions, report.alarms) == (1, 1)
    assert (report.closed, report.until) == (False, at(10))
    assert report.rounds_per_hour == 18


def test_what_happens_after_the_close_is_no_part_of_it() -> None:
    report = opening_report([*EVENING, TableClosed(at=at(20)), LinkInterrupted(at=at(500))])
    assert report is not None
    assert (report.closed, report.until, report.interruptions) == (True, at(20), 1)
    assert report.rounds_per_hour == 9


def test_no_rate_in_the_first_minute() -> None:
    report = opening_report([opened(1, 0), confirmed(1, 0.5)])
    assert report is not None
    assert report.rounds_per_hour is None
    assert replace(report, chain_head="ab12").chain_head == "ab12"
