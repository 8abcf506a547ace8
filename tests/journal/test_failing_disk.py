"""A disk that fails the n-th operation, n = 1, 2, … until a run passes; and power cuts anywhere.

The caller here does what the table does: it takes as true what `append` took, or what came with
`recorded_late`. In the end the journal must hold exactly that: nothing lost, nothing doubled.
"""

import math
import random
import shutil
from itertools import count
from pathlib import Path

import apsw
import pytest

from tabledisplay.game.events import AnyEvent
from tabledisplay.game.wire import encode
from tabledisplay.journal import FILE_NAME, Journal, JournalTrouble
from tests.journal.disks import FailingDisk, ForgetfulDisk, PowerCutDisk, mounted
from tests.journal.story import evening, held, journal_in, opened

BATCHES = list(evening(openings=2, rounds=3))[:14]


class Caller:
    """Appends the batches one after the other and remembers what is true by what it was told."""

    def __init__(self) -> None:
        self.true: list[AnyEvent] = []
        self.in_doubt: list[AnyEvent] = []
        self.reasons: set[str] = set()

    def append(self, journal: Journal, batch: list[AnyEvent]) -> None:
        try:
            journal.append(batch)
        except JournalTrouble as trouble:
            self.reasons.add(trouble.reason)
            self.true += trouble.recorded
            self.in_doubt = batch
        else:
            self.true += batch
            self.in_doubt = []

    def check(self, folder: Path) -> None:
        """The journal is exactly what the caller believes, but for a batch never settled."""
        bodies = [entry.body.encode() for entry in held(folder / FILE_NAME)]
        believed = [*map(encode, self.true)]
        assert bodies in (believed, [*believed, *map(encode, self.in_doubt)])
        journal = journal_in(folder)
        assert journal.verify().faults == ()
        journal.close()


def shorten_log(journal: Journal) -> None:
    """Writes the log into the file after every few pages, so that checkpoints fail as well."""
    journal._reach().execute("PRAGMA wal_autocheckpoint=4")


ERRORS = {
    "full": (frozenset({"write"}), apsw.FullError, "disk_full"),
    "write": (frozenset({"write"}), apsw.IOError, "io"),
    "sync": (frozenset({"sync"}), apsw.IOError, "io"),
    "read": (frozenset({"read"}), apsw.IOError, "io"),
    "truncate": (frozenset({"truncate"}), apsw.IOError, "io"),
    "open": (frozenset({"open"}), apsw.CantOpenError, "io"),
    "delete": (frozenset({"delete"}), apsw.IOError, "io"),
    "all": (frozenset({"write", "sync", "read", "truncate", "open", "delete"}), apsw.IOError, "io"),
}


@pytest.mark.parametrize("times", [1, 2, 3, math.inf])
@pytest.mark.parametrize("what", ERRORS)
def test_no_event_is_lost_or_doubled_whichever_operation_fails(
    what: str, times: float, tmp_path: Path
) -> None:
    operations, error, reason = ERRORS[what]
    disk = FailingDisk("failing", operations=operations, error=error, times=times)
    reasons: set[str] = set()
    with mounted(disk) as vfs:
        for number in count(1):
            folder = tmp_path / str(number)
            caller = Caller()
            disk.break_at(number)
            run(folder, vfs, disk, caller)
            disk.heal()
            caller.check(folder)
            reasons |= caller.reasons
            shutil.rmtree(folder)
            if not disk.failures:
                break
    assert number > 1
    assert reasons <= {reason, "recorded_late"}


def run(folder: Path, vfs: str, disk: FailingDisk, caller: Caller) -> None:
    """One evening on this disk, which heals when the table cannot start, or after ten batches."""
    try:
        found = opened(folder, vfs=vfs)
    except JournalTrouble as trouble:
        caller.reasons.add(trouble.reason)
        disk.heal()
        found = opened(folder, vfs=vfs)
    assert found.repair is None
    shorten_log(found.journal)
    for at, batch in enumerate(BATCHES):
        if at == 10:
            disk.heal()
        caller.append(found.journal, batch)
    found.journal.close()


@pytest.mark.parametrize("sync_fails", [1, 2])
def test_a_commit_whose_sync_failed_is_settled_before_anyone_is_told(
    sync_fails: int, tmp_path: Path
) -> None:
    """Failing once, it is undone when the file is closed; twice, closing fails and it is there."""
    disk = FailingDisk("sync", operations=frozenset({"sync"}), error=apsw.IOError, times=sync_fails)
    with mounted(disk) as vfs:
        journal = opened(tmp_path, vfs=vfs).journal
        journal.append(BATCHES[0])
        disk.break_at(1)
        if sync_fails == 1:
            with pytest.raises(JournalTrouble) as caught:
                journal.append(BATCHES[1])
            assert (caught.value.reason, caught.value.recorded) == ("io", ())
        else:
            journal.append(BATCHES[1])
        assert disk.failures == sync_fails
        assert journal.head().seq == sync_fails
        journal.append(BATCHES[2])
        assert journal.head().seq == sync_fails + 1
        assert journal.verify().faults == ()
        journal.close()


