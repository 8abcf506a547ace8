"""A quick look at a journal, read only, beside a running table: how it ends. No full check."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from tabledisplay.journal_backup import backups_in, head_of_backup
from tabledisplay.journal_chain import Head
from tabledisplay.journal_check import check_tail
from tabledisplay.journal_read import read
from tabledisplay.journal_schema import SIDECARS, TROUBLES, JournalTrouble, hash_at, reason_of

SQLITE = apsw.sqlite_lib_version()
"""The version of SQLite that writes the journal: our own, not the system's."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The end of a journal that is whole from its last opening on.

    `last`: time of its last event; `size`: bytes, log included. Backups by name: `agreeing` are
    contained in the journal, `differing` are not, `unreadable` cannot be asked.
    """

    head: Head
    opening: int
    last: datetime | None
    size: int
    agreeing: tuple[str, ...]
    differing: tuple[str, ...]
    unreadable: tuple[str, ...]


def glance(path: Path) -> Glance:
    """JournalTrouble: it cannot be read, or its end is not whole. Costs one opening's events."""
    heads: dict[str, Head] = {}
    unreadable = []
    for backup in backups_in(path.parent / "backups"):
        try:
            heads[backup.name] = head_of_backup(backup)
        except TROUBLES:
            unreadable.append(backup.name)

    def ask(connection: apsw.Connection) -> Glance:
        tail = check_tail(connection)
        at = connection.execute("SELECT at FROM event ORDER BY seq DESC LIMIT 1").get
        held = {name: hash_at(connection, head.seq) == head for name, head in heads.items()}
        return Glance(
            head=tail.head,
            opening=tail.opening,
            last=None if at is None else datetime.fromisoformat(str(at)),
            size=_size(path),
            agreeing=tuple(name for name, agrees in held.items() if agrees),
            differing=tuple(name for name, agrees in held.items() if not agrees),
            unreadable=tuple(unreadable),
        )

    try:
        return read(path, ask)
    except TROUBLES as error:
        raise JournalTrouble(reason_of(error), path) from error


def _size(path: Path) -> int:
    files = (path, *(path.with_name(path.name + suffix) for suffix in SIDECARS))
    return sum(file.stat().st_size for file in files if file.exists())
