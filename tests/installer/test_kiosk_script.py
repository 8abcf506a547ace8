"""tabledisplay-kiosk on a system in a folder: enable, then disable, and nothing is different."""

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from installer.contents import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Linux only")

LINUX = ROOT / "installer" / "linux"
PROGRAMS = (
    "usr/bin/Xorg",
    "usr/bin/xinit",
    "usr/bin/xauth",
    "usr/bin/mcookie",
    "usr/bin/openbox",
    "usr/bin/xset",
    "usr/bin/xinput",
    "usr/lib/xorg/modules/input/libinput_drv.so",
    "lib/x86_64-linux-gnu/security/pam_systemd.so",
)
WANTED = "etc/systemd/system/multi-user.target.wants/tabledisplay-kiosk.service"


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system with the package and what the kiosk needs, and a technician's own X settings."""
    root = tmp_path / "system"
    share = root / "usr/share/tabledisplay/kiosk"
    share.mkdir(parents=True)
    for name in ("xorg.conf", "sysctl.conf", "logind.conf", "sticks.rules"):
        (share / name).write_bytes((LINUX / "kiosk" / name).read_bytes())
    for name in PROGRAMS:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "etc/systemd/system").mkdir(parents=True)
    (root / "var/lib").mkdir(parents=True)
    own = root / "etc/X11/xorg.conf.d/50-ours.conf"
    own.parent.mkdir(parents=True)
    own.write_text("technician's\n")
    return root


def tree(root: Path) -> dict[str, str]:
    """Every path with its mode and content."""
    found = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        if path.is_symlink():
            content = str(path.readlink())
        else:
            content = path.read_bytes().hex() if path.is_file() else ""
        found[str(path.relative_to(root))] = f"{stat.filemode(facts.st_mode)} {content}"
    return found


def kiosk(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(LINUX / "tabledisplay-kiosk"), *words, "--root", str(root)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_disable_undoes_exactly_what_enable_did(system: Path) -> None:
    before = tree(system)
    enabled = kiosk(system, "enable")
    assert (enabled.returncode, enabled.stderr) == (0, "")
    assert enabled.stdout.startswith("Kiosque activé.")
    new = set(tree(system)) - set(before)
    assert {path for path in new if not (system / path).is_dir()} == {
        "etc/X11/xorg.conf.d/90-tabledisplay-kiosk.conf",
        "etc/sysctl.d/90-tabledisplay-kiosk.conf",
        "etc/udev/rules.d/90-tabledisplay-kiosk.rules",
        "etc/systemd/logind.conf.d/90-tabledisplay-kiosk.conf",
        "etc/systemd/system/ctrl-alt-del.target",
        WANTED,
        "var/lib/tabledisplay-kiosk/files",
    }
    link = (system / WANTED).readlink()
    assert link == Path("/usr/lib/systemd/system/tabledisplay-kiosk.service")
    assert {path: facts for path, facts in tree(system).items() if path in before} == before
    disabled = kiosk(system, "disable")
    assert (disabled.returncode, disabled.stderr) == (0, "")
    assert tree(system) == before


def test_both_may_be_said_twice(system: Path) -> None:
    before = tree(system)
    kiosk(system, "enable")
    enabled = tree(system)
    assert kiosk(system, "enable").returncode == 0
    assert tree(system) == enabled
    kiosk(system, "disable")
    assert kiosk(system, "disable").returncode == 0
    assert tree(system) == before


def test_status(system: Path) -> None:
    assert kiosk(system, "status").returncode == 1
    kiosk(system, "enable")
    on = kiosk(system, "status", "--lang", "en")
    assert (on.returncode, on.stdout) == (0, "Kiosk enabled, not running.\n")


def without_openbox(root: Path) -> None:
    (root / "usr/bin/openbox").unlink()


def without_sessions(root: Path) -> None:
    (root / "lib/x86_64-linux-gnu/security/pam_systemd.so").unlink()


def with_a_display_manager(root: Path) -> None:
    link = root / "etc/systemd/system/display-manager.service"
    link.symlink_to("/lib/systemd/system/lightdm.service")


def with_a_file_of_somebody(root: Path) -> None:
    place = root / "etc/systemd/system/ctrl-alt-del.target"
    place.symlink_to("/usr/lib/systemd/system/reboot.target")


@pytest.mark.parametrize(
    ("obstacle", "french", "english"),
    [
        (without_openbox, "apt install --no-install-recommends openbox", "The kiosk lacks"),
        (without_sessions, "libpam-systemd", "libpam-systemd"),
        (with_a_display_manager, "lightdm.service ouvre déjà", "systemctl disable --now lightdm"),
        (with_a_file_of_somebody, "ctrl-alt-del.target existe déjà", "is not ours"),
    ],
)
def test_an_obstacle_is_said_and_nothing_changes(
    system: Path, obstacle: Callable[[Path], None], french: str, english: str
) -> None:
    obstacle(system)
    before = tree(system)
    refused = kiosk(system, "enable")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert french in refused.stderr
    assert english in kiosk(system, "enable", "--lang=en").stderr
    assert tree(system) == before


def test_an_enable_that_broke_off_is_begun_anew(system: Path) -> None:
    before = tree(system)
    kiosk(system, "enable")
    enabled = tree(system)
    (system / WANTED).unlink()
    noted = system / "var/lib/tabledisplay-kiosk/files"
    noted.write_text("".join(noted.read_text().splitlines(keepends=True)[:-1]))
    assert kiosk(system, "enable").returncode == 0
    assert tree(system) == enabled
    kiosk(system, "disable")
    assert tree(system) == before


@pytest.mark.parametrize("words", [(), ("start",), ("enable", "--lang", "de")])
def test_nonsense_is_refused_with_a_sentence(system: Path, words: tuple[str, ...]) -> None:
    before = tree(system)
    refused = kiosk(system, *words)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert tree(system) == before


def test_french_punctuation_has_its_spaces() -> None:
    script = (LINUX / "tabledisplay-kiosk").read_text(encoding="utf-8")
    for line in script.splitlines():
        if any(word in line for word in ("é", "Il ", "Dites")) and '"' in line and line[0] != "#":
            assert " :" not in line.replace("\u00a0:", ""), line
            assert " ;" not in line.replace("\u202f;", ""), line
