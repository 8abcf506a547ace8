"""One program per data folder: held through everything but the end of the process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tabledisplay.instance import FRONT_FILE, LOCK_FILE, FrontRequests, Instance, ask_to_front
from tests.ui.screens.xserver import PATIENCE, ROOT

HOLDER = """
import sys, os
from pathlib import Path
from tabledisplay.instance import Instance
held = Instance.take(Path(sys.argv[1]))
print("taken" if held else "refused", flush=True)
if len(sys.argv) > 2:
    os._exit(0)
sys.stdin.read()
"""


def start(data: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(data), *more],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def word_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def test_the_second_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    first = Instance.take(tmp_path)
    assert first is not None
    with start(tmp_path) as second:
        assert word_of(second) == "refused"
        second.communicate(timeout=PATIENCE)
    first.close()
    with start(tmp_path) as third:
        assert word_of(third) == "taken"
        assert Instance.take(tmp_path) is None
        third.communicate(timeout=PATIENCE)
    with Instance.take(tmp_path) as again:
        assert again is not None
    assert (tmp_path / LOCK_FILE).exists()


def test_other_folders_are_other_tables(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    with Instance.take(tmp_path / "a") as a, Instance.take(tmp_path / "b") as b:
        assert a is not None
        assert b is not None


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_program_holds_nothing(tmp_path: Path) -> None:
    with start(tmp_path) as first:
        assert word_of(first) == "taken"
        first.send_signal(signal.SIGKILL)
        first.wait(timeout=PATIENCE)
        first.stdin.close()
    with Instance.take(tmp_path) as held:
        assert held is not None


def test_a_program_that_just_stops_holds_nothing(tmp_path: Path) -> None:
    with start(tmp_path, "exit") as first:
        assert word_of(first) == "taken"
        first.wait(timeout=PATIENCE)
    with Instance.take(tmp_path) as held:
        assert held is not None


def test_children_do_not_inherit_the_lock(tmp_path: Path) -> None:
    with Instance.take(tmp_path) as held:
        assert held is not None
        assert not os.get_inheritable(held._file.fileno())


def test_no_folder_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Instance.take(tmp_path / "none")


def test_requests_are_heard_once(tmp_path: Path) -> None:
    requests = FrontRequests(tmp_path)
    assert not requests.heard()
    ask_to_front(tmp_path)
    assert requests.heard()
    assert not requests.heard()
    ask_to_front(tmp_path)
    ask_to_front(tmp_path)
    assert requests.heard()
    assert not requests.heard()


def test_requests_from_before_the_start_are_not_for_us(tmp_path: Path) -> None:
    ask_to_front(tmp_path)
    requests = FrontRequests(tmp_path)
    assert not requests.heard()
    (tmp_path / FRONT_FILE).unlink()
    assert not requests.heard()


def test_one_that_cannot_be_asked_is_left_be(tmp_path: Path) -> None:
    ask_to_front(tmp_path / "none")
    assert not FrontRequests(tmp_path / "none").heard()
