"""What ends the program, what does not, and that it always does end."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCloseEvent, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.screens.xserver import PATIENCE, ROOT, program, xvfb
from ui.session import ENDING, KioskGuard, Session, keep_awake

posix = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@contextmanager
def running(*words: str, environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen]:
    """The program, ready to be asked."""
    command = [sys.executable, "-m", "tests.ui.ending_program", *words]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def ends(process: subprocess.Popen) -> list[str]:
    """What it still said before it ended, and that it ended well."""
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stdout
    return process.stdout.read().splitlines()


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("words", [(), ("locked",)])
def test_a_signal_ends_the_program_in_order(name: str, words: tuple[str, ...]) -> None:
    with running(*words) as process:
        process.send_signal(getattr(signal, name))
        assert ends(process) == ["ending", "closed in order"]


@posix
def test_two_signals_are_one_request() -> None:
    with running("locked") as process:
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        assert ends(process).count("ending") <= 1


@posix
@pytest.mark.parametrize("word", ["stuck", "slow"])
def test_a_stuck_window_or_a_slow_close_does_not_keep_it_alive(word: str) -> None:
    with running(word) as process:
        process.send_signal(signal.SIGTERM)
        assert "closed in order" not in ends(process)


@posix
def test_a_request_is_acted_on_even_while_the_window_is_stuck() -> None:
    with running("stuck", "telling") as process:
        process.send_signal(signal.SIGTERM)
        assert ends(process) == ["request heard"]


@posix
def test_closing_and_quitting_do_not_end_a_locked_program() -> None:
    with running("locked", "closing") as process:
        assert process.stdout
        said = [process.stdout.readline().strip() for _ in range(2)]
        assert said == ["closed False", "visible True"]
        process.send_signal(signal.SIGTERM)
        assert ends(process) == ["ending", "closed in order"]


def test_closing_a_window_ends_a_program_that_is_not_locked() -> None:
    with running("closing") as process:
        assert ends(process)[:2] == ["ending", "closed True"]


@pytest.mark.xorg
def test_alt_f4_in_the_kiosk_does_nothing_and_a_signal_still_ends_it(tmp_path: Path) -> None:
    if program("xdotool") is None:
        pytest.skip("xdotool is not installed")
    with xvfb(tmp_path) as x:
        for words in (("telling", "locked"), ("telling",)):
            with running(*words, environment=x.environment()) as process:
                find = ["search", "--sync", "--onlyvisible", "--name", "guarded"]
                for command in ([*find, "windowfocus", "--sync"], ["key", "alt+F4"]):
                    subprocess.run(
                        ["xdotool", *command],
                        env=x.environment(),
                        check=True,
                        timeout=PATIENCE,
                        stdout=subprocess.DEVNULL,
                    )
                assert process.stdout
                assert process.stdout.readline() == "asked to close\n"
                if "locked" in words:
                    process.send_signal(signal.SIGTERM)
                said = [word for word in ends(process) if word != "request heard"]
                assert said == ["ending", "closed in order"]


def test_signals_are_given_back(qapp: QApplication) -> None:
    before = {number: signal.getsignal(number) for number in ENDING}
    session = Session(qapp)
    assert {number: signal.getsignal(number) for number in ENDING} != before
    session.end()
    session.done()
    assert {number: signal.getsignal(number) for number in ENDING} == before
    assert signal.set_wakeup_fd(-1) == -1


@posix
@pytest.mark.parametrize(("number", "request_to_end"), [("SIGUSR1", False), ("SIGHUP", True)])
def test_only_requests_to_end_are_heard(
    qapp: QApplication, qtbot: QtBot, number: str, request_to_end: bool
) -> None:
    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    session = Session(qapp)
    session._heard.disconnect(session.ask)  # to leave pytest's own event loop would end its tests
    heard: list[bool] = []
    session._heard.connect(lambda: heard.append(True), Qt.ConnectionType.DirectConnection)
    try:
        os.kill(os.getpid(), getattr(signal, number))
    finally:
        session.done()
        signal.signal(signal.SIGUSR1, before)
    qtbot.waitUntil(lambda: "session end" not in [t.name for t in threading.enumerate()])
    assert heard == [True] * request_to_end


def test_end_of_the_session_is_announced_once(qapp: QApplication, qtbot: QtBot) -> None:
    session = Session(qapp)
    try:
        with qtbot.waitSignal(session.ending):
            session._announce()
        with qtbot.assertNotEmitted(session.ending):
            session._announce()
    finally:
        session.done()


def test_guard_holds_windows_until_it_is_released(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    guard = KioskGuard([window], locked=True)
    window.show()
    with qtbot.assertNotEmitted(guard.closed):
        assert not window.close()
        event = QCloseEvent()
        QApplication.sendEvent(window, event)
        assert not event.isAccepted()
    assert window.isVisible()
    guard.release()
    with qtbot.waitSignal(guard.closed):
        assert window.close()
    assert not window.isVisible()


@pytest.mark.parametrize("locked", [True, False])
def test_menus_open_only_when_unlocked(qtbot: QtBot, locked: bool) -> None:
    asked: list[QEvent] = []

    class Window(QWidget):
        def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
            asked.append(event)

    window = Window()
    qtbot.addWidget(window)
    guard = KioskGuard([window], locked=locked)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(window, QContextMenuEvent(reason, QPoint(1, 1), QPoint(1, 1)))
    assert bool(asked) is not locked
    guard.release()


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows it is the program's to say")
def test_elsewhere_the_session_keeps_the_screens_lit() -> None:
    assert keep_awake() is False
