"""Rows of the journal's two tables: events as they came, and the rounds they finished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal, cast, get_args

import apsw
import msgspec

from tabledisplay.game.events import AnyEvent, TableOpened
from tabledisplay.game.parts import Faces, VoidReason
from tabledisplay.journal_chain import Entry, event_of, utc_text
from tabledisplay.journal_rounds import RoundRow, finishes, row_after
from tabledisplay.journal_schema import Broken, Newer, entries

Table = Literal["round", "temp.recount"]
"""The rounds as written with their events, or as counted anew from all events."""

COLUMNS = "opening, number, at, dice, void, die, late, manual, first_dice, correction"


def put_entries(connection: apsw.Connection, written: Iterable[Entry]) -> None:
    """Adds events at the end of the journal."""
    for entry in written:
        connection.execute(
            "INSERT INTO event(seq, at, local, kind, body, hash) VALUES(?, ?, ?, ?, ?, ?)",
            (entry.seq, entry.at, entry.local, entry.kind, entry.body, entry.hash),
        )


def put_rounds(
    connection: apsw.Connection, opening: int, events: Iterable[AnyEvent], table: Table = "round"
) -> int:
    """Writes what the events make of the rounds. The number of the opening after them."""
    for event in events:
        if isinstance(event, TableOpened):
            opening = event.opening
        elif (finishing := finishes(event)) is not None:
            known = round_at(connection, opening, finishing.round, table)
            put_round(connection, row_after(opening, known, finishing), table)
    return opening


def put_round(connection: apsw.Connection, row: RoundRow, table: Table) -> None:
    connection.execute(
        f"INSERT OR REPLACE INTO {table}({COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.opening,
            row.number,
            utc_text(row.at),
            faces_text(row.dice),
            row.void,
            row.die,
            int(row.late),
            int(row.manual),
            faces_text(row.first_dice),
            row.correction,
        ),
    )


def round_at(
    connection: apsw.Connection, opening: int, number: int, table: Table = "round"
) -> RoundRow | None:
    """The finished round with that number, if there is one."""
    query = f"SELECT {COLUMNS} FROM {table} WHERE opening = ? AND number = ?"  # noqa: S608 - no value in it
    found = connection.execute(query, (opening, number)).fetchone()
    return None if found is None else row_of(found)


def latest_rounds(connection: apsw.Connection, count: int) -> list[RoundRow]:
    """At most that many finished rounds, the latest ones, oldest first, across openings."""
    found = connection.execute(
        f"SELECT {COLUMNS} FROM round ORDER BY opening DESC, number DESC LIMIT ?",  # noqa: S608 - no value in it
        (count,),
    )
    return [row_of(row) for row in found][::-1]


def row_of(found: tuple[apsw.SQLiteValue, ...]) -> RoundRow:
    """A row of the rounds table. Broken: the table holds what we never wrote."""
    opening, number, at, dice, void, die, late, manual, first_dice, correction = found
    try:
        return RoundRow(
            opening=int(cast("int", opening)),
            number=int(cast("int", number)),
            at=datetime.fromisoformat(str(at)),
            dice=faces_of(dice),
            void=void_of(void),
            die=cast("int | None", die),
            late=bool(late),
            manual=bool(manual),
            first_dice=faces_of(first_dice),
            correction=cast("str | None", correction),
        )
    except ValueError as error:
        raise Broken(f"round {opening}/{number}") from error


def void_of(text: apsw.SQLiteValue) -> VoidReason | None:
    """The reason of a void. ValueError: none of the law's."""
    if text is not None and text not in get_args(VoidReason):
        raise ValueError("no reason for a void")
    return cast("VoidReason | None", text)


def faces_text(dice: Faces | None) -> str | None:
    """`2 5 5`, so that a person with any SQLite program can read it."""
    return None if dice is None else " ".join(map(str, dice))


def faces_of(text: apsw.SQLiteValue) -> Faces | None:
    """The dice of such a text. ValueError: no dice."""
    if text is None:
        return None
    first, second, third = (int(face) for face in str(text).split())
    return first, second, third


def recount(connection: apsw.Connection, events: Iterable[AnyEvent]) -> None:
    """Counts the rounds of these events anew, into temp.recount."""
    connection.execute("DROP TABLE IF EXISTS temp.recount")
    connection.execute("CREATE TABLE temp.recount AS SELECT * FROM round LIMIT 0")
    connection.execute("CREATE UNIQUE INDEX temp.recounted ON recount(opening, number)")
    put_rounds(connection, 0, events, "temp.recount")


def rewrite_rounds(connection: apsw.Connection) -> None:
    """Puts a new count of all rounds in the place of the rows there are. Newer: none is made."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        recount(connection, decoded(entries(connection)))
        connection.execute("DELETE FROM round")
        connection.execute(f"INSERT INTO round({COLUMNS}) SELECT {COLUMNS} FROM temp.recount")  # noqa: S608 - no value in it
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def decoded(found: Iterable[Entry]) -> Iterator[AnyEvent]:
    """What the entries say. Newer: one says what this version of the program does not know."""
    for entry in found:
        try:
            yield event_of(entry)
        except msgspec.DecodeError as error:
            raise Newer(f"event {entry.seq}") from error


def miscounted(connection: apsw.Connection, most: int) -> list[tuple[int, int]]:
    """Opening and number of rounds (at most so many) whose row differs from temp.recount."""
    query = f"""
SELECT DISTINCT opening, number FROM (
    SELECT * FROM (SELECT {COLUMNS} FROM round EXCEPT SELECT {COLUMNS} FROM temp.recount)
    UNION ALL
    SELECT * FROM (SELECT {COLUMNS} FROM temp.recount EXCEPT SELECT {COLUMNS} FROM round)
) ORDER BY opening, number LIMIT ?"""  # noqa: S608 - no value in it
    found = connection.execute(query, (most,))
    return [(int(opening), int(number)) for opening, number in found]
