"""The only meeting point of Qt's loop and the core."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from tabledisplay.game.commands import Command
from tabledisplay.game.decide import Refused
from tabledisplay.shaker.messages import Message
from tabledisplay.table import Snapshot, Table


class TableBridge(QObject):
    """Lives in the GUI thread. `heard` is emitted from the reader threads, `changed` from here."""

    heard = Signal(object)
    changed = Signal(object)
    untold = Signal()
    """Something is true that could not even be told: nothing live may stand on a screen."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        table.listen = self._tell
        table.failed = self._failed
        self.heard.connect(self._hear)

    @property
    def snapshot(self) -> Snapshot:
        """What the screens show now."""
        return self._table.snapshot

    def deliver(self, messages: Sequence[Message]) -> None:
        """Called from a reader thread: the one crossing of threads in the program."""
        self.heard.emit(tuple(messages))

    def submit(self, command: Command, pin: str | None = None) -> Refused | None:
        """What a person asks for; the answer is None, or why not."""
        refused = self._table.submit(command, pin)
        if refused is not None and refused.code == "journal_failed":
            self._table.tell()
        return refused

    def _hear(self, messages: object) -> None:
        assert isinstance(messages, tuple)
        unsupported = self._table.links.other_version
        self._table.hear(messages)
        if unsupported != self._table.links.other_version:
            self._table.tell()

    def _tell(self, snapshot: Snapshot) -> None:
        self.changed.emit(snapshot)

    def _failed(self, bug: Exception) -> None:
        """What a slot of `changed` raises Qt hands to the hook itself; the rest goes there here."""
        sys.excepthook(type(bug), bug, bug.__traceback__)
        self.untold.emit()
