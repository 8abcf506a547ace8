"""Writes into a journal until it is killed: `python -m tests.journal.killed_writer`.

For each folder named on stdin a child is forked that says `pid N`, appends for ever, and says the
number of each batch once `append` has returned; after its death the parent says `gone`.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path

from tabledisplay.game.events import AnyEvent, BetsClosed
from tests.journal.story import NOW, confirmed, journal_in, table_opened


def batch(number: int) -> list[AnyEvent]:
    """The events of that batch: one to four, some with a round, some opening the table."""
    at = NOW + timedelta(seconds=number)
    if number % 50 == 0:
        return [table_opened(number // 50 + 1, at)]
    closed = [BetsClosed(at=at, round=number + part) for part in range(number % 3)]
    return [*closed, confirmed(number, (1, 1 + number % 6, 6), at)]


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def write_until_killed(folder: Path, number: int) -> None:
    say(f"pid {os.getpid()}")
    journal = journal_in(folder)
    journal._reach().execute("PRAGMA wal_autocheckpoint=10")
    while True:
        journal.append(batch(number))
        say(str(number))
        number += 1


def main() -> None:
    for line in sys.stdin:
        number, folder = line.rstrip("\n").split(" ", 1)
        pid = os.fork()
        if pid == 0:
            write_until_killed(Path(folder), int(number))
        os.waitpid(pid, 0)
        say("gone")


if __name__ == "__main__":
    main()
