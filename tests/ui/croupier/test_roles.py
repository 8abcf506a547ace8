"""What stands behind a PIN, and that play goes on beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import (
    AcceptDevice,
    Acknowledge,
    CloseBets,
    CloseTable,
    CorrectResult,
    SetPin,
    StartShake,
    VoidRound,
)
from tabledisplay.report import OpeningReport, opening_report
from tabledisplay.rules.dice import Dice
from tests.ui.croupier.tables import DEVICE, Played
from tests.ui.croupier.taps import hold, press, tap
from ui.croupier.page import PageName
from ui.croupier.sources import PortHeard, Sources

Sit = Callable[..., Played]
PIN = "248163"
DIGITS = [Qt.Key(Qt.Key.Key_0.value + int(digit)) for digit in PIN]


def said(played: Played) -> str:
    return played.panel.surround.strip.accessibleName()


def chef(qtbot: QtBot, played: Played, part: str) -> None:
    """Open a part of the chef's page."""
    tap(qtbot, played.panel.nav[PageName.CHEF], played.panel.book.chef.menu[part])


# PINs


def test_without_a_pin_the_page_is_open_and_says_so(qtbot: QtBot, played: Played) -> None:
    tap(qtbot, played.panel.nav[PageName.CHEF])
    page = played.panel.book.chef
    assert not page.pin_pad.isVisible()
    assert "Aucun code" in page.line.text()


def test_a_pin_is_created_by_typing_it_twice(qtbot: QtBot, played: Played) -> None:
    chef(qtbot, played, "pin")
    press(qtbot, played.panel, *DIGITS, Qt.Key.Key_Enter)
    assert played.asked == []
    press(qtbot, played.panel, *DIGITS, Qt.Key.Key_Enter)
    assert played.asked == [SetPin("chef", PIN)]
    assert played.table.prove("chef", PIN) is None
    assert "créé" in said(played)


def test_two_different_pins_create_none(qtbot: QtBot, played: Played) -> None:
    chef(qtbot, played, "pin")
    press(qtbot, played.panel, *DIGITS, Qt.Key.Key_Enter, *reversed(DIGITS), Qt.Key.Key_Enter)
    assert played.asked == []
    assert "diffèrent" in said(played)


def test_five_digits_are_no_pin(qtbot: QtBot, played: Played) -> None:
    chef(qtbot, played, "pin")
    press(qtbot, played.panel, *DIGITS[:5], Qt.Key.Key_Enter)
    assert not played.panel.book.chef.pin.pad.pad.enter.isEnabled()
    press(qtbot, played.panel, DIGITS[5])
    assert played.panel.book.chef.pin.pad.pad.enter.isEnabled()


@pytest.fixture
def locked(played: Played) -> Played:
    """A table whose chef de table has a PIN."""
    played.set_pin("chef", PIN)
    return played


def test_the_page_asks_for_the_pin(qtbot: QtBot, locked: Played) -> None:
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    page = locked.panel.book.chef
    assert page.pin_pad.isVisible()
    assert not any(key.isVisible() for key in page.menu.values())
    press(qtbot, locked.panel, *DIGITS, Qt.Key.Key_Enter)
    assert not page.pin_pad.isVisible()
    assert all(key.isVisible() for key in page.menu.values())


def test_a_wrong_pin_is_refused_in_words_and_its_digits_are_gone(
    qtbot: QtBot, locked: Played
) -> None:
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    press(qtbot, locked.panel, *reversed(DIGITS), Qt.Key.Key_Enter)
    page = locked.panel.book.chef
    assert page.pin_pad.isVisible()
    assert said(locked) == "Ce code n'est pas celui du chef de table\u202f; essayez encore."
    assert page.pin_pad.dots.text() == "0 chiffres tapés"


def test_after_five_wrong_pins_play_goes_on(qtbot: QtBot, locked: Played) -> None:
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    for _ in range(6):
        press(qtbot, locked.panel, *reversed(DIGITS), Qt.Key.Key_Enter)
    assert "Trop de codes faux" in said(locked)
    press(qtbot, locked.panel, Qt.Key.Key_Escape)
    locked.wait()
    tap(qtbot, locked.panel.dominant)
    assert locked.phase == "shaking"


def test_digits_of_a_pin_are_shown_as_dots_only(qtbot: QtBot, locked: Played) -> None:
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    press(qtbot, locked.panel, *DIGITS[:3])
    dots = locked.panel.book.chef.pin_pad.dots
    assert dots.text() == "3 chiffres tapés"


def test_an_open_page_closes_when_nobody_is_there(qtbot: QtBot, locked: Played) -> None:
    page = locked.panel.book.chef
    assert page.idle.interval() == 60_000
    page.idle.setInterval(200)
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    press(qtbot, locked.panel, *DIGITS, Qt.Key.Key_Enter)
    assert page.idle.isActive()
    qtbot.waitUntil(lambda: locked.panel.page is PageName.ROUND)
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    assert page.pin_pad.isVisible()


