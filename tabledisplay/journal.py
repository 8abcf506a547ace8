"""The journal: every event of the table, appended and never changed, safe from a power cut.

One SQLite file with a write-ahead log, synced at every append; one connection, in one thread, for
the life of the program. An append is one transaction: all its events and what they make of the
rounds, or nothing.

After a failed append the connection proves nothing any more: a commit whose sync failed may be in
the file or not. So it is closed at once, the file opened anew, its log written into it and synced,
and its head compared: if the events turn out to be there, the append has succeeded after all; if
not, they are gone for good and the append raises. Only when the file cannot even be opened is that
left open, and settled before the next append; if the events are there then, that append raises
`JournalTrouble("recorded_late")` with them in `recorded`, for the caller to apply, and writes
nothing. So what the caller has applied and what the journal holds are never two things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TypeVar

import apsw
import msgspec

from tabledisplay.game.events import AnyEvent, TableOpened
from tabledisplay.journal_backup import Backup, backup_heads
from tabledisplay.journal_chain import Entry, Head, entry_after
from tabledisplay.journal_check import Fault, Tail, Verification, events_since_opening, verify
from tabledisplay.journal_open import (
    doubt,
    harden,
    hold,
    identity,
    open_checked,
    open_writer,
    rebuild_file,
)
from tabledisplay.journal_read import read_rounds, verify_file
from tabledisplay.journal_repair import Repair
from tabledisplay.journal_rounds import PUBLISHED_KEYS, RoundRow, published
from tabledisplay.journal_schema import (
    TROUBLES,
    Broken,
    JournalTrouble,
    head_of,
    reason_of,
)
from tabledisplay.journal_tables import latest_rounds, put_entries, put_rounds, rewrite_rounds

__all__ = [
    "FILE_NAME",
    "PUBLISHED_KEYS",
    "Backup",
    "Fault",
    "Head",
    "Journal",
    "JournalTrouble",
    "Opened",
    "Repair",
    "RoundRow",
    "Verification",
    "published",
    "read_rounds",
    "rebuild_file",
    "verify_file",
]

FILE_NAME = "journal.db"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """An open journal, and what had to be repaired to open it."""

    journal: Journal
    repair: Repair | None


class _Attempt(msgspec.Struct, frozen=True):
    """What an append tries to write, and the end of the journal if it succeeds."""

    events: tuple[AnyEvent, ...]
    entries: tuple[Entry, ...]
    tail: Tail


class Journal:
    """The open journal. Only `Journal.open` makes one; every method may raise JournalTrouble."""

    def __init__(
        self,
        path: Path,
        timezone: tzinfo,
        vfs: str | None,
        lock: apsw.Connection,
        connection: apsw.Connection,
        tail: Tail,
    ) -> None:
        self._path = path
        self._timezone = timezone
        self._vfs = vfs
        self._lock: apsw.Connection | None = lock
        self._connection: apsw.Connection | None = connection
        self._tail = tail
        self._version: int | None = None
        self._settled = False
        self._tried: _Attempt | None = None
        self._copying: Backup | None = None
        self._log = path.with_name(path.name + "-wal")
        self._file_was: tuple[int, int] | None = None
        self._log_was: tuple[int, int] | None = None
        with suppress(*TROUBLES):
            self._harden(connection)

    @classmethod
    def open(cls, path: Path, *, timezone: tzinfo, now: datetime, vfs: str | None = None) -> Opened:
        """The journal at that path, made if missing. Its start costs the same however old it is.

        A damaged journal is set aside whole and replaced by what can be proven (`Repair`).
        JournalTrouble: another program writes it (busy); it is not ours, or of a newer version,
        and stays as it is; the disk or the folder refuse.
        """
        lock = hold(path)
        try:
            connection, tail, repaired = open_checked(path, now, vfs)
        except TROUBLES as error:
            lock.close(True)
            raise JournalTrouble(reason_of(error), path) from error
        except JournalTrouble:
            lock.close(True)
            raise
        return Opened(cls(path, timezone, vfs, lock, connection, tail), repaired)

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Writes the events, all or none; on disk when this returns. See above for failures."""
        if not events:
            return
        if self._settled:
            self._notice_moved_files()
        if not self._settled and (recorded := self._settle()):
            if recorded == tuple(events):
                return
            raise JournalTrouble("recorded_late", self._path, recorded)
        attempt = self._attempt(tuple(events))
        try:
            self._write(self._reach(), attempt)
        except TROUBLES as error:
            self._tried = attempt
            if reason_of(error) == "damaged":
                doubt(self._path)
            if not self._turned_out_recorded():
                raise JournalTrouble(reason_of(error), self._path) from error
        else:
            self._tail = attempt.tail

    def since_last_opening(self) -> list[AnyEvent]:
        """The events from the last opening of the table on, inclusive; all if there was none."""
        return self._ask(events_since_opening)

    def last_rounds(self, count: int) -> list[RoundRow]:
        """At most that many finished rounds, the latest, oldest first, across openings."""
        return self._ask(lambda connection: latest_rounds(connection, count))

    def head(self) -> Head:
        """The last event known to be on disk."""
        return self._tail.head

    def verify(self, expected: str | None = None) -> Verification:
        """The full check: of all events, it takes its time. `expected`: a head written down."""
        heads = backup_heads(self._path.parent / "backups")
        return self._ask(lambda connection: verify(connection, heads, expected))

    def rebuild(self) -> None:
        """Counts the rounds anew from all events and keeps that count."""
        self._ask(rewrite_rounds)

    def doubt(self) -> None:
        """The full check was not clean: the next start looks through the whole file."""
        doubt(self._path)

    def begin_backup(self, now: datetime, keep: int) -> Backup:
        """A backup to be made in steps; gives up an unfinished one. `keep`: how many stay."""
        if self._copying is not None:
            self._copying.cancel()
        folder = self._path.parent / "backups"
        self._copying = self._ask(lambda source: Backup(source, folder, now, keep, self._vfs))
        return self._copying

    def backup(self, now: datetime, keep: int) -> Path:
        """Makes a backup at once, and says where it is."""
        copying = self.begin_backup(now, keep)
        while not copying.step():
            pass
        return copying.path

    def close(self) -> None:
        """Ends writing and lets others write. Never fails."""
        self._drop()
        if self._lock is not None:
            self._lock.close(True)
        self._lock = None

    def _attempt(self, events: tuple[AnyEvent, ...]) -> _Attempt:
        head, opening = self._tail.head, self._tail.opening
        entries = []
        for event in events:
            entry = entry_after(head, event, self._timezone)
            entries.append(entry)
            head = entry.head
            if isinstance(event, TableOpened):
                opening = event.opening
        return _Attempt(events, tuple(entries), Tail(head, opening))

    def _write(self, connection: apsw.Connection, attempt: _Attempt) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Nothing was written since our last commit if SQLite's count stands as it stood.
            untouched = connection.data_version() == self._version
            if not untouched and head_of(connection) != self._tail.head:
                raise Broken("something else has written into the journal")
            put_entries(connection, attempt.entries)
            put_rounds(connection, self._tail.opening, attempt.events)
            connection.execute("COMMIT")
            self._version = connection.data_version()
        finally:
            if connection.in_transaction:
                with suppress(apsw.Error):
                    connection.execute("ROLLBACK")

    def _notice_moved_files(self) -> None:
        """Files that another program moved or removed would take what is written with them."""
        if identity(self._path) != self._file_was:
            # Our handle is all that still reaches the events, for a backup: it stays open.
            raise JournalTrouble("moved", self._path)
        if identity(self._log) != self._log_was:
            with suppress(*TROUBLES):
                harden(self._reach())
            self._drop()

    def _settle(self) -> tuple[AnyEvent, ...]:
        """Opens the file anew and proves its end. The events of a failed append that are there."""
        self._drop()
        tried = self._tried
        recorded: tuple[AnyEvent, ...] = ()
        try:
            connection = self._reach()
            head = head_of(connection)
            if tried is not None and head == tried.tail.head:
                recorded = tried.events
            elif head != self._tail.head:
                raise Broken("the journal does not end as it did")
            self._harden(connection)
        except TROUBLES as error:
            self._drop()
            raise JournalTrouble(reason_of(error), self._path) from error
        if tried is not None and recorded:
            self._tail = tried.tail
        self._tried = None
        return recorded

    def _turned_out_recorded(self) -> bool:
        try:
            return bool(self._settle())
        except JournalTrouble:
            return False

    def _harden(self, connection: apsw.Connection) -> None:
        harden(connection)
        self._file_was, self._log_was = identity(self._path), identity(self._log)
        self._settled = True

    def _reach(self) -> apsw.Connection:
        """The connection, opened if it was dropped. ValueError: the journal was closed."""
        if self._lock is None:
            raise ValueError("the journal is closed")
        if self._connection is None:
            self._connection, self._version = open_writer(self._path, self._vfs), None
        return self._connection

    def _ask(self, question: Callable[[apsw.Connection], T]) -> T:
        try:
            return question(self._reach())
        except TROUBLES as error:
            raise JournalTrouble(reason_of(error), self._path) from error

    def _drop(self) -> None:
        if self._copying is not None:
            self._copying.cancel()
        if self._connection is not None:
            with suppress(apsw.Error):
                self._connection.close(True)
        self._copying = self._connection = None
        self._settled = False
