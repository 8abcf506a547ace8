"""One program per data folder, held by a lock that the kernel drops when the program is gone.

Never a pid file: a lock that outlives a crash, or a pid used again, would keep the table shut. A
second start asks the first to come to the front, by a file whose change the first sees.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from tabledisplay.files import write_atomically

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl

LOCK_FILE, FRONT_FILE = "lock", "front"
MUTEX = "TableDisplay"
"""Also held under Windows, for the installer to see that the program runs."""


class Instance:
    """The lock on one data folder, held until `close` or the end of the process."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def take(cls, data: Path) -> Self | None:
        """The lock, or None while another program holds it. OSError: no such folder."""
        file = (data / LOCK_FILE).open("ab")
        try:
            _lock(file)
        except OSError:
            file.close()
            return None
        return cls(file)

    def close(self) -> None:
        """Let the next one in. The file stays: to delete it would open a race."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def ask_to_front(data: Path) -> None:
    """Ask the program that holds the folder to show itself. One that cannot be asked is left be."""
    with contextlib.suppress(OSError):
        write_atomically(data / FRONT_FILE, os.urandom(8))


class FrontRequests:
    """Whether somebody asked, since last looked."""

    def __init__(self, data: Path) -> None:
        self._path = data / FRONT_FILE
        self._seen = self._now()

    def heard(self) -> bool:
        """True once after each `ask_to_front` (after several, once)."""
        before, self._seen = self._seen, self._now()
        return self._seen not in (before, b"")

    def _now(self) -> bytes:
        with contextlib.suppress(OSError):
            return self._path.read_bytes()
        return b""


def _lock(file: BinaryIO) -> None:
    """OSError while another process holds it."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        # Never closed: it goes with the process, as the lock does.
        ctypes.windll.kernel32.CreateMutexW(None, False, MUTEX)
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
