"""Reading beside the table and without it: never in its way, no file changed."""

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from tabledisplay import journal_read
from tabledisplay.journal import FILE_NAME, JournalTrouble, published, read_rounds, verify_file
from tabledisplay.journal_rounds import PUBLISHED_KEYS
from tests.journal.disks import SYSTEM, FailingDisk, Shim, mounted
from tests.journal.story import (
    NOW,
    confirmed,
    corrected,
    evening,
    held,
    journal_in,
    table_opened,
    voided,
    without_rights,
    written,
)

needs_rights = pytest.mark.skipif(os.name == "nt", reason="rights are others under Windows")


def numbers(path: Path, **wanted: Any) -> list[tuple[int, int]]:
    return [(row.opening, row.number) for row in read_rounds(path, **wanted)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_rounds_are_read_while_the_table_writes(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    path = tmp_path / FILE_NAME
    journal.append([table_opened(1)])
    for number in range(1, 6):
        journal.append([confirmed(number, (1, 2, 3))])
        assert numbers(path) == [(1, n) for n in range(1, number + 1)]
        assert verify_file(path).head == journal.head()
    assert names(tmp_path) == [FILE_NAME, "journal.db-shm", "journal.db-wal", "journal.lock"]
    journal.append([confirmed(6, (1, 2, 3))])
    journal.close()
    assert names(tmp_path) == [FILE_NAME, "journal.lock"]


def test_a_reader_between_two_pages_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_read, "ROUNDS_A_READ", 3)
    journal = journal_in(tmp_path)
    journal.append([table_opened(1), *(confirmed(n, (1, 2, 3)) for n in range(1, 8))])
    rows = read_rounds(tmp_path / FILE_NAME)
    assert next(rows).number == 1
    journal._settled = False
    journal.append([confirmed(8, (1, 2, 3))])
    assert journal._settled, "the whole log could be written into the file"
    assert [row.number for row in rows] == [2, 3, 4, 5, 6, 7, 8]
    journal.close()


@pytest.mark.parametrize("page", [1, 7, 16, 1000])
def test_pages_make_one_list(page: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_read, "ROUNDS_A_READ", page)
    path = written(tmp_path, list(evening(openings=2, rounds=8)))
    assert numbers(path) == [(o, n) for o in (1, 2) for n in range(1, 9)]


def test_the_last_rounds_and_those_of_some_hours(tmp_path: Path) -> None:
    hours = [NOW + timedelta(hours=hour) for hour in range(5)]
    path = written(
        tmp_path,
        [[table_opened(1), *(confirmed(n, (1, 2, 3), at) for n, at in enumerate(hours))]],
    )
    assert numbers(path, last=2) == [(1, 3), (1, 4)]
    assert numbers(path, since=hours[1], until=hours[3]) == [(1, 1), (1, 2), (1, 3)]
    assert numbers(path, since=hours[1], until=hours[3], last=2) == [(1, 2), (1, 3)]
    later = hours[1] + timedelta(microseconds=1)
    assert numbers(path, since=later) == [(1, 2), (1, 3), (1, 4)]
    assert numbers(path, until=later - timedelta(microseconds=2)) == [(1, 0)]
    assert numbers(path, since=hours[4] + timedelta(days=1)) == []


def test_published_form_of_a_round(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        [[table_opened(3), confirmed(1, (2, 5, 5)), corrected(1, (2, 4, 5), "mal lu"), voided(2)]],
    )
    fixed, void = map(published, read_rounds(path))
    assert tuple(fixed) == PUBLISHED_KEYS
    assert fixed == {
        "opening": 3,
        "round": 1,
        "at": "2026-05-03T20:00:00.000000Z",
        "dice": [2, 4, 5],
        "total": 11,
        "void": False,
        "reason": "mal lu",
        "corrected": True,
        "first_dice": [2, 5, 5],
        "late": False,
        "manual": False,
    }
    assert (void["dice"], void["total"], void["void"]) == (None, None, True)
    assert (void["reason"], void["corrected"], void["first_dice"]) == ("leaning", False, None)


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    for act in (read_rounds, verify_file):
        with pytest.raises(JournalTrouble) as caught:
            act(tmp_path / FILE_NAME)
        assert caught.value.reason == "missing"
    assert names(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"hello", bytes(5000), b"SQLite format 3\0" * 400])
def test_a_file_that_is_no_journal_is_told(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(content)
    with pytest.raises(JournalTrouble) as caught:
        read_rounds(path)
    assert caught.value.reason == "damaged"
    assert {fault.code for fault in verify_file(path).faults} == {"unreadable"}
    assert path.read_bytes() == content


def test_a_journal_of_a_later_version_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 2)
    connection.close()
    with pytest.raises(JournalTrouble) as caught:
        read_rounds(path)
    assert caught.value.reason == "newer"
    assert verify_file(path).faults[0].where == f"{0x74644A31}/2"


