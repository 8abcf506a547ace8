"""The `simulate` command as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tabledisplay.__main__ import main
from tabledisplay.shaker.link import Link
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import LeakHeard, ReadingHeard
from tabledisplay.shaker.spoil import FAULTS
from tabledisplay.shaker.voice import random_rounds
from tabledisplay.simulate import read_rounds
from tabledisplay.trouble import KnownTrouble
from tests.shaker.listening import PATIENCE, Ears, running

POSIX = sys.platform != "win32"


@contextmanager
def simulating(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command running, and where it speaks."""
    with subprocess.Popen(
        [sys.executable, "-m", "tabledisplay", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r" (socket://\S+|/\S+)\. ", process.stdout.readline())
            assert found
            yield process, found[1]
        finally:
            process.kill()


def ends_well(process: subprocess.Popen[str], number: int) -> None:
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(not POSIX, reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_on_a_pty_it_plays_the_file_and_cleans_up(tmp_path: Path, number: int) -> None:
    rounds, path = tmp_path / "rounds", tmp_path / "shaker"
    rounds.write_text("5 2 5\n\n 1\t1 1 \n", encoding="utf-8")
    arguments = ("--pty", str(path), "--rounds", str(rounds), "--speed", "100")
    with simulating(*arguments, "--fault", "leak", "noise", "--fault", "drop") as (process, url):
        assert url == str(path)
        ears = Ears()
        with running(Link(url, 115_200, slp1_listener, ears)):
            ears.until(
                lambda heard: any(isinstance(m, ReadingHeard) and m.key.round == 2 for m in heard)
            )
        assert any(isinstance(m, LeakHeard) for m in ears.heard)
        dice = {(m.key.round, m.dice) for m in ears.heard if isinstance(m, ReadingHeard)}
        assert dice <= {(1, (5, 2, 5)), (2, (1, 1, 1))}
        ends_well(process, number)
    assert not os.path.lexists(path)


@pytest.mark.skipif(not POSIX, reason="signals")
def test_on_tcp_with_a_seed() -> None:
    """The seed says what each round brings, from whichever round on one listens."""
    arguments = ("--tcp", "127.0.0.1:0", "--seed", "7", "--speed", "500")
    with simulating(*arguments) as (process, url):
        ears = Ears()
        with running(Link(url, 115_200, slp1_listener, ears, waits=(0.01,))):
            ears.until(
                lambda heard: len({m.key.round for m in heard if isinstance(m, ReadingHeard)}) >= 4
            )
        ends_well(process, signal.SIGTERM)
    heard = {m.key.round: m.dice for m in ears.heard if isinstance(m, ReadingHeard)}
    seeded = dict(enumerate(islice(random_rounds(Random(7)), max(heard)), start=1))
    assert heard == {number: seeded[number] for number in heard}


def test_list_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--list-faults"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(FAULTS)
    assert all(len(line.split()) > 1 for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--pty", "/tmp/x", "--tcp", "127.0.0.1:0"],
        ["--tcp", "nowhere"],
        ["--tcp", "127.0.0.1:99999"],
        ["--tcp", "127.0.0.1:"],
        ["--tcp", "192.0.2.1:7000"],
        ["--tcp", "127.0.0.1:0", "--seed", "x"],
        ["--tcp", "127.0.0.1:0", "--seed", "-1"],
        ["--tcp", "127.0.0.1:0", "--speed", "0"],
        ["--tcp", "127.0.0.1:0", "--speed", "-1"],
        ["--tcp", "127.0.0.1:0", "--speed", "inf"],
        ["--tcp", "127.0.0.1:0", "--speed", "1e3"],
        ["--tcp", "127.0.0.1:0", "--fault", "nonsense"],
        ["--tcp", "127.0.0.1:0", "--fault"],
        ["--tcp", "127.0.0.1:0", "--rounds", "no such file"],
        ["--pty", "."],
        ["--pty", "no such folder/shaker"],
    ],
)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_bad_usage_is_one_plain_sentence(
    arguments: list[str], lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments, "--lang", lang]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("5 2 5\n1 7 1\n", "simulate.bad_round", 2),
        ("5 2\n", "simulate.bad_round", 1),
        ("5 2 5 5\n", "simulate.bad_round", 1),
        ("\n\n525\n", "simulate.bad_round", 3),
        ("٥ 2 5\n", "simulate.bad_round", 1),
        ("", "simulate.no_rounds", None),
        ("\n \n", "simulate.no_rounds", None),
    ],
)
def test_a_bad_line_is_named(text: str, key: str, line: int | None, tmp_path: Path) -> None:
    path = tmp_path / "rounds"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KnownTrouble) as trouble:
        read_rounds(path)
    assert trouble.value.key == key
    assert trouble.value.values.get("line") == line


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rounds"
    path.write_bytes(b"\xff\xfe5\x00")
    for unreadable in (path, tmp_path, tmp_path / "none"):
        with pytest.raises(KnownTrouble) as trouble:
            read_rounds(unreadable)
        assert trouble.value.key == "simulate.rounds_unread"
