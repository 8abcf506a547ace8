"""Windows of the customer screen for the tests, at any size and in any language."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from PySide6.QtWidgets import QApplication

from tabledisplay.settings import CustomerSettings, RoundSettings, Settings
from ui.customer.window import CustomerWindow

ALL_MODULES = (
    "result", "layout", "last", "road", "totals", "faces", "waits", "limits", "voids",
    "how_to_play", "countdown", "pictures",
)  # fmt: skip


def screen(betting_seconds: int = 0, **customer: object) -> Settings:
    """Settings with this [customer] section; without motion unless it is asked for."""
    section = msgspec.structs.replace(CustomerSettings(animations="none"), **customer)
    return Settings(customer=section, round=RoundSettings(betting_seconds=betting_seconds))


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
        one.close()
        one.deleteLater()
