"""A journal that is whole but shorter than it was: only what was written beside it can tell."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from tabledisplay.game.commands import Acknowledge
from tabledisplay.health import FOLDER, Health, write_health
from tabledisplay.journal import FILE_NAME
from tabledisplay.settings import Settings
from tabledisplay.startup import Options, Started, start_table

AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
HEALTH = Health(at=AT, started=AT, pid=1, version="0", phase="closed", link="none")


def start(folder: Path) -> Started:
    return start_table(Options(folder), Settings())


def tell(started: Started, folder: Path) -> None:
    """What the program does every ten seconds."""
    events = started.journal.head().seq
    write_health(folder / FOLDER, msgspec.structs.replace(HEALTH, journal_events=events))


def stop(started: Started) -> None:
    started.table.stop()
    started.journal.close()


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A data folder whose journal was replaced by an older one, whole in itself."""
    first = start(tmp_path)
    stop(first)
    shutil.copyfile(tmp_path / FILE_NAME, tmp_path / "older")
    second = start(tmp_path)
    tell(second, tmp_path)
    stop(second)
    shutil.copyfile(tmp_path / "older", tmp_path / FILE_NAME)
    return tmp_path


def test_as_long_as_it_was_is_believed(tmp_path: Path) -> None:
    for _ in range(3):
        started = start(tmp_path)
        assert not started.table.snapshot.croupier.untrusted
        tell(started, tmp_path)
        stop(started)


def test_a_shorter_one_is_not_believed_until_the_chef_takes_note(older: Path) -> None:
    started = start(older)
    assert started.repair is None
    assert started.table.snapshot.croupier.untrusted
    (alarm,) = started.table.snapshot.croupier.alarms
    assert started.table.submit(Acknowledge(alarm.id)) is None
    assert not started.table.snapshot.croupier.untrusted
    tell(started, older)
    stop(started)
    again = start(older)
    assert not again.table.snapshot.croupier.untrusted
    stop(again)


def test_a_journal_that_is_gone_is_not_believed_to_be_new(older: Path) -> None:
    (older / FILE_NAME).unlink()
    started = start(older)
    assert started.table.snapshot.croupier.untrusted
    stop(started)
