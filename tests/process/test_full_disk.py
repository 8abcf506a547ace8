"""A disk that is really full, small or failing: a tmpfs, /dev/full, and libfiu under the program.

The tmpfs needs root, libfiu its own package (fiu-utils); without them those tests are skipped.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabledisplay.health import Health, read_health, write_health
from tabledisplay.logs import LOG_FILE, Kind, Log
from tests.console.program import PATIENCE, Line, Program, run
from tests.journal.story import held
from tests.process.test_health import WELL

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tmpfs, /dev/full, libfiu")

SMALL = 1_000_000
"""Bytes of the small disk: room for a journal, and for some rounds."""


class SmallDisk:
    """A folder that is a disk of its own. `fill` takes what is left, `free` gives it back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as file:
            for piece in (4096, 1):
                try:
                    while True:
                        file.write(b"x" * piece)
                except OSError:
                    continue

    def free(self) -> None:
        self._ballast.unlink()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can mount a small disk, and not in every container")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def believed(folder: Path) -> list[list[int]]:
    """The dice of all finished rounds, oldest first, as the program itself tells them."""
    listed = run("rounds", "--data", str(folder), "--format", "jsonl", "--last", "100000")
    assert listed.returncode == 0, listed.stderr
    return [json.loads(text)["dice"] for text in listed.stdout.splitlines()]


def a_round(program: Program, dice: list[int]) -> Line:
    """One round by hand; the last answer, which is the refusal if there was one."""
    for do in ("end_shake", "close_bets", "enter_dice", "confirm"):
        fields = {"dice": dice, "reason": "no_device"} if do == "enter_dice" else {}
        if (told := program.ask(do, **fields))["refused"] is not None:
            break
    return told


def test_a_full_disk_refuses_the_command_and_the_next_room_takes_it(small: SmallDisk) -> None:
    """« at write failure: show, say "not recorded" »; results are never purged."""
    with Program(small.folder) as program:
        program.ask("open_table", minimum=5)
        small.fill()
        played = 0
        while (told := a_round(program, [1, 2, 3]))["refused"] is None:
            played += 1  # the last pages of the log were on the disk already
        assert told["refused"]["code"] == "journal_failed"
        assert told["public"]["banner"] == "unavailable"
        do = told["refused"]["do"]
        fields = {"dice": [1, 2, 3], "reason": "no_device"} if do == "enter_dice" else {}
        small.free()
        told = program.ask(do, **fields)
        assert told["refused"] is None
        assert told["public"]["banner"] != "unavailable"
        code, said = program.quit()
    assert (code, said) == (0, "")
    assert believed(small.folder) == [[1, 2, 3]] * (played + (do == "confirm"))
    assert run("verify", "--data", str(small.folder)).returncode == 0


def test_a_disk_that_play_fills_keeps_every_round_that_was_acknowledged(small: SmallDisk) -> None:
    acknowledged: list[list[int]] = []
    chance = random.Random(5)
    with Program(small.folder) as program:
        program.ask("open_table", minimum=5)
        for _ in range(2000):
            dice = sorted(chance.randint(1, 6) for _ in range(3))
            told = a_round(program, dice)
            if told["refused"] is not None:
                break
            acknowledged.append(dice)
        else:
            pytest.fail("the disk never became full")
        assert told["refused"]["code"] == "journal_failed"
        assert program.last["public"]["banner"] == "unavailable"
        program.kill()
    assert len(acknowledged) > 10
    kept = believed(small.folder)
    assert kept[: len(acknowledged)] == acknowledged
    assert len(kept) <= len(acknowledged) + 1
    assert run("verify", "--data", str(small.folder)).returncode == 0


def test_a_start_on_a_full_disk_is_one_sentence(small: SmallDisk) -> None:
    small.fill()
    started = run("console", "--data", str(small.folder / "data"))
    assert started.returncode == 2
    assert started.stdout == ""
    assert len(started.stderr.splitlines()) == 1


def test_a_log_on_a_full_disk_loses_lines_and_then_goes_on(small: SmallDisk) -> None:
    log = Log(small.folder / "logs", 1)
    log.note(Kind.STARTED)
    small.fill()
    for _ in range(200):
        log.warn(Kind.DISK, megabytes=0)
    assert log.lost > 0
    small.free()
    log.note(Kind.ENDED)
    log.close()
    text = (small.folder / "logs" / LOG_FILE).read_text(encoding="utf-8")
    assert "started" in text
    assert text.splitlines()[-1].endswith("ended")


