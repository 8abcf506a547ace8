"""Reading a journal that another process may be writing: never in its way, never a file changed.

A read-only connection works beside the table. SQLite refuses it where the folder may not be
written and the table has ended in good order, or the file of the shared index is gone; then the
journal is read as a file that stands still, or a copy of it is.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import apsw

from tabledisplay.journal_backup import backup_heads, open_still
from tabledisplay.journal_chain import NO_EVENT, utc_text
from tabledisplay.journal_check import Fault, Verification, verify
from tabledisplay.journal_rounds import RoundRow
from tabledisplay.journal_schema import (
    TROUBLES,
    Broken,
    JournalTrouble,
    check_marks,
    connect,
    reason_of,
)
from tabledisplay.journal_tables import COLUMNS, row_of

ROUNDS_A_READ = 1000
"""Rounds fetched at once: a reader that waits for a pager holds no moment of the journal open."""

T = TypeVar("T")
Question = Callable[[apsw.Connection], T]


def read_rounds(
    path: Path,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    last: int | None = None,
) -> Iterator[RoundRow]:
    """The finished rounds, oldest first: those within both times, or the last so many of them.

    JournalTrouble, for the first rounds before anything is returned.
    """
    times = ("" if since is None else utc_text(since), "~" if until is None else utc_text(until))
    within = f"SELECT {COLUMNS} FROM round WHERE at BETWEEN ? AND ?"  # noqa: S608 - no value in it
    if last is not None:
        query = f"{within} ORDER BY opening DESC, number DESC LIMIT ?"
        return iter(_rows(path, query, (*times, last))[::-1])
    query = f"{within} AND (opening, number) > (?, ?) ORDER BY opening, number LIMIT ?"

    def after(opening: int, number: int) -> list[RoundRow]:
        return _rows(path, query, (*times, opening, number, ROUNDS_A_READ))

    return _all_pages(after(-1, -1), after)


def _all_pages(
    page: list[RoundRow], after: Callable[[int, int], list[RoundRow]]
) -> Iterator[RoundRow]:
    while page:
        yield from page
        page = after(page[-1].opening, page[-1].number)


def _rows(path: Path, query: str, values: tuple[str | int, ...]) -> list[RoundRow]:
    def ask(connection: apsw.Connection) -> list[RoundRow]:
        check_marks(connection)
        return [row_of(row) for row in connection.execute(query, values)]

    try:
        return read(path, ask)
    except TROUBLES as error:
        raise JournalTrouble(reason_of(error), path) from error


def verify_file(path: Path, expected: str | None = None) -> Verification:
    """The full check of a journal, whose table may be running. JournalTrouble: it cannot be made.

    A file that is no journal, or breaks off, is a fault and no trouble.
    """
    heads = backup_heads(path.parent / "backups")

    def ask(connection: apsw.Connection) -> Verification:
        return verify(connection, heads, expected)

    try:
        return read(path, ask)
    except TROUBLES as error:
        reason = reason_of(error)
        if reason != "damaged":
            raise JournalTrouble(reason, path) from error
        return Verification(NO_EVENT, 0, 0, 0, (Fault("unreadable", str(error)),))


def read(path: Path, ask: Question[T]) -> T:
    """The answer to a question to the journal. JournalTrouble: missing, denied. Any of TROUBLES."""
    if not path.is_file():
        raise JournalTrouble("missing", path)
    if not os.access(path, os.R_OK):
        raise JournalTrouble("denied", path)
    try:
        return _answer(connect(path, flags=apsw.SQLITE_OPEN_READONLY), ask)
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        return _read_still(path, ask)


def _read_still(path: Path, ask: Question[T]) -> T:
    log = path.with_name(path.name + "-wal")
    with TemporaryDirectory() as folder:
        if log.exists() and log.stat().st_size > 0:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(log, copy.with_name(log.name))
            return _answer(connect(copy, flags=apsw.SQLITE_OPEN_READONLY), ask)
    answer = _answer(open_still(path), ask)
    if log.exists():  # the table was started meanwhile, so what was read may be of two moments
        return _answer(connect(path, flags=apsw.SQLITE_OPEN_READONLY), ask)
    return answer


def _answer(connection: apsw.Connection, ask: Question[T]) -> T:
    try:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        return ask(connection)
    except apsw.SQLError as error:
        raise Broken(str(error)) from error
    finally:
        connection.close(True)
