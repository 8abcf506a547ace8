"""Old or new, never half: through errors, full disks and kill -9."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tabledisplay import files
from tabledisplay.files import write_atomically

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX calls")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_new_file_and_replaced_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_atomically(path, b"one")
    assert path.read_bytes() == b"one"
    write_atomically(path, b"")
    assert path.read_bytes() == b""
    assert names(tmp_path) == ["state.json"]


@posix
def test_others_may_not_read_it(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_atomically(path, b"one")
    assert path.stat().st_mode & 0o027 == 0
    write_atomically(path, b"two", mode=0o600)
    assert path.stat().st_mode & 0o777 == 0o600


def test_folder_must_exist(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "state.json", b"one")
    assert names(tmp_path) == []


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "state.json"
    write_atomically(path, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    if call == "fsync":
        monkeypatch.setattr(files.os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["state.json"]


def test_what_a_cut_left_beside_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.with_name(".state.json" + files.UNFINISHED).write_bytes(b"half of something longer")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["state.json"]


@posix
def test_order_is_write_sync_rename_sync_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real_fsync, real_replace = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        done.append("folder" if Path(f"/proc/self/fd/{descriptor}").resolve().is_dir() else "file")
        real_fsync(descriptor)

    def replace(self: Path, target: Path) -> Path:
        assert self.read_bytes() == b"new"
        done.append("rename")
        return real_replace(self, target)

    monkeypatch.setattr(files.os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    write_atomically(tmp_path / "state.json", b"new")
    assert done == ["file", "rename", "folder"]


WRITER = """
import sys
from pathlib import Path
from tabledisplay.files import write_atomically
n = 0
while True:
    n += 1
    write_atomically(Path(sys.argv[1]), (str(n) * 20000).encode())
    print(n, flush=True)
"""


@posix
def test_killed_while_writing_the_file_is_always_whole(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    for acknowledgements in range(1, 9):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout
            last = [int(writer.stdout.readline()) for _ in range(acknowledgements)][-1]
            writer.send_signal(signal.SIGKILL)
            last = max([last, *(int(line) for line in writer.stdout)])
        text = path.read_text()
        assert text in {str(last) * 20000, str(last + 1) * 20000}


def test_a_reader_beside_never_sees_half(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    whole = {bytes([65 + n]) * 4096 for n in range(50)}
    write_atomically(path, min(whole))

    def write_all() -> None:
        for data in sorted(whole):
            write_atomically(path, data)

    writer = threading.Thread(target=write_all)
    writer.start()
    seen = set()
    while writer.is_alive():
        seen.add(path.read_bytes())
    writer.join()
    assert seen <= whole
