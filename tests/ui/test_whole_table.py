"""The whole table: bytes in, both windows out. What customers see changes only at the key."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import CloseBets, ConfirmDice, OpenTable, ReopenBets
from tabledisplay.game.state import Phase
from tabledisplay.public_view import Banner, PublicView
from tabledisplay.rules.money import parse_money
from tabledisplay.settings import parse
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.startup import Loaded, Options
from tests.cases.bench import HEARTBEAT, PORT, V, line
from tests.cases.test_serial import SETTLED
from ui.app import Stage

OTHER_DICE = line("SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,1,1,3,00,00,00,00")
STILL = '[customer]\nanimations = "none"\n[shaker]\nports = ["/dev/nothing-here"]\n'


class Hall:
    """A stage whose bytes come from the test instead of a port."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.stage = Stage(Options(folder), Loaded(parse(("test", STILL))))
        for window in (self.stage.customer, self.stage.panel):
            qtbot.addWidget(window)
        self.stage.customer.resize(1280, 720)
        self.stage.panel.resize(1280, 800)
        self._listener = slp1_listener(PORT)
        self._now = 0.0

    def hear(self, data: bytes) -> None:
        self._now += 0.1
        self.stage.bridge.deliver(self._listener.hear(data, self._now))

    def public_pixels(self) -> bytes:
        return picture(self.stage.customer)

    def panel_pixels(self) -> bytes:
        return picture(self.stage.panel)

    @property
    def phase(self) -> Phase:
        return self.stage.started.table.state.phase


def picture(window: QWidget) -> bytes:
    image = window.grab().toImage()  # kept while its bits are read
    return bytes(image.constBits())


@pytest.fixture
def hall(tmp_path: Path, qtbot: QtBot) -> Iterator[Hall]:
    hall = Hall(tmp_path, qtbot)
    hall.stage.bridge.submit(OpenTable(parse_money(5), "A-17"))
    hall.hear(HEARTBEAT)
    hall.hear(SETTLED)
    assert hall.phase is Phase.BETS_OPEN
    yield hall
    hall.stage.close()


@pytest.mark.parametrize("reading", [V, OTHER_DICE])
def test_no_pixel_tells_the_dice_before_the_croupier_confirms(hall: Hall, reading: bytes) -> None:
    hall.stage.bridge.submit(CloseBets())
    closed = hall.public_pixels()
    panel = hall.panel_pixels()
    hall.hear(reading)
    assert hall.phase is Phase.PROPOSED
    assert hall.public_pixels() == closed
    assert hall.panel_pixels() != panel
    hall.stage.bridge.submit(ConfirmDice())
    assert hall.public_pixels() != closed


def test_an_early_reading_changes_nothing_that_customers_see(hall: Hall) -> None:
    betting = hall.public_pixels()
    hall.hear(V)
    assert hall.phase is Phase.BETS_OPEN
    assert hall.public_pixels() == betting
    hall.stage.bridge.submit(CloseBets())
    assert hall.phase is Phase.PROPOSED


def test_the_panel_does_not_tell_an_early_reading(tmp_path: Path, qtbot: QtBot) -> None:
    seen = []
    for number, reading in enumerate((V, OTHER_DICE)):
        (tmp_path / str(number)).mkdir()
        hall = Hall(tmp_path / str(number), qtbot)
        seen.append(hall)
        hall.stage.bridge.submit(OpenTable(parse_money(5), "A-17"))
        hall.hear(HEARTBEAT)
        hall.hear(SETTLED)
        hall.hear(reading)
    first, second = seen
    # Keys wake up a moment after each phase; once both have, not a pixel differs.
    qtbot.waitUntil(lambda: first.panel_pixels() == second.panel_pixels())
    assert first.public_pixels() == second.public_pixels()
    for hall in seen:
        hall.stage.close()


def test_a_lost_link_changes_nothing_that_customers_see(hall: Hall) -> None:
    betting, panel = hall.public_pixels(), hall.panel_pixels()
    hall._now += 5
    hall.hear(b"")
    assert hall.public_pixels() == betting
    assert hall.panel_pixels() != panel


def test_a_shaker_of_another_version_is_named_on_the_panel(hall: Hall) -> None:
    """« `SLP2`: "version non prise en charge", no draw. »: also where no event tells a change."""
    betting = hall.public_pixels()
    hall._now += 5
    hall.hear(b"")
    status = hall.stage.panel.surround.status
    assert status.text().startswith("liaison perdue")
    hall._listener = slp1_listener("/dev/nothing-here")
    hall.hear(line("SLP2,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00"))
    assert status.text().startswith("version non prise en charge")
    assert hall.stage.sources.ports()[0].heard == "version non prise en charge"
    assert hall.stage.bridge.snapshot.croupier.counters.other_version == 1
    assert hall.public_pixels() == betting
    hall._now += 5
    hall.hear(b"")
    assert status.text().startswith("liaison perdue")


