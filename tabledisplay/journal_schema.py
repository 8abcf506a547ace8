"""The journal's file: marks, tables, triggers, settings, and what its troubles are called."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Literal

import apsw

from tabledisplay.files import sync_folder
from tabledisplay.game.events import AnyEvent
from tabledisplay.journal_chain import NO_EVENT, Entry, Head
from tabledisplay.trouble import KnownTrouble

APPLICATION_ID = 0x74644A31
VERSION = 1
"""`user_version` of the file: goes up with every new table, column or kind of event."""

SCHEMA = (
    """CREATE TABLE event(
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, local TEXT NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, hash BLOB NOT NULL
) STRICT""",
    # Finds the last opening without walking through the journal. A range, because a partial index
    # serves only queries that repeat its condition, and a condition with LIKE would not do.
    """CREATE INDEX opening ON event(seq)
WHERE kind >= 'table_opened.' AND kind < 'table_opened/'""",
    """CREATE TRIGGER never_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'append only'); END""",
    """CREATE TRIGGER never_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'append only'); END""",
    # INSERT OR REPLACE fires no delete trigger where recursive_triggers is off, as it is by
    # default in every other program that opens the file.
    """CREATE TRIGGER next_only BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'append only'); END""",
    """CREATE TABLE round(
    opening INTEGER NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, dice TEXT, void TEXT,
    die INTEGER, late INTEGER NOT NULL, manual INTEGER NOT NULL, first_dice TEXT, correction TEXT,
    PRIMARY KEY(opening, number)
) STRICT, WITHOUT ROWID""",
)

BUSY_MS = 1000
"""How long a lock that a reader holds for a moment is waited for."""

SETTINGS = (
    f"PRAGMA busy_timeout={BUSY_MS}",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA recursive_triggers=ON",
)

DRAFT = ("PRAGMA journal_mode=MEMORY", "PRAGMA synchronous=OFF")
"""For a file that is of no use until it is whole: nothing beside it, one sync at its end."""

SIDECARS = ("-wal", "-shm")
FIRST_BYTES = b"SQLite format 3\0"

Reason = Literal[
    "disk_full",
    "read_only",
    "io",
    "busy",
    "damaged",
    "not_ours",
    "newer",
    "missing",
    "denied",
    "moved",
    "recorded_late",
]


class JournalTrouble(KnownTrouble):
    """The journal could not be opened, read or written; `reason` says why.

    `recorded` (only with `recorded_late`): events of an earlier failed append that the disk kept
    after all. They are in the journal and the caller must apply them; what it asked now is not.
    """

    def __init__(self, reason: Reason, path: Path, recorded: tuple[AnyEvent, ...] = ()) -> None:
        super().__init__(f"journal.{reason}", path=str(path))
        self.reason = reason
        self.recorded = recorded


class Broken(Exception):  # noqa: N818 - says what the file is, as JournalTrouble does
    """The file is readable but is not the unbroken journal it should be."""


class Newer(Exception):  # noqa: N818 - says what the file is, as JournalTrouble does
    """The file is whole but was written by a later version of the program."""


TROUBLES = (apsw.Error, OSError, UnicodeDecodeError, Broken, Newer)
Trouble = apsw.Error | OSError | UnicodeDecodeError | Broken | Newer


def reason_of(error: Trouble) -> Reason:
    """What an error of SQLite or of the file system means for the people at the table."""
    match error:
        case Newer():
            return "newer"
        case Broken() | UnicodeDecodeError() | apsw.CorruptError() | apsw.NotADBError():
            return "damaged"
        case apsw.ConstraintError():  # what only another program can have caused
            return "damaged"
        case apsw.FullError():
            return "disk_full"
        case apsw.BusyError() | apsw.LockedError():
            return "busy"
        case apsw.ReadOnlyError() | apsw.PermissionsError() | PermissionError():
            return "read_only"
        case OSError():
            return _reason_of_errno(error)
        case apsw.IOError() if _no_room_beside(error):
            return "disk_full"
        case _:
            return "io"


def _no_room_beside(error: apsw.Error) -> bool:
    """Whether the disk had no room for the file that SQLite keeps beside the journal."""
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE


def _reason_of_errno(error: OSError) -> Reason:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "disk_full"
        case errno.EROFS:
            return "read_only"
        case _:
            return "io"


class Standing(Enum):
    """What a file is, told from its first page alone."""

    MISSING = "missing"
    EMPTY = "empty"
    OURS = "ours"
    NEWER = "newer"
    NOT_OURS = "not_ours"
    DAMAGED = "damaged"


def standing(path: Path) -> Standing:
    """What the file is. Reads it as plain bytes: only while no connection has it open.

    Closing any other handle of a file drops this process's locks on it under POSIX.
    """
    try:
        with path.open("rb") as file:
            page = file.read(4096)
    except FileNotFoundError:
        return Standing.MISSING
    if not page:
        return Standing.EMPTY
    marked = int.from_bytes(page[68:72], "big") == APPLICATION_ID
    if page.startswith(FIRST_BYTES) and marked:
        version = int.from_bytes(page[60:64], "big")
        return Standing.NEWER if version > VERSION else Standing.OURS
    once_ours = marked or b"CREATE TRIGGER never_delete" in page or b"table event" in page.lower()
    cut_off = len(page) < 100 and page.startswith(FIRST_BYTES[: len(page)])
    wiped = not any(page)
    return Standing.DAMAGED if once_ours or cut_off or wiped else Standing.NOT_OURS


def connect(
    path: Path, *, flags: int, vfs: str | None = None, more: Sequence[str] = ()
) -> apsw.Connection:
    """A connection with our settings and some more."""
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    try:
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        for setting in (*SETTINGS, *more):
            connection.execute(setting)
    except apsw.Error:
        connection.close(True)
        raise
    return connection


def create(path: Path, vfs: str | None) -> None:
    """Makes an empty journal, on disk for good when this returns."""
    new = draft_of(path)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = connect(new, flags=flags, vfs=vfs, more=DRAFT)
    try:
        lay_out(connection)
    finally:
        connection.close(True)
    put_in_place(new, path)


def draft_of(path: Path) -> Path:
    """Where a new journal is made, what an earlier attempt left there removed.

    So the name of the journal never stands for half of one, and its first page always bears our
    mark.
    """
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    return new


def lay_out(connection: apsw.Connection) -> None:
    """Marks an empty database as ours and makes the tables, all or nothing."""
    statements = (
        f"PRAGMA application_id={APPLICATION_ID}",
        f"PRAGMA user_version={VERSION}",
        *SCHEMA,
    )
    connection.execute("BEGIN IMMEDIATE;" + ";".join(statements) + ";COMMIT")


def put_in_place(new: Path, path: Path) -> None:
    """Gives a closed file its name, bytes and name both on disk for good."""
    sync_file(new)
    new.replace(path)
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Waits until all that was written into the file is on disk. OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def check_marks(connection: apsw.Connection) -> None:
    """Broken: the file does not bear our mark. Newer: it is of a later version."""
    mark, version = connection.pragma("application_id"), connection.pragma("user_version")
    if mark != APPLICATION_ID:
        raise Broken(f"application_id {mark}")
    if version > VERSION:
        raise Newer(f"user_version {version}")


def check_schema(connection: apsw.Connection) -> None:
    """Broken: tables, indexes or triggers are not exactly ours; and as `check_marks`."""
    check_marks(connection)
    if changed := schema_changes(connection):
        raise Broken(f"schema: {', '.join(changed)}")


def schema_changes(connection: apsw.Connection) -> list[str]:
    """Names of tables, indexes and triggers that are missing, added or changed."""
    found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    wanted = {sql.split("(")[0].split()[2]: sql for sql in SCHEMA}
    return sorted({name for name, _ in wanted.items() ^ {(str(n), s) for n, s in found}})


def head_of(connection: apsw.Connection) -> Head:
    """The last event's number and hash."""
    return _head(connection, "ORDER BY seq DESC LIMIT 1") or NO_EVENT


