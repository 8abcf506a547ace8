"""Opening: whose file it is, who else has it, what it costs, when it may not be written."""

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from tabledisplay.game.events import BetsClosed
from tabledisplay.journal import FILE_NAME, Journal, JournalTrouble, rebuild_file
from tabledisplay.journal_chain import Entry, link
from tabledisplay.journal_schema import (
    SCHEMA,
    Broken,
    Newer,
    Standing,
    connect,
    reason_of,
    standing,
)
from tabledisplay.journal_tables import put_entries
from tests.journal.disks import CountingDisk, PowerCutDisk, Shim, ShimFile, mounted
from tests.journal.story import (
    NOW,
    confirmed,
    evening,
    held,
    journal_in,
    opened,
    table_opened,
    without_rights,
    written,
)

ROOT = Path(__file__).resolve().parents[2]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(JournalTrouble) as caught:
        act()
    return caught.value.reason


def everything_in(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE guests(name)")
        connection.commit()


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("Liste des encaisses\n" * 500, encoding="utf-8"),
    "short": lambda path: path.write_bytes(b"x"),
    "database": foreign_database,
    "sqlite that says nothing": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(100)),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_that_is_not_ours_stays_as_it_is(what: str, tmp_path: Path) -> None:
    FOREIGN[what](tmp_path / FILE_NAME)
    before = everything_in(tmp_path)
    for _ in range(2):
        assert refused(lambda: opened(tmp_path)) == "not_ours"
    assert everything_in(tmp_path) == before


def test_a_journal_of_a_later_version_stays_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=2")
    before = everything_in(tmp_path)
    assert refused(lambda: opened(tmp_path)) == "newer"
    assert everything_in(tmp_path) == before


def test_a_later_version_still_in_the_log_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.execute("PRAGMA user_version=2")
    connection.close()
    before = everything_in(tmp_path)
    assert before["journal.db-wal"]
    assert refused(lambda: opened(tmp_path)) == "newer"
    after = everything_in(tmp_path)
    assert {**after, "journal.db-shm": b""} == {**before, "journal.db-shm": b""}


def forged(journal: Journal, kind: str, kind_in_body: str) -> Entry:
    """An entry of any kind that continues the chain, as a later version would write it."""
    (entry,) = journal._attempt((BetsClosed(at=NOW, round=1),)).entries
    body = entry.body.replace("bets_closed.1", kind_in_body)
    loose = Entry(entry.seq, entry.at, entry.local, kind, body, b"")
    return Entry(entry.seq, entry.at, entry.local, kind, body, link(journal.head(), loose))


def test_an_entry_that_contradicts_itself_is_damage(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    put_entries(journal._reach(), [forged(journal, "table_opened.1", "bets_closed.1")])
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.salvaged, found.repair.complete) == (1, False)
    found.journal.close()
    journal_in(tmp_path).close()


def test_an_index_of_openings_that_leads_elsewhere_is_damage(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)], [BetsClosed(at=NOW, round=1)]])
    for new, old in (("bets_closed", "table_opened"), ("table_opened", "bets_closed")):
        connection = apsw.Connection(str(path))
        connection.config(apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
        change = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'opening'"
        connection.execute(change, (old, new))
        connection.close()
        if new == "bets_closed":
            connection = apsw.Connection(str(path))
            connection.execute("REINDEX opening")
            connection.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.salvaged, found.repair.complete) == (2, True)
    assert len(found.journal.since_last_opening()) == 2
    found.journal.close()


def test_a_hole_before_the_last_opening_is_damage(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1), confirmed(1, (1, 2, 3))], [table_opened(2)]])
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER never_delete")
    connection.execute("DELETE FROM event WHERE seq = 2")
    connection.execute(next(sql for sql in SCHEMA if "never_delete" in sql))
    connection.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.salvaged, found.repair.complete) == (1, False)
    found.journal.close()


