"""Copies of the journal, made by SQLite's backup from the writer's own connection, in steps.

From that connection because there is no other one to write the file: what is written meanwhile
goes into the copy as well, and the copy never has to start anew. A step reads and writes at most
so many pages of 4 KiB, so the thread that draws the screens can make one between two frames.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import apsw

from tabledisplay.journal_chain import Head
from tabledisplay.journal_schema import (
    DRAFT,
    TROUBLES,
    JournalTrouble,
    check_marks,
    connect,
    head_of,
    put_in_place,
    reason_of,
    sync_file,
)

PAGES_A_STEP = 64
WRITTEN_AND_READ_AS = 18
WITHOUT_A_LOG = b"\1\1"
"""The place in SQLite's header that says whether a file has a write-ahead log, and a no."""

NAME = re.compile(r"journal-\d{8}T\d{6}Z\.db")


def stamp(now: datetime) -> str:
    """The moment in UTC as a part of a file's name."""
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def backups_in(folder: Path) -> list[Path]:
    """The finished backups, by name, which is by the clock when they were made."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


def backup_heads(folder: Path) -> tuple[Head, ...]:
    """Where each backup that can still be read ends: the journal must contain that event."""
    heads = []
    for path in backups_in(folder):
        with suppress(*TROUBLES):
            heads.append(head_of_backup(path))
    return tuple(heads)


def head_of_backup(path: Path) -> Head:
    """Where a backup ends. Any of TROUBLES."""
    connection = open_still(path)
    try:
        check_marks(connection)
        return head_of(connection)
    finally:
        connection.close(True)


def open_still(path: Path) -> apsw.Connection:
    """Reads a file that nobody writes to; leaves no lock and no file beside it."""
    address = f"{path.absolute().as_uri()}?immutable=1"
    return connect(Path(address), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


class Backup:
    """One copy on its way. It appears under its name, `path`, only when it is whole and on disk."""

    def __init__(
        self, source: apsw.Connection, folder: Path, now: datetime, keep: int, vfs: str | None
    ) -> None:
        self.path = folder / f"journal-{stamp(now)}.db"
        self.done = False
        self._keep = keep
        self._part = self.path.with_suffix(".part")
        self._copying: apsw.Backup | None = None
        self._target: apsw.Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for left in folder.glob("journal-*.part"):
                left.unlink()
            flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
            self._target = connect(self._part, flags=flags, vfs=vfs, more=DRAFT)
            self._copying = self._target.backup("main", source, "main")
        except TROUBLES as error:
            self.cancel()
            raise JournalTrouble(reason_of(error), self.path) from error

    def step(self, pages: int = PAGES_A_STEP) -> bool:
        """Copies some pages; True once the backup is whole. JournalTrouble: there will be none."""
        if self.done:
            return True
        if self._copying is None:
            raise JournalTrouble("io", self.path)
        try:
            self._copying.step(pages)
            # Now, so that the last step has no more to wait for the disk than the others.
            sync_file(self._part)
            if self._copying.done:
                self._finish()
        except TROUBLES as error:
            self.cancel()
            raise JournalTrouble(reason_of(error), self.path) from error
        return self.done

    def cancel(self) -> None:
        """Gives the copy up and takes its unfinished file away. Nothing for a finished one."""
        copying, target = self._copying, self._target
        self._copying = self._target = None
        with suppress(apsw.Error):
            if copying is not None:
                copying.close(True)
        with suppress(apsw.Error):
            if target is not None:
                target.close(True)
        with suppress(OSError):
            self._part.unlink(missing_ok=True)

    def _finish(self) -> None:
        assert self._copying is not None
        assert self._target is not None
        self._copying.close()
        self._target.close()
        self._copying = self._target = None
        stand_alone(self._part)
        head_of_backup(self._part)
        put_in_place(self._part, self.path)
        self.done = True
        prune(self.path, self._keep)


def stand_alone(copy: Path) -> None:
    """Makes a copy say of itself that it has no log: it is only kept and read."""
    with copy.open("rb+") as file:
        file.seek(WRITTEN_AND_READ_AS)
        file.write(WITHOUT_A_LOG)


def prune(newest: Path, keep: int) -> None:
    """Removes all but `keep` backups; never the one just made, whatever the clock says."""
    others = [path for path in backups_in(newest.parent) if path != newest]
    for path in others[: max(len(others) - max(keep - 1, 0), 0)]:
        path.unlink(missing_ok=True)
