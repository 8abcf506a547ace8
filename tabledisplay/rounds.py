"""`tabledisplay rounds`: the history of rounds for people, spreadsheets and programs."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import chain
from pathlib import Path

from tabledisplay.game.parts import Faces
from tabledisplay.journal import FILE_NAME, PUBLISHED_KEYS, RoundRow, published, read_rounds
from tabledisplay.trouble import KnownTrouble, echoed
from tabledisplay.words import Words

LEAST_WIDTHS = (0, 0, 19, 5, 0)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be run as a formula by a spreadsheet."""


def add_rounds_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    words: Words | None = None,
    parents: Sequence[argparse.ArgumentParser] = (),
) -> None:
    """Adds `rounds`; `parents` are the options that every command takes."""
    say = (words or Words()).say
    rounds = subparsers.add_parser(
        "rounds", help=say("rounds.help"), parents=parents, allow_abbrev=False
    )
    rounds.add_argument("--last", metavar="N", help=say("rounds.help_last"))
    rounds.add_argument("--from", metavar="T", dest="since", help=say("rounds.help_from"))
    rounds.add_argument("--to", metavar="T", dest="until", help=say("rounds.help_to"))
    rounds.add_argument(
        "--format", metavar="table|csv|jsonl", default="table", help=say("rounds.help_format")
    )


def run_rounds(args: argparse.Namespace, words: Words, data_dir: Path, timezone: tzinfo) -> int:
    """Writes the rounds to stdout, oldest first, and returns 0. KnownTrouble: input, no journal."""
    layout = {"table": table_lines, "csv": csv_lines, "jsonl": json_lines}.get(args.format)
    if layout is None:
        raise KnownTrouble("rounds.bad_format", given=echoed(args.format))
    since, until = read_times(args.since, args.until, timezone)
    last = read_count(args.last)
    rows = read_rounds(data_dir / FILE_NAME, since=since, until=until, last=last)
    write_lines(layout(rows, words, timezone))
    return 0


def read_count(text: str | None) -> int | None:
    """A number of rounds, 1 to 999,999,999. KnownTrouble: none."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise KnownTrouble("rounds.bad_last", given=echoed(text))
    return int(text)


def read_times(
    since: str | None, until: str | None, timezone: tzinfo
) -> tuple[datetime | None, datetime | None]:
    """First and last moment wanted, both inclusive. A date alone stands for its whole day."""
    first = None if since is None else read_time(since, timezone, end_of_day=False)
    last = None if until is None else read_time(until, timezone, end_of_day=True)
    if first is not None and last is not None and last < first:
        raise KnownTrouble("rounds.backwards")
    return first, last


def read_time(text: str, timezone: tzinfo, *, end_of_day: bool) -> datetime:
    """An ISO 8601 date or time in UTC, read as the table's where it names no zone. KnownTrouble."""
    try:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            moment = datetime.fromisoformat(text)
        else:
            moment = datetime.combine(day + timedelta(days=end_of_day), time())
            moment -= timedelta(microseconds=end_of_day)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise KnownTrouble("rounds.bad_time", given=echoed(text)) from None


def write_lines(lines: Iterable[str]) -> None:
    """Writes line by line. BrokenPipeError: the reader has seen enough, as with `| head`."""
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def json_lines(rows: Iterable[RoundRow], words: Words, timezone: tzinfo) -> Iterator[str]:
    """One JSON object a round: the published form, the same in every language and time zone."""
    del words, timezone
    for row in rows:
        yield json.dumps(published(row), ensure_ascii=False, separators=(",", ":"))


def csv_lines(rows: Iterable[RoundRow], words: Words, timezone: tzinfo) -> Iterator[str]:
    """The published form as CSV with a head: dice as 2-5-5, nothing where there is nothing."""
    del words, timezone
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="")
    for cells in chain([PUBLISHED_KEYS], (map(cell, published(row).values()) for row in rows)):
        writer.writerow(cells)
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def cell(value: object) -> str:
    """One value of a round for a spreadsheet."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            return "-".join(map(str, value))
        case _:
            text = str(value)
            return f"'{text}" if text.startswith(FORMULA) else text


def table_lines(rows: Iterable[RoundRow], words: Words, timezone: tzinfo) -> Iterator[str]:
    """For people: aligned columns, the table's time, what is special of a round in words."""
    names = ("opening", "round", "at", "dice", "total", "remarks")
    *titles, remarks = (words.say(f"rounds.column_{name}") for name in names)
    widths = [max(len(title), least) for title, least in zip(titles, LEAST_WIDTHS, strict=True)]
    yield aligned([*titles, remarks], widths)
    row = None
    for row in rows:
        cells = [
            str(row.opening),
            str(row.number),
            moment(row.at.astimezone(timezone), words),
            spaced(row.dice),
            "" if row.total is None else str(row.total),
            "; ".join(remarks_on(row, words)),
        ]
        yield aligned(cells, widths)
    if row is None:
        yield words.say("rounds.none")


def aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """All columns to the right, the remarks to the left."""
    numbers = (text.rjust(width) for text, width in zip(cells, widths, strict=False))
    return "  ".join((*numbers, cells[-1])).rstrip()


def moment(at: datetime, words: Words) -> str:
    """A local time as people of that language write it, to the second."""
    day, month = f"{at:%d}", f"{at:%m}"
    return words.say("rounds.moment", day=day, month=month, year=f"{at:%Y}", time=f"{at:%H:%M:%S}")


def remarks_on(row: RoundRow, words: Words) -> Iterator[str]:
    """What sets the round apart from a plain result."""
    first = spaced(row.first_dice)
    if row.void is not None:
        yield words.say(f"rounds.void_{row.void}")
    if row.correction is not None:
        yield words.say("rounds.corrected", dice=first, reason=printable(row.correction))
    elif first:
        yield words.say("rounds.first", dice=first)
    if row.late:
        yield words.say("rounds.late")
    if row.manual:
        yield words.say("rounds.manual")


def spaced(dice: Faces | None) -> str:
    return "" if dice is None else " ".join(map(str, dice))


def printable(text: str) -> str:
    """What a person typed, without anything a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in text)
