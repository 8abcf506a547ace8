"""No wrong tap costs anything, no right tap takes two."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputDevice, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    ReopenBets,
    StartShake,
    VoidRound,
)
from tabledisplay.rules.dice import Dice
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import LEFT, held_down, tap
from ui.croupier.acts import Typing
from ui.croupier.entry import Entry
from ui.croupier.keys import Key
from ui.croupier.page import PageName

Sit = Callable[..., Played]


def digits(played: Played) -> tuple[int, ...]:
    return played.panel.conduct.typing.entry.faces


def pad(played: Played, face: int) -> Key:
    return played.panel.book.round.pad[face - 1]


# Double taps


def test_a_double_tap_does_not_do_the_next_phases_act(qtbot: QtBot, played: Played) -> None:
    for expected in ("shaking", "bets_open", "no_more_bets"):
        qtbot.mouseDClick(played.panel.dominant, LEFT)
        tap(qtbot, played.panel.dominant)
        played.wait(0.4)
        tap(qtbot, played.panel.dominant)
        assert played.phase == expected
        played.wait(0.2)


def test_enter_twice_is_once(qtbot: QtBot, played: Played) -> None:
    qtbot.keyClick(played.panel, Qt.Key.Key_Enter)
    qtbot.keyClick(played.panel, Qt.Key.Key_Return)
    assert played.asked == [StartShake()]
    played.wait(0.5)
    qtbot.keyClick(played.panel, Qt.Key.Key_Enter)
    assert played.asked == [StartShake(), EndShake()]


def test_the_pause_runs_from_a_change_that_the_device_made(qtbot: QtBot, sit: Sit) -> None:
    """The croupier's finger is on its way to VALIDER when a reading comes."""
    played = sit(device=True)
    played.open()
    played.to_close()
    for face in (1, 2, 3):
        played.panel.conduct.type_face(face)
    played.read(7, 6, 6, 6)
    tap(qtbot, played.panel.dominant)
    assert played.phase == "proposed"
    assert digits(played) == (1, 2, 3)
    assert played.panel.conduct.typing.correcting


def test_a_finger_that_is_down_while_the_phase_changes_does_nothing(qtbot: QtBot, sit: Sit) -> None:
    played = sit(device=True)
    played.open()
    played.do(StartShake())
    qtbot.mousePress(played.panel.dominant, LEFT)
    played.do(EndShake())
    played.wait(5)
    qtbot.mouseRelease(played.panel.dominant, LEFT)
    assert played.phase == "bets_open"


