"""Below 500 MB the disk is low and old logs go; results never do."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.disk import AMPLE, LOW, MEGABYTE, Room, free_bytes, judge, purge_logs
from tabledisplay.logs import FAULT_FILE, LAST_FAULT_FILE, LOG_FILE

HIGH_ROOM, LOW_ROOM = Room(LOW), Room(0, low=True, purge=True)


@pytest.mark.parametrize(
    ("before", "free", "low", "purge"),
    [
        (HIGH_ROOM, LOW, False, False),
        (HIGH_ROOM, LOW - 1, True, True),
        (HIGH_ROOM, 0, True, True),
        (HIGH_ROOM, None, False, False),
        (LOW_ROOM, LOW - 1, True, True),
        (LOW_ROOM, LOW, True, False),
        (LOW_ROOM, AMPLE - 1, True, False),
        (LOW_ROOM, AMPLE, False, False),
        (LOW_ROOM, None, True, False),
        (Room(), 10 * AMPLE, False, False),
    ],
)
def test_watermarks(before: Room, free: int | None, low: bool, purge: bool) -> None:
    assert judge(before, free) == Room(free, low, purge)


def test_the_mark_is_500_megabytes() -> None:
    assert LOW == 500 * MEGABYTE == 500_000_000
    assert Room(499_999_999).megabytes == 499
    assert Room().megabytes is None


@given(st.lists(st.none() | st.integers(0, 2 * AMPLE), max_size=20))
def test_purged_only_when_low_and_low_only_below_the_upper_mark(seen: list[int | None]) -> None:
    room = Room()
    for free in seen:
        room = judge(room, free)
        assert not room.purge or room.low
        if free is not None:
            assert room.low or free >= LOW
            assert not room.low or free < AMPLE


def test_only_our_own_old_logs_go(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (tmp_path / "journal.db").write_bytes(b"results")
    gone = [f"{LOG_FILE}.1", f"{LOG_FILE}.2", f"{LOG_FILE}.17", LAST_FAULT_FILE]
    kept = [LOG_FILE, FAULT_FILE, f"{LOG_FILE}.old", f"{LOG_FILE}.", "notes.1", "journal.db"]
    for name in (*gone, *kept):
        (logs / name).write_bytes(b"x" * 10)
    (logs / f"{LOG_FILE}.3").symlink_to(tmp_path / "journal.db")
    (logs / f"{LOG_FILE}.4").mkdir()
    assert purge_logs(logs) == 10 * len(gone)
    assert {path.name for path in logs.iterdir()} == {*kept, f"{LOG_FILE}.3", f"{LOG_FILE}.4"}
    assert (tmp_path / "journal.db").read_bytes() == b"results"
    assert purge_logs(logs) == 0


def test_no_folder_gives_nothing_back(tmp_path: Path) -> None:
    assert purge_logs(tmp_path / "none") == 0
    assert free_bytes(tmp_path / "none") is None
    free = free_bytes(tmp_path)
    assert free is not None
    assert free > 0
