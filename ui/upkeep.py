"""What looks after the program while the table plays: backups, disk, health, signs of life."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal, Slot

from tabledisplay import __version__
from tabledisplay.disk import Room, free_bytes, judge, purge_logs
from tabledisplay.health import FOLDER, Health, write_health
from tabledisplay.instance import FrontRequests
from tabledisplay.journal_backup import Backup
from tabledisplay.journal_schema import JournalTrouble
from tabledisplay.listening import Listening
from tabledisplay.logs import Kind, Log
from tabledisplay.settings import Settings
from tabledisplay.startup import Started
from tabledisplay.systemd import Systemd, Watchdog
from tabledisplay.table import Clock, Snapshot

TICK, LOOK = 500, 10_000
"""Milliseconds: a step of a backup and a sign of life; a look at disk and health."""

BACKUP_EVERY = timedelta(hours=6)
"""While the table is open; its closing makes one in any case."""

PATIENCE = {"reader": 60.0, "journal": 60.0}
"""Seconds that a part may stand still before systemd is let to restart the program."""


def settle() -> None:
    """What is loaded by now stays to the end: no collection of garbage looks at it again.

    One that does halts the screens for some 50 ms, three frames of an animation.
    """
    gc.collect()
    gc.freeze()


class Upkeep(QObject):
    """Runs on timers of the GUI thread, in steps too short to be felt; `begin` to `end`.

    `room_changed`: the disk is low, or no longer. `front_asked`: a second start of the program.
    `found_faults`: the full check of the journal, made by a process of its own after the table
    has closed, is not clean.
    """

    room_changed = Signal(object)
    front_asked = Signal()
    found_faults = Signal()

    def __init__(
        self,
        data: Path,
        settings: Settings,
        started: Started,
        listening: Listening,
        clock: Clock,
        log: Log,
        bugs: Callable[[], int],
        *,
        safe_mode: bool,
    ) -> None:
        super().__init__()
        self._data, self._settings, self._clock, self._log = data, settings, clock, log
        self._started, self._listening, self._bugs = started, listening, bugs
        self._safe_mode = safe_mode
        self._systemd = Systemd(os.environ, os.getpid())
        self._watchdog = Watchdog(PATIENCE)
        self._front = FrontRequests(data)
        self._room = Room()
        self._screens: tuple[str, ...] = ()
        self._backup: Backup | None = None
        self._backup_due = clock.now()
        self._open: bool | None = None
        self._journal_at = clock.monotonic()
        self._since = clock.now()
        self._check: QProcess | None = None
        self._check_wanted = False
        self._ticking = QTimer(self, interval=TICK)
        self._ticking.timeout.connect(self._tick)
        self._looking = QTimer(self, interval=LOOK)
        self._looking.timeout.connect(self._look)

    def begin(self) -> None:
        """The windows stand: say so to systemd, and look after everything from now on."""
        self._log.note(Kind.STARTED)
        self._systemd.ready()
        self._ticking.start()
        self._looking.start()
        self._look()
        QTimer.singleShot(LOOK, settle)

    def end(self) -> None:
        """The program ends in order."""
        self._systemd.stopping()
        self._ticking.stop()
        self._looking.stop()
        if self._backup is not None:
            self._backup.cancel()
        if self._check is not None:
            self._check.kill()
            self._check.waitForFinished(500)
        self._write_health(ended=True)
        self._log.note(Kind.ENDED)

    def note(self, snapshot: Snapshot) -> None:
        """Told after each change: the closing of the table makes a backup, then a full check."""
        is_open = "open_table" not in snapshot.croupier.allowed
        if self._open and not is_open:
            self._backup_due = self._clock.now()
            self._check_wanted = True
        self._open = is_open

    def note_screens(self, troubles: tuple[str, ...], monitors: int) -> None:
        """Told of each change of the screens, for the health file and, with its time, the log."""
        self._screens = troubles
        for trouble in troubles:
            self._log.warn(Kind.SCREENS, count=monitors, why=trouble)
        if not troubles:
            self._log.note(Kind.SCREENS, count=monitors)

    @Slot()
    def _tick(self) -> None:
        now = self._clock.monotonic()
        progress = {"reader": self._listening.turned_at, "journal": self._journal_at}
        if self._watchdog.feeds(now, progress):
            self._systemd.alive()
        if self._front.heard():
            self.front_asked.emit()
        self._step_backup()

    def _step_backup(self) -> None:
        """A backup that cannot be made is tried again at the next time; the game goes on."""
        with suppress(JournalTrouble):
            if self._backup is not None:
                if self._backup.step():
                    self._backup = None
            elif self._clock.now() >= self._backup_due:
                self._backup_due = self._clock.now() + BACKUP_EVERY
                self._backup = self._started.journal.begin_backup(
                    self._clock.now(), self._settings.data.backups
                )
            elif self._check_wanted:
                self._check_wanted = False
                self._begin_check()

    def _begin_check(self) -> None:
        """The full check takes its time: another process makes it."""
        self._check = QProcess(self)
        self._check.setStandardOutputFile(QProcess.nullDevice())
        self._check.setStandardErrorFile(QProcess.nullDevice())
        self._check.finished.connect(self._checked)
        program = [] if getattr(sys, "frozen", False) else ["-m", "tabledisplay"]
        self._check.start(sys.executable, [*program, "verify", "--data", str(self._data)])

    @Slot(int)
    def _checked(self, code: int) -> None:
        self._check = None
        if code == 1:
            self._log.warn(Kind.JOURNAL, why="check_failed")
            self._started.journal.doubt()
            self.found_faults.emit()

    @Slot()
    def _look(self) -> None:
        with suppress(JournalTrouble):
            self._started.journal.last_rounds(1)
        self._journal_at = self._clock.monotonic()
        before, self._room = self._room, judge(self._room, free_bytes(self._data))
        if self._room.purge:
            purge_logs(self._log.folder)
        if before.low != self._room.low:
            self.room_changed.emit(self._room)
        self._write_health()

    def _write_health(self, *, ended: bool = False) -> None:
        view = self._started.table.snapshot.croupier
        progress = {"reader": self._listening.turned_at, "journal": self._journal_at}
        health = Health(
            at=self._clock.now(),
            started=self._since,
            pid=os.getpid(),
            version=__version__,
            phase=view.phase.value,
            link=view.link.value,
            journal_ok=view.recorded and not view.untrusted,
            journal_events=self._started.journal.head().seq,
            screens=self._screens,
            late=self._watchdog.late(self._clock.monotonic(), progress),
            free_megabytes=self._room.megabytes,
            bugs=self._bugs(),
            lost_log_lines=self._log.lost,
            safe_mode=self._safe_mode,
            ended=ended,
        )
        with suppress(OSError):
            write_health(self._data / FOLDER, health)
