"""Events as the journal keeps them: a form that is published once and read for ever."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tabledisplay.game.apply import fold
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
from tabledisplay.game.parts import Alarm, Carried, Evidence, Frame
from tabledisplay.game.state import Phase
from tabledisplay.game.wire import decode, encode, kind
from tabledisplay.rules.dice import Dice

AT = datetime(2026, 5, 3, 20, 15, 30, 123456, tzinfo=UTC)
KEY = "0000A7F3/0C21/0101"
FRAME = Frame(1, KEY, "S", "C")

# The first version of each kind, as journals out there hold it. Its lines are never changed.
PUBLISHED = Path(__file__).with_name("published_events.jsonl")
LINES = PUBLISHED.read_text(encoding="utf-8").splitlines()

EVENTS: Sequence[AnyEvent] = (
    ProgramStarted(at=AT, version="0.1.0"),
    DeviceAccepted(at=AT, device="0000A7F3", first_use=True, by="program"),
    LinkRestored(at=AT),
    PinSet(at=AT, role="chef", by="chef", changed=False),
    PinRefused(at=AT, role="chef", failures=2),
    PinAccepted(at=AT, role="technician"),
    TableOpened(
        at=AT,
        opening=4,
        minimum="2.50",
        float_ref="A-17",
        rules="fr-2015-05-15",
        connected=True,
        carried=Carried(
            device="0000A7F3",
            session=1,
            frame=FRAME,
            spent=("0000A7F3/0C21/0100",),
            alarms=(Alarm(3, "leak", 7),),
            last_alarm=3,
        ),
        pin=True,
    ),
    DrawHeard(at=AT, key=KEY, reading=True),
    ShakeStarted(at=AT, round=1, first=True, by="device"),
    ShakerMoved(at=AT, frame=FRAME),
    ShakerRestarted(at=AT, device="0000A7F3", boot="0C22"),
    BetsOpened(at=AT, round=1, first=False, by="croupier"),
    ReadingSealed(at=AT, round=1, key=KEY),
    AlarmRaised(at=AT, alarm=Alarm(4, "reading_early", 1), key=KEY),
    BetsClosed(at=AT, round=1),
    BettingReopened(at=AT, round=1),
    BellLifted(at=AT, round=1, by="device"),
    VoidSuggested(at=AT, round=1, cause="leaning", die=2, key=KEY, quality=(0, 4, 0, 0)),
    DiceProposed(at=AT, round=1, dice=(2, 5, 5), source="device", key=KEY),
    ResultConfirmed(
        at=AT,
        round=1,
        dice=(2, 5, 5),
        by="croupier",
        manual=False,
        late=True,
        evidence=(Evidence(KEY, (6, 6, 6), "contradiction"),),
    ),
    ResultCorrected(at=AT, round=1, dice=(1, 2, 4), reason="mal lu", pin=True),
    RoundVoided(at=AT, round=1, reason="broken", by="chef", moves=True, pin=True),
    LinkInterrupted(at=AT),
    AlarmAcknowledged(at=AT, id=4, pin=True),
    TrustChanged(at=AT, untrusted=True, why="repaired"),
    TableClosed(at=AT),
    ProgramStopped(at=AT),
)


@pytest.mark.parametrize(
    ("event", "line"), list(zip(EVENTS, LINES, strict=True)), ids=[type(e).__name__ for e in EVENTS]
)
def test_the_published_form_of_each_event(event: AnyEvent, line: str) -> None:
    assert encode(event).decode() == line
    assert decode(line) == decode(line.encode()) == event
    assert line.startswith(f'{{"kind":"{kind(event)}"')


def test_every_kind_is_here() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(AnyEvent))
    kinds = [kind(event) for event in EVENTS]
    assert len(kinds) == len(set(kinds))


def test_an_old_journal_opens_for_ever() -> None:
    state = fold(map(decode, LINES))
    assert (state.phase, state.opening, state.number) == (Phase.CLOSED, 4, 1)
    assert (state.device, state.session, state.frame) == ("0000A7F3", 2, FRAME)
    assert state.spent == ("0000A7F3/0C21/0100", KEY)
    assert [alarm.id for alarm in state.alarms] == [3]
    assert state.untrusted
    (only,) = state.history
    assert (only.dice, only.first_dice, only.void) == (None, Dice.of(2, 5, 5), "broken")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        '{"kind":"bets_closed.2","at":"2026-05-03T20:15:30Z","round":1}',
        '{"kind":"bets_closed.1","at":"2026-05-03T20:15:30Z","round":1,"more":1}',
        '{"kind":"bets_closed.1","at":"2026-05-03T20:15:30Z","round":"1"}',
        '{"kind":"bets_closed.1","at":"yesterday","round":1}',
        '{"kind":"link_restored.1"}',
        '{"kind":"pin_set.1","at":"2026-05-03T20:15:30Z","role":"guest","by":"chef","changed":true}',
    ],
)
def test_what_is_no_event_of_ours(line: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(line)


def test_a_time_is_one_moment_in_any_zone() -> None:
    paris = timezone(timedelta(hours=2))
    local = LinkRestored(at=AT.astimezone(paris))
    assert decode(encode(local)).at == AT


def test_no_event_has_room_for_dice_before_they_may_be_seen() -> None:
    """Only a proposal, a result and its evidence do."""
    with_dice = {
        type(event).__name__
        for event in EVENTS
        for field in type(event).__struct_fields__
        if field in {"dice", "evidence"}
    }
    assert with_dice == {"DiceProposed", "ResultConfirmed", "ResultCorrected", "RoundVoided"}