@contextmanager
def bugs_noted() -> Iterator[list[str]]:
    """The hook that logs and counts bugs in the program, here a list."""
    noted: list[str] = []
    before, sys.excepthook = sys.excepthook, lambda kind, bug, trace: noted.append(str(bug))
    try:
        yield noted
    finally:
        sys.excepthook = before


def fails(*given: object) -> None:
    raise ValueError("a view")


def test_a_panel_that_fails_keeps_neither_the_game_nor_the_customers(hall: Hall) -> None:
    betting = hall.public_pixels()
    hall.stage.panel.show_snapshot = fails  # type: ignore[method-assign] # it has a bug
    for _ in range(2):
        with bugs_noted() as noted:
            assert hall.stage.bridge.submit(CloseBets()) is None
        assert noted == ["a view"]
        assert hall.phase is Phase.NO_MORE_BETS
        closed = hall.public_pixels()
        assert closed != betting, "the customers see that bets are closed"
        with bugs_noted() as noted:
            assert hall.stage.bridge.submit(ReopenBets(None)) is None
        assert hall.public_pixels() == betting


def test_a_customer_screen_that_fails_shows_nothing_live_each_time(hall: Hall) -> None:
    """A bug that is known already is not announced again: its screen must turn neutral anyway."""
    betting, show = hall.public_pixels(), hall.stage.customer.show_view

    def shows_neutral_only(view: PublicView) -> None:
        if view.banner is not Banner.UNAVAILABLE:
            fails()
        show(view)

    hall.stage.customer.show_view = shows_neutral_only  # type: ignore[method-assign] # it has a bug
    with bugs_noted() as noted:
        assert hall.stage.bridge.submit(CloseBets()) is None
    neutral = hall.public_pixels()
    hall.stage.customer.show_view = show  # type: ignore[method-assign] # for once it works
    hall.stage.bridge.submit(ReopenBets(None))
    assert hall.public_pixels() == betting
    hall.stage.customer.show_view = shows_neutral_only  # type: ignore[method-assign] # its bug again
    with bugs_noted() as noted:
        assert hall.stage.bridge.submit(CloseBets()) is None
    assert noted == ["a view"]
    assert hall.phase is Phase.NO_MORE_BETS
    assert hall.public_pixels() == neutral != betting


def test_what_cannot_even_be_told_leaves_nothing_live(hall: Hall) -> None:
    betting = hall.public_pixels()
    hall.stage.started.table.listen = fails
    with bugs_noted() as noted:
        assert hall.stage.bridge.submit(CloseBets()) is None
    assert noted == ["a view"]
    assert hall.phase is Phase.NO_MORE_BETS
    neutral = hall.public_pixels()
    assert neutral != betting
    hall.stage.show_nothing_live()
    assert hall.public_pixels() == neutral


def test_settings_of_the_customer_screen_that_cannot_be_used_are_said(
    tmp_path: Path, qtbot: QtBot
) -> None:
    unusable = '[customer]\nlogo = "/nowhere.png"\n[customer.theme]\naccent = "#111111"\n'
    stage = Stage(Options(tmp_path), Loaded(parse(("test", unusable))))
    qtbot.addWidget(stage.customer)
    qtbot.addWidget(stage.panel)
    assert len(stage.customer.troubles) == 2
    stage.close()


def test_the_panel_says_the_latest_trouble_and_then_the_one_before(
    tmp_path: Path, qtbot: QtBot
) -> None:
    stage = Stage(Options(tmp_path), Loaded(parse(("test", STILL))))
    qtbot.addWidget(stage.customer)
    qtbot.addWidget(stage.panel)
    told: list[str | None] = []
    stage.panel.show_trouble = told.append  # type: ignore[method-assign] # only its ears
    stage.say_trouble("disk", "full")
    stage.say_trouble("screens", "dark")
    stage.say_trouble("screens", None)
    stage.say_trouble("disk", None)
    assert told == ["full", "dark", "full", None]
    stage.close()


def test_the_test_card_covers_the_customer_screen_until_a_round_opens(
    tmp_path: Path, qtbot: QtBot
) -> None:
    hall = Hall(tmp_path, qtbot)
    hall.stage.customer.show()
    closed = hall.public_pixels()
    hall.stage.test_screens()
    assert hall.public_pixels() != closed
    hall.stage.bridge.submit(OpenTable(parse_money(5), "A-17"))
    assert hall.stage.card.isVisible()
    hall.hear(HEARTBEAT)
    hall.hear(SETTLED)
    assert not hall.stage.card.isVisible()
    hall.stage.test_screens()
    assert not hall.stage.card.isVisible()
    hall.stage.close()
