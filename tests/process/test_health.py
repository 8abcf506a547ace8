"""The health file is whole, says nothing of a draw, and tells when it no longer counts."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tabledisplay.health import STATE_FILE, Health, is_stale, read_health, write_health

AT = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
WELL = Health(
    at=AT,
    started=AT - timedelta(hours=3),
    pid=4711,
    version="0.1.0",
    phase="bets_open",
    link="connected",
)


def test_written_and_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "health"
    assert read_health(folder) is None
    write_health(folder, WELL)
    assert read_health(folder) == WELL
    ill = Health(
        at=AT,
        started=AT,
        pid=1,
        version="0.1.0",
        phase="proposed",
        link="lost",
        journal_ok=False,
        screens=("screens.customer_absent",),
        late=("reader",),
        free_megabytes=12,
        bugs=3,
        lost_log_lines=5,
        safe_mode=True,
        ended=True,
    )
    write_health(folder, ill)
    assert read_health(folder) == ill
    assert [path.name for path in folder.iterdir()] == [STATE_FILE]


def test_another_program_can_read_it(tmp_path: Path) -> None:
    write_health(tmp_path, WELL)
    told = json.loads((tmp_path / STATE_FILE).read_text(encoding="utf-8"))
    assert told["at"] == "2026-03-01T20:30:00Z"
    assert told["phase"] == "bets_open"
    assert not {"dice", "total", "proposed", "round", "croupier"} & set(told)


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b'{"at": 5}', b"\xff\xfe"])
def test_a_damaged_file_is_none(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / STATE_FILE).write_bytes(damage)
    assert read_health(tmp_path) is None


def test_a_later_version_may_say_more(tmp_path: Path) -> None:
    write_health(tmp_path, WELL)
    path = tmp_path / STATE_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"more": 1}))
    assert read_health(tmp_path) == WELL


@pytest.mark.parametrize(
    ("seconds", "stale"), [(0, False), (60, False), (61, True), (86400, True), (-1, True)]
)
def test_stale_when_nothing_came_for_so_long(seconds: int, stale: bool) -> None:
    assert is_stale(WELL, AT + timedelta(seconds=seconds), timedelta(seconds=60)) is stale


def test_a_program_that_ended_is_not_stale() -> None:
    ended = Health(at=AT, started=AT, pid=1, version="1", phase="closed", link="none", ended=True)
    assert not is_stale(ended, AT + timedelta(days=9), timedelta(seconds=60))


def test_a_disk_that_refuses_is_an_oserror(tmp_path: Path) -> None:
    (tmp_path / "health").write_bytes(b"")
    with pytest.raises(OSError, match="health"):
        write_health(tmp_path / "health", WELL)
