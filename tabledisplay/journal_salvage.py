"""What can still be proven from a damaged journal: the events that continue a chain, in order.

They are read through SQLite, which leads past damage in any other place. Where even the first page
is damaged, with the list of tables in it, the same is tried on a copy with a new first page: that
page is the same in every journal of a version, but for its counters. What is read from a wrong
place then does not continue the chain.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from tabledisplay.game.events import AnyEvent
from tabledisplay.journal_chain import Entry, Head
from tabledisplay.journal_check import proven
from tabledisplay.journal_log import (
    PAGE,
    SIZE_KNOWN_AT,
    WITH_A_LOG,
    is_broken_inside,
    log_beside,
    with_log_written_in,
)
from tabledisplay.journal_schema import TROUBLES, connect, create, entries, head_of


class Salvage:
    """The events of a damaged file that come after a head, up to its end or to where it breaks.

    `head`: how far it got. `complete`: that was the file's last event.
    """

    def __init__(self, path: Path, head: Head) -> None:
        self.head = head
        self.complete = False
        self._path = path

    def events(self) -> Iterator[tuple[Entry, AnyEvent]]:
        """The proven events in order. Where there is no room for a copy, those without one."""
        yield from self._proven_in(self._path)
        if not self._path.exists():
            return
        with suppress(OSError), TemporaryDirectory() as folder:
            if is_broken_inside(self._path):
                self.complete = False  # SQLite saw the log to where it is damaged
                yield from self._proven_in(with_log_written_in(self._path, Path(folder)))
            if not self.complete:
                yield from self._proven_in(with_new_first_page(self._path, Path(folder)))

    def _proven_in(self, path: Path) -> Iterator[tuple[Entry, AnyEvent]]:
        with suppress(*TROUBLES):
            source = connect(path, flags=apsw.SQLITE_OPEN_READONLY)
            try:
                for entry, event in proven(self.head, entries(source, after=self.head.seq)):
                    self.head = entry.head
                    yield entry, event
                self.complete = self.head == head_of(source)
            finally:
                source.close(True)


def with_new_first_page(damaged: Path, folder: Path) -> Path:
    """A copy of the journal and its log in that folder, the first page as in a new journal."""
    copy = folder / damaged.name
    create(copy, None)
    page = bytearray(copy.read_bytes()[:PAGE])
    page[WITH_A_LOG] = b"\2\2"
    page[SIZE_KNOWN_AT] = b"\xff\xff\xff\xff"
    shutil.copyfile(damaged, copy)
    with copy.open("rb+") as file:
        file.write(page)
    log = log_beside(damaged)
    with suppress(FileNotFoundError):
        shutil.copyfile(log, folder / log.name)
    return copy