def test_a_file_not_closed_in_good_order_is_checked_whole(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    journal = journal_in(origin)
    journal.append([table_opened(1)])
    for name in (FILE_NAME, "journal.db-wal"):
        (tmp_path / name).write_bytes((origin / name).read_bytes())
    journal.close()
    page = bytearray((tmp_path / FILE_NAME).read_bytes())
    page[36:40] = b"\0\0\0\x09"
    (tmp_path / FILE_NAME).write_bytes(page)
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.complete
    found.journal.close()


def test_a_setting_that_is_refused_leaves_no_file_open(tmp_path: Path) -> None:
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    with pytest.raises(apsw.SQLError):
        connect(tmp_path / "new.db", flags=flags, more=("no SQL",))


def test_an_event_of_a_later_version_is_no_damage(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    put_entries(journal._reach(), [forged(journal, "bets_closed.9", "bets_closed.9")])
    with pytest.raises(JournalTrouble):
        journal.since_last_opening()
    assert refused(journal.rebuild) == "newer"
    journal.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    assert refused(lambda: opened(tmp_path)) == "newer"
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_second_writer_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    first = journal_in(tmp_path)
    first.append([table_opened(1)])
    assert refused(lambda: opened(tmp_path)) == "busy"
    assert refused(lambda: rebuild_file(tmp_path / FILE_NAME)) == "busy"
    first.append([confirmed(1, (1, 2, 3))])
    first.close()
    second = journal_in(tmp_path)
    assert second.head().seq == 2
    second.close()
    first.close()


def test_a_second_writer_in_another_process_is_refused(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from tabledisplay.journal import JournalTrouble\n"
        "from tests.journal.story import opened\n"
        "try: opened(Path(sys.argv[1]))\n"
        "except JournalTrouble as trouble: print(trouble.reason)\n"
    )
    first = journal_in(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout.strip(), ran.returncode) == ("busy", 0), ran.stderr
    first.close()


def test_what_another_program_wrote_into_it_is_noticed(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("INSERT INTO event VALUES(2, '', '', '', '', x'00')")
    for _ in range(2):
        assert refused(lambda: journal.append([confirmed(1, (1, 2, 3))])) == "damaged"
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.salvaged, found.repair.complete) == (1, False)
    found.journal.append([confirmed(1, (1, 2, 3))])
    found.journal.close()


def test_another_program_that_holds_the_file_makes_it_busy(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    journal._reach().execute("PRAGMA busy_timeout=1")
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert refused(lambda: journal.append([confirmed(1, (1, 2, 3))])) == "busy"
        connection.execute("ROLLBACK")
    journal.append([confirmed(1, (1, 2, 3))])
    assert journal.head().seq == 2
    journal.close()


def test_a_reader_of_an_older_moment_does_not_keep_the_table_from_writing(tmp_path: Path) -> None:
    written(tmp_path, [[table_opened(1)]])
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").get == 1
        journal = journal_in(tmp_path)
        for number in range(1, 6):
            journal.append([confirmed(number, (1, 2, 3))])
        assert reader.execute("SELECT count(*) FROM event").get == 1
        journal._settled = False
        journal.append([confirmed(6, (1, 2, 3))])
        assert journal._settled
        assert reader.execute("SELECT count(*) FROM event").get == 1
    assert journal.head().seq == 7
    assert journal.verify().faults == ()
    journal.close()


def test_another_program_that_writes_the_log_into_the_file_makes_it_busy(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    reasons = []

    def meanwhile() -> None:
        disk.watch = lambda: None
        journal._settled = False
        reasons.append(refused(lambda: journal.append([confirmed(1, (1, 2, 3))])))

    disk = PowerCutDisk("other", meanwhile)
    with (
        mounted(disk) as vfs,
        closing(apsw.Connection(str(tmp_path / FILE_NAME), vfs=vfs)) as other,
    ):
        other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    assert reasons == ["busy"]
    journal.append([confirmed(1, (1, 2, 3))])
    assert journal.head().seq == 2
    journal.close()


def cost_of_a_start(folder: Path, rounds: int) -> int:
    """Reads of the disk from opening to the state: fold since the last opening, 500 rounds."""
    journal = journal_in(folder)
    journal.append([event for batch in evening(rounds // 20, 20) for event in batch])
    journal.close()
    disk = CountingDisk("counting")
    with mounted(disk) as vfs:
        journal = journal_in(folder, vfs=vfs)
        assert journal.since_last_opening()
        assert len(journal.last_rounds(500)) == 500
        reads = disk.reads
        journal.close()
    return reads


def test_a_start_costs_the_same_however_old_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    young = cost_of_a_start(tmp_path / "young", 600)
    old = cost_of_a_start(tmp_path / "old", 6000)
    sizes = [(tmp_path / name / FILE_NAME).stat().st_size for name in ("young", "old")]
    assert sizes[1] > 8 * sizes[0]
    assert old <= young + 10, "only the height of the tables may cost more"


def test_the_last_opening_is_found_by_its_index(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    with closing(apsw.Connection(str(path))) as connection:
        (plan,) = connection.execute(
            "EXPLAIN QUERY PLAN SELECT max(seq) FROM event"
            " WHERE kind >= 'table_opened.' AND kind < 'table_opened/'"
        ).fetchall()
    assert "USING" in str(plan[3])
    assert "INDEX opening" in str(plan[3])


def test_an_interrupted_creation_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "journal.db.new").write_bytes(b"half of")
    (tmp_path / FILE_NAME).touch()
    journal = journal_in(tmp_path)
    assert journal.head().seq == 0
    journal.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.db", "journal.lock"]


def test_a_folder_is_made_for_the_journal(tmp_path: Path) -> None:
    journal = journal_in(tmp_path / "données de la table" / "n° 4 ?#%20")
    journal.append([table_opened(1)])
    journal.close()
    assert len(held(tmp_path / "données de la table" / "n° 4 ?#%20" / FILE_NAME)) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(lambda: opened(tmp_path / "file" / "data")) == "io"


class WriteProtected(Shim):
    """Opens every file for reading only, as the system does where it may not be written."""

    def xOpen(self, name: Any, flags: list[int]) -> ShimFile:  # noqa: N802 - apsw's name
        writing = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        flags[0] = flags[0] & ~writing | apsw.SQLITE_OPEN_READONLY
        return super().xOpen(name, flags)


def test_a_file_opened_for_reading_only_is_told(tmp_path: Path) -> None:
    written(tmp_path, [[table_opened(1)]])
    with mounted(WriteProtected("protected")) as vfs:
        assert refused(lambda: opened(tmp_path, vfs=vfs)) == "read_only"


@pytest.mark.skipif(
    os.name == "nt", reason="only under POSIX is there a disk without shared memory"
)
def test_a_disk_without_shared_memory_has_no_log_and_so_no_journal(tmp_path: Path) -> None:
    assert refused(lambda: opened(tmp_path, vfs="unix-dotfile")) == "io"


@pytest.mark.skipif(os.name == "nt", reason="rights are others under Windows")
@pytest.mark.parametrize("what", [".", FILE_NAME])
def test_a_disk_that_may_not_be_written_is_told(what: str, shown_folder: Path) -> None:
    path = written(shown_folder, [[table_opened(1)]])
    (shown_folder / "journal.lock").chmod(0o666)
    shown_folder.chmod(0o777)
    if what == ".":
        (shown_folder / "journal.lock").unlink()
        shown_folder.chmod(0o555)
    assert without_rights(lambda: refused(lambda: opened(shown_folder))) == (
        "io" if what == "." else "read_only"
    )
    assert len(held(path)) == 1


def test_an_empty_lock_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "journal.lock").write_bytes(b"no database at all" * 100)
    assert refused(lambda: opened(tmp_path)) == "damaged"


def test_standing_of_a_file(tmp_path: Path) -> None:
    path = written(tmp_path, [[table_opened(1)]])
    whole = path.read_bytes()
    for content, expected in (
        (whole, Standing.OURS),
        (whole[:100], Standing.OURS),
        (b"", Standing.EMPTY),
        (bytes(4096), Standing.DAMAGED),
        (b"SQLite", Standing.DAMAGED),
        (b"X" + whole[1:], Standing.DAMAGED),
        (whole[:68] + b"X" + whole[69:], Standing.DAMAGED),
        (bytes(100) + whole[100:], Standing.DAMAGED),
        (whole[:60] + b"\xff" + whole[61:], Standing.NEWER),
        (b"hello", Standing.NOT_OURS),
    ):
        path.write_bytes(content)
        assert standing(path) is expected
    path.unlink()
    assert standing(path) is Standing.MISSING


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (apsw.FullError(), "disk_full"),
        (apsw.IOError(), "io"),
        (apsw.exception_for(apsw.SQLITE_IOERR_READ), "io"),
        (apsw.exception_for(apsw.SQLITE_IOERR_SHMSIZE), "disk_full"),
        (apsw.CantOpenError(), "io"),
        (apsw.BusyError(), "busy"),
        (apsw.LockedError(), "busy"),
        (apsw.ReadOnlyError(), "read_only"),
        (apsw.PermissionsError(), "read_only"),
        (apsw.CorruptError(), "damaged"),
        (apsw.NotADBError(), "damaged"),
        (apsw.ConstraintError(), "damaged"),
        (apsw.SQLError(), "io"),
        (Broken(), "damaged"),
        (Newer(), "newer"),
        (PermissionError(errno.EACCES, ""), "read_only"),
        (OSError(errno.EROFS, ""), "read_only"),
        (OSError(errno.ENOSPC, ""), "disk_full"),
        (OSError(errno.EDQUOT, ""), "disk_full"),
        (OSError(errno.EIO, ""), "io"),
    ],
)
def test_what_an_error_means_at_the_table(
    error: apsw.Error | OSError | Broken | Newer, reason: str
) -> None:
    assert reason_of(error) == reason