def test_the_round_goes_on_under_an_open_page(qtbot: QtBot, locked: Played) -> None:
    tap(qtbot, locked.panel.nav[PageName.CHEF])
    press(qtbot, locked.panel, *DIGITS[:2])
    locked.to_close()
    assert locked.panel.page is PageName.CHEF
    assert locked.panel.book.chef.pin_pad.dots.text() == "2 chiffres tapés"
    tap(qtbot, locked.panel.nav[PageName.ROUND])
    assert locked.panel.page is PageName.ROUND


def test_a_pin_set_elsewhere_closes_an_open_page(qtbot: QtBot, played: Played) -> None:
    tap(qtbot, played.panel.nav[PageName.CHEF])
    played.set_pin("chef", PIN)
    assert played.panel.book.chef.pin_pad.isVisible()


def test_a_part_is_opened_after_the_pin_and_asks_nothing_before(qtbot: QtBot, sit: Sit) -> None:
    asked: list[str] = []

    def report() -> OpeningReport | None:
        asked.append("report")
        return None

    played = sit(sources=Sources(report=report))
    played.open()
    played.set_pin("chef", PIN)
    played.panel.open_page(PageName.CHEF)
    played.panel.book.chef.open_part("report")
    assert (asked, played.panel.book.chef.report.isVisible()) == ([], False)
    press(qtbot, played.panel, *DIGITS, Qt.Key.Key_Enter)
    assert (asked, played.panel.book.chef.report.isVisible()) == (["report"], True)


# Chef de table


def test_opening_shows_what_follows_from_the_minimum(qtbot: QtBot, sit: Sit) -> None:
    played = sit()
    tap(qtbot, played.panel.dominant)
    part = played.panel.book.chef.opening
    assert not part.open_table.isEnabled()
    tap(qtbot, part.chips.keys[1], part.chips.keys[0])
    told = part.derived.text()
    assert "60\u00a0€" in told
    assert "150\u00a0€" in told
    assert "15\u202f000\u00a0€" in told
    tap(qtbot, part.float_ref)
    press(qtbot, played.panel, Qt.Key.Key_A, Qt.Key.Key_Minus, Qt.Key.Key_1, Qt.Key.Key_7)
    tap(qtbot, part.open_table)
    assert (str(played.table.state.minimum), played.table.state.float_ref) == ("3", "A-17")


def test_closing_is_held(qtbot: QtBot, played: Played) -> None:
    chef(qtbot, played, "opening")
    part = played.panel.book.chef.opening
    tap(qtbot, part.close_table)
    assert played.asked == []
    hold(qtbot, part.close_table)
    assert (played.asked, played.phase) == ([CloseTable()], "closed")


def test_a_table_with_an_open_round_cannot_be_closed(qtbot: QtBot, played: Played) -> None:
    played.to_bets()
    chef(qtbot, played, "opening")
    assert not played.panel.book.chef.opening.close_table.isEnabled()


def test_a_result_is_corrected_with_its_reason(qtbot: QtBot, played: Played) -> None:
    for dice in ((1, 2, 3), (4, 4, 4)):
        played.play(*dice)
    chef(qtbot, played, "correction")
    part = played.panel.book.chef.correction
    tap(qtbot, part.rounds[1])
    for face in (1, 1, 3):
        tap(qtbot, part.pad[face - 1])
    assert not part.validate.isEnabled()
    tap(qtbot, part.reasons[0], part.validate)
    assert played.asked == [CorrectResult(1, Dice.of(1, 1, 3), "Dé mal lu")]
    assert played.table.state.history[0].first_dice == Dice.of(1, 2, 3)


def test_the_same_dice_are_no_correction(qtbot: QtBot, played: Played) -> None:
    played.play(1, 2, 3)
    chef(qtbot, played, "correction")
    press(qtbot, played.panel, *(Qt.Key(Qt.Key.Key_0.value + n) for n in (1, 3, 2, 1, 7)))
    press(qtbot, played.panel, Qt.Key.Key_Enter)
    assert said(played) == "Ce sont déjà les dés de ce coup."
    assert played.panel.book.chef.correction.validate.isVisible()


def test_a_confirmed_round_is_voided(qtbot: QtBot, played: Played) -> None:
    played.play(1, 2, 3)
    played.play(4, 5, 6)
    chef(qtbot, played, "void")
    part = played.panel.book.chef.void
    tap(qtbot, part.rounds[1], part.reasons[3])
    hold(qtbot, part.void)
    assert played.asked == [VoidRound("mixer_fault", 1)]
    assert played.table.state.history[0].void == "mixer_fault"