def test_same_dice_twice_are_two_taps_but_a_bounce_is_one(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    tap(qtbot, pad(played, 5))
    played.wait(0.119)
    tap(qtbot, pad(played, 5))
    assert digits(played) == (5,)
    played.wait(0.121)
    tap(qtbot, pad(played, 5))
    tap(qtbot, pad(played, 2))
    assert digits(played) == (5, 5, 2)


def test_a_fourth_die_is_not_taken(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    for face in (1, 2, 3, 4):
        tap(qtbot, pad(played, face))
    assert digits(played) == (1, 2, 3)


# Wrong phase, half an entry, leaving the key


def test_a_tap_in_the_wrong_phase_shakes_and_asks_nothing(qtbot: QtBot, played: Played) -> None:
    book = played.panel.book
    for key in (pad(played, 3), book.round.correct, book.round.take_back, book.round.bell):
        with qtbot.waitSignal(key.missed):
            tap(qtbot, key)
    qtbot.keyClick(played.panel, Qt.Key.Key_4)
    with qtbot.waitSignal(played.panel.dominant.missed):
        qtbot.keyClick(played.panel, Qt.Key.Key_0)
    assert (played.asked, digits(played), played.phase) == ([], (), "ready")


def test_enter_with_half_an_entry_confirms_nothing(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    tap(qtbot, pad(played, 6))
    with qtbot.waitSignal(played.panel.dominant.missed):
        qtbot.keyClick(played.panel, Qt.Key.Key_Enter)
    assert (played.asked, digits(played)) == ([], (6,))


def test_half_an_entry_waits_for_minutes_and_over_other_pages(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    tap(qtbot, pad(played, 6))
    tap(qtbot, pad(played, 1))
    played.wait(600)
    for page in (PageName.SIDE_BET, PageName.CHEF, PageName.LAW, PageName.ROUND):
        played.panel.open_page(page)
    played.show(played.table.snapshot)
    played.panel.set_language("en")
    assert digits(played) == (6, 1)


def test_a_proposal_does_not_drop_half_an_entry(qtbot: QtBot, sit: Sit) -> None:
    played = sit(device=True)
    played.open()
    played.to_close()
    tap(qtbot, pad(played, 4))
    played.read(7, 4, 4, 6)
    assert played.panel.conduct.typing == Typing(Entry((4,)), correcting=True)
    played.wait()
    with qtbot.waitSignal(played.panel.dominant.missed):
        tap(qtbot, played.panel.dominant)
    tap(qtbot, played.panel.book.round.correct)
    tap(qtbot, played.panel.book.round.correct)
    tap(qtbot, played.panel.dominant)
    assert played.asked == [ConfirmDice()]


def test_digits_beside_a_proposal_are_not_taken_before_corriger(qtbot: QtBot, sit: Sit) -> None:
    played = sit(device=True)
    played.open()
    played.to_close()
    played.read(7, 4, 4, 6)
    tap(qtbot, pad(played, 1))
    assert digits(played) == ()
    tap(qtbot, played.panel.book.round.correct)
    for face in (6, 4, 4):
        played.wait(0.2)
        tap(qtbot, pad(played, face))
    played.wait()
    tap(qtbot, played.panel.dominant)
    assert played.asked == [ConfirmDice()]
    assert not played.table.state.history[-1].manual


def test_a_finger_that_slides_off_does_nothing(qtbot: QtBot, played: Played) -> None:
    key = played.panel.dominant
    qtbot.mousePress(key, LEFT)
    qtbot.mouseMove(key, QPoint(-200, -200))
    assert not key.isDown()
    qtbot.mouseRelease(key, LEFT, pos=QPoint(-200, -200))
    assert played.phase == "ready"


def test_a_window_that_loses_the_focus_forgets_fingers(qtbot: QtBot, played: Played) -> None:
    key = played.panel.dominant
    qtbot.mousePress(key, LEFT)
    assert key.isDown()
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not played.panel.isActiveWindow())
    qtbot.mouseRelease(key, LEFT)
    assert (key.isDown(), played.phase) == (False, "ready")


# Keys held down


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_held_down_is_one_act(played: Played, key: Qt.Key) -> None:
    held_down(played.panel, key)
    assert (played.asked, played.phase) == ([StartShake()], "shaking")


def test_a_digit_held_down_is_one_die(played: Played) -> None:
    played.to_close()
    held_down(played.panel, Qt.Key.Key_3)
    assert digits(played) == (3,)


def test_a_repeating_minus_does_not_begin_again(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    held_down(played.panel, Qt.Key.Key_Minus)
    assert played.panel.page is PageName.ROUND
    assert played.panel.book.round.void.face.ring == 0


def test_space_held_on_a_focused_key_is_one_tap(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    key = pad(played, 2)
    key.setFocus(Qt.FocusReason.TabFocusReason)
    held_down(key, Qt.Key.Key_Space)
    assert digits(played) == (2,)


def test_the_focus_does_not_wander_to_another_key(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    key = pad(played, 2)
    key.setFocus(Qt.FocusReason.TabFocusReason)
    assert key.hasFocus()
    played.do(VoidRound("other"))
    assert not any(other.hasFocus() for other in played.panel.findChildren(Key))


# Fingers of a touch screen


@pytest.fixture
def screen() -> QPointingDevice:
    device = QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)
    assert isinstance(device, QPointingDevice)
    return device


def middle(key: Key) -> QPoint:
    return QPoint(key.width() // 2, key.height() // 2)


def test_a_touch_is_a_tap(played: Played, screen: QPointingDevice) -> None:
    key = played.panel.dominant
    touch = QTest.touchEvent(key.window(), screen)
    at = key.mapTo(key.window(), middle(key))
    touch.press(0, at, key.window()).commit()
    assert key.isDown()
    QTest.touchEvent(key.window(), screen).release(0, at, key.window()).commit()
    assert played.asked == [StartShake()]


def test_two_fingers_on_two_dice_are_two_dice(played: Played, screen: QPointingDevice) -> None:
    played.to_close()
    window = played.panel
    spots = [pad(played, face).mapTo(window, middle(pad(played, face))) for face in (2, 6)]
    QTest.touchEvent(window, screen).press(0, spots[0], window).commit()
    QTest.touchEvent(window, screen).stationary(0).press(1, spots[1], window).commit()
    QTest.touchEvent(window, screen).stationary(0).release(1, spots[1], window).commit()
    QTest.touchEvent(window, screen).release(0, spots[0], window).commit()
    assert digits(played) == (6, 2)


def test_two_fingers_on_two_acts_are_a_slip(played: Played, screen: QPointingDevice) -> None:
    played.to_bets()
    window, again = played.panel, played.panel.book.round.shake_again
    spots = [key.mapTo(window, middle(key)) for key in (window.dominant, again)]
    QTest.touchEvent(window, screen).press(0, spots[0], window).commit()
    QTest.touchEvent(window, screen).stationary(0).press(1, spots[1], window).commit()
    QTest.touchEvent(window, screen).release(0, spots[0], window).stationary(1).commit()
    QTest.touchEvent(window, screen).release(1, spots[1], window).commit()
    assert (played.asked, played.phase) == ([], "bets_open")
    played.wait()
    QTest.touchEvent(window, screen).press(0, spots[0], window).commit()
    QTest.touchEvent(window, screen).release(0, spots[0], window).commit()
    assert played.asked == [CloseBets()]


def test_a_second_finger_on_the_same_key_is_nothing(
    played: Played, screen: QPointingDevice
) -> None:
    played.to_close()
    window, key = played.panel, pad(played, 3)
    at = key.mapTo(window, middle(key))
    beside = at + QPoint(8, 8)
    QTest.touchEvent(window, screen).press(0, at, window).commit()
    QTest.touchEvent(window, screen).stationary(0).press(1, beside, window).commit()
    QTest.touchEvent(window, screen).stationary(0).release(1, beside, window).commit()
    QTest.touchEvent(window, screen).release(0, at, window).commit()
    assert digits(played) == (3,)


# What is asked


def test_valider_enters_and_confirms_in_one_tap(qtbot: QtBot, played: Played) -> None:
    played.to_close()
    for face in (5, 2, 5):
        played.wait(0.2)
        tap(qtbot, pad(played, face))
    tap(qtbot, played.panel.dominant)
    assert played.asked == [EnterDice(Dice.of(2, 5, 5)), ConfirmDice()]


def test_the_take_back_key_lives_for_three_seconds(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    tap(qtbot, played.panel.dominant)
    key = played.panel.book.round.take_back
    assert key.isEnabled()
    assert "3" in key.accessibleName()
    played.wait(2.9)
    assert played.panel.conduct.take_back_ms == 100
    tap(qtbot, key)
    assert (played.asked[-1], played.phase) == (ReopenBets(None), "bets_open")
    played.wait()
    tap(qtbot, played.panel.dominant)
    played.wait(3.01)
    qtbot.waitUntil(lambda: not key.isEnabled())
    tap(qtbot, key)
    assert played.phase == "no_more_bets"


def test_after_a_restart_nothing_can_be_taken_back(sit: Sit) -> None:
    played = sit()
    played.open()
    played.to_close()
    again = played.made(played.ruleset)
    again.show_snapshot(played.table.snapshot.croupier, played.table.snapshot.public)
    assert again.conduct.take_back_ms == 0
