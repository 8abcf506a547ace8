"""What is paid, at which stake, up to which maximum; gain and total apart."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import winning
from tests.ui.croupier.tables import Played
from tests.ui.croupier.taps import press, tap
from ui.croupier.page import PageName
from ui.croupier.payments import Stake, chips, main_boxes, paid_boxes

Sit = Callable[..., Played]
faces = st.integers(1, 6)
RULES = load_ruleset()


@given(st.tuples(faces, faces, faces), st.sampled_from(["1", "2.5", "100"]), st.integers(1, 5000))
def test_every_winning_box_and_no_other(
    rolled: tuple[int, int, int], minimum: str, stake: int
) -> None:
    dice = Dice.of(*rolled)
    paid = paid_boxes(dice, RULES, Decimal(minimum), Decimal(stake))
    assert tuple(line.box for line in paid) == winning(dice)
    for line in paid:
        assert line.returned - line.gain == stake
        assert line.gain == RULES.pays(line.box, dice) * stake
        assert line.over == (stake > RULES.maximum(line.box, Decimal(minimum)))


def test_without_a_minimum_nothing_is_over_a_maximum() -> None:
    assert {line.over for line in paid_boxes(Dice.of(1, 2, 3), RULES, None, Decimal(9))} == {False}


@pytest.mark.parametrize(
    ("rolled", "won"), [((1, 2, 3), "small"), ((6, 5, 6), "big"), ((4, 4, 4), "any_triple")]
)
def test_the_main_boxes_at_a_glance(rolled: tuple[int, int, int], won: str) -> None:
    assert [box.id for box, wins in main_boxes(Dice.of(*rolled)) if wins] == [won]


def test_chips_are_sorted_written_plainly_and_not_too_many() -> None:
    assert [str(chip) for chip in chips((1000, 2.5, 5, 5))] == ["2.5", "5", "1000"]
    assert len(chips(tuple(range(1, 30)))) == 10


def test_a_stake_is_the_sum_of_its_chips() -> None:
    stake = Stake().plus(Decimal(5)).plus(Decimal("2.5"))
    assert stake.amount == Decimal("7.5")
    assert stake.taken_back().amount == 5
    assert Stake().taken_back() == Stake()


def test_after_the_confirmation_the_payments_come_up(qtbot: QtBot, played: Played) -> None:
    played.play(5, 2, 5)
    assert played.panel.page is PageName.PAYMENTS
    told = played.panel.book.payments.list.text()
    assert "Petit perd" in told
    assert "Grand gagne" in told
    assert "Doublé 5 10\u00a0×, Mise max. 100\u00a0€, Gain 50\u00a0€, Total rendu 55\u00a0€" in told
    tap(qtbot, played.panel.book.payments.chips.keys[4])
    assert "Gain 250\u00a0€, Total rendu 275\u00a0€" in played.panel.book.payments.list.text()
    press(qtbot, played.panel, Qt.Key.Key_1, Qt.Key.Key_Backspace)
    assert "Mise 25\u00a0€" in played.panel.book.payments.list.text()
    tap(qtbot, played.panel.book.payments.chips.clear)
    assert "Mise 5\u00a0€" in played.panel.book.payments.list.text()


def test_the_next_round_begins_without_a_stake(qtbot: QtBot, played: Played) -> None:
    played.play(5, 2, 5)
    tap(qtbot, played.panel.book.payments.chips.keys[4])
    played.play(1, 1, 2)
    assert "Mise 5\u00a0€" in played.panel.book.payments.list.text()


def test_payments_can_be_seen_while_the_next_round_runs(qtbot: QtBot, played: Played) -> None:
    played.play(5, 2, 5)
    played.to_bets()
    assert played.panel.page is PageName.ROUND
    tap(qtbot, played.panel.nav[PageName.PAYMENTS])
    assert "total 12" in played.panel.book.payments.list.text()
    assert played.panel.dominant.accessibleName() == "RIEN NE VA PLUS"


def test_who_is_elsewhere_is_left_there(played: Played) -> None:
    played.panel.open_page(PageName.SIDE_BET)
    played.play(5, 2, 5)
    assert played.panel.page is PageName.SIDE_BET