def test_more_rounds_than_fit_are_turned_to(qtbot: QtBot, played: Played) -> None:
    for _ in range(11):
        played.play(1, 2, 3)
    chef(qtbot, played, "correction")
    part = played.panel.book.chef.correction
    assert part.rounds[0].accessibleName().startswith("Coup 11")
    tap(qtbot, part.older)
    assert part.rounds[0].accessibleName().startswith("Coup 1 ")
    assert not part.rounds[1].isVisible()
    tap(qtbot, part.newer)
    assert part.rounds[9].isVisible()


def test_alarms_stay_until_note_is_taken(qtbot: QtBot, sit: Sit) -> None:
    played = sit(device=True)
    played.open()
    played.to_bets()
    played.read(7, 1, 2, 3)
    chef(qtbot, played, "alarms")
    tap(qtbot, played.panel.book.chef.alarms.taken[0])
    assert isinstance(played.asked[0], Acknowledge)
    assert played.table.state.alarms == ()


def test_the_report_on_the_screen_and_as_a_pdf(qtbot: QtBot, sit: Sit, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    played = sit(
        sources=lambda p: Sources(
            report=lambda: opening_report(p.paper.events), export_folder=folder
        )
    )
    played.open("2.50")
    played.play(1, 2, 3)
    chef(qtbot, played, "report")
    part = played.panel.book.chef.report
    assert "Coups valables 1" in part.lines.text()
    assert "2,5\u00a0€" in part.lines.text()
    assert part.head.text().startswith("Tête de chaîne\u00a0: ")
    played.panel.set_language("en")
    assert part.head.text().startswith("Chain head: ")
    played.panel.set_language("fr")
    tap(qtbot, part.export)
    (written,) = folder.iterdir()
    assert written.read_bytes().startswith(b"%PDF")
    assert written.name in said(played)


def test_a_report_that_cannot_be_written_says_so(qtbot: QtBot, sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    played = sit(
        sources=lambda p: Sources(
            report=lambda: opening_report(p.paper.events),
            export_folder=tmp_path / "file" / "exports",
        )
    )
    played.open()
    chef(qtbot, played, "report")
    tap(qtbot, played.panel.book.chef.report.export)
    assert "n'a pu être enregistré" in said(played)


# Technician


def technician(qtbot: QtBot, played: Played, part: str) -> None:
    played.panel.open_page(PageName.TECHNICIAN)
    tap(qtbot, played.panel.book.technician.menu[part])


def test_a_stranger_is_accepted(qtbot: QtBot, sit: Sit) -> None:
    ports = (
        PortHeard("/dev/ttyUSB0", "FT232", "Trames bonnes.", DEVICE),
        PortHeard("/dev/ttyUSB1", "CP2102", "Trames bonnes.", "0000BEEF"),
        PortHeard("/dev/ttyUSB2", "CH340", "Rien n'est entendu.", None),
    )
    played = sit(device=True, sources=Sources(ports=lambda: ports))
    technician(qtbot, played, "ports")
    part = played.panel.book.technician.ports
    assert [key.isEnabled() for key in part.accept] == [False, True, False]
    assert "CP2102" in part.texts[1].text()
    tap(qtbot, part.accept[1])
    assert played.asked == [AcceptDevice("0000BEEF")]
    assert played.table.state.device == "0000BEEF"


def test_raw_lines_are_not_even_asked_for_while_a_round_is_open(qtbot: QtBot, sit: Sit) -> None:
    asked: list[int] = []

    def lines() -> tuple[str, ...]:
        asked.append(1)
        return ("$HB,…",)

    played = sit(sources=Sources(raw_lines=lines))
    played.open()
    played.to_bets()
    technician(qtbot, played, "raw")
    part = played.panel.book.technician.raw
    assert "coup est ouvert" in part.lines.text()
    assert asked == []
    played.do(CloseBets(), VoidRound("other"))
    assert "$HB" in part.lines.text()
    played.do(StartShake())
    assert "$HB" not in part.lines.text()


def test_faults_of_the_settings_are_listed(qtbot: QtBot, sit: Sit) -> None:
    played = sit(sources=Sources(check_settings=lambda: ("settings.toml, ligne 3 : …",)))
    technician(qtbot, played, "settings")
    assert "ligne 3" in played.panel.book.technician.parts["settings"].lines.text()


def test_leaving_the_kiosk_is_held(qtbot: QtBot, sit: Sit) -> None:
    played = sit()
    technician(qtbot, played, "kiosk")
    left: list[int] = []
    played.panel.leave_kiosk.connect(lambda: left.append(1))
    tap(qtbot, played.panel.book.technician.kiosk.leave)
    assert left == []
    hold(qtbot, played.panel.book.technician.kiosk.leave)
    assert left == [1]


def test_the_screens_test_is_started(qtbot: QtBot, sit: Sit) -> None:
    started: list[int] = []
    played = sit(sources=Sources(test_screens=lambda: started.append(1)))
    technician(qtbot, played, "screens")
    press(qtbot, played.panel, Qt.Key.Key_Enter)
    assert started == [1]
