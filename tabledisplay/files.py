"""A file is replaced wholly or not at all, whatever happens in between."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

UNFINISHED = ".unfinished"


def write_atomically(path: Path, data: bytes, mode: int = 0o640) -> None:
    """After this, `path` holds `data` even through a power cut; before, it held what it held.

    Written beside (`.name.unfinished`, overwritten next time if a cut leaves it), synced, renamed,
    folder synced. One writer for each path. OSError: nothing changed, or only the last sync failed.
    """
    beside = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes names just created or renamed in `folder` last through a power cut.

    Windows has no such call and keeps names in NTFS's own journal: nothing to do there.
    """
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
