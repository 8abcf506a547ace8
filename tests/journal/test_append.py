"""Appending and reading back: events, rounds, head, times."""

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tabledisplay.game.apply import fold
from tabledisplay.game.events import (
    AnyEvent,
    BetsClosed,
    DrawHeard,
    ProgramStarted,
    ResultConfirmed,
    TableOpened,
)
from tabledisplay.game.wire import kind
from tabledisplay.journal import Head, JournalTrouble, RoundRow
from tabledisplay.journal_chain import GENESIS, NO_EVENT
from tests.journal.story import (
    NOW,
    PARIS,
    confirmed,
    corrected,
    evening,
    held,
    journal_in,
    table_opened,
    voided,
    written,
)

LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)
EVENTS: tuple[type[Struct], ...] = get_args(AnyEvent)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value that a field of an event may have."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = get_type_hints(hint)
        return st.builds(hint, **{name: values(hints[name]) for name in hint.__struct_fields__})
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        if inner[-1] is ...:
            return st.lists(values(inner[0]), max_size=3).map(tuple)
        return st.tuples(*map(values, inner))
    plain: dict[Any, st.SearchStrategy[Any]] = {
        datetime: st.timedeltas(timedelta(), timedelta(days=80_000)).map(LONG_AGO.__add__),
        int: st.integers(-(2**63), 2**63 - 1),
        str: st.text(),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return plain[hint]


@given(st.lists(st.sampled_from(EVENTS).flatmap(values), min_size=1, max_size=5))
def test_whatever_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, events: list[AnyEvent]
) -> None:
    events = [event for event in events if fits(event)]
    folder = tmp_path_factory.mktemp("any")
    path = written(folder, [events])
    journal = journal_in(folder)
    try:
        last = max(
            (n for n, event in enumerate(events) if isinstance(event, TableOpened)), default=0
        )
        assert journal.since_last_opening() == events[last:]
        assert journal.verify().faults == ()
    finally:
        journal.close()
    assert [entry.kind for entry in held(path)] == list(map(kind, events))


def fits(event: AnyEvent) -> bool:
    """Openings and rounds are numbers that a table counts: from 1, and from 0 (none yet)."""
    return getattr(event, "opening", 1) >= 1 and getattr(event, "round", 0) >= 0


def test_a_new_journal_is_empty(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert journal.head() == NO_EVENT == Head(0, GENESIS.hex())
    assert journal.since_last_opening() == []
    assert journal.last_rounds(10) == []
    journal.append([])
    assert journal.head() == NO_EVENT
    journal.close()


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, [[BetsClosed(at=NOW, round=1)]])
    connection = apsw.Connection(str(path))
    journal = journal_in(tmp_path)
    assert connection.pragma("application_id") == 0x74644A31
    assert connection.pragma("user_version") == 1
    assert connection.pragma("journal_mode") == "wal"
    assert journal._reach().pragma("synchronous") == 2
    assert journal._reach().pragma("foreign_keys") == 1
    connection.close()
    journal.close()


def test_times_stand_in_utc_and_as_the_clock_on_the_wall(tmp_path: Path) -> None:
    winter = datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    path = written(tmp_path, [[BetsClosed(at=NOW, round=1), BetsClosed(at=winter, round=2)]])
    summer, new_year = held(path)
    assert (summer.at, summer.local) == (
        "2026-05-03T20:00:00.000000Z",
        "2026-05-03T22:00:00.000000+02:00",
    )
    assert (new_year.at, new_year.local) == (
        "2026-01-01T23:30:00.000000Z",
        "2026-01-02T00:30:00.000000+01:00",
    )


def test_order_is_that_of_writing_when_the_clock_goes_back(tmp_path: Path) -> None:
    events = [[BetsClosed(at=NOW - timedelta(days=n), round=n)] for n in range(1, 4)]
    written(tmp_path, events)
    journal = journal_in(tmp_path)
    assert journal.since_last_opening() == [event for (event,) in events]
    journal.close()


