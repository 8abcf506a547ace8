"""Opening the journal to write it: the lock, checks that cost the same at any age, the repair."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import assert_never

import apsw

from tabledisplay.journal_check import Tail, check_tail
from tabledisplay.journal_log import is_broken_inside, log_beside
from tabledisplay.journal_repair import Repair, needs_repair, repair
from tabledisplay.journal_schema import (
    BUSY_MS,
    TROUBLES,
    Broken,
    JournalTrouble,
    Standing,
    check_schema,
    connect,
    create,
    reason_of,
    standing,
)
from tabledisplay.journal_tables import rewrite_rounds

SMALL = 64 * 2**20
"""Bytes up to which a journal that was not closed in good order is checked whole at its start."""


def hold(path: Path) -> apsw.Connection:
    """The right to write the journal: a lock in the kernel, which ends with the process, however.

    JournalTrouble: another program has it (busy), or the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        lock = apsw.Connection(str(path.with_suffix(".lock")), flags=flags)
        try:
            lock.set_busy_timeout(500)
            lock.pragma("journal_mode", "memory")
            lock.execute("BEGIN EXCLUSIVE")
        except apsw.Error:
            lock.close(True)
            raise
    except TROUBLES as error:
        raise JournalTrouble(reason_of(error), path) from error
    return lock


def open_checked(
    path: Path, now: datetime, vfs: str | None
) -> tuple[apsw.Connection, Tail, Repair | None]:
    """The journal, made if there was none, repaired if it was damaged. Any of TROUBLES."""
    match standing(path):
        case Standing.NOT_OURS:
            raise JournalTrouble("not_ours", path)
        case Standing.NEWER:
            raise JournalTrouble("newer", path)
        case Standing.OURS:
            damaged = False
        case Standing.DAMAGED:
            damaged = True
        case Standing.MISSING | Standing.EMPTY:
            damaged = needs_repair(path)
            if not damaged:
                create(path, vfs)
        case _ as never:
            assert_never(never)
    mark = _mark_of_doubt(path)
    if not damaged:
        try:
            connection, tail = _checked(path, vfs, doubted=mark.exists())
        except TROUBLES as error:
            if reason_of(error) != "damaged":
                raise
        else:
            _believe(mark)
            return connection, tail, None
    repaired = repair(path, now, vfs)
    connection, tail = _checked(path, vfs, doubted=False)
    _believe(mark)
    return connection, tail, repaired


def _believe(mark: Path) -> None:
    with suppress(OSError):
        mark.unlink(missing_ok=True)


def _checked(path: Path, vfs: str | None, *, doubted: bool) -> tuple[apsw.Connection, Tail]:
    log = log_beside(path)
    cut_off = log.exists() and log.stat().st_size > 0
    if cut_off and is_broken_inside(path):
        raise Broken("the log is damaged before its end")
    connection = open_writer(path, vfs)
    try:
        # A file that proves damaged is set aside as it was found: nothing moves from its log.
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        if doubted or (cut_off and path.stat().st_size <= SMALL):
            _quick_check(connection)
        tail = check_tail(connection)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    except TROUBLES:
        connection.close(True)
        raise
    return connection, tail


def open_writer(path: Path, vfs: str | None) -> apsw.Connection:
    """The one connection that writes. Makes no file. apsw.Error."""
    connection = connect(path, flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    try:
        if connection.readonly("main"):
            raise apsw.ReadOnlyError("the file may not be written")
        connection.execute("PRAGMA synchronous=FULL")
        mode = connection.execute("PRAGMA journal_mode=WAL").get
        if mode != "wal":
            raise apsw.IOError(f"journal_mode {mode}")
    except apsw.Error:
        connection.close(True)
        raise
    return connection


def doubt(path: Path) -> None:
    """Remember that an append met damage, which the next start has to look for in the whole file.

    It may lie where a start that costs the same at any age does not look.
    """
    with suppress(OSError):
        _mark_of_doubt(path).touch()


def _mark_of_doubt(path: Path) -> Path:
    return path.with_suffix(".doubt")


def harden(connection: apsw.Connection) -> None:
    """Makes all that can be read safe from a power cut, even where a sync has failed before.

    After a failed sync the system may call pages clean that never reached the disk, and a new sync
    of the same file proves nothing. So all of the log is written into the file, which is synced. A
    reader may keep back what came after the moment it looks at; that needs no proof: while a reader
    looks, SQLite lets nothing be seen whose sync did not succeed. BusyError: another program is
    just doing the same.
    """
    connection.set_busy_timeout(0)
    try:
        ((_, frames, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.set_busy_timeout(BUSY_MS)
    if frames < 0:
        raise apsw.BusyError("another program writes the log into the file")


def _quick_check(connection: apsw.Connection) -> None:
    said = connection.execute("PRAGMA quick_check(1)").get
    if said != "ok":
        raise Broken(str(said))


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - at every append: less than Path.stat
    except OSError:
        return None
    return found.st_dev, found.st_ino


def rebuild_file(path: Path) -> None:
    """Counts the rounds anew while no table runs. JournalTrouble: one does, or as when opening."""
    if not path.is_file():
        raise JournalTrouble("missing", path)
    lock = hold(path)
    try:
        connection = open_writer(path, None)
        try:
            check_schema(connection)
            rewrite_rounds(connection)
        finally:
            connection.close(True)
    except TROUBLES as error:
        raise JournalTrouble(reason_of(error), path) from error
    finally:
        lock.close(True)
