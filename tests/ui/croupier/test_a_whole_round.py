"""From a closed table to the payments, by tap alone and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    StartShake,
)
from tabledisplay.rules.dice import Dice
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import tap
from ui.croupier.page import PageName

Sit = Callable[..., Played]


def test_by_tap(qtbot: QtBot, sit: Sit) -> None:
    played = sit()
    panel = played.panel
    tap(qtbot, panel.dominant)
    chef = panel.book.chef
    tap(qtbot, chef.opening.chips.keys[2])
    tap(qtbot, chef.opening.open_table)
    assert played.asked == [OpenTable(played.asked[0].minimum)]
    assert (str(played.asked[0].minimum), played.phase) == ("5", "ready")
    for phase in ("shaking", "bets_open", "no_more_bets"):
        played.wait()
        tap(qtbot, panel.dominant)
        assert played.phase == phase
    for face in (5, 2, 5):
        played.wait(0.2)
        tap(qtbot, panel.book.round.pad[face - 1])
    assert played.phase == "no_more_bets"
    played.wait()
    tap(qtbot, panel.dominant)
    assert played.phase == "confirmed"
    assert played.asked[1:] == [
        StartShake(),
        EndShake(),
        CloseBets(),
        EnterDice(Dice.of(5, 2, 5)),
        ConfirmDice(),
    ]
    assert panel.page is PageName.PAYMENTS
    played.wait()
    tap(qtbot, panel.dominant)
    assert (played.phase, panel.page) == ("shaking", PageName.ROUND)


def test_by_keyboard(qtbot: QtBot, sit: Sit) -> None:
    played = sit()
    panel = played.panel

    def press(*keys: Qt.Key) -> None:
        for key in keys:
            played.wait()
            qtbot.keyClick(panel, key)

    press(Qt.Key.Key_Return, Qt.Key.Key_4, Qt.Key.Key_Return)
    assert (played.phase, str(played.table.state.minimum)) == ("ready", "10")
    press(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_0)
    assert played.phase == "no_more_bets"
    press(Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Backspace, Qt.Key.Key_3, Qt.Key.Key_6)
    press(Qt.Key.Key_Enter)
    assert (played.phase, panel.page) == ("confirmed", PageName.PAYMENTS)
    assert played.table.state.history[-1].dice == Dice.of(1, 3, 6)
    press(Qt.Key.Key_Enter)
    assert played.phase == "shaking"