def test_an_event_without_a_time_zone_is_a_mistake_of_ours(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    with pytest.raises(ValueError, match="time zone"):
        journal.append([BetsClosed(at=NOW.replace(tzinfo=None), round=1)])
    journal.append([BetsClosed(at=NOW, round=1)])
    assert journal.head().seq == 1
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.append([BetsClosed(at=NOW, round=1)])


def test_the_fold_begins_at_the_last_opening(tmp_path: Path) -> None:
    batches = list(evening(openings=3, rounds=6))
    everything = [event for batch in batches for event in batch]
    third = max(n for n, event in enumerate(everything) if isinstance(event, TableOpened))
    path = written(tmp_path, batches)
    journal = journal_in(tmp_path)
    assert journal.since_last_opening() == everything[third:]
    assert len(held(path)) == len(everything) == journal.head().seq
    journal.close()


def test_without_an_opening_all_events_are_folded(tmp_path: Path) -> None:
    written(
        tmp_path,
        [[ProgramStarted(at=NOW, version="1")], [DrawHeard(at=NOW, key="A/1/2", reading=False)]],
    )
    journal = journal_in(tmp_path)
    assert len(journal.since_last_opening()) == 2
    journal.close()


def test_rounds_are_what_the_state_says_of_them(tmp_path: Path) -> None:
    batches = list(evening(openings=2, rounds=15))
    batches.append([voided(14, moves=False)])
    written(tmp_path, batches)
    journal = journal_in(tmp_path)
    state = fold(event for batch in batches for event in batch)
    rows = journal.last_rounds(1000)
    assert len(rows) == len(state.history) == 30
    for row, known in zip(rows, state.history, strict=True):
        assert (row.opening, row.number, row.at) == (known.opening, known.number, known.at)
        assert row.dice == (None if known.dice is None else known.dice.faces)
        assert (row.void, row.die, row.late) == (known.void, known.die, known.late)
        first = None if known.first_dice is None else known.first_dice.faces
        assert (row.first_dice, row.correction) == (first, known.correction)
        assert (row.corrected, row.manual) == (known.corrected, known.manual)
    journal.close()


def test_a_round_goes_through_correction_and_void_with_its_first_dice(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(4)])
    late = ResultConfirmed(at=NOW, round=1, dice=(2, 5, 5), by="croupier", manual=True, late=True)
    journal.append([late])
    plain = RoundRow(4, 1, NOW, (2, 5, 5), late=True, manual=True)
    assert journal.last_rounds(1) == [plain]
    assert (plain.total, plain.reason, plain.corrected) == (12, None, False)
    journal.append([corrected(1, (2, 4, 5), "mal lu"), corrected(1, (2, 3, 5), "encore")])
    (row,) = journal.last_rounds(1)
    assert (row.dice, row.first_dice, row.reason) == ((2, 3, 5), (2, 5, 5), "encore")
    assert row.corrected
    journal.append([voided(1, NOW + timedelta(minutes=1), moves=False)])
    (row,) = journal.last_rounds(1)
    assert (row.dice, row.total, row.first_dice) == (None, None, (2, 5, 5))
    assert (row.void, row.reason, row.die, row.corrected) == ("leaning", "leaning", 2, False)
    assert (row.at, row.late, row.manual) == (NOW, True, True)
    journal.close()


def test_an_old_journal_is_believed_even_if_it_corrects_a_round_it_never_had(
    tmp_path: Path,
) -> None:
    journal = journal_in(tmp_path)
    journal.append([corrected(9, (1, 2, 3), "?")])
    assert journal.last_rounds(1) == [RoundRow(0, 9, NOW, (1, 2, 3), correction="?")]
    journal.close()


def test_the_latest_rounds_are_taken_across_openings(tmp_path: Path) -> None:
    written(tmp_path, list(evening(openings=3, rounds=4)))
    journal = journal_in(tmp_path)
    assert [(row.opening, row.number) for row in journal.last_rounds(6)] == [
        (2, 3),
        (2, 4),
        (3, 1),
        (3, 2),
        (3, 3),
        (3, 4),
    ]
    journal.close()


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1), confirmed(1, (1, 2, 3))])
    journal._reach().execute(
        "CREATE TEMP TRIGGER stop BEFORE INSERT ON event WHEN NEW.body LIKE '%key%'"
        " BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(JournalTrouble) as caught:
        journal.append([confirmed(2, (4, 4, 4)), DrawHeard(at=NOW, key="x", reading=True)])
    assert caught.value.reason == "damaged"
    assert [row.number for row in journal.last_rounds(5)] == [1]
    assert journal.head().seq == 2
    journal.append([confirmed(2, (4, 4, 4)), DrawHeard(at=NOW, key="x", reading=True)])
    assert [row.number for row in journal.last_rounds(5)] == [1, 2]
    assert journal.verify().faults == ()
    journal.close()


def test_the_local_time_is_the_tables_not_the_machines(tmp_path: Path) -> None:
    path = written(tmp_path, [[BetsClosed(at=NOW, round=1)]])
    (entry,) = held(path)
    assert datetime.fromisoformat(entry.local) == NOW.astimezone(PARIS)


def test_the_chain_never_changes(tmp_path: Path) -> None:
    """A journal of today must verify for ever, with any program that knows these few lines."""
    path = written(tmp_path, [[BetsClosed(at=NOW, round=1)], [BetsClosed(at=NOW, round=2)]])
    digest = hashlib.sha256(b"tabledisplay journal chain 1").digest()
    for entry in held(path):
        hashed = digest
        for field in (str(entry.seq), entry.at, entry.local, entry.kind, entry.body):
            hashed += len(field.encode()).to_bytes(8, "big") + field.encode()
        digest = hashlib.sha256(hashed).digest()
        assert entry.hash == digest
    assert digest.hex() == "6dbcda384dec8a96b53ebe361f351985e79bf39bd4186e227e4f51bfd3d834ae"


def test_the_librarys_sqlite_is_past_the_bug_of_the_log_reset() -> None:
    version = tuple(map(int, apsw.sqlite_lib_version().split(".")))
    assert version > (3, 51, 2)