@needs_rights
def test_a_journal_that_may_not_be_read_is_told(shown_folder: Path) -> None:
    path = written(shown_folder, [[table_opened(1)]])
    path.chmod(0)

    def reason() -> str:
        with pytest.raises(JournalTrouble) as caught:
            read_rounds(path)
        return caught.value.reason

    assert without_rights(reason) == "denied"


def test_a_right_to_read_that_is_missing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(JournalTrouble) as caught:
        verify_file(path)
    assert caught.value.reason == "denied"


def test_a_check_that_the_disk_does_not_let_end_is_no_verdict(tmp_path: Path) -> None:
    path = written(tmp_path, list(evening(openings=2, rounds=20)))
    disk = FailingDisk(
        "unreadable", operations=frozenset({"read"}), error=apsw.IOError, times=math.inf
    )
    with mounted(disk):
        apsw.set_default_vfs("unreadable")
        try:
            disk.break_at(5)
            with pytest.raises(JournalTrouble) as caught:
                verify_file(path)
        finally:
            apsw.set_default_vfs(SYSTEM)
    assert caught.value.reason == "io"


def as_a_crash_leaves_it(folder: Path) -> Path:
    """A journal with a log and without the file of the shared index."""
    journal = journal_in(folder / "origin")
    journal.append([table_opened(1), confirmed(1, (1, 2, 3))])
    for name in (FILE_NAME, "journal.db-wal"):
        (folder / name).write_bytes((folder / "origin" / name).read_bytes())
    journal.close()
    return folder / FILE_NAME


@needs_rights
@pytest.mark.parametrize("state", ["closed", "running", "crashed"])
def test_a_folder_that_may_not_be_written_can_be_read(state: str, shown_folder: Path) -> None:
    journal = None
    if state == "crashed":
        path = as_a_crash_leaves_it(shown_folder)
    else:
        journal = journal_in(shown_folder)
        journal.append([table_opened(1), confirmed(1, (1, 2, 3))])
        path = shown_folder / FILE_NAME
        if state == "closed":
            journal.close()
    before = names(shown_folder)
    for file in shown_folder.iterdir():
        file.chmod(0o755 if file.is_dir() else 0o644)
    shown_folder.chmod(0o555)
    told = without_rights(lambda: f"{numbers(path)} {verify_file(path).faults}")
    assert told == "[(1, 1)] ()"
    assert names(shown_folder) == before
    if journal is not None:
        journal.close()


class UnopenableLogs(Shim):
    """As a folder that may not be written: the log of one journal cannot be opened.

    `meanwhile` is called when the journal is opened for the second time, and ends that.
    """

    def __init__(self, folder: Path) -> None:
        self.meanwhile: Callable[[], None] | None = None
        self._folder = folder
        self._opened = 0
        self._locked = True
        super().__init__("unopenable")

    def before(self, operation: str, file: str) -> None:
        if operation != "open" or Path(file).parent != self._folder:
            return
        if file.endswith("-wal") and self._locked:
            raise apsw.CantOpenError("no right to")
        self._opened += 1
        if self._opened == 2 and self.meanwhile is not None:
            self._locked = False
            self.meanwhile()


@contextmanager
def unopenable_logs(folder: Path) -> Iterator[UnopenableLogs]:
    disk = UnopenableLogs(folder)
    with mounted(disk):
        apsw.set_default_vfs("unopenable")
        try:
            yield disk
        finally:
            apsw.set_default_vfs(SYSTEM)


def test_a_journal_at_rest_is_read_as_a_file_that_stands_still(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1), confirmed(1, (1, 2, 3))]])
    with unopenable_logs(tmp_path):
        assert numbers(path) == [(1, 1)]
        assert verify_file(path).faults == ()
    assert names(tmp_path) == [FILE_NAME, "journal.lock"]


def test_a_log_without_its_index_is_read_from_a_copy(tmp_path: Path) -> None:
    path = as_a_crash_leaves_it(tmp_path)
    before = path.read_bytes()
    with unopenable_logs(tmp_path):
        assert numbers(path) == [(1, 1)]
    assert path.read_bytes() == before
    assert len(held(path)) == 2


def test_a_table_started_while_the_file_was_read_as_still_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1), confirmed(1, (1, 2, 3))]])
    started = []

    def start() -> None:
        journal = journal_in(tmp_path)
        journal.append([confirmed(2, (1, 2, 3))])
        started.append(journal)

    with unopenable_logs(tmp_path) as disk:
        disk.meanwhile = start
        assert numbers(path) == [(1, 1), (1, 2)]
        (journal,) = started
        journal.close()
