"""Windows of the customer screen for the tests, at any size and in any language."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from tabledisplay.settings import CustomerSettings, RoundSettings, Settings
from ui.customer.window import CustomerWindow

PATIENCE_MS = 120_000
"""What must come is waited for: only a hang takes so long, never a busy machine."""


class PatientBot(QtBot):
    """pytest-qt's own gives up after five seconds, which a busy machine may take."""

    def waitUntil(  # noqa: N802 - pytest-qt's name
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(  # noqa: N802 - pytest-qt's name
        self, signal: object, *, timeout: int = PATIENCE_MS, **more: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """As pytest-qt's, with patience."""
    return PatientBot(request)


ALL_MODULES = (
    "result", "layout", "last", "road", "totals", "faces", "waits", "limits", "voids",
    "how_to_play", "countdown", "pictures",
)  # fmt: skip


def screen(betting_seconds: int = 0, **customer: object) -> Settings:
    """Settings with this [customer] section; without motion unless it is asked for."""
    section = msgspec.structs.replace(CustomerSettings(animations="none"), **customer)
    return Settings(customer=section, round=RoundSettings(betting_seconds=betting_seconds))


@pytest.fixture(autouse=True, scope="session")
def the_last_window_does_not_end_the_tests(qapp: QApplication) -> None:
    """As in the program: windows come and go. A quit would end every later event loop at once."""
    qapp.setQuitOnLastWindowClosed(False)


@pytest.fixture(autouse=True)
def windows_are_gone_after_their_test(qapp: QApplication) -> Iterator[None]:
    """pytest-qt only asks for it: what waits for an event loop would pile up over the tests."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def window(qapp: QApplication) -> Iterator[Callable[..., CustomerWindow]]:
    """Makes windows that are gone after the test."""
    made: list[CustomerWindow] = []

    def make(
        settings: Settings | None = None, size: tuple[int, int] = (1920, 1080), demo: bool = False
    ) -> CustomerWindow:
        one = CustomerWindow(settings or screen(), demo=demo)
        one.resize(*size)
        made.append(one)
        return one

    yield make
    for one in made:
        gone(one)


def gone(window: QWidget) -> None:
    """Deletes the window now: what waits for an event loop would pile up over the tests."""
    window.hide()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
