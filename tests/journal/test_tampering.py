"""What someone with any SQLite program at hand can do to the file, and what `verify` says of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tabledisplay.journal import FILE_NAME, Fault, JournalTrouble, Verification, verify_file
from tabledisplay.journal_chain import NO_EVENT
from tests.journal.story import (
    NOW,
    confirmed,
    evening,
    held,
    journal_in,
    opened,
    table_opened,
    voided,
    written,
)

TRIGGERS = ("never_update", "never_delete", "next_only")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path, list(evening(openings=2, rounds=8)))


def tamper(path: Path, *statements: str, guarded: bool = False) -> None:
    """Runs SQL on the file, as a forger who first takes our triggers away and puts them back."""
    with closing(sqlite3.connect(path)) as connection:
        kept = []
        if not guarded:
            kept = connection.execute("SELECT sql FROM sqlite_schema WHERE type='trigger'")
            kept = [sql for (sql,) in kept]
            for trigger in TRIGGERS:
                connection.execute(f"DROP TRIGGER {trigger}")
        for statement in (*statements, *kept):
            connection.execute(statement)
        connection.commit()


def codes(found: Verification) -> list[tuple[str, str]]:
    return [(fault.code, fault.where) for fault in found.faults]


def test_an_untouched_journal_has_no_fault(path: Path) -> None:
    found = verify_file(path)
    entries = held(path)
    assert found == Verification(entries[-1].head, len(entries), 2, 16, ())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET at = at WHERE seq = 3",
        "UPDATE event SET seq = 300 WHERE seq = 3",
        "DELETE FROM event WHERE seq = 3",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 3",
        "REPLACE INTO event(seq, at, local, kind, body, hash) VALUES(3, '', '', '', '', x'00')",
        "INSERT INTO event(seq, at, local, kind, body, hash) VALUES(0, '', '', '', '', x'00')",
        "INSERT INTO event(at, local, kind, body, hash) VALUES('', '', '', '', x'00')",
        "INSERT INTO event(seq, at, local, kind, body, hash) VALUES(900, '', '', '', '', x'')",
        "UPDATE OR REPLACE event SET seq = 4 WHERE seq = 3",
    ],
)
@pytest.mark.parametrize("recursive", [0, 1])
def test_triggers_refuse_every_change(statement: str, recursive: int, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA recursive_triggers={recursive}")
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            connection.execute(statement)
    assert verify_file(path).faults == ()


FIELDS = {
    "at": "'2026-05-03T20:00:01.000000Z'",
    "local": "'2026-05-03T22:00:01.000000+02:00'",
    "kind": "'bets_opened.1'",
    "body": "replace(body, '2026', '2025')",
    "hash": "zeroblob(32)",
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("where", ["1", "10", "(SELECT max(seq) FROM event)"])
def test_a_change_of_any_field_of_any_event_is_found(field: str, where: str, path: Path) -> None:
    last = len(held(path))
    tamper(path, f"UPDATE event SET {field} = {FIELDS[field]} WHERE seq = {where}")
    seq = last if where.startswith("(") else int(where)
    assert ("chain", str(seq)) in codes(verify_file(path))


def test_a_change_of_the_number_is_found(path: Path) -> None:
    last = len(held(path))
    tamper(path, f"UPDATE event SET seq = {last + 1} WHERE seq = {last}")
    assert codes(verify_file(path)) == [("gap", str(last + 1))]


def test_a_removed_event_is_found(path: Path) -> None:
    tamper(path, "DELETE FROM event WHERE seq = 5")
    assert codes(verify_file(path)) == [("gap", "6")]


def test_removed_events_at_the_beginning_are_found(path: Path) -> None:
    tamper(path, "DELETE FROM event WHERE seq < 3")
    assert ("gap", "3") in codes(verify_file(path))


def test_swapped_events_are_found(path: Path) -> None:
    tamper(
        path,
        "UPDATE event SET seq = -5 WHERE seq = 5",
        "UPDATE event SET seq = 5 WHERE seq = 6",
        "UPDATE event SET seq = 6 WHERE seq = -5",
    )
    assert codes(verify_file(path)) == [("chain", "5"), ("chain", "6"), ("chain", "7")]


def test_an_event_put_in_without_its_hash_is_found(path: Path) -> None:
    last = len(held(path))
    tamper(
        path,
        "INSERT INTO event SELECT max(seq) + 1, at, local, kind, body, hash FROM event",
        guarded=True,
    )
    assert codes(verify_file(path)) == [("chain", str(last + 1))]


def test_a_body_that_is_no_event_is_found_and_ends_the_counting(path: Path) -> None:
    tamper(path, 'UPDATE event SET body = \'{"kind":"win.1"}\' WHERE seq = 5')
    assert codes(verify_file(path)) == [("chain", "5"), ("body", "5")]


def test_bytes_that_are_no_text_are_found(path: Path) -> None:
    tamper(path, "UPDATE event SET local = CAST(x'ff00fe' AS TEXT) WHERE seq = 5")
    assert codes(verify_file(path)) == [("chain", "5"), ("body", "5")]


def test_a_cut_tail_is_found_only_by_who_knows_the_head(path: Path) -> None:
    before = verify_file(path).head
    tamper(
        path,
        "DELETE FROM event WHERE seq > 20",
        "DELETE FROM round WHERE opening = 2 OR number > 2",
    )
    kept = [entry for entry in held(path) if entry.seq <= 20]
    cut = verify_file(path)
    assert cut.head == kept[-1].head
    known = [fault for fault in cut.faults if fault.code != "rounds"]
    assert known == [], "the chain alone does not show it"
    assert codes(verify_file(path, before.hash)) == [*codes(cut), ("head", before.hash)]


@pytest.mark.parametrize("expected", ["00" * 32, "no hash", "é"])
def test_a_head_that_is_nowhere_is_a_fault(expected: str, path: Path) -> None:
    assert verify_file(path, expected).faults == (Fault("head", expected),)


@pytest.mark.parametrize("seq", [0, 1, 20, -1])
def test_a_head_noted_earlier_is_found_again(seq: int, path: Path) -> None:
    heads = [NO_EVENT, *(entry.head for entry in held(path))]
    assert verify_file(path, heads[seq].hash).faults == ()


def test_a_backup_knows_the_head_of_its_day(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1), confirmed(1, (1, 2, 3)), confirmed(2, (4, 5, 6))])
    journal.backup(NOW, keep=3)
    assert journal.verify().faults == ()
    journal.close()
    path = tmp_path / FILE_NAME
    tamper(path, "DELETE FROM event WHERE seq = 3", "DELETE FROM round WHERE number = 2")
    assert verify_file(path).faults == (Fault("cut", "3"),)


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("UPDATE round SET dice = '6 6 6' WHERE opening = 1 AND number = 2", ["1/2"]),
        ("UPDATE round SET at = '2026' WHERE opening = 1 AND number = 2", ["1/2"]),
        ("UPDATE round SET void = NULL WHERE opening = 2 AND number = 5", ["2/5"]),
        ("UPDATE round SET correction = 'x' WHERE opening = 2 AND number = 7", ["2/7"]),
        ("UPDATE round SET first_dice = NULL WHERE opening = 2 AND number = 7", ["2/7"]),
        ("UPDATE round SET late = 1 WHERE number = 3", ["1/3", "2/3"]),
        ("UPDATE round SET number = 99 WHERE opening = 1 AND number = 2", ["1/2", "1/99"]),
        ("DELETE FROM round WHERE opening = 2 AND number = 8", ["2/8"]),
        ("INSERT INTO round VALUES(7, 1, '', '1 1 1', NULL, NULL, 0, 0, NULL, NULL)", ["7/1"]),
    ],
)
def test_rounds_that_are_not_what_the_events_say_are_found_and_counted_anew(
    statement: str, wrong: list[str], path: Path
) -> None:
    tamper(path, statement, guarded=True)
    assert codes(verify_file(path)) == [("rounds", where) for where in wrong]
    journal = journal_in(path.parent)
    journal.rebuild()
    assert journal.verify().faults == ()
    journal.append([voided(90)])
    assert journal.verify().faults == ()
    journal.close()


def test_a_long_list_of_faults_is_cut(path: Path) -> None:
    tamper(path, "UPDATE event SET at = 'x'")
    found = verify_file(path)
    assert codes(found).count(("chain", "1")) == 1
    assert sum(fault.code == "chain" for fault in found.faults) == 20


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_missing_trigger_is_found_and_given_back_at_the_next_start(
    trigger: str, path: Path
) -> None:
    before = held(path)
    tamper(path, f"DROP TRIGGER {trigger}", guarded=True)
    assert codes(verify_file(path)) == [("schema", trigger)]
    found = opened(path.parent)
    assert found.repair is not None
    assert found.repair.complete
    assert found.journal.verify().faults == ()
    found.journal.close()
    assert held(path) == before


def test_something_added_to_the_file_is_found(path: Path) -> None:
    tamper(path, "CREATE TABLE mine(x)", "CREATE INDEX quick ON round(at)", guarded=True)
    assert codes(verify_file(path)) == [("schema", "mine"), ("schema", "quick")]


def test_a_changed_mark_is_found(path: Path) -> None:
    tamper(path, "PRAGMA application_id=7", guarded=True)
    assert codes(verify_file(path)) == [("marks", "7/1")]


def test_a_row_of_no_round_is_told_as_damage(path: Path) -> None:
    tamper(path, "UPDATE round SET void = 'lost' WHERE opening = 2 AND number = 8", guarded=True)
    journal = journal_in(path.parent)
    with pytest.raises(JournalTrouble) as caught:
        journal.last_rounds(5)
    assert caught.value.reason == "damaged"
    assert journal.last_rounds(0) == []
    journal.rebuild()
    assert len(journal.last_rounds(5)) == 5
    journal.close()


@pytest.mark.parametrize("dice", ["'1 2'", "'1 2 x'", "''"])
def test_dice_that_are_none_are_told_as_damage(dice: str, path: Path) -> None:
    tamper(path, f"UPDATE round SET dice = {dice} WHERE opening = 2 AND number = 8", guarded=True)
    journal = journal_in(path.parent)
    with pytest.raises(JournalTrouble):
        journal.last_rounds(1)
    journal.close()


def test_text_that_is_none_is_told_as_damage(path: Path) -> None:
    tamper(
        path,
        "UPDATE round SET correction = CAST(x'ff00fe' AS TEXT) WHERE opening = 2 AND number = 8",
        guarded=True,
    )
    journal = journal_in(path.parent)
    with pytest.raises(JournalTrouble) as caught:
        journal.last_rounds(1)
    assert caught.value.reason == "damaged"
    journal.close()


def test_an_index_that_lies_is_found(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.config(apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'table_opened', 'table_closed')"
            " WHERE name = 'opening'"
        )
    found = verify_file(path)
    assert ("schema", "opening") in codes(found)
    assert any(code == "integrity" for code, _ in codes(found))
