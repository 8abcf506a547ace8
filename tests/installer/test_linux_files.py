"""The files of the Debian package say what the program is and does, and agree with it."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from installer.contents import ROOT
from tabledisplay import __version__
from tabledisplay.__main__ import QT_FRONTS
from tabledisplay.front import COMMANDS
from tabledisplay.settings import parse

LINUX = ROOT / "installer" / "linux"
DEB = ROOT / "installer" / "deb"
IDENTITY = "org.tabledisplay.TableDisplay"
SCRIPTS = [
    *sorted(DEB.glob("*.sh")),
    *(DEB / name for name in ("postinst", "prerm", "postrm")),
    LINUX / "tabledisplay-kiosk",
    *(LINUX / "kiosk" / name for name in ("session", "desktop", "after-exit")),
    ROOT / "installer" / "prepare.sh",
    ROOT / "installer" / "audit.sh",
]


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def keys(path: Path) -> list[tuple[str, str]]:
    """The entries of a unit or desktop file."""
    pairs = (line.partition("=") for line in text(path).splitlines() if line[:1].isalpha())
    return [(key, value) for key, _, value in pairs]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_shell(script: Path) -> None:
    assert text(script).startswith(("#!/bin/sh\n", "# shellcheck shell=sh\n"))
    if (shell := shutil.which("dash") or shutil.which("sh")) is None:
        pytest.skip("no shell here")
    checked = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, b"")


def test_metainfo_is_of_this_program_and_version() -> None:
    root = ET.parse(LINUX / f"{IDENTITY}.metainfo.xml").getroot()
    assert root.findtext("id") == IDENTITY
    assert root.findtext("project_license") == "Apache-2.0"
    assert root.findtext("launchable") == f"{IDENTITY}.desktop"
    newest = root.find("releases/release")
    assert newest is not None
    assert newest.get("version") == __version__
    assert len(root.findall("name")) == len(root.findall("summary")) == 2
    if (tool := shutil.which("appstreamcli")) is not None:
        command = [tool, "validate", "--no-net", str(LINUX / f"{IDENTITY}.metainfo.xml")]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_desktop_file_starts_commands_that_exist() -> None:
    path = LINUX / f"{IDENTITY}.desktop"
    for key, value in keys(path):
        if key == "Exec":
            program, command = value.split()
            assert program == "tabledisplay"
            assert command in {*COMMANDS, *QT_FRONTS}
    assert ("Icon", IDENTITY) in keys(path)
    if (tool := shutil.which("desktop-file-validate")) is not None:
        assert subprocess.run([tool, str(path)], check=False).returncode == 0


@pytest.mark.parametrize("folder", ["man", "man/fr"])
def test_manual_knows_every_command(folder: str) -> None:
    page = text(LINUX / folder / "tabledisplay.1").replace("\\-", "-")
    assert page.startswith(".TH TABLEDISPLAY 1")
    for command in {*COMMANDS, *QT_FRONTS}:
        assert re.search(rf"^\.B {command}\b", page, re.MULTILINE), command
    kiosk = text(LINUX / folder / "tabledisplay-kiosk.8")
    for word in ("enable", "disable", "status", "/var/lib/tabledisplay"):
        assert word in kiosk


def test_program_comes_back_for_ever_but_after_a_wanted_end() -> None:
    unit = keys(LINUX / "tabledisplay.service")
    for entry in (
        ("Restart", "always"),
        ("RestartPreventExitStatus", "0"),
        ("StartLimitIntervalSec", "0"),
        ("Type", "notify"),
        ("NotifyAccess", "main"),
    ):
        assert entry in unit
    seconds = {key: int(value) for key, value in unit if key.endswith("Sec") and value.isdigit()}
    assert 4 <= seconds["WatchdogSec"] <= 30
    assert seconds["RestartSec"] + seconds["WatchdogSec"] + seconds["TimeoutAbortSec"] <= 20
    assert seconds["TimeoutStopSec"] > 2, "the program takes up to 2 s to end in good order"
    start = dict(unit)["ExecStart"].split()
    assert start[:4] == ["/usr/bin/tabledisplay", "run", "--data", "/var/lib/tabledisplay"]
    assert start[4:] == ["--config", "/usr/share/tabledisplay/kiosk/settings.toml"]


def test_kiosk_settings_are_settings() -> None:
    settings = parse(("kiosk", text(LINUX / "kiosk" / "settings.toml")))
    assert settings.kiosk.enabled


def test_kiosk_session_comes_back_and_needs_no_login() -> None:
    unit = keys(LINUX / "tabledisplay-kiosk.service")
    for entry in (
        ("Restart", "always"),
        ("StartLimitIntervalSec", "0"),
        ("User", "tabledisplay"),
        ("PAMName", "tabledisplay-kiosk"),
        ("Conflicts", "getty@tty1.service"),
    ):
        assert entry in unit
    assert "pam_deny.so" in text(LINUX / "kiosk" / "pam")
    assert "/usr/sbin/nologin" in text(LINUX / "sysusers.conf")
    assert "m tabledisplay dialout" in text(LINUX / "sysusers.conf")
    assert "d /var/lib/tabledisplay 0750 tabledisplay tabledisplay -" in text(
        LINUX / "tmpfiles.conf"
    )


def test_window_manager_has_no_keys_and_no_menus() -> None:
    root = ET.parse(LINUX / "kiosk" / "openbox.xml").getroot()
    space = {"o": "http://openbox.org/3.4/rc"}
    keyboard, menu = root.find("o:keyboard", space), root.find("o:menu", space)
    assert keyboard is not None
    assert menu is not None
    assert len(keyboard) == len(menu) == 0
    actions = {action.get("name") for action in root.iterfind(".//o:action", space)}
    assert actions == {"Focus"}


def test_x_neither_darkens_nor_lets_go() -> None:
    xorg = text(LINUX / "kiosk" / "xorg.conf")
    for option in ("DontVTSwitch", "DontZap"):
        assert f'Option "{option}" "true"' in xorg
    for option in ("BlankTime", "StandbyTime", "SuspendTime", "OffTime"):
        assert f'Option "{option}" "0"' in xorg
    desktop = text(LINUX / "kiosk" / "desktop")
    assert "xset s off s noblank -dpms" in desktop
    assert 'ENV{UDISKS_IGNORE}="1"' in text(LINUX / "kiosk" / "sticks.rules")
    assert "kernel.sysrq = 0" in text(LINUX / "kiosk" / "sysctl.conf")
    assert "NAutoVTs=0" in text(LINUX / "kiosk" / "logind.conf")


def test_udev_rule_keeps_modem_manager_and_sleep_away() -> None:
    rule = text(LINUX / "61-tabledisplay-shaker.rules")
    for part in (
        'ENV{ID_MM_DEVICE_IGNORE}="1"',
        'GROUP="dialout"',
        'ATTR{power/control}="on"',
        'SYMLINK+="tabledisplay/$env{ID_PATH_TAG}"',
    ):
        assert part in rule
    assert rule.count("GOTO=") == 3
    assert rule.count('LABEL="tabledisplay_end"') == 1


def test_package_is_ours_and_keeps_results() -> None:
    control = text(DEB / "control.in")
    maintainer = "tabledisplay maintainers <maintainers@tabledisplay.invalid>"
    assert f"Maintainer: {maintainer}\n" in control
    assert maintainer in text(DEB / "build.sh")
    for script in ("postinst", "prerm", "postrm"):
        removing = re.findall(r"^\s*rm\b.*", text(DEB / script), re.MULTILINE)
        assert not [line for line in removing if "/var/lib" in line], script
    postrm = text(DEB / "postrm")
    assert "Les résultats sont des preuves" in postrm
    assert "Results are evidence" in postrm


def test_an_upgrade_that_breaks_off_lets_the_kiosk_go_on() -> None:
    aborted = text(DEB / "postinst").partition("abort-upgrade")[2]
    assert "tabledisplay-kiosk resume" in aborted.partition(";;")[0]


def test_every_override_of_lintian_has_its_reason() -> None:
    lines = text(DEB / "lintian-overrides").splitlines()
    assert len(lines) > 1
    for before, line in zip(["", *lines], lines, strict=False):
        assert line.startswith(("# ", "tabledisplay: "))
        assert line.startswith("# ") or before.startswith("# "), line


def test_security_policy_and_notice() -> None:
    policy = text(ROOT / "SECURITY.md")
    for part in ("private security advisory", "24 mois", "24 months"):
        assert part in policy
    notice = text(ROOT / "NOTICE")
    for part in ("tabledisplay authors", "LGPL version 3", "SIL Open Font License"):
        assert part in notice
