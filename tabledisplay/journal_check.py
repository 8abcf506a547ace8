"""Whether a journal is what it should be: its tail at every start, all of it by `verify`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import apsw
import msgspec

from tabledisplay.game.events import AnyEvent, TableOpened
from tabledisplay.game.wire import kind
from tabledisplay.journal_chain import NO_EVENT, Entry, Head, event_of, utc_text
from tabledisplay.journal_schema import (
    APPLICATION_ID,
    VERSION,
    Broken,
    check_schema,
    entries,
    hash_at,
    head_of,
    last_opening,
    schema_changes,
)
from tabledisplay.journal_tables import decoded, miscounted, recount

MOST_FAULTS = 20
"""Faults told of one kind; a journal with more is not worth a longer list."""

FaultCode = Literal[
    "marks", "schema", "integrity", "gap", "chain", "body", "rounds", "head", "cut", "unreadable"
]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; `where` is an event number, a round, a name or SQLite's words."""

    code: FaultCode
    where: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What a full check found: counts, head, and no fault at all in a good journal."""

    head: Head
    events: int
    openings: int
    rounds: int
    faults: tuple[Fault, ...]


class Tail(msgspec.Struct, frozen=True):
    """The end of a journal: its head, and the number of its last opening (0 before the first)."""

    head: Head
    opening: int


def check_tail(connection: apsw.Connection) -> Tail:
    """The end of the journal, its chain proven from the last opening on. Broken, Newer.

    Costs the events of one opening, however old the journal is.
    """
    check_schema(connection)
    opened = last_opening(connection)
    head = hash_at(connection, max(opened - 1, 0))
    if head is None:
        raise Broken(f"no event before {opened}")
    opening = 0
    for entry, event in proven(head, entries(connection, after=head.seq)):
        head = entry.head
        if isinstance(event, TableOpened):
            opening = event.opening
    if head != head_of(connection) or (opened and not opening):
        raise Broken("the index of openings or the order of events is wrong")
    return Tail(head, opening)


def proven(head: Head, found: Iterable[Entry]) -> Iterator[tuple[Entry, AnyEvent]]:
    """The entries with what they say. Broken: one that does not come next. Newer: not known."""
    for entry in found:
        if not entry.continues(head):
            raise Broken(f"event {entry.seq} after {head.seq}")
        (event,) = decoded((entry,))
        if not agrees(entry, event):
            raise Broken(f"event {entry.seq} contradicts itself")
        yield entry, event
        head = entry.head


def events_since_opening(connection: apsw.Connection) -> list[AnyEvent]:
    """From the last opening of the table on, inclusive; all events while there is none. Newer."""
    first = last_opening(connection)
    return list(decoded(entries(connection, after=max(first - 1, 0))))


def verify(
    connection: apsw.Connection, heads: tuple[Head, ...] = (), expected: str | None = None
) -> Verification:
    """The full check, of one moment of the journal even while the table writes on.

    `heads`: of the backups, which the journal must contain. `expected`: a hash written down
    before, which must be that of an event. apsw.Error: the file cannot be read to its end.
    """
    connection.execute("BEGIN")
    try:
        return _verify(connection, heads, expected)
    finally:
        connection.execute("ROLLBACK")


def _verify(
    connection: apsw.Connection, heads: tuple[Head, ...], expected: str | None
) -> Verification:
    faults = [*_marks(connection), *_integrity(connection)]
    walked = _Walk()
    recount(connection, walked.events(entries(connection)))
    faults += walked.faults
    if not any(fault.code == "body" for fault in faults):
        faults += [Fault("rounds", f"{o}/{n}") for o, n in miscounted(connection, MOST_FAULTS)]
    faults += [Fault("cut", str(h.seq)) for h in heads if hash_at(connection, h.seq) != h]
    if expected is not None and not _contains(connection, expected):
        faults.append(Fault("head", expected))
    rounds = int(connection.execute("SELECT count(*) FROM round").get)
    return Verification(walked.head, walked.count, walked.openings, rounds, tuple(faults))


def _marks(connection: apsw.Connection) -> Iterator[Fault]:
    marks = (connection.pragma("application_id"), connection.pragma("user_version"))
    if marks != (APPLICATION_ID, VERSION):
        yield Fault("marks", "{}/{}".format(*marks))
    for name in schema_changes(connection):
        yield Fault("schema", name)


def _integrity(connection: apsw.Connection) -> Iterator[Fault]:
    for (said,) in connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})"):
        if said != "ok":
            yield Fault("integrity", str(said).replace("\n", " "))


def _contains(connection: apsw.Connection, digest: str) -> bool:
    if digest == NO_EVENT.hash:
        return True
    try:
        wanted = bytes.fromhex(digest)
    except ValueError:
        return False
    found = connection.execute("SELECT 1 FROM event WHERE hash = ? LIMIT 1", (wanted,))
    return found.fetchone() is not None


class _Walk:
    """Goes through all events, and on from each fault, so that one edit is told once."""

    def __init__(self) -> None:
        self.head = NO_EVENT
        self.count = 0
        self.openings = 0
        self.faults: list[Fault] = []
        self._told: dict[FaultCode, int] = {}

    def events(self, found: Iterable[Entry]) -> Iterator[AnyEvent]:
        """What the entries say, those left out that say nothing."""
        for entry in found:
            self._compare(entry)
            try:
                event = event_of(entry)
            except msgspec.DecodeError:
                self._tell("body", entry.seq)
                continue
            if not agrees(entry, event):
                self._tell("body", entry.seq)
            self.openings += isinstance(event, TableOpened)
            yield event

    def _compare(self, entry: Entry) -> None:
        if entry.seq != self.head.seq + 1:
            self._tell("gap", entry.seq)
        elif not entry.continues(self.head):
            self._tell("chain", entry.seq)
        self.count += 1
        self.head = entry.head

    def _tell(self, code: FaultCode, seq: int) -> None:
        self._told[code] = self._told.get(code, 0) + 1
        if self._told[code] <= MOST_FAULTS:
            self.faults.append(Fault(code, str(seq)))


def agrees(entry: Entry, event: AnyEvent) -> bool:
    """Whether the columns say what the body says, and the local time is the same moment."""
    try:
        local = datetime.fromisoformat(entry.local)
    except ValueError:
        return False
    same_moment = local.tzinfo is not None and local == event.at
    return entry.kind == kind(event) and entry.at == utc_text(event.at) and same_moment
