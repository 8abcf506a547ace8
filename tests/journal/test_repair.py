"""A damaged journal: set aside whole, replaced by what the backup and the chain prove."""

import random
import shutil
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from tabledisplay.game.events import AnyEvent, BetsClosed
from tabledisplay.game.wire import encode
from tabledisplay.journal import FILE_NAME, Journal, JournalTrouble, Repair, verify_file
from tabledisplay.journal_chain import NO_EVENT
from tabledisplay.journal_repair import set_aside
from tabledisplay.journal_schema import entries
from tests.journal.disks import FailingDisk, mounted
from tests.journal.story import (
    NOW,
    confirmed,
    evening,
    held,
    journal_in,
    opened,
    table_opened,
    written,
)

PAGE = 4096
FREE_PAGES = 32
"""Where the header says which page is free, and how many are."""


def damaged_at(path: Path, offset: int, data: bytes) -> None:
    content = bytearray(path.read_bytes())
    content[offset : offset + len(data)] = data
    path.write_bytes(content)


def crashed(folder: Path, backup_after: int | None, batches: int) -> list[bytes]:
    """A journal as a crash leaves it, its log beside it; the bodies of its events."""
    origin = folder / "origin"
    journal = journal_in(origin)
    for number, batch in enumerate(list(evening(openings=2, rounds=9))[:batches]):
        if number == backup_after:
            journal.backup(NOW, keep=2)
        journal.append(batch)
    for path in origin.iterdir():
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        elif path.suffix != ".lock":
            shutil.copy(path, folder)
    journal.close()
    shutil.rmtree(origin)
    return [entry.body.encode() for entry in held(folder / FILE_NAME)]


def bodies(journal: Journal) -> list[bytes]:
    return [entry.body.encode() for entry in entries(journal._reach())]


def test_a_damaged_journal_is_set_aside_whole_and_continued(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=10, batches=30)
    names = (FILE_NAME, "journal.db-wal", "journal.db-shm")
    damaged_at(tmp_path / FILE_NAME, 0, b"no longer SQLite")
    damaged_at(tmp_path / FILE_NAME, PAGE, bytes(PAGE))
    found_before = {name: (tmp_path / name).read_bytes() for name in names}
    found = opened(tmp_path, now=NOW + timedelta(days=1))
    repair = found.repair
    assert repair is not None
    assert repair.aside == tmp_path / "damaged" / "20260504T200000Z"
    for name in names[:2]:
        assert (repair.aside / name).read_bytes() == found_before[name]
    assert (repair.aside / names[2]).exists()
    assert repair.backup == tmp_path / "backups" / "journal-20260503T200000Z.db"
    assert repair.restored > 10
    assert bodies(found.journal) == events[: repair.restored + repair.salvaged]
    assert found.journal.head() == repair.head
    assert found.journal.verify().faults == ()
    found.journal.append([BetsClosed(at=NOW, round=9)])
    found.journal.close()
    assert opened_again(tmp_path) == repair.head.seq + 1


def opened_again(folder: Path) -> int:
    journal = journal_in(folder)
    seq = journal.head().seq
    journal.close()
    return seq


def test_events_after_the_backup_are_taken_from_the_damaged_file(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=10, batches=30)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("DROP TRIGGER never_update")
        connection.execute("UPDATE event SET at = 'x' WHERE seq = 28")
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.restored, found.repair.salvaged) == (12, 27 - 12)
    assert not found.repair.complete
    assert bodies(found.journal) == events[:27]
    found.journal.close()


def test_without_a_backup_the_proven_beginning_is_kept(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=None, batches=30)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("DROP TRIGGER never_delete")
        connection.execute("DELETE FROM event WHERE seq = 20")
        connection.execute("UPDATE round SET dice = '9 9 9'")
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.backup, found.repair.restored) == (None, 0)
    assert (found.repair.salvaged, found.repair.complete) == (19, False)
    assert bodies(found.journal) == events[:19]
    assert found.journal.verify().faults == ()
    found.journal.close()


def test_damage_to_the_rounds_alone_loses_nothing(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=None, batches=40)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("DROP TABLE round")
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.salvaged, found.repair.complete) == (len(events), True)
    assert found.journal.verify().faults == ()
    assert len(found.journal.last_rounds(3)) == 3
    found.journal.close()