def test_a_health_file_on_a_full_disk_stays_the_old_one_whole(small: SmallDisk) -> None:
    folder = small.folder / "health"
    write_health(folder, WELL)
    small.fill()
    later = Health(at=WELL.at, started=WELL.started, pid=7, version="9" * 5000, phase="", link="")
    with pytest.raises(OSError, match="No space"):
        write_health(folder, later)
    assert read_health(folder) == WELL
    assert [path.name for path in folder.iterdir()] == ["state.json"], "no half file stays"
    small.free()
    write_health(folder, later)
    assert read_health(folder) == later


def test_a_report_on_a_full_disk_is_refused_and_the_older_one_stays(
    small: SmallDisk, qapp: object
) -> None:
    from ui.croupier.report_pdf import write

    path = small.folder / "exports" / "report.pdf"
    assert write(path, "Un", [("Coups", "1")])
    before = path.read_bytes()
    assert before.startswith(b"%PDF")
    assert b"%%EOF" in before[-10:]
    small.fill()
    assert not write(path, "Deux", [("Coups", "2")] * 30)
    assert path.read_bytes() == before
    small.free()
    assert write(path, "Deux", [("Coups", "2")] * 30)
    assert path.read_bytes() != before


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("rounds", "--format", "csv"),
        ("rounds", "--format", "jsonl"),
        ("verify",),
        ("phases",),
        ("payout", "sicbo", "5", "2", "5"),
        ("console",),
        ("doctor", "--json"),
    ],
)
def test_an_output_that_finds_no_room_is_one_sentence(
    arguments: tuple[str, ...], lang: str, tmp_path: Path
) -> None:
    with Program(tmp_path) as program:
        program.ask("open_table", minimum=5)
        assert a_round(program, [1, 2, 3])["refused"] is None
        assert program.quit()[0] == 0
    command = [sys.executable, "-m", "tabledisplay", *arguments, "--data", str(tmp_path)]
    if arguments[0] in ("phases", "payout"):
        command = command[:-2]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command, "--lang", lang],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert ("place" if lang == "fr" else "room") in sentence


@pytest.mark.skipif(shutil.which("fiu-ctrl") is None, reason="fiu-utils is not installed")
@pytest.mark.parametrize(
    ("call", "error"), [("sync/fdatasync", 5), ("rw/pwrite", 5), ("rw/pwrite", 28)]
)
def test_system_calls_that_fail_at_random_lose_nothing_acknowledged(
    call: str, error: int, tmp_path: Path
) -> None:
    """The program itself, under a C library that refuses one call in five, as a dying disk does."""
    data, acknowledged, refusals = tmp_path / "data", [], 0
    with Program(data, under=("fiu-run", "-x")) as program:
        assert program.ask("open_table", minimum=5)["refused"] is None
        fault = f"enable_random probability=0.2,name=posix/io/{call},failinfo={error}"
        subprocess.run(["fiu-ctrl", "-c", fault, str(program.pid)], check=True, timeout=PATIENCE)
        for number in range(60):
            dice = sorted((1 + number % 6, 1 + number // 6 % 6, 1 + number // 36 % 6))
            refusals += until_done(program, "end_shake")
            refusals += until_done(program, "close_bets")
            refusals += until_done(program, "enter_dice", dice=dice, reason="no_device")
            refusals += until_done(program, "confirm")
            assert program.last["phase"] == "confirmed"
            acknowledged.append(dice)
        program.kill()
    assert refusals > 0, "the faults have reached the program"
    assert believed(data) == acknowledged
    assert run("verify", "--data", str(data)).returncode == 0
    events = [entry.body for entry in held(data / "journal.db")]
    assert sum('"kind":"result_confirmed.1"' in body for body in events) == len(acknowledged)


def until_done(program: Program, do: str, **fields: object) -> int:
    """Ask until the disk takes it; how often it did not. Nothing may have moved meanwhile."""
    for refusals in range(1000):
        before = program.last
        told = program.ask(do, **fields)
        if told["refused"] is None:
            return refusals
        if told["refused"]["code"] == "wrong_phase":
            return refusals  # the disk had kept it after all, and the table has found it
        assert told["refused"]["code"] == "journal_failed"
        assert told["public"]["dice"] is None or told["public"]["dice"] == before["public"]["dice"]
    pytest.fail("never taken")
