"""What becomes of a damaged journal: set aside whole, never deleted, replaced by what is proven.

The new file is the best backup (or nothing) and, after it, those events of the damaged file whose
hashes continue the chain, up to the first that do not. It gets its name only when it is whole; a
repair that was cut off is taken up again at the next start, for then the name stands for no file.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from tabledisplay.files import sync_folder
from tabledisplay.journal_backup import backups_in, head_of_backup, open_still, stamp
from tabledisplay.journal_chain import NO_EVENT, Head
from tabledisplay.journal_check import check_tail, verify
from tabledisplay.journal_salvage import Salvage
from tabledisplay.journal_schema import (
    DRAFT,
    SIDECARS,
    TROUBLES,
    connect,
    draft_of,
    lay_out,
    put_in_place,
)
from tabledisplay.journal_tables import put_entries, put_rounds


@dataclass(frozen=True, slots=True)
class Repair:
    """Plain facts about a repair.

    `aside`: the folder with the damaged files, None if there were none. `backup`: the copy that was
    taken, `restored` its events; `salvaged`: events proven from the damaged file beyond it.
    `complete`: the damaged file could be read to its end and all of it was proven. Even then a
    tail that was cut off would not be noticed.
    """

    aside: Path | None
    backup: Path | None
    restored: int
    salvaged: int
    complete: bool
    head: Head


def needs_repair(path: Path) -> bool:
    """Whether a journal that is missing or empty was not always so."""
    wal = path.with_name(path.name + "-wal")
    left = wal.exists() and wal.stat().st_size > 0
    return left or bool(backups_in(path.parent / "backups")) or bool(asides(path))


def repair(path: Path, now: datetime, vfs: str | None) -> Repair:
    """Puts a proven journal in the place of the damaged one. Any of TROUBLES: try again later.

    Where there is no file at all, one may have been set aside by a repair that was cut off: the
    chain says which of those set aside continues the backup.
    """
    aside = set_aside(path, now)
    damaged = asides(path) if aside is None else [aside]
    base = best_backup(path.parent / "backups")
    new = draft_of(path)
    if base is None:
        new.touch()
    else:
        shutil.copyfile(base[0], new)
    restored = NO_EVENT if base is None else base[1]
    head, complete = _extend(new, [folder / path.name for folder in damaged], vfs)
    put_in_place(new, path)
    return Repair(
        damaged[-1] if damaged else None,
        None if base is None else base[0],
        restored.seq,
        head.seq - restored.seq,
        complete,
        head,
    )


def asides(path: Path) -> list[Path]:
    """The folders into which damaged journals were moved, by name."""
    folder = path.parent / "damaged"
    if not folder.is_dir():
        return []
    return sorted(found for found in folder.iterdir() if (found / path.name).exists())


def set_aside(path: Path, now: datetime) -> Path | None:
    """Moves the journal and the files beside it together; the folder, None if there was nothing.

    The journal goes first: one left behind without its log would pass for an older, whole one.
    Files left behind alone by a move that was cut off follow into the same folder.
    """
    parts = [p for p in (path, *_beside(path)) if p.exists()]
    if not parts:
        return None
    widowed = [] if path.exists() else asides(path)[-1:]
    names = {part.name for part in parts}
    if widowed and names.isdisjoint(there.name for there in widowed[0].iterdir()):
        folder = widowed[0]
    else:
        folder = _new_folder(path.parent / "damaged", stamp(now))
    for part in parts:
        part.rename(folder / part.name)
    sync_folder(folder)
    sync_folder(path.parent)
    return folder


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + sidecar) for sidecar in SIDECARS]


def _new_folder(parent: Path, name: str) -> Path:
    parent.mkdir(exist_ok=True)
    taken = sorted(parent.glob(f"{name}*"))
    folder = parent / (f"{name}-{len(taken):03}" if taken else name)
    folder.mkdir()
    sync_folder(parent)
    return folder


def best_backup(folder: Path) -> tuple[Path, Head] | None:
    """The backup with the most events among those that pass the full check, if there is one."""
    found: list[tuple[int, Path]] = []
    for path in backups_in(folder):
        with suppress(*TROUBLES):
            found.append((head_of_backup(path).seq, path))
    for _, path in sorted(found, reverse=True):
        with suppress(*TROUBLES):
            connection = open_still(path)
            try:
                checked = verify(connection)
            finally:
                connection.close(True)
            if not checked.faults:
                return path, checked.head
    return None


def _extend(new: Path, damaged: list[Path], vfs: str | None) -> tuple[Head, bool]:
    """Adds what is proven of damaged files to the new one. The new head; whether it was all."""
    complete = False
    connection = connect(new, flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs, more=DRAFT)
    try:
        if new.stat().st_size == 0:
            lay_out(connection)
        tail = check_tail(connection)
        head, opening = tail.head, tail.opening
        connection.execute("BEGIN IMMEDIATE")
        for path in damaged:
            salvage = Salvage(path, head)
            for entry, event in salvage.events():
                put_entries(connection, (entry,))
                opening = put_rounds(connection, opening, (event,))
            head, complete = salvage.head, salvage.complete
        connection.execute("COMMIT")
        return head, complete
    finally:
        connection.close(True)