@pytest.mark.parametrize("same", [False, True])
def test_a_commit_that_could_not_be_settled_is_told_with_the_next_append(
    same: bool, tmp_path: Path
) -> None:
    disk = FailingDisk(
        "dead", operations=frozenset({"sync", "open"}), error=apsw.IOError, times=math.inf
    )
    with mounted(disk) as vfs:
        journal = opened(tmp_path, vfs=vfs).journal
        journal.append(BATCHES[0])
        disk.break_at(1)
        for _ in range(3):
            with pytest.raises(JournalTrouble) as caught:
                journal.append(BATCHES[1])
            assert (caught.value.reason, caught.value.recorded) == ("io", ())
            with pytest.raises(JournalTrouble):
                journal.since_last_opening()
        disk.heal()
        if same:
            journal.append(BATCHES[1])
        else:
            with pytest.raises(JournalTrouble) as caught:
                journal.append(BATCHES[2])
            assert caught.value.reason == "recorded_late"
            assert caught.value.recorded == tuple(BATCHES[1])
        assert journal.head().seq == 2
        journal.append(BATCHES[2])
        assert journal.head().seq == 3
        assert journal.verify().faults == ()
        journal.close()


def test_a_power_cut_at_any_moment_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    """Writes not yet synced are kept, torn or lost at random; what `append` took must be there."""
    chance = random.Random(20260503)
    acknowledged, cuts = 0, 0

    def cut() -> None:
        nonlocal cuts
        for _ in range(3):
            cuts += 1
            folder = tmp_path / f"cut-{cuts}"
            folder.mkdir()
            disk.cut(folder, chance)
            check_cut(folder, acknowledged)
            shutil.rmtree(folder)

    before = tmp_path / "before"
    journal_in(before).close()
    disk = PowerCutDisk("power", cut)
    with mounted(disk) as vfs:
        journal = opened(before, vfs=vfs).journal
        shorten_log(journal)
        for batch in BATCHES:
            journal.append(batch)
            acknowledged += len(batch)
        journal.close()
    assert cuts > 200


def check_cut(folder: Path, acknowledged: int) -> None:
    found = opened(folder)
    assert found.repair is None
    everything = [event for batch in BATCHES for event in batch]
    kept = [entry.body.encode() for entry in held(folder / FILE_NAME)]
    assert len(kept) >= acknowledged
    assert kept == list(map(encode, everything))[: len(kept)]
    ends = {0} | {sum(map(len, BATCHES[:n])) for n in range(1, len(BATCHES) + 1)}
    assert len(kept) in ends, "a batch is there whole or not at all"
    assert found.journal.verify().faults == ()
    found.journal.close()


@pytest.mark.parametrize("beside_a_reader", [False, True])
@pytest.mark.parametrize("failing", [1, 2, 3, 4])
def test_what_a_failed_sync_lost_is_written_again_before_it_counts(
    failing: int, beside_a_reader: bool, tmp_path: Path
) -> None:
    """A commit that turns out to be there may be there in memory only."""
    disk = ForgetfulDisk("forgetful")
    before, after = tmp_path / "before", tmp_path / "after"
    journal_in(before).close()
    after.mkdir()
    caller = Caller()
    with mounted(disk) as vfs:
        journal = opened(before, vfs=vfs).journal
        caller.append(journal, BATCHES[0])
        reader = apsw.Connection(str(before / FILE_NAME), vfs=vfs)
        if beside_a_reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM event").get == 1
        else:
            reader.close()
        disk.syncs_to_fail = failing
        for batch in BATCHES[1:8]:
            caller.append(journal, batch)
        assert disk.syncs_to_fail == 0
        assert caller.in_doubt == []
        disk.cut(after, random.Random(failing))
        reader.close()
        journal.close()
    kept = [entry.body.encode() for entry in held(after / FILE_NAME)]
    assert kept == [*map(encode, caller.true)]
    journal_in(after).close()


def test_the_power_cut_disk_finds_a_journal_that_does_not_sync(tmp_path: Path) -> None:
    """The test above can fail: without syncs, acknowledged events are lost."""
    chance = random.Random(1)
    lost = 0
    before = tmp_path / "before"
    journal_in(before).close()
    disk = PowerCutDisk("careless", lambda: None)
    with mounted(disk) as vfs:
        journal = opened(before, vfs=vfs).journal
        journal._reach().execute("PRAGMA synchronous=OFF")
        for number, batch in enumerate(BATCHES):
            journal.append(batch)
            folder = tmp_path / str(number)
            folder.mkdir()
            disk.cut(folder, chance)
            found = opened(folder)
            lost += found.journal.head().seq < journal.head().seq
            found.journal.close()
        journal.close()
    assert lost > 0