def test_a_backup_that_is_damaged_itself_gives_way_to_an_older_one(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for day in range(3):
        journal.append([table_opened(day + 1), confirmed(1, (1, 2, 3))])
        journal.backup(NOW + timedelta(days=day), keep=5)
    journal.close()
    backups = sorted((tmp_path / "backups").iterdir())
    with closing(apsw.Connection(str(backups[2]))) as connection:
        connection.execute("DELETE FROM round")
    damaged_at(backups[1], 0, b"garbage")
    (tmp_path / FILE_NAME).write_bytes(bytes(PAGE))
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.backup == backups[0]
    assert (found.repair.restored, found.repair.salvaged) == (2, 0)
    found.journal.close()


def test_a_missing_journal_comes_back_from_its_backup(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.append([table_opened(1)])
    backup = journal.backup(NOW, keep=5)
    head = journal.head()
    journal.close()
    (tmp_path / FILE_NAME).unlink()
    found = opened(tmp_path)
    assert found.repair == Repair(None, backup, 1, 0, False, head)
    found.journal.close()


def test_a_log_left_alone_is_set_aside_and_never_played_into_another_file(tmp_path: Path) -> None:
    crashed(tmp_path, backup_after=None, batches=5)
    (tmp_path / FILE_NAME).unlink()
    log = (tmp_path / "journal.db-wal").read_bytes()
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.aside is not None
    assert (found.repair.aside / "journal.db-wal").read_bytes() == log
    assert (found.repair.head, found.repair.complete) == (NO_EVENT, False)
    found.journal.close()


@pytest.mark.parametrize("moved", [1, 2])
def test_a_repair_that_was_cut_off_is_taken_up_again(moved: int, tmp_path: Path) -> None:
    """As if the power had gone after the first or second file was moved, or before the rename."""
    events = crashed(tmp_path, backup_after=None, batches=25)
    aside = tmp_path / "damaged" / "20260503T200000Z"
    aside.mkdir(parents=True)
    for name in (FILE_NAME, "journal.db-wal")[:moved]:
        (tmp_path / name).rename(aside / name)
    (tmp_path / "journal.db.new").write_bytes(b"half a journal")
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.aside == aside
    assert bodies(found.journal) == events
    assert sorted(path.name for path in aside.iterdir()) == [
        FILE_NAME,
        "journal.db-shm",
        "journal.db-wal",
    ]
    assert [path.name for path in aside.parent.iterdir()] == [aside.name]
    found.journal.close()


def test_a_repair_cut_off_after_all_files_were_moved_is_taken_up_again(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=4, batches=25)
    assert set_aside(tmp_path / FILE_NAME, NOW) is not None
    assert set_aside(tmp_path / FILE_NAME, NOW) is None
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.repair.restored == 4
    assert found.repair.complete
    assert bodies(found.journal) == events
    found.journal.close()


def test_damage_twice_in_a_second_makes_two_folders(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / FILE_NAME).write_bytes(bytes(PAGE))
        found = opened(tmp_path)
        assert found.repair is not None
        found.journal.append([BetsClosed(at=NOW, round=number)])
        found.journal.close()
    names = sorted(path.name for path in (tmp_path / "damaged").iterdir())
    assert names == ["20260503T200000Z", "20260503T200000Z-001", "20260503T200000Z-002"]


def test_damage_found_in_service_is_told_and_repaired_at_the_next_start(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=None, batches=30)
    journal = journal_in(tmp_path)
    journal._reach().execute("DROP TABLE round")
    with pytest.raises(JournalTrouble):
        journal.append([confirmed(30, (1, 2, 3))])
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert bodies(found.journal) == events
    found.journal.close()


def test_a_full_disk_does_not_let_a_repair_pass_for_done(tmp_path: Path) -> None:
    events = crashed(tmp_path, backup_after=None, batches=60)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as connection:
        connection.execute("DROP TRIGGER never_update")
    disk = FailingDisk("small", operations=frozenset({"write"}), error=apsw.FullError, times=1)
    with mounted(disk) as vfs:
        for number in range(3, 12):
            disk.break_at(number)
            with pytest.raises(JournalTrouble) as caught:
                opened(tmp_path, vfs=vfs)
            assert caught.value.reason == "disk_full"
            assert not (tmp_path / FILE_NAME).exists()
        disk.heal()
        found = opened(tmp_path, vfs=vfs)
        assert found.repair is not None
        assert found.repair.complete
        assert bodies(found.journal) == events
        found.journal.close()


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_damage_anywhere_loses_no_proof_and_invents_nothing(seed: int, tmp_path: Path) -> None:
    """Some bytes of file or log overwritten, cut off or zeroed: what opens is true and whole."""
    chance = random.Random(seed)
    events = crashed(tmp_path, backup_after=chance.choice([None, 12]), batches=50)
    if chance.random() < 0.5:
        opened(tmp_path).journal.close()
    victims = [
        path for path in (tmp_path / FILE_NAME, tmp_path / "journal.db-wal") if path.exists()
    ]
    spoil(chance.choice(victims), chance)
    before = {path: path.read_bytes() for path in victims}
    found = opened(tmp_path)
    since = [encode(event) for event in found.journal.since_last_opening()]
    if found.repair is not None:
        assert found.repair.aside is not None
        for path in victims:
            assert (found.repair.aside / path.name).read_bytes() == before[path]
        kept = bodies(found.journal)
        assert len(kept) == found.repair.restored + found.repair.salvaged
        assert kept == events[: len(kept)], "what is there is the truth"
        assert since == kept[-len(since) :]
        assert found.journal.verify().faults == ()
    elif (seq := found.journal.head().seq) > 0:
        assert since == events[seq - len(since) : seq], "what the table goes on from is the truth"
        found.journal.close()
        checked = verify_file(tmp_path / FILE_NAME)
        whole = not checked.faults
        assert not whole or [e.body.encode() for e in held(tmp_path / FILE_NAME)] == events[:seq]
    found.journal.close()


def test_a_first_page_that_is_gone_loses_nothing(tmp_path: Path) -> None:
    for number, what in enumerate((bytes(PAGE), b"x" * 200, b"SQLite format 3\0" + bytes(2000))):
        folder = tmp_path / str(number)
        folder.mkdir()
        events = crashed(folder, backup_after=None, batches=50)
        opened(folder).journal.close()
        damaged_at(folder / FILE_NAME, 0, what)
        found = opened(folder)
        assert found.repair is not None
        assert (found.repair.salvaged, found.repair.complete) == (len(events), True)
        found.journal.close()


def spoil(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    at = chance.randrange(len(content))
    match chance.randrange(4):
        case 0:
            content[at] ^= 1 << chance.randrange(8)
        case 1:
            content[at : at + 512] = chance.randbytes(min(512, len(content) - at))
        case 2:
            start = at - at % PAGE
            content[start : start + PAGE] = bytes(min(PAGE, len(content) - start))
        case _:
            del content[at:]
    path.write_bytes(content)


def test_damage_that_only_an_append_meets_is_repaired_at_the_next_start(tmp_path: Path) -> None:
    """Closed in good order and read to its end, such a file says nothing of what is wrong."""
    batches = list(evening(openings=2, rounds=9))
    path = written(tmp_path, batches[:20])
    damaged_at(path, FREE_PAGES, b"\x00\x40\x00\x00\x00\x00\x00\x05")
    journal = journal_in(tmp_path)
    with pytest.raises(JournalTrouble, match="damaged"):
        append_all(journal, batches[20:])
    known = journal.head()
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.complete, found.repair.head) == (True, known)
    append_all(found.journal, batches[20:])
    assert found.journal.verify().faults == ()
    found.journal.close()
    journal_in(tmp_path).close()


def test_what_the_full_check_found_is_repaired_at_the_next_start(tmp_path: Path) -> None:
    path = written(tmp_path, list(evening(openings=2, rounds=9))[:20])
    damaged_at(path, FREE_PAGES, b"\x00\x40\x00\x00\x00\x00\x00\x05")
    journal = journal_in(tmp_path)
    known = journal.head()
    assert journal.verify().faults != ()
    journal.doubt()
    journal.close()
    found = opened(tmp_path)
    assert found.repair is not None
    assert (found.repair.complete, found.repair.head) == (True, known)
    assert found.journal.verify().faults == ()
    found.journal.close()
    journal_in(tmp_path).close()


def append_all(journal: Journal, batches: Sequence[Sequence[AnyEvent]]) -> None:
    for batch in batches:
        journal.append(batch)
