"""Every panel of a test sits on a real table in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tabledisplay.settings import Settings
from tests.ui.croupier.tables import Played
from ui.croupier.sources import Sources


@pytest.fixture
def sit(qtbot: QtBot, tmp_path: Path) -> Callable[..., Played]:
    """Makes a shown panel on a table: `sit(settings=…, device=True)`."""

    def made(
        settings: Settings | None = None,
        *,
        device: bool = False,
        sources: Sources | Callable[[Played], Sources] | None = None,
    ) -> Played:
        played = Played(tmp_path, settings, device=device, sources=sources)
        qtbot.addWidget(played.panel)
        with qtbot.waitActive(played.panel):
            played.panel.show()
        return played

    return made


@pytest.fixture
def played(sit: Callable[..., Played]) -> Played:
    """An open table with a minimum of 5, played by hand."""
    table = sit()
    table.open()
    return table
