"""What the installation finds on this machine and writes there, and the restart as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabledisplay.shaker.ports import PortFound
from tabledisplay.startup import Options, load_settings
from tabledisplay.words import Words
from ui.again import AGAIN
from ui.croupier.installing import Choice
from ui.installation import Installation
from ui.monitors import Area, Monitor, Placement, ScreensReport, Show, Window, monitor_key

PATIENCE = 120.0
KIOSK = '[kiosk]\nenabled = true\n[customer]\nmodules = ["result"]\n'


def installation(data: Path, *ports: PortFound) -> Installation:
    return Installation(Options(data), Words(), lambda: ports, lambda: None)


def monitor(name: str, model: str, serial: str, x: int) -> Monitor:
    return Monitor(name, "ACME", model, serial, Area(x, 0, 1920, 1080), 1.0, primary=x == 0)


@pytest.mark.parametrize(
    ("port", "told"),
    [
        (PortFound("/dev/ttyUSB0", "FT232R - FT232R", "/dev/serial/by-id/A"), "ttyUSB0 FT232R"),
        (PortFound("/dev/ttyS0", "ttyS0"), "ttyS0"),
        (PortFound("/dev/ttyS1", "n/a"), "ttyS1"),
        (PortFound("COM3", "USB Serial Port (COM3)"), "COM3 USB Serial Port (COM3)"),
    ],
)
def test_ports_by_their_lasting_name(tmp_path: Path, port: PortFound, told: str) -> None:
    assert installation(tmp_path, port).ports() == (Choice(port.lasting_name, told),)


def test_monitors_and_where_the_windows_stand(tmp_path: Path) -> None:
    one, two = monitor("HDMI-1", "TV", "1", 0), monitor("DP-1", "TOUCH", "2", 1920)
    asked = installation(tmp_path)
    assert asked.screens().monitors == ()
    placed = Placement(Window.CUSTOMER, Show.FULL_SCREEN, one.geometry, monitor_key(one))
    asked.note_screens(ScreensReport((one, two), (placed, Placement(Window.CROUPIER, Show.HIDDEN))))
    found = asked.screens()
    assert found.monitors == (
        Choice("ACME TV 1", "TV HDMI-1"),
        Choice("ACME TOUCH 2", "TOUCH DP-1"),
    )
    assert (found.public, found.panel) == ("ACME TV 1", "")


def test_twins_are_told_apart_by_their_connector(tmp_path: Path) -> None:
    twins = tuple(monitor(name, "TV", "1", x) for name, x in (("HDMI-1", 0), ("HDMI-2", 1920)))
    asked = installation(tmp_path)
    asked.note_screens(ScreensReport(twins, ()))
    assert [choice.value for choice in asked.screens().monitors] == ["HDMI-1", "HDMI-2"]


def test_only_what_is_changed_is_written(tmp_path: Path) -> None:
    asked = installation(tmp_path)
    assert asked.first_run()
    assert asked.save({"table.denominations": [0.5, 1, 2], "customer.distance_m": 4.5}) is None
    assert not asked.first_run()
    assert (tmp_path / "settings.toml").read_text(encoding="utf-8").split() == [
        *("[table]", "denominations", "=", "[0.5,", "1,", "2]"),
        *("[customer]", "distance_m", "=", "4.5"),
    ]
    assert load_settings(Options(tmp_path)).customer.distance_m == 4.5


def test_a_first_run_saved_as_it_is_is_no_first_run_any_more(tmp_path: Path) -> None:
    asked = installation(tmp_path)
    assert asked.save({}) is None
    assert not asked.first_run()


def test_a_broken_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[table", encoding="utf-8")
    told = installation(tmp_path).save({"table.name": "A"})
    assert told is not None
    assert "settings.toml" in told
    assert (tmp_path / "settings.toml").read_text(encoding="utf-8") == "[table"


def restarting(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "kiosk.toml").write_text(KIOSK, encoding="utf-8")
    data = str(folder / "data")
    return subprocess.run(
        [sys.executable, "-m", "tests.ui.restarting_program", data, str(folder / "kiosk.toml")],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there the new program is another process")
def test_a_new_kiosk_opens_the_installation_and_comes_back_with_it(tmp_path: Path) -> None:
    done = restarting(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (line.split() for line in done.stdout.splitlines())
    assert first[0] == second[0]
    assert (first[1:], second[1:]) == (["technician", "Sic-bo"], ["round", "Deux"])


def test_under_systemd_the_unit_starts_it_again(tmp_path: Path) -> None:
    done = restarting(tmp_path, NOTIFY_SOCKET=str(tmp_path / "nobody"))
    assert (done.returncode, done.stderr) == (AGAIN, "")
    assert [line.split()[1:] for line in done.stdout.splitlines()] == [["technician", "Sic-bo"]]
    assert 'name = "Deux"' in (tmp_path / "data" / "settings.toml").read_text(encoding="utf-8")
