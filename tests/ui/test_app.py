"""`run` as a process: one program a folder, an orderly end, what it keeps for others to read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.console.program import Program
from tests.ui.screens.xserver import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals end it here")

PATIENCE = 120.0
PLAIN = '[customer]\nmodules = ["result", "last"]\n'
"""No charts: their import may outlast the 2 s that an end on request is given."""
RUN = [sys.executable, "-m", "tabledisplay", "run", "--data"]
PATIENT = [sys.executable, "-m", "tests.ui.patient_program", "run", "--data"]
"""The same, but it may take its time to end in order: what is asked is what it leaves behind."""


def environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def running(data: Path, *extra: str) -> Iterator[subprocess.Popen[str]]:
    config = data / "plain.toml"
    config.write_text(PLAIN, encoding="utf-8")
    program = subprocess.Popen(
        [*PATIENT, str(data), "--config", str(config), *extra],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until(lambda: health(data) is not None and health(data)["pid"] == program.pid)
        yield program
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE)


def health(data: Path) -> dict[str, object] | None:
    try:
        told: dict[str, object] = json.loads((data / "health" / "state.json").read_text())
    except FileNotFoundError:
        return None
    return told


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def ended(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = program.communicate(timeout=PATIENCE)
    return program.returncode, out, err


def test_it_ends_in_order_when_it_is_asked_to(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "/dev/nothing-here") as program:
        told = health(tmp_path)
        assert told is not None
        assert (told["phase"], told["link"], told["journal_ok"]) == ("closed", "absent", True)
        wait_until(lambda: any((tmp_path / "backups").glob("journal-*.db")))
        program.send_signal(signal.SIGTERM)
        assert ended(program) == (0, "", "")
    told = health(tmp_path)
    assert told is not None
    assert told["ended"] is True
    log = (tmp_path / "logs" / "tabledisplay.log").read_text(encoding="utf-8")
    assert "started" in log
    assert "ended" in log


def test_how_the_screens_stood_is_in_the_log_and_the_health_file(tmp_path: Path) -> None:
    """A used kiosk of which no monitor was chosen: the one that is on is the customers'."""
    (tmp_path / "settings.toml").write_text("[kiosk]\nenabled = true\n", encoding="utf-8")
    with running(tmp_path):
        told = health(tmp_path)
        assert told is not None
        assert told["screens"] == ["screens.croupier_absent"]
        log = (tmp_path / "logs" / "tabledisplay.log").read_text(encoding="utf-8")
    assert "WARNING screens count=1 why=screens.croupier_absent" in log


def test_a_second_start_only_says_that_the_first_runs(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        second = subprocess.run(
            [*RUN, str(tmp_path)],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert second.returncode == 0
        assert "déjà ouvert" in second.stdout
        assert second.stderr == ""
        assert first.poll() is None


def test_three_crashes_in_five_minutes_start_it_plainly(tmp_path: Path) -> None:
    for _ in range(3):
        with running(tmp_path) as program:
            program.kill()
            program.wait(PATIENCE)
    with running(tmp_path):
        told = health(tmp_path)
        assert told is not None
        assert told["safe_mode"] is True


def test_broken_settings_play_by_the_last_good_copy_and_alarm(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[table]\nname = "Une"\n', encoding="utf-8")
    with running(tmp_path) as program:
        program.send_signal(signal.SIGTERM)
        assert ended(program)[0] == 0
    settings.write_text("[table]\nname = 3\n", encoding="utf-8")
    with running(tmp_path) as program:
        program.send_signal(signal.SIGTERM)
        assert ended(program)[0] == 0
    settings.unlink()
    with Program(tmp_path) as console:
        assert [alarm["code"] for alarm in console.last["croupier"]["alarms"]] == [
            "settings_fallback"
        ]


def test_broken_settings_without_a_copy_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[table]\nfoo = 3\n", encoding="utf-8")
    program = subprocess.run(
        [*RUN, str(tmp_path)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert program.returncode == 2
    assert len(program.stderr.splitlines()) == 1
    assert "ligne 2" in program.stderr
