"""Disks that misbehave, as SQLite's file system: apsw's shim of it under the real journal.

The index shared between processes (-shm) lives in memory and does not pass through here.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
SYSTEM = apsw.vfs_names()[0]
"""The system's files, also while a disk of ours is the default."""


def told_name(name: Any) -> str:
    """The file's name, from apsw's two ways to say it."""
    return str(name.filename() if isinstance(name, apsw.URIFilename) else name or "")


class Shim(apsw.VFS):
    """Hands every operation to the system's files, after `before` has had its say."""

    def __init__(self, name: str) -> None:
        self.vfs_name = name
        super().__init__(name, SYSTEM)

    def before(self, operation: str, file: str) -> None:
        """Called before each operation; may raise what the operation shall fail with."""

    def xOpen(self, name: Any, flags: list[int]) -> "ShimFile":  # noqa: N802 - apsw's name
        self.before("open", told_name(name))
        return ShimFile(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802 - apsw's name
        self.before("delete", name)
        super().xDelete(name, sync)


class ShimFile(apsw.VFSFile):
    def __init__(self, disk: Shim, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.name = told_name(name)
        super().__init__(SYSTEM, name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - apsw's name
        self.disk.before("read", self.name)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        self.disk.before("write", self.name)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802 - apsw's name
        self.disk.before("sync", self.name)
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:  # noqa: N802 - apsw's name
        self.disk.before("truncate", self.name)
        super().xTruncate(size)


class CountingDisk(Shim):
    """Counts what is read."""

    reads = 0

    def before(self, operation: str, file: str) -> None:
        self.reads += operation == "read"


class FailingDisk(Shim):
    """Fails some operations from the n-th on, so many times or until it heals."""

    def __init__(
        self, name: str, *, operations: frozenset[str], error: type[apsw.Error], times: float
    ) -> None:
        self.failures = 0
        self._left: int | None = None
        self._operations = operations
        self._error = error
        self._times = times
        super().__init__(name)

    def break_at(self, number: int) -> None:
        self.failures, self._left = 0, number

    def heal(self) -> None:
        self._left = None

    def before(self, operation: str, file: str) -> None:
        if operation not in self._operations or self._left is None:
            return
        self._left -= 1
        if self._left <= 0 and self.failures < self._times:
            self.failures += 1
            raise self._error(f"{operation} of {Path(file).name}")


@dataclass
class Platter:
    """What a file would hold after a power cut: what was synced, and maybe some of the rest."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        for offset, data in self.pending:
            put(self.durable, offset, data)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        """Any of the writes not yet synced may be there, whole, in part, or not at all."""
        left = bytearray(self.durable)
        for offset, data in self.pending:
            match chance.randrange(3):
                case 0:
                    put(left, offset, data)
                case 1 if data is not None:
                    for start in range(0, len(data), SECTOR):
                        if chance.random() < 0.5:
                            put(left, offset + start, data[start : start + SECTOR])
                case _:
                    pass
        return bytes(left)


def put(content: bytearray, offset: int, data: bytes | None) -> None:
    """Writes data at an offset, or for None cuts off there."""
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(offset + len(data) - len(content), 0)))
    content[offset : offset + len(data)] = data


class PowerCutDisk(Shim):
    """Remembers what was synced, and tells `watch` before each write, sync and truncate."""

    def __init__(self, name: str, watch: Callable[[], None]) -> None:
        self.platters: dict[str, Platter] = {}
        self.watch = watch
        super().__init__(name)

    def xOpen(self, name: Any, flags: list[int]) -> "RememberedFile":  # noqa: N802 - apsw's name
        file = RememberedFile(self, name, flags)
        if file.name not in self.platters:
            self.platters[file.name] = Platter(bytearray(Path(file.name).read_bytes()))
        return file

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802 - apsw's name
        self.platters.pop(name, None)
        super().xDelete(name, sync)

    def cut(self, folder: Path, chance: random.Random) -> None:
        """Makes the folder what a power cut now would leave of the journal's files."""
        for name, platter in self.platters.items():
            (folder / Path(name).name).write_bytes(platter.after_cut(chance))

    def sync(self, file: str) -> None:
        """What a sync does to the platter."""
        self.platters[file].sync()


class ForgetfulDisk(PowerCutDisk):
    """Fails some syncs, and then calls clean what it has lost, as Linux does with its pages."""

    def __init__(self, name: str) -> None:
        self.syncs_to_fail = 0
        super().__init__(name, lambda: None)

    def sync(self, file: str) -> None:
        if self.syncs_to_fail:
            self.syncs_to_fail -= 1
            self.platters[file].pending.clear()
            raise apsw.IOError("sync")
        super().sync(file)


class RememberedFile(ShimFile):
    disk: PowerCutDisk

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        self.disk.watch()
        self.disk.platters[self.name].pending.append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802 - apsw's name
        self.disk.watch()
        self.disk.sync(self.name)
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:  # noqa: N802 - apsw's name
        self.disk.watch()
        self.disk.platters[self.name].pending.append((size, None))
        super().xTruncate(size)


@contextmanager
def mounted(disk: Shim) -> Iterator[str]:
    """The disk under a name of its own, taken away afterwards."""
    try:
        yield disk.vfs_name
    finally:
        with suppress(apsw.Error):
            disk.unregister()
