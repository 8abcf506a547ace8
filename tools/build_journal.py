"""Makes an old journal: so many events, written by the real journal, openings of real rounds.

    .venv/bin/python -m tools.build_journal 5000000 build/old

One evening is played through the real table by a pretend shaker, with void, hand-entered and
corrected rounds and a pulled plug; then it is repeated, each evening a day later and with its own
opening number. The last evening is as long as the rest demands and the table is left open.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import msgspec

from benchmarks.evening import Evening
from tabledisplay.game.apply import fold
from tabledisplay.game.events import AnyEvent, TableOpened
from tabledisplay.game.state import TableState
from tabledisplay.journal import FILE_NAME, Journal

ROUNDS_AN_EVENING = 400
EVENTS_AN_APPEND = 2000
PARIS = ZoneInfo("Europe/Paris")


class Kept:
    """What a table would have journaled."""

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []

    def append(self, events: Sequence[AnyEvent]) -> None:
        self.events += events


def played(rounds: int = ROUNDS_AN_EVENING) -> list[AnyEvent]:
    """The events of an evening, not the first one at its table."""
    first, second = Kept(), Kept()
    with TemporaryDirectory() as folder:
        before = Evening(first, Path(folder))
        before.open()
        before.play(20)
        before.close()
        begun = fold(first.events, TableState())
        evening = Evening(second, Path(folder), state=begun, clock=before.clock, seed=2)
        evening.open()
        evening.play(rounds)
        evening.close()
    return second.events


def build(
    folder: Path, events: int, *, last: int | None = None, evening: Sequence[AnyEvent] | None = None
) -> Path:
    """A new journal of exactly so many events in the folder; where it is.

    `last`: how many of them stand in the last evening, so that journals of different age can end
    alike. An evening cut short to make up the number comes first.
    """
    evening = evening or played()
    last = min(events, len(evening) if last is None else last)
    whole, rest = divmod(events - last, len(evening))
    parts = [evening[:rest], *[evening] * whole, evening[:last]]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    if path.exists():
        raise FileExistsError(path)
    journal = Journal.open(path, timezone=PARIS, now=evening[0].at).journal
    source = years(parts)
    while batch := tuple(islice(source, EVENTS_AN_APPEND)):
        journal.append(batch)
    journal.close()
    return path


def years(evenings: Iterable[Sequence[AnyEvent]]) -> Iterator[AnyEvent]:
    """The evenings one after the other, each a day later than the one before."""
    openings = count(1)
    for days, evening in enumerate(evenings):
        later = timedelta(days=days)
        for event in evening:
            at = event.at + later
            if isinstance(event, TableOpened):
                yield msgspec.structs.replace(event, at=at, opening=next(openings))
            else:
                yield msgspec.structs.replace(event, at=at)


def main() -> int:
    """Builds one as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("events", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--last", type=int, help="events of the last evening")
    args = parser.parse_args()
    print(build(args.folder, args.events, last=args.last))
    return 0


if __name__ == "__main__":
    sys.exit(main())
