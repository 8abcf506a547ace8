"""A write-ahead log that is damaged before its end: SQLite alone would lose what lies behind it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabledisplay.journal import FILE_NAME
from tabledisplay.journal_log import frames_of, is_broken_inside
from tests.journal.story import evening, held, journal_in, opened

HEADER = 32
FRAME = 24 + 4096


def crashed(folder: Path) -> list[bytes]:
    """A journal as a crash leaves it, all of it in its log; the bodies of its events."""
    origin = folder / "origin"
    journal = journal_in(origin)
    for batch in evening(openings=2, rounds=9):
        journal.append(batch)
    for name in (FILE_NAME, FILE_NAME + "-wal"):
        shutil.copy(origin / name, folder)
    journal.close()
    return [entry.body.encode() for entry in held(origin / FILE_NAME)]


def damaged_at(log: Path, at: int) -> None:
    content = bytearray(log.read_bytes())
    content[at] ^= 0x40
    log.write_bytes(content)


def log_of(folder: Path) -> Path:
    return folder / (FILE_NAME + "-wal")


def frames_in(folder: Path) -> int:
    return (log_of(folder).stat().st_size - HEADER) // FRAME


def test_every_frame_of_a_whole_log_is_sound(tmp_path: Path) -> None:
    crashed(tmp_path)
    frames = list(frames_of(log_of(tmp_path).read_bytes()))
    assert len(frames) == frames_in(tmp_path) > 40
    assert all(frame.sound for frame in frames)
    assert not is_broken_inside(tmp_path / FILE_NAME)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("within", [0, 9, 17, 30, 2000])
def test_what_lies_behind_the_damage_is_not_lost(part: float, within: int, tmp_path: Path) -> None:
    events = crashed(tmp_path)
    frame = int(frames_in(tmp_path) * part)
    damaged_at(log_of(tmp_path), HEADER + frame * FRAME + within)
    found = opened(tmp_path)
    assert found.repair is not None
    assert found.journal.verify().faults == ()
    found.journal.close()
    bodies = [entry.body.encode() for entry in held(tmp_path / FILE_NAME)]
    assert bodies == events[: len(bodies)]
    assert found.repair.complete == (bodies == events)
    lost = len(events) - len(bodies)
    assert lost == 0


@pytest.mark.parametrize("at", [2, 6, 9, 13, 17, 22, 25, 30])
def test_a_damaged_header_is_damage_too(at: int, tmp_path: Path) -> None:
    events = crashed(tmp_path)
    damaged_at(log_of(tmp_path), at)
    found = opened(tmp_path)
    assert found.repair is not None
    found.journal.close()
    assert [entry.body.encode() for entry in held(tmp_path / FILE_NAME)] == events


@pytest.mark.parametrize("bytes_left", [0, 1, 24, 2000, 4119])
def test_a_power_cut_in_the_last_write_is_no_damage(bytes_left: int, tmp_path: Path) -> None:
    crashed(tmp_path)
    log = log_of(tmp_path)
    log.write_bytes(log.read_bytes()[: HEADER + (frames_in(tmp_path) - 1) * FRAME + bytes_left])
    assert not is_broken_inside(tmp_path / FILE_NAME)
    found = opened(tmp_path)
    assert found.repair is None
    found.journal.close()


def test_one_commit_behind_a_torn_write_is_no_damage(tmp_path: Path) -> None:
    """Sectors of one write reach the disk in any order."""
    crashed(tmp_path)
    commits = [
        number
        for number, frame in enumerate(frames_of(log_of(tmp_path).read_bytes()))
        if frame.commits
    ]
    damaged_at(log_of(tmp_path), HEADER + (commits[-2] + 1) * FRAME + 1000)
    assert not is_broken_inside(tmp_path / FILE_NAME)