def hash_at(connection: apsw.Connection, seq: int) -> Head | None:
    """The head as it was when that event was the last one; None if there is no such event."""
    return NO_EVENT if seq == 0 else _head(connection, "WHERE seq = ?", seq)


def _head(connection: apsw.Connection, which: str, *values: int) -> Head | None:
    query = f"SELECT seq, {_as_bytes('hash')} FROM event {which}"  # noqa: S608 - no value in it
    row = connection.execute(query, values).fetchone()
    return None if row is None else Head(row[0], row[1].hex())


def _as_bytes(column: str) -> str:
    return f"coalesce(CAST({column} AS BLOB), x'')"


def last_opening(connection: apsw.Connection) -> int:
    """The number of the last event that opened the table; 0 while there is none."""
    seq = connection.execute(
        "SELECT max(seq) FROM event WHERE kind >= 'table_opened.' AND kind < 'table_opened/'"
    ).get
    return int(seq or 0)


def entries(connection: apsw.Connection, after: int = 0) -> Iterator[Entry]:
    """The events with a greater number, in order. Bytes are taken as they are, valid or not."""
    columns = ", ".join(map(_as_bytes, ("at", "local", "kind", "body", "hash")))
    query = f"SELECT seq, {columns} FROM event WHERE seq > ? ORDER BY seq"  # noqa: S608 - no value in it
    rows = connection.execute(query, (after,))
    for seq, at, local, kind, body, digest in rows:
        yield Entry(seq, _text(at), _text(local), _text(kind), _text(body), digest)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
