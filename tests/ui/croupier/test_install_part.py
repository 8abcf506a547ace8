"""The installation: what is touched is written once, by a held key, while the table is closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tabledisplay.game.commands import CloseTable
from tabledisplay.settings import Settings, parse
from tests.ui.croupier.tables import Played, with_croupier
from tests.ui.croupier.taps import hold, press, tap
from ui.croupier import installing
from ui.croupier.install_part import PINS, InstallPart
from ui.croupier.installing import (
    CHIPS,
    DISTANCE,
    HAND,
    LANGUAGE,
    NAME,
    PANEL_INCHES,
    PANEL_MONITOR,
    PORTS,
    PUBLIC_INCHES,
    PUBLIC_MONITOR,
    Choice,
    InstallSources,
    ScreensFound,
)
from ui.croupier.page import PageName
from ui.croupier.sources import Sources

Sit = Callable[..., Played]
PIN = "248163"
DIGITS = [Qt.Key(Qt.Key.Key_0.value + int(digit)) for digit in PIN]


@dataclass
class Machine:
    """A PC with two monitors and a port; notes what is saved."""

    first: bool = False
    trouble: str | None = None
    saved: list[Mapping[str, object]] = field(default_factory=list)
    restarts: int = 0

    def save(self, changes: Mapping[str, object]) -> str | None:
        self.saved.append(changes)
        return self.trouble

    def restart(self) -> None:
        self.restarts += 1

    def sources(self) -> Sources:
        return Sources(
            install=InstallSources(
                ports=lambda: (Choice("/dev/serial/by-id/usb-A", "ttyUSB0 FT232R"),),
                screens=lambda: ScreensFound(
                    (Choice("DELL 1", "DELL HDMI-1"), Choice("ELO 2", "ELO DP-1")),
                    public="DELL 1",
                    panel="ELO 2",
                ),
                first_run=lambda: self.first,
                save=self.save,
                restart=self.restart,
            )
        )


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def closed(sit: Sit, machine: Machine) -> Played:
    """A closed table whose panel shows the installation."""
    played = sit(sources=machine.sources())
    played.panel.open_installation()
    return played


def part_of(played: Played) -> InstallPart:
    part: InstallPart = played.panel.book.technician.install
    return part


def said(played: Played) -> str:
    return str(played.panel.surround.strip.accessibleName())


def page_of(played: Played) -> PageName:
    page: PageName = played.panel.page
    return page


def captions(qtbot: QtBot, part: InstallPart, name: str, taps: int) -> list[str]:
    """What stands on a key after each tap."""
    found = []
    for _ in range(taps):
        tap(qtbot, part.keys[name])
        found.append(part.keys[name].face.caption)
    return found


# Values


@pytest.mark.parametrize(
    ("name", "cycle"),
    [
        (HAND, ["gaucher", "droitier"]),
        (LANGUAGE, ["English", "Français"]),
        (PORTS, ["ttyUSB0 FT232R", "sans brasseur"]),
        (PUBLIC_MONITOR, ["DELL HDMI-1", "ELO DP-1", "automatique"]),
        (
            CHIPS,
            [
                f"dès {amount}\u00a0€"
                for amount in ("2", "5", "10", "25", "0,5", "1")  # the money of the table
            ],
        ),
    ],
)
def test_a_key_cycles_and_comes_back_to_no_change(
    qtbot: QtBot, closed: Played, name: str, cycle: list[str]
) -> None:
    part = part_of(closed)
    before = part.keys[name].face.caption
    assert captions(qtbot, part, name, len(cycle)) == cycle
    assert cycle[-1] == before
    assert part.draft.changes == {}
    assert not part.save.isEnabled()


def test_the_preset_of_one_is_the_default() -> None:
    assert installing.chips_from(1) == list(Settings().table.denominations)
    for smallest in installing.SMALLEST_CHIPS:
        assert installing.chips_from(smallest)[0] == smallest


def test_a_monitor_of_the_other_window_is_not_offered(qtbot: QtBot, closed: Played) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[PANEL_MONITOR])
    assert part.draft.changes == {PANEL_MONITOR: "DELL 1"}
    assert captions(qtbot, part, PUBLIC_MONITOR, 2) == ["ELO DP-1", "automatique"]


def test_swapping_names_both_monitors(qtbot: QtBot, closed: Played) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys["swap"])
    assert part.draft.changes == {PUBLIC_MONITOR: "ELO 2", PANEL_MONITOR: "DELL 1"}
    tap(qtbot, part.keys["swap"])
    assert part.draft.changes == {PUBLIC_MONITOR: "DELL 1", PANEL_MONITOR: "ELO 2"}


def test_what_the_settings_name_but_is_not_there_stays_a_choice(qtbot: QtBot, sit: Sit) -> None:
    settings = with_croupier(Settings(), monitor="OLD 9")
    played = sit(settings=settings, sources=Machine().sources())
    played.panel.open_installation()
    part = part_of(played)
    assert part.keys[PANEL_MONITOR].face.caption == "OLD 9"
    cycle = captions(qtbot, part, PANEL_MONITOR, 4)
    assert cycle == ["DELL HDMI-1", "ELO DP-1", "automatique", "OLD 9"]


def test_numbers_are_within_what_the_settings_allow() -> None:
    for key, steps in installing.STEPS.items():
        for number in (steps.least, steps.most):
            section, name = key.split(".")
            settings = parse(("settings.toml", f"[{section}]\n{name} = {number}\n"))
            assert installing.present(settings, key) == number


@pytest.mark.parametrize(
    ("name", "least", "most", "up"),
    [(DISTANCE, 1.0, 15.0, 3.5), (PUBLIC_INCHES, 10.0, 120.0, 43.5), (PANEL_INCHES, 7, 32, 10.2)],
)
def test_a_number_has_its_steps_and_its_range(
    qtbot: QtBot, closed: Played, name: str, least: float, most: float, up: float
) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[name], part.number.more)
    assert part.draft.changes == {name: up}
    for key, end in ((part.number.less, least), (part.number.more, most)):
        while key.isEnabled():
            key.tap()
        assert part.draft.changes == {name: end}
    tap(qtbot, closed.panel.book.technician.back)
    assert part.keys[name].isVisible()
    assert part.keys[name].accessibleName().endswith(", changé")


def test_a_number_by_the_keyboard(qtbot: QtBot, closed: Played) -> None:
    part = part_of(closed)
    place = [name for name in part.keys if "." in name].index(DISTANCE) + 1
    keys = (Qt.Key.Key_Plus, Qt.Key.Key_Up, Qt.Key.Key_Minus, Qt.Key.Key_Enter)
    press(qtbot, closed.panel, Qt.Key(Qt.Key.Key_0 + place), *keys)
    assert part.draft.changes == {DISTANCE: 3.5}
    assert part.save.isVisible()


def test_the_name_is_typed_and_has_an_end(qtbot: QtBot, closed: Played) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[NAME])
    press(qtbot, closed.panel, Qt.Key.Key_Space, Qt.Key.Key_7)
    assert part.draft.changes == {NAME: "Sic-bo 7"}
    for _ in range(80):
        part.keyboard.write("W")
    assert len(str(part.draft.changes[NAME])) == 60
    for _ in range(60):
        part.keyboard.take_back()
    assert part.draft.changes == {}


# Saving


def test_nothing_is_saved_before_the_key_is_held(
    qtbot: QtBot, closed: Played, machine: Machine
) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[HAND], part.keys[CHIPS], part.keys[PORTS], part.keys[LANGUAGE])
    tap(qtbot, part.keys[LANGUAGE], part.save)
    assert (machine.saved, machine.restarts) == ([], 0)
    hold(qtbot, part.save)
    assert machine.saved == [
        {HAND: "left", CHIPS: [2, 5, 10, 25, 50, 100, 500, 1000, 5000], PORTS: [
            "/dev/serial/by-id/usb-A"
        ]}
    ]  # fmt: skip
    assert machine.restarts == 1


def test_saving_is_refused_in_words_while_the_table_is_open(
    qtbot: QtBot, closed: Played, machine: Machine
) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[HAND])
    closed.open()
    closed.to_bets()
    assert "table est fermée" in part.line.text()
    hold(qtbot, part.save)
    assert said(closed) == "L'installation ne s'enregistre que lorsque la table est fermée."
    assert (machine.saved, machine.restarts, closed.asked) == ([], 0, [])
    closed.to_close()
    closed.play_out()
    closed.do(CloseTable())
    closed.panel.open_installation()
    hold(qtbot, part.save)
    assert machine.saved == [{HAND: "left"}]


def test_settings_that_are_refused_are_said_and_start_nothing(
    qtbot: QtBot, closed: Played, machine: Machine
) -> None:
    machine.trouble = "settings.toml ne peut être lu."
    part = part_of(closed)
    tap(qtbot, part.keys[HAND])
    hold(qtbot, part.save)
    assert (said(closed), machine.restarts) == ("settings.toml ne peut être lu.", 0)
    assert part.draft.changes == {HAND: "left"}


def test_cancelling_forgets_and_goes_to_the_round(qtbot: QtBot, closed: Played) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[HAND], part.keys["later"])
    assert page_of(closed) is PageName.ROUND
    closed.panel.open_installation()
    assert part.keys[HAND].face.caption == "droitier"


# PINs


def test_both_pins_are_set_here_and_what_is_changed_stays(
    qtbot: QtBot, closed: Played, machine: Machine
) -> None:
    part = part_of(closed)
    tap(qtbot, part.keys[HAND])
    for name, role in reversed(PINS.items()):
        tap(qtbot, part.keys[name])
        press(qtbot, closed.panel, *DIGITS, Qt.Key.Key_Enter, *DIGITS, Qt.Key.Key_Enter)
        assert closed.table.prove(role, PIN) is None
        assert part.keys[name].isVisible()
        assert not part.keys[name].isEnabled()
    hold(qtbot, part.save)
    assert machine.saved == [{HAND: "left"}]


def test_with_a_pin_the_installation_is_behind_it(qtbot: QtBot, sit: Sit, machine: Machine) -> None:
    played = sit(sources=machine.sources())
    played.set_pin("technician", PIN)
    played.panel.open_installation()
    assert not part_of(played).isVisible()
    press(qtbot, played.panel, *DIGITS, Qt.Key.Key_Enter)
    assert part_of(played).save.isVisible()


# First run


def test_on_the_first_run_pins_come_first_and_nothing_is_forced(qtbot: QtBot, sit: Sit) -> None:
    machine = Machine(first=True)
    played = sit(sources=machine.sources())
    played.panel.open_installation()
    part = part_of(played)
    assert "d'abord les deux codes" in part.line.text()
    assert [name for name, key in part.keys.items() if key.face.called] == [
        "pin_chef",
        "pin_technician",
    ]
    assert part.keys["later"].accessibleName() == "Plus tard"
    tap(qtbot, part.keys["later"])
    assert page_of(played) is PageName.ROUND
    played.wait()
    tap(qtbot, played.panel.dominant)
    assert page_of(played) is PageName.CHEF


def test_the_first_run_can_be_saved_as_it_is(qtbot: QtBot, sit: Sit) -> None:
    machine = Machine(first=True)
    played = sit(sources=machine.sources())
    played.panel.open_installation()
    hold(qtbot, part_of(played).save)
    assert (machine.saved, machine.restarts) == ([{}], 1)
