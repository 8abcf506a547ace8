"""The whole program, started, doubled, killed and asked to end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tabledisplay.crash_history import read_history
from tabledisplay.health import Health, read_health
from tabledisplay.logs import LOG_FILE
from tabledisplay.startup import LAST_GOOD_FILE
from tests.ui.screens.xserver import PATIENCE, ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def command(data: Path) -> list[str]:
    return [sys.executable, "-m", "tabledisplay", "run", "--data", str(data)]


@contextmanager
def running(data: Path) -> Iterator[tuple[subprocess.Popen[bytes], Health]]:
    """The program once its health file says that it runs, with what that says."""
    with subprocess.Popen(command(data), cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        try:
            yield process, until_well(data, lambda h: h.pid == process.pid and not h.ended)
        finally:
            process.kill()


def until_well(data: Path, true: Callable[[Health], bool]) -> Health:
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last:
        health = read_health(data / "health")
        if health is not None and true(health):
            return health
        time.sleep(0.02)
    pytest.fail(f"not within {PATIENCE} s; last {read_health(data / 'health')}")


def test_asked_to_end_it_ends_and_that_is_no_crash(tmp_path: Path) -> None:
    with running(tmp_path) as (process, health):
        assert health.phase == "closed"
        assert read_history(tmp_path / "health").running
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    history = read_history(tmp_path / "health")
    assert (history.running, history.crashes, history.starts) == (False, (), 1)


def test_a_second_start_says_one_sentence_and_leaves_the_first_be(tmp_path: Path) -> None:
    with running(tmp_path) as (process, _):
        second = subprocess.run(
            command(tmp_path), cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
        )
        assert second.returncode == 0
        assert second.stderr == b""
        assert len(second.stdout.decode().splitlines()) == 1
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    assert read_history(tmp_path / "health").starts == 1


def test_killed_three_times_it_comes_back_plainly(tmp_path: Path) -> None:
    plain = []
    for _ in range(4):
        with running(tmp_path) as (process, health):
            plain.append(health.safe_mode)
            process.kill()
    assert plain == [False, False, False, True]
    assert "WARNING safe_mode" in (tmp_path / "logs" / LOG_FILE).read_text(encoding="utf-8")
    assert read_history(tmp_path / "health").total == 3


def test_settings_that_cannot_be_read_are_no_crash(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[table]\nname = 5\n", encoding="utf-8")
    for _ in range(4):
        ran = subprocess.run(
            command(tmp_path), cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
        )
        assert ran.returncode == 2
        assert len(ran.stderr.decode().splitlines()) == 1
    assert read_history(tmp_path / "health").crashes == ()


def test_a_copy_of_the_settings_that_the_disk_refuses_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / f".{LAST_GOOD_FILE}.unfinished").mkdir()
    with running(tmp_path) as (process, health):
        assert health.phase == "closed"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    assert not (tmp_path / LAST_GOOD_FILE).exists()
