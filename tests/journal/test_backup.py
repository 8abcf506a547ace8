"""Backups: whole or not there, made in steps between two frames, a few of them kept."""

import errno
import math
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from tabledisplay.journal import FILE_NAME, Journal, JournalTrouble, verify_file
from tabledisplay.journal_backup import PAGES_A_STEP, backup_heads
from tests.journal.disks import FailingDisk, mounted
from tests.journal.story import (
    NOW,
    confirmed,
    evening,
    held,
    journal_in,
    opened,
    table_opened,
)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = journal_in(tmp_path)
    journal.append([event for batch in evening(openings=2, rounds=20) for event in batch])
    return journal


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_is_the_journal_in_one_file_that_stands_alone(
    journal: Journal, tmp_path: Path
) -> None:
    path = journal.backup(NOW, keep=3)
    assert path == tmp_path / "backups" / "journal-20260503T200000Z.db"
    assert held(path) == held(tmp_path / FILE_NAME)
    assert verify_file(path).head == journal.head()
    assert backup_heads(path.parent) == (journal.head(),)
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.pragma("journal_mode") == "delete"
    assert names(path.parent) == [path.name]
    journal.close()


def test_a_long_journal_takes_many_steps(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([event for batch in evening(openings=30, rounds=20) for event in batch])
    path = journal.backup(NOW, keep=1)
    assert path.stat().st_size > 2 * PAGES_A_STEP * 4096
    assert verify_file(path).head == journal.head()
    journal.close()


def test_what_is_written_between_two_steps_is_in_the_backup(
    journal: Journal, tmp_path: Path
) -> None:
    copying = journal.begin_backup(NOW, keep=3)
    steps = 0
    while not copying.step(pages=1):
        steps += 1
        assert names(tmp_path / "backups") == ["journal-20260503T200000Z.part"]
        journal.append([confirmed(100 + steps, (1, 2, 3))])
    assert steps > 5
    assert copying.step()
    assert backup_heads(tmp_path / "backups") == (journal.head(),)
    assert verify_file(copying.path).faults == ()
    copying.cancel()
    assert copying.path.exists()
    journal.close()


@pytest.mark.parametrize(("keep", "left"), [(3, 3), (1, 1), (0, 1)])
def test_only_so_many_are_kept(keep: int, left: int, journal: Journal, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "notes.txt").touch()
    (folder / "journal-of-last-year.db").touch()
    for day in range(5):
        journal.backup(NOW + timedelta(days=day), keep=keep)
    assert names(folder) == [
        *(f"journal-202605{7 - n:02}T200000Z.db" for n in reversed(range(left))),
        "journal-of-last-year.db",
        "notes.txt",
    ]
    journal.close()


def test_a_clock_gone_back_does_not_cost_the_newest_backup(journal: Journal) -> None:
    journal.backup(NOW, keep=1)
    path = journal.backup(NOW - timedelta(days=9000), keep=1)
    assert names(path.parent) == [path.name]
    journal.close()


def test_a_backup_given_up_leaves_nothing(journal: Journal, tmp_path: Path) -> None:
    first = journal.begin_backup(NOW, keep=3)
    first.step(pages=1)
    second = journal.begin_backup(NOW + timedelta(seconds=1), keep=3)
    with pytest.raises(JournalTrouble) as caught:
        first.step()
    assert caught.value.reason == "io"
    second.step(pages=1)
    journal.close()
    with pytest.raises(JournalTrouble):
        second.step()
    assert names(tmp_path / "backups") == []


def test_a_backup_that_a_kill_left_unfinished_is_cleared_away(
    journal: Journal, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "journal-20260101T000000Z.part").write_bytes(b"half")
    path = journal.backup(NOW, keep=3)
    assert names(folder) == [path.name]
    journal.close()


def test_a_folder_that_is_a_file_is_told(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "backups").touch()
    with pytest.raises(JournalTrouble) as caught:
        journal.backup(NOW, keep=3)
    assert caught.value.reason == "io"
    journal.append([confirmed(99, (1, 2, 3))])
    journal.close()


@pytest.mark.parametrize("times", [1, math.inf])
@pytest.mark.parametrize("operation", ["write", "open", "read"])
def test_a_disk_that_fails_costs_the_backup_and_never_the_journal(
    operation: str, times: float, tmp_path: Path
) -> None:
    error = apsw.FullError if operation == "write" else apsw.IOError
    disk = FailingDisk("backup", operations=frozenset({operation}), error=error, times=times)
    with mounted(disk) as vfs:
        journal = opened(tmp_path, vfs=vfs).journal
        journal.append([table_opened(1)])
        reasons = set()
        for number in range(1, 100):
            disk.break_at(number)
            moment = NOW + timedelta(seconds=number)
            try:
                path = journal.backup(moment, keep=2)
            except JournalTrouble as trouble:
                reasons.add(trouble.reason)
            disk.heal()
            for left in (tmp_path / "backups").iterdir():
                assert verify_file(left).faults == ()
            journal.append([confirmed(number, (1, 2, 3))])
            if not disk.failures:
                break
        assert reasons == {"disk_full" if operation == "write" else "io"}
        assert path.exists()
        assert journal.verify().faults == ()
        journal.close()


def test_a_sync_that_fails_gives_the_backup_no_name(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.fsync", failing)
    with pytest.raises(JournalTrouble) as caught:
        journal.backup(NOW, keep=3)
    assert caught.value.reason == "disk_full"
    assert names(tmp_path / "backups") == []
    monkeypatch.undo()
    journal.append([confirmed(99, (1, 2, 3))])
    journal.close()


def test_a_backup_that_cannot_be_read_any_more_is_left_out(
    journal: Journal, tmp_path: Path
) -> None:
    path = journal.backup(NOW, keep=3)
    path.write_bytes(b"x" * 5000)
    assert backup_heads(tmp_path / "backups") == ()
    assert journal.verify().faults == ()
    journal.close()
