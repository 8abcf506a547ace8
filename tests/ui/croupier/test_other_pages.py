"""The last rounds, the ports, the touch field, and the ways that are seldom gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputDevice, QPointingDevice
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import (
    Acknowledge,
    CorrectResult,
    OpenTable,
    SetPin,
    VoidRound,
)
from tabledisplay.rules.dice import Dice
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import LEFT, hold, press, tap
from ui.croupier.casino_time import day_and_hour, hour
from ui.croupier.page import PageName
from ui.croupier.sources import PortHeard, Sources

Sit = Callable[..., Played]
K = Qt.Key


def test_times_are_the_casinos() -> None:
    summer = datetime(2026, 7, 14, 22, 30, tzinfo=UTC)
    assert hour(summer, "Europe/Paris") == "00:30"
    assert day_and_hour(summer, "Europe/Paris") == "15/07/2026 00:30"
    assert hour(summer, "Nowhere/Atall") == "22:30"


# Last rounds


def test_the_last_ten_with_what_was_not_ordinary(played: Played) -> None:
    played.panel.open_page(PageName.RECALL)
    told = played.panel.book.recall.list
    assert told.text() == "Aucun coup dans cette ouverture."
    for _ in range(9):
        played.play(1, 1, 2)
    played.to_close()
    played.do(VoidRound("leaning"))
    played.play(4, 5, 6)
    played.do(CorrectResult(11, Dice.of(4, 5, 5), "dé mal lu"))
    lines = told.text().split(". ")
    assert len(lines) == 10
    assert lines[0] == "N° 11 21:00 4-5-5 14 GRAND rectifié, d'abord 4 5 6, saisi à la main"
    assert lines[1].endswith("Coup nul\u00a0: Dé à cheval")
    assert lines[-1].startswith("N° 2 ")


def test_rounds_of_an_earlier_opening_are_not_recalled(played: Played) -> None:
    from tabledisplay.game.commands import CloseTable

    played.play(1, 1, 2)
    played.do(CloseTable())
    played.open("10")
    played.panel.open_page(PageName.RECALL)
    assert played.panel.book.recall.list.text() == "Aucun coup dans cette ouverture."


# Ports


def test_more_ports_than_fit_are_turned_to(qtbot: QtBot, sit: Sit) -> None:
    asked: list[int] = []

    def ports() -> tuple[PortHeard, ...]:
        asked.append(1)
        return tuple(PortHeard(f"COM{n}", "", "ouvert", f"0000000{n}") for n in range(1, 5))

    played = sit(sources=Sources(ports=ports))
    played.panel.open_page(PageName.TECHNICIAN)
    press(qtbot, played.panel, K.Key_1)
    part = played.panel.book.technician.ports
    assert part.texts[0].text() == "COM1\u00a0: ouvert"
    press(qtbot, played.panel, K.Key_0)
    assert part.texts[0].text() == "COM4\u00a0: ouvert"
    assert not part.texts[1].isVisible()
    press(qtbot, played.panel, K.Key_2)
    assert played.asked == []
    press(qtbot, played.panel, K.Key_1)
    assert played.table.state.device == "00000004"
    press(qtbot, played.panel, K.Key_0)
    assert (part.texts[0].text(), len(asked)) == ("COM1\u00a0: ouvert", 2)


# The field to touch


@pytest.fixture
def screens(qtbot: QtBot, sit: Sit) -> Played:
    played = sit()
    played.panel.open_page(PageName.TECHNICIAN)
    tap(qtbot, played.panel.book.technician.menu["screens"])
    return played


def test_the_field_shows_where_the_mouse_is(qtbot: QtBot, screens: Played) -> None:
    field = screens.panel.book.technician.screens.field
    qtbot.mousePress(field, LEFT, pos=QPoint(20, 30))
    assert [(f.x(), f.y()) for f in field.fingers] == [(20, 30)]
    qtbot.mouseRelease(field, LEFT)
    assert field.fingers == ()


def test_the_field_shows_every_finger(screens: Played) -> None:
    device = QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)
    assert isinstance(device, QPointingDevice)
    field, window = screens.panel.book.technician.screens.field, screens.panel
    spots = [field.mapTo(window, QPoint(x, 40)) for x in (30, 90)]
    QTest.touchEvent(window, device).press(0, spots[0], window).press(1, spots[1], window).commit()
    assert sorted(f.x() for f in field.fingers) == [30, 90]
    QTest.touchEvent(window, device).release(0, spots[0], window).move(1, spots[1], window).commit()
    assert [f.x() for f in field.fingers] == [90]
    QTest.touchEvent(window, device).release(1, spots[1], window).commit()
    assert field.fingers == ()


def test_without_a_test_card_its_key_is_greyed(screens: Played) -> None:
    assert not screens.panel.book.technician.screens.card.isEnabled()


# By the numpad alone


def test_a_chef_at_the_numpad(qtbot: QtBot, sit: Sit) -> None:
    played = sit(device=True)
    press(qtbot, played.panel, K.Key_Enter, K.Key_3, K.Key_Enter)
    assert isinstance(played.asked[0], OpenTable)
    played.play(1, 2, 3)
    played.to_bets()
    played.read(7, 1, 2, 3)
    press(qtbot, played.panel, K.Key_F5, K.Key_5, K.Key_1)
    assert played.asked[-1] == Acknowledge(1)
    press(qtbot, played.panel, K.Key_Backspace, K.Key_4, K.Key_1, K.Key_2)
    qtbot.keyPress(played.panel, K.Key_Minus)
    qtbot.waitUntil(lambda: played.asked[-1] == VoidRound("stacked", 1))
    qtbot.keyRelease(played.panel, K.Key_Minus)
    assert played.phase == "bets_open"
    press(qtbot, played.panel, K.Key_F5, K.Key_7, K.Key_Backspace)
    assert played.panel.book.chef.menu["pin"].isVisible()


def test_a_pin_that_changed_under_an_open_page_is_asked_for_again(
    qtbot: QtBot, played: Played
) -> None:
    digits = [K(K.Key_0.value + int(digit)) for digit in "111111"]
    played.play(1, 2, 3)
    played.set_pin("chef", "111111")
    played.panel.open_page(PageName.CHEF)
    press(qtbot, played.panel, *digits, K.Key_Enter)
    assert played.table.submit(SetPin("chef", "222222"), "111111") is None
    press(qtbot, played.panel, K.Key_4, K.Key_1, K.Key_5)
    hold(qtbot, played.panel.book.chef.void.void)
    assert played.panel.book.chef.pin_pad.isVisible()
    assert "n'est pas celui" in played.panel.surround.strip.accessibleName()
    assert played.table.state.history[0].dice == Dice.of(1, 2, 3)


def test_a_touch_that_the_system_takes_away_is_forgotten(played: Played) -> None:
    from PySide6.QtCore import QCoreApplication, QEvent

    key = played.panel.dominant
    key.event(QEvent(QEvent.Type.TouchCancel))
    QCoreApplication.sendEvent(key, QEvent(QEvent.Type.ContextMenu))
    assert (played.asked, key.isDown()) == ([], False)


def test_sizes_of_screens_are_said_as_in_the_installation(screens: Played) -> None:
    told = screens.panel.book.technician.screens.lines.text()
    assert "10,1 pouces" in told
    screens.panel.set_language("en")
    assert "10.1 inches" in screens.panel.book.technician.screens.lines.text()
