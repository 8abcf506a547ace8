"""Files moved or removed while the table runs, as only a person or another program can do."""

import os
from pathlib import Path

import pytest

from tabledisplay.journal import FILE_NAME, JournalTrouble
from tests.journal.story import NOW, confirmed, held, journal_in, opened, table_opened

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files in their place")


def test_a_log_removed_under_the_table_costs_nothing(tmp_path: Path) -> None:
    """Seen elsewhere: a tidying program unlinked the files beside the database."""
    journal = journal_in(tmp_path)
    journal.append([table_opened(1), confirmed(1, (1, 2, 3))])
    for name in ("journal.db-wal", "journal.db-shm"):
        (tmp_path / name).unlink()
    journal.append([confirmed(2, (1, 2, 3))])
    path = tmp_path / FILE_NAME
    assert len(held(path)) == 3, "another process sees what the file and its new log hold"
    journal.append([confirmed(3, (1, 2, 3))])
    assert len(held(path)) == 4
    assert journal.verify().faults == ()
    journal.close()


def test_a_journal_moved_away_takes_nothing_more_until_it_is_back(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    path, elsewhere = tmp_path / FILE_NAME, tmp_path / "elsewhere.db"
    path.rename(elsewhere)
    for _ in range(2):
        with pytest.raises(JournalTrouble) as caught:
            journal.append([confirmed(1, (1, 2, 3))])
        assert caught.value.reason == "moved"
    elsewhere.rename(path)
    journal.append([confirmed(1, (1, 2, 3))])
    assert len(held(path)) == 2
    journal.close()


def test_a_deleted_journal_can_still_be_saved_by_a_backup(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1), confirmed(1, (1, 2, 3))])
    head = journal.head()
    (tmp_path / FILE_NAME).unlink()
    with pytest.raises(JournalTrouble):
        journal.append([confirmed(2, (1, 2, 3))])
    journal.backup(NOW, keep=3)
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.head == head == found.journal.head()
    found.journal.close()


def test_another_file_put_in_its_place_is_not_written_to(tmp_path: Path) -> None:
    journal = journal_in(tmp_path / "one")
    journal.append([table_opened(1)])
    other = journal_in(tmp_path / "two")
    other.append([table_opened(7)])
    other.close()
    (tmp_path / "two" / FILE_NAME).replace(tmp_path / "one" / FILE_NAME)
    with pytest.raises(JournalTrouble) as caught:
        journal.append([confirmed(1, (1, 2, 3))])
    assert caught.value.reason == "moved"
    journal.close()
