"""A bug is noted once, in full and without values; the program goes on; nobody sees a trace."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tabledisplay.logs import FAULT_FILE, LAST_FAULT_FILE, LOG_FILE, Log
from tabledisplay.trouble import KnownTrouble
from tests.ui.screens.xserver import PATIENCE, ROOT
from ui.crash import BUG, CrashNet, guarded


def run(logs: Path, what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.ui.crashing_program", str(logs), what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def told(logs: Path) -> str:
    text = (logs / LOG_FILE).read_text(encoding="utf-8")
    for secret in ("5 2 5", "5, 2, 5", "$RS"):
        assert secret not in text
    return text


@pytest.mark.parametrize(
    ("what", "error", "place"),
    [
        ("slot", "bug main", "fail\n  ValueError: dice # # #"),
        ("paint", "bug main", "paintEvent\n  ValueError: no such face in (#, #, #)"),
        ("thread", "bug reader", "fail_in_thread\n  LookupError: …"),
        ("unraisable", "bug unraisable", "__del__\n  RuntimeError: while it goes: # # #"),
    ],
)
def test_a_bug_is_noted_and_the_program_goes_on(
    tmp_path: Path, what: str, error: str, place: str
) -> None:
    ran = run(tmp_path, what)
    assert ran.returncode == 0
    # PySide itself names a paintEvent that failed; nothing else is said.
    assert re.sub(r"Error calling Python override of \S+ ?", "", ran.stderr) == ""
    first, last = ran.stdout.splitlines()
    assert first == "neutral True", "once, in the GUI thread"
    assert last.startswith("still alive after ")
    text = told(tmp_path)
    assert text.count(f"ERROR {error}") == 1
    assert place in text


def test_the_same_bug_again_is_only_counted(tmp_path: Path) -> None:
    assert run(tmp_path, "slot").stdout.splitlines()[-1] == "still alive after 10"
    counts = [line.split("=")[-1] for line in told(tmp_path).splitlines() if "again" in line]
    assert counts == ["2", "4", "8"]


def test_a_neutral_screen_that_fails_too_is_no_endless_loop(tmp_path: Path) -> None:
    ran = run(tmp_path, "neutral")
    assert ran.returncode == 0
    assert ran.stdout.count("neutral") <= 2


def test_words_of_qt_are_noted(tmp_path: Path) -> None:
    ran = run(tmp_path, "qt")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "WARNING qt something about # # #\n" in told(tmp_path)


def test_a_bug_at_the_start_ends_the_program_with_its_code_and_no_trace(tmp_path: Path) -> None:
    ran = run(tmp_path, "start")
    assert (ran.returncode, ran.stderr, ran.stdout) == (BUG, "", "")
    assert "fail\n  ValueError: dice # # #" in told(tmp_path)


def test_a_fault_of_native_code_is_kept_for_the_next_start(tmp_path: Path) -> None:
    ran = run(tmp_path, "fault")
    assert ran.returncode == (-signal.SIGSEGV if os.name != "nt" else ran.returncode) != 0
    assert ran.stderr == ""
    assert "Segmentation fault" in (tmp_path / FAULT_FILE).read_text(errors="replace")
    assert run(tmp_path, "nothing").returncode == 0
    assert (tmp_path / FAULT_FILE).read_bytes() == b""
    assert "Segmentation fault" in (tmp_path / LAST_FAULT_FILE).read_text(errors="replace")
    assert "WARNING fault length=" in told(tmp_path)


def test_without_a_folder_to_write_the_program_still_goes_on(tmp_path: Path) -> None:
    (tmp_path / "logs").write_bytes(b"a file where the folder should be")
    ran = run(tmp_path / "logs", "slot")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "still alive after 10"


@pytest.fixture
def net(tmp_path: Path) -> Iterator[CrashNet]:
    one = CrashNet(Log(tmp_path, 1))
    yield one
    one.log.close()


def failing_at(line: int) -> ValueError:
    """An error whose innermost frame is at that line of no file."""
    try:
        exec(compile("\n" * line + "raise ValueError", "nowhere.py", "exec"))
    except ValueError as error:
        return error
    raise AssertionError


def test_many_different_bugs_do_not_fill_memory_or_log(net: CrashNet) -> None:
    for line in range(1000):
        error = failing_at(line)
        net.caught("main", error, error.__traceback__)
    assert net.bugs == 1000
    assert len(net._seen) <= 201
    assert told(net.log.folder).count("ERROR") == 201


def test_requests_to_leave_are_no_bugs(net: CrashNet, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(net.bug):
        net.caught("main", KeyboardInterrupt(), None)
        net.caught("main", SystemExit(0), None)
    assert net.bugs == 0


def test_hooks_are_given_back(net: CrashNet) -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    net.hook()
    assert sys.excepthook not in before
    net.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_guarded_answers_for_the_action(net: CrashNet, qtbot: QtBot) -> None:
    assert guarded(net, lambda: 1) == 1

    def known() -> int:
        raise KnownTrouble("main.data_folder", folder="x")

    with pytest.raises(KnownTrouble):
        guarded(net, known)

    def bug() -> int:
        raise KeyError(5)

    with qtbot.waitSignal(net.bug):
        assert guarded(net, bug) == BUG
    assert "KeyError: #" in told(net.log.folder)
