"""Tries a setup program out: on Windows, or with Windows' Python under Wine. As administrator.

python -m installer.windows.trial SETUP [--port COM5 --dice "2 5 5"]

It installs, plays a round, upgrades over the journal and under the running program, is refused
where it must be, uninstalls, and compares what is left. Without --port the installed program's own
simulator speaks over TCP. The PC must be one that nobody minds: the data folder must not exist.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from installer.windows.playing import Failed, play_round, rounds_of, simulator
from installer.windows.programs import (
    held_open,
    is_registered,
    is_wine,
    kept_in_place,
    listed_version,
    named_windows,
    rights,
    run,
    until,
    version_told,
)
from tabledisplay import __version__

PROGRAM = Path(os.environ.get("ProgramW6432", r"C:\Program Files")) / "tabledisplay"  # noqa: SIM112 - Windows' name
DATA = Path(os.environ.get("ProgramData", r"C:\ProgramData")) / "tabledisplay"  # noqa: SIM112 - Windows' name
MENU = DATA.parent / r"Microsoft\Windows\Start Menu\Programs\tabledisplay"
WINDOWED, CONSOLE = PROGRAM / "tabledisplay.exe", PROGRAM / "tabledisplay-console.exe"
STILL_RUNS, NOT_OURS, BAD_SWITCH = 3, 4, 8
PATIENCE = 180
"""Seconds that a setup or a start may take; Wine on a busy machine is slow."""


def told(line: str) -> None:
    """What has been seen to be true, one line each."""
    sys.stdout.write(f"trial: {line}\n")
    sys.stdout.flush()


def expect(is_true: object, otherwise: str) -> None:
    """Failed unless it is true."""
    if not is_true:
        raise Failed(otherwise)


class Trial:
    """The acts, in the order of `all`; each one raises Failed."""

    def __init__(self, setup: Path, port: str | None, dice: tuple[int, ...]) -> None:
        self._setup = setup
        self._port = port
        self._dice = dice

    def all(self) -> None:
        """Everything, on a PC without tabledisplay."""
        expect(not DATA.exists() and not PROGRAM.exists(), "tabledisplay was here before")
        before = around()
        self.refuses_strange_folders()
        self.installs()
        self.guards_the_data()
        self.proves_itself()
        self.plays()
        self.upgrades_under_the_running_program()
        self.leaves_a_held_program_alone()
        self.starts_by_itself()
        self.uninstalls(before)

    def refuses_strange_folders(self) -> None:
        """A folder with somebody's file, the data folder, a bad account: refused, untouched."""
        with tempfile.TemporaryDirectory() as strange:
            file = Path(strange) / "uninstall.exe"
            file.write_text("somebody's", encoding="ascii")
            code = self._install(f"/D={strange}")
            expect(code == NOT_OURS, f"a strange folder: exit code {code}")
            expect([*Path(strange).iterdir()] == [file], "a strange folder was touched")
        expect(self._install(f"/D={DATA}") == NOT_OURS, "the data folder was taken for the program")
        expect(self._install("/ACCOUNT=a&b") == BAD_SWITCH, "a bad account was taken")
        expect(not PROGRAM.exists() and not DATA.exists(), "a refusal left something behind")
        told("strange folders and impossible accounts are refused and left as they were")

    def installs(self) -> None:
        """Silently: program, menu, entry in Windows' list, data folder, version on the programs."""
        code = self._install()
        expect(code == 0, f"the silent installation ended with {code}")
        for path in (WINDOWED, CONSOLE, PROGRAM / "uninstall.exe", PROGRAM / "licences", DATA):
            expect(path.exists(), f"{path} is missing")
        expect((MENU / "tabledisplay.lnk").exists(), "the Start menu lacks the table")
        expect(listed_version() == __version__, "Windows' list of programs has another version")
        for program in (WINDOWED, CONSOLE, self._setup):
            version = version_told(program)
            expect(version == __version__, f"{program.name} says it is version {version}")
        told(f"silent installation of {__version__}: program, menu, list of programs, data folder")

    def guards_the_data(self) -> None:
        """System, administrators and users have rights on the data, nobody else; none inherited."""
        if is_wine():
            told("rights of the data folder: not tried, Wine's icacls changes nothing")
            return
        found = rights(DATA)
        whole = {"(A;OICI;FA;;;SY)", "(A;OICI;FA;;;BA)", "(A;OICI;0x1301bf;;;BU)"}
        expect(found[0] == "O:BA", f"the data folder belongs to {found[0]}")
        expect(found[1].startswith("P"), "the data folder inherits rights")
        expect(set(found[2]) == whole, f"the data folder's rights: {found[2]}")
        told("the data folder belongs to the administrators; others write only as users")

    def proves_itself(self) -> None:
        """Both programs' self-check; the windowed one has no output."""
        for program in (WINDOWED, CONSOLE):
            ran = run((program, "self-check", "--lang", "en"), PATIENCE)
            expect(
                ran.returncode == 0, f"{program.name} self-check: {ran.returncode}\n{ran.stdout}"
            )
        told(f"self-check of both programs: {ran.stdout.strip()}")

    def plays(self) -> None:
        """A round through the console front end, from the shaker's line to the journal."""
        with contextlib.ExitStack() as stack:
            port = self._port or stack.enter_context(simulator(CONSOLE, self._dice))
            dice = play_round((CONSOLE, "--data", DATA, "console", "--port", port), PATIENCE)
        expect(dice == sorted(self._dice), f"the shaker threw {self._dice}, shown were {dice}")
        told(f"a round through {port}: {dice} confirmed and shown")
        expect(rounds_of(CONSOLE, DATA) == [dice], "the journal tells other rounds")
        self._verify()

    def upgrades_under_the_running_program(self) -> None:
        """It is stopped, what lay in its folder goes, the journal stays as it was."""
        stray = PROGRAM / "_internal" / "left-from-an-older-version.dll"
        stray.write_bytes(b"old")
        with subprocess.Popen((str(WINDOWED), "--data", str(DATA))) as running:
            until(lambda: shows_the_panel(running.pid), PATIENCE, "the program shows no panel")
            told(f"the installed program shows {', '.join(named_windows(running.pid))}")
            before = rounds_of(CONSOLE, DATA)
            code = self._install()
            expect(code == 0, f"the upgrade ended with {code}")
            expect(running.poll() is not None, "the running program was not stopped")
        expect(not stray.exists(), "the upgrade left a file of the older version")
        expect(
            not PROGRAM.with_name("tabledisplay.old").exists(), "the older version is still there"
        )
        expect(rounds_of(CONSOLE, DATA) == before, "the upgrade changed the journal")
        self._verify()
        told("upgrade: running program stopped, program folder made anew, journal unchanged")

    def leaves_a_held_program_alone(self) -> None:
        """A file that another program holds: refused, and the installed program is whole."""
        mine = kept_in_place(PROGRAM)
        with held_open(WINDOWED):
            code = self._install()
        expect(code == STILL_RUNS, f"an upgrade of a held program ended with {code}")
        expect(kept_in_place(PROGRAM) == mine, "a refused upgrade changed the program")
        told("a program whose file is held is not replaced: exit code 3, nothing changed")

    def starts_by_itself(self) -> None:
        """/LAUNCH starts the table after a silent upgrade; /AUTOSTART is accepted."""
        code = self._install("/LAUNCH")
        expect(code == 0, f"the upgrade with /LAUNCH ended with {code}")
        with self._stopped_afterwards():
            until(lambda: shows_the_panel(None), PATIENCE, "/LAUNCH started nothing")
        told("/LAUNCH: the table runs after a silent upgrade")
        code = self._install("/AUTOSTART")
        expect(code == 0, f"the upgrade with /AUTOSTART ended with {code}")
        expect(is_registered("tabledisplay"), "the start with the session is not registered")
        told("/AUTOSTART: the start with the session is registered")

    def uninstalls(self, before: set[str]) -> None:
        """The program goes, the data stay, and nothing else is left."""
        kept = kept_in_place(DATA)
        run((PROGRAM / "uninstall.exe", "/S"), PATIENCE)
        # The uninstaller copies itself away and goes on from there: its folder goes last.
        until(lambda: not PROGRAM.exists() and listed_version() is None, PATIENCE, "it stays")
        expect(kept_in_place(DATA) == kept, "the data were touched")
        left = {path for path in around() - before if not path.startswith(str(DATA))}
        expect(not left, f"left behind: {', '.join(sorted(left))}")
        expect(not is_registered("tabledisplay"), "the start with the session is still registered")
        told(f"uninstalled: left are the {len(kept)} files of {DATA}, and nothing else")

    def _install(self, *switches: str) -> int:
        # As one text: /D must come last and takes no quotation marks.
        line = " ".join((f'"{self._setup}"', "/S", *switches))
        return subprocess.run(line, timeout=PATIENCE, check=False).returncode

    def _verify(self) -> None:
        ran = run((CONSOLE, "--data", DATA, "verify", "--lang", "en"), PATIENCE)
        expect(ran.returncode == 0, f"verify: {ran.stdout}{ran.stderr}")

    @contextlib.contextmanager
    def _stopped_afterwards(self) -> Iterator[None]:
        try:
            yield
        finally:
            run(("taskkill", "/F", "/IM", "tabledisplay.exe"), PATIENCE)


def shows_the_panel(pid: int | None) -> bool:
    """Whether the croupier's window is there; one that tells of a failure ends the trial."""
    titles = named_windows(pid)
    failures = [title for title in titles if "xception" in title or "rror" in title]
    expect(not failures, f"the program failed: {failures}")
    return any(title.startswith("tabledisplay") for title in titles)


def around() -> set[str]:
    """Every path in the places where an installer leaves things."""
    places = (PROGRAM.parent, DATA.parent)
    return {str(path) for place in places for path in place.rglob("*")}


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if all is as it should be; else 1, and what is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setup", type=Path)
    parser.add_argument("--port")
    parser.add_argument("--dice", default="2 5 5")
    args = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    dice = tuple(int(face) for face in args.dice.split())
    try:
        Trial(args.setup.resolve(), args.port, dice).all()
    except (Failed, subprocess.TimeoutExpired) as trouble:
        sys.stderr.write(f"trial: FAILED: {trouble}\n")
        return 1
    told("all passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
