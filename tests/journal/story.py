"""Events as a table makes them, and journals that hold them."""

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from tabledisplay.game.events import (
    AnyEvent,
    BetsClosed,
    BetsOpened,
    DiceProposed,
    ProgramStarted,
    ResultConfirmed,
    ResultCorrected,
    RoundVoided,
    ShakeStarted,
    TableClosed,
    TableOpened,
)
from tabledisplay.game.parts import Carried
from tabledisplay.journal import FILE_NAME, Journal, Opened
from tabledisplay.journal_chain import Entry
from tabledisplay.journal_read import read
from tabledisplay.journal_schema import entries

NOBODY = 65534
NOW = datetime(2026, 5, 3, 20, 0, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")


def opened(folder: Path, *, now: datetime = NOW, vfs: str | None = None) -> Opened:
    return Journal.open(folder / FILE_NAME, timezone=PARIS, now=now, vfs=vfs)


def journal_in(folder: Path, *, vfs: str | None = None) -> Journal:
    """An open journal that needed no repair."""
    found = opened(folder, vfs=vfs)
    assert found.repair is None
    return found.journal


def written(folder: Path, batches: Sequence[Sequence[AnyEvent]]) -> Path:
    """A journal closed in good order that holds these events."""
    journal = journal_in(folder)
    for batch in batches:
        journal.append(batch)
    journal.close()
    return folder / FILE_NAME


def held(path: Path) -> list[Entry]:
    """All that the journal's file holds, read as another process would."""
    return read(path, lambda connection: list(entries(connection)))


def without_rights(ask: Callable[[], str]) -> str:
    """The answer of a process that may do no more than the file's rights say, even under root."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        answer = "nothing: an exception"
        try:
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            answer = ask()
        finally:
            os.write(writing, answer.encode())
            os._exit(0)
    os.close(writing)
    os.waitpid(pid, 0)
    with os.fdopen(reading) as told:
        return told.read()


def table_opened(opening: int, at: datetime = NOW) -> TableOpened:
    return TableOpened(
        at=at,
        opening=opening,
        minimum="5",
        float_ref="A-17",
        rules="fr",
        connected=False,
        carried=Carried(),
    )


def confirmed(number: int, dice: tuple[int, int, int], at: datetime = NOW) -> ResultConfirmed:
    return ResultConfirmed(at=at, round=number, dice=dice, by="croupier", manual=False)


def voided(number: int, at: datetime = NOW, *, moves: bool = True) -> RoundVoided:
    return RoundVoided(at=at, round=number, reason="leaning", die=2, by="croupier", moves=moves)


def corrected(number: int, dice: tuple[int, int, int], reason: str) -> ResultCorrected:
    return ResultCorrected(at=NOW, round=number, dice=dice, reason=reason)


def evening(openings: int, rounds: int) -> Iterator[list[AnyEvent]]:
    """Batches as `Table` would append them: every fifth round void, every seventh corrected."""
    clock = (NOW + timedelta(seconds=7 * tick) for tick in count())
    yield [ProgramStarted(at=next(clock), version="1")]
    for opening in range(1, openings + 1):
        yield [table_opened(opening, next(clock))]
        for number in range(1, rounds + 1):
            yield from _round(number, clock)
        yield [TableClosed(at=next(clock))]


def _round(number: int, clock: Iterator[datetime]) -> Iterator[list[AnyEvent]]:
    dice = (1 + number % 6, 1 + number % 6, 6)
    yield [ShakeStarted(at=next(clock), round=number, first=True, by="croupier")]
    yield [BetsOpened(at=next(clock), round=number, first=False, by="croupier")]
    yield [BetsClosed(at=next(clock), round=number)]
    if number % 5 == 0:
        yield [voided(number, next(clock))]
        return
    at = next(clock)
    yield [
        DiceProposed(at=at, round=number, dice=dice, source="croupier", by="croupier"),
        confirmed(number, dice, at),
    ]
    if number % 7 == 0:
        yield [corrected(number, (1, 2, 3), "dé mal lu")]
