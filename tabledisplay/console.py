"""The text front end: one JSON object a line, no Qt (contract: « console »)."""

from __future__ import annotations

import io
import queue
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from tabledisplay.console_asked import Asked, read
from tabledisplay.console_told import told
from tabledisplay.game.decide import Refused
from tabledisplay.shaker.messages import Message
from tabledisplay.table import Snapshot, Table
from tabledisplay.words import Words

LONGEST_LINE = 65_536
"""Characters of one line in; what is longer is refused."""

Arrival = str | tuple[Message, ...] | None
"""A line typed, what a shaker said, or the end of input."""


class Console:
    """Plays one table over two text streams. Everything arrives through one queue."""

    def __init__(self, words: Words, out: TextIO) -> None:
        self._words = words
        self._out = out
        self._arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()

    def deliver(self, messages: Sequence[Message]) -> None:
        """Called from the reader threads."""
        self._arrivals.put(tuple(messages))

    def run(self, table: Table, lines: TextIO) -> None:
        """Tell the first line, then answer until `quit` or the end of input."""
        table.listen = self._show
        self._show(table.snapshot)
        reader = threading.Thread(target=self._read, args=(lines,), name="console", daemon=True)
        reader.start()
        while True:
            match self._arrivals.get():
                case str(line):
                    if not self._answer(table, line):
                        return
                case None:
                    return
                case messages:
                    table.hear(messages)

    def _read(self, lines: TextIO) -> None:
        with suppress(OSError, ValueError):  # a terminal that hung up is the end of input, too
            while line := lines.readline(LONGEST_LINE):
                self._arrivals.put(line)
                while len(line) == LONGEST_LINE and not line.endswith("\n"):
                    line = lines.readline(LONGEST_LINE)
        self._arrivals.put(None)

    def _answer(self, table: Table, line: str) -> bool:
        """One line out for one command; False when it was `quit`."""
        if not line.strip():
            return True
        asked = read(line)
        if not isinstance(asked, Asked):
            self._show(table.snapshot, asked[1], asked[0])
            return True
        refused: Refused | None = None
        if asked.command is not None:
            table.listen = _silent
            refused = table.submit(asked.command, asked.pin)
            table.listen = self._show
        self._show(table.snapshot, asked.id, refused)
        return asked.do != "quit"

    def _show(
        self, snapshot: Snapshot, echo: object = None, refused: Refused | None = None
    ) -> None:
        print(told(snapshot, self._words, echo=echo, no=refused), file=self._out, flush=True)


def _silent(snapshot: Snapshot) -> None:
    """The command's own line tells what changed."""


def utf8_streams() -> tuple[TextIO, TextIO]:
    """Standard input and output, UTF-8 whatever the system says; bad bytes become U+FFFD.

    One that was closed before the start is empty.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace", newline=None)
    return sys.stdin or io.StringIO(), sys.stdout or io.StringIO()
