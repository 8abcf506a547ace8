"""COUP NUL is held, has a reason of the law, and every irregularity calls its right answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import (
    CloseBets,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import DrawKey, LeakHeard, Lid, ReadingHeard, ShakerState
from tests.ui.croupier.tables import DEVICE, Played
from tests.ui.croupier.taps import LEFT, hold, press, tap
from ui.croupier.acts import Act
from ui.croupier.page import PageName
from ui.croupier.void_page import REASONS

Sit = Callable[..., Played]


@pytest.fixture
def shaken(sit: Sit) -> Played:
    """A table with a shaker."""
    played = sit(device=True)
    played.open()
    return played


def said(played: Played) -> str:
    return played.panel.surround.strip.accessibleName()


def called(played: Played) -> set[Act]:
    acts = played.panel.conduct.acts()
    assert acts is not None
    return set(acts.called)


# COUP NUL


def test_a_short_tap_only_says_that_it_must_be_held(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    tap(qtbot, played.panel.book.round.void)
    assert (played.panel.page, played.asked) == (PageName.ROUND, [])
    assert "anneau" in said(played)


def test_held_then_a_reason(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    hold(qtbot, played.panel.book.round.void)
    assert played.panel.page is PageName.VOID
    played.wait()
    tap(qtbot, played.panel.book.void.reasons[REASONS.index("stacked")])
    assert (played.asked, played.phase) == ([VoidRound("stacked")], "void")
    assert played.panel.page is PageName.ROUND


def test_letting_go_too_soon_empties_the_ring(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    key = played.panel.book.round.void
    qtbot.mousePress(key, LEFT)
    qtbot.waitUntil(lambda: key.face.ring > 0.1)
    qtbot.mouseRelease(key, LEFT)
    assert key.face.ring == 0
    assert played.panel.page is PageName.ROUND


def test_the_finger_that_held_cannot_choose_the_reason_under_it(
    qtbot: QtBot, played: Played
) -> None:
    played.to_bets()
    hold(qtbot, played.panel.book.round.void)
    for key in played.panel.book.void.reasons:
        tap(qtbot, key)
    assert (played.asked, played.phase) == ([], "bets_open")


def test_the_way_back_costs_nothing(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    hold(qtbot, played.panel.book.round.void)
    tap(qtbot, played.panel.book.void.back)
    assert (played.panel.page, played.phase) == (PageName.ROUND, "bets_open")


def test_minus_held_then_a_digit(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    qtbot.keyPress(played.panel, Qt.Key.Key_Minus)
    qtbot.waitUntil(lambda: played.panel.page is PageName.VOID)
    qtbot.keyRelease(played.panel, Qt.Key.Key_Minus)
    played.wait()
    press(qtbot, played.panel, Qt.Key.Key_3)
    assert played.asked == [VoidRound("leaning")]


def test_the_devices_finding_is_chosen_beforehand(qtbot: QtBot, shaken: Played) -> None:
    shaken.to_close()
    shaken.read(7, 1, 2, 3, quality=(0, 4, 0, 0))
    assert called(shaken) == {Act.VOID}
    assert "dé 2" in shaken.panel.book.round.display.text()
    hold(qtbot, shaken.panel.book.round.void)
    reasons = shaken.panel.book.void.reasons
    assert [key.face.chosen for key in reasons] == [reason == "leaning" for reason in REASONS]
    shaken.wait()
    press(qtbot, shaken.panel, Qt.Key.Key_Enter)
    assert shaken.asked == [VoidRound("leaning")]


def test_enter_without_a_finding_voids_nothing(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    hold(qtbot, played.panel.book.round.void)
    played.wait()
    press(qtbot, played.panel, Qt.Key.Key_Enter)
    assert (played.asked, played.panel.page) == ([], PageName.VOID)


def test_the_reasons_close_when_there_is_nothing_to_void_any_more(
    qtbot: QtBot, played: Played
) -> None:
    played.to_bets()
    hold(qtbot, played.panel.book.round.void)
    played.do(VoidRound("other"))
    assert played.panel.page is PageName.ROUND


# Irregularities


def bell_early(played: Played) -> None:
    played.to_bets()
    played.say(ShakerState.SETTLED, 7, Lid.CLOSED)
    played.say(ShakerState.OPEN, 7, Lid.OPEN)


def reading_early(played: Played) -> None:
    played.to_bets()
    played.read(7, 1, 2, 3)


def shake_after_close(played: Played) -> None:
    played.to_close()
    played.say(ShakerState.MIXING, 7)
    played.say(ShakerState.MIXING, 8)


def leak(played: Played) -> None:
    played.to_bets()
    played.hear(LeakHeard(DrawKey(DEVICE, "B1", 7)))


def shake_unseen(played: Played) -> None:
    played.do(StartShake())
    played.say(ShakerState.MIXING, 7)
    played.do(EndShake(), CloseBets())
    played.read(6, 1, 2, 3)


def bad_dice(played: Played) -> None:
    played.to_close()
    for _ in range(2):
        played.hear(ReadingHeard(DrawKey(DEVICE, "B1", 7), None, (0, 0, 0, 0)))


def contradiction(played: Played) -> None:
    played.to_close()
    played.read(7, 1, 2, 3)
    played.read(7, 1, 2, 4)


def disagreement(played: Played) -> None:
    played.to_close()
    played.do(EnterDice(Dice.of(1, 2, 3)))
    played.read(7, 1, 2, 4)


def shaker_fault(played: Played) -> None:
    played.to_bets()
    played.say(ShakerState.FAULT, 7)


@pytest.mark.parametrize(
    ("happens", "sentence", "answers"),
    [
        (bell_early, "La cloche est levée", {Act.CLOSE_BETS, Act.VOID}),
        (reading_early, "a lu les dés avant", {Act.CLOSE_BETS, Act.VOID}),
        (shake_after_close, "a tourné après", {Act.VOID}),
        (leak, "sous la cloche", set()),
        (shake_unseen, "nous n'avons pas entendu", {Act.VALIDATE}),
        (bad_dice, "des dés impossibles", {Act.VALIDATE, Act.VOID}),
        (contradiction, "se contredit", {Act.VALIDATE, Act.CORRECT}),
        (disagreement, "d'autres dés que vous", {Act.CHEF}),
        (shaker_fault, "signale une panne", {Act.CLOSE_BETS}),
    ],
)
def test_each_irregularity_has_its_sentence_and_its_answers(
    shaken: Played, happens: Callable[[Played], None], sentence: str, answers: set[Act]
) -> None:
    happens(shaken)
    assert shaken.table.state.alarms[-1].code == happens.__name__
    assert sentence in said(shaken)
    assert called(shaken) == answers


def test_an_alarm_that_was_answered_is_only_counted(shaken: Played) -> None:
    bell_early(shaken)
    shaken.do(CloseBets())
    assert "La cloche est levée" not in said(shaken)
    assert "Alarmes\u00a0: 1" in said(shaken)
    assert called(shaken) == set()


def test_a_tap_on_the_words_opens_the_alarms(qtbot: QtBot, shaken: Played) -> None:
    bell_early(shaken)
    tap(qtbot, shaken.panel.surround.strip)
    assert shaken.panel.page is PageName.CHEF
    assert shaken.panel.book.chef.alarms.isVisible()


def test_a_round_that_waits_is_called_from_another_page(shaken: Played) -> None:
    shaken.panel.open_page(PageName.LAW)
    assert not shaken.panel.nav[PageName.ROUND].face.called
    shaken.to_close()
    assert shaken.panel.nav[PageName.ROUND].face.called


# Disagreement


def test_a_disagreement_shows_both_and_stops(qtbot: QtBot, shaken: Played) -> None:
    disagreement(shaken)
    told = shaken.panel.book.round.display.text()
    assert "1 2 3" in told
    assert "1 2 4" in told
    assert not shaken.panel.dominant.isEnabled()


def test_the_croupier_types_the_devices_dice(qtbot: QtBot, shaken: Played) -> None:
    disagreement(shaken)
    for face in (4, 2, 1):
        shaken.wait(0.2)
        tap(qtbot, shaken.panel.book.round.pad[face - 1])
    shaken.wait()
    tap(qtbot, shaken.panel.dominant)
    assert shaken.phase == "confirmed"
    assert shaken.table.state.history[-1].dice == Dice.of(1, 2, 4)


def test_typing_his_own_dice_again_does_not_end_it(qtbot: QtBot, shaken: Played) -> None:
    disagreement(shaken)
    for face in (6, 6, 6):
        shaken.wait(0.2)
        tap(qtbot, shaken.panel.book.round.pad[face - 1])
    shaken.wait()
    tap(qtbot, shaken.panel.dominant)
    assert (shaken.phase, shaken.asked) == ("proposed", [EnterDice(Dice.of(6, 6, 6))])


@pytest.mark.parametrize(("place", "dice"), [(0, (1, 2, 3)), (1, (1, 2, 4))])
def test_the_chef_decides(
    qtbot: QtBot, shaken: Played, place: int, dice: tuple[int, int, int]
) -> None:
    disagreement(shaken)
    tap(qtbot, shaken.panel.book.round.bell)
    part = shaken.panel.book.chef.parts["decide"]
    assert part.isVisible()
    assert (part.croupiers.face.hint, part.devices.face.hint) == ("", "")  # no keyboard yet
    press(qtbot, shaken.panel, (Qt.Key.Key_1, Qt.Key.Key_2)[place])
    assert shaken.phase == "confirmed"
    assert shaken.table.state.history[-1].dice == Dice(dice)


# What must never be missed


def test_nothing_recorded_is_said_until_the_journal_takes_again(
    qtbot: QtBot, played: Played
) -> None:
    played.paper.full = True
    tap(qtbot, played.panel.dominant)
    assert played.phase == "ready"
    assert said(played).startswith("Rien n'est enregistré")
    assert "Rien n'est enregistré" in played.panel.surround.status.text()
    played.paper.full = False
    played.wait()
    tap(qtbot, played.panel.dominant)
    assert played.phase == "shaking"
    assert "enregistré" not in said(played)


def test_results_that_are_not_reliable_are_said(played: Played) -> None:
    played.table.distrust("repair")
    assert "Résultats non fiables" in said(played)
    assert "Résultats non fiables" in played.panel.surround.status.text()


def test_a_missing_customer_screen_is_said(played: Played) -> None:
    played.panel.show_customer_screen(False)
    assert "Écran client absent" in played.panel.surround.status.text()
    played.panel.show_customer_screen(True)
    assert "Écran client absent" not in played.panel.surround.status.text()


def test_a_trouble_of_the_machine_is_said(played: Played) -> None:
    played.panel.show_trouble("Le disque est presque plein.")
    assert said(played) == "Le disque est presque plein."
    played.panel.show_trouble(None)
    assert said(played) == "Activez le brasseur."
