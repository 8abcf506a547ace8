"""A croupier for the trial: plays one round through `console` on a shaker's port."""

from __future__ import annotations

import contextlib
import json
import queue
import re
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ACTS: Mapping[str, str] = {
    "closed": '{"do":"open_table","minimum":5}',
    "bets_open": '{"do":"close_bets"}',
    "proposed": '{"do":"confirm"}',
    "confirmed": '{"do":"close_table"}',
}
"""What the croupier does in each phase, once; the shaker does the rest."""


class Failed(Exception):  # noqa: N818 - the trial's own word
    """Something is not as it should be; the words say what."""


def play_round(command: Sequence[str | Path], patience: float) -> list[int]:
    """Plays one and leaves; the dice the public was shown. Failed: nothing came for too long."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as complaints,
        subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            encoding="utf-8",
        ) as playing,
    ):
        assert playing.stdin is not None
        assert playing.stdout is not None
        told: queue.SimpleQueue[str] = queue.SimpleQueue()
        reader = threading.Thread(target=_hear, args=(playing.stdout, told))
        reader.start()
        try:
            shown = _croupier(playing.stdin, told, patience)
            playing.stdin.write('{"do":"quit"}\n')
            playing.stdin.flush()
            code = playing.wait(patience)
        except (Failed, OSError, subprocess.TimeoutExpired) as trouble:
            complaints.seek(0)
            raise Failed(f"console: {trouble} {complaints.read()}".rstrip()) from None
        finally:
            playing.kill()
            reader.join()
    if code:
        raise Failed(f"console ended with {code}")
    return shown


def _hear(output: IO[str], told: queue.SimpleQueue[str]) -> None:
    """Hands on what the program says, line by line; an empty text at its end."""
    for line in output:
        told.put(line)
    told.put("")


def _croupier(say: IO[str], told: queue.SimpleQueue[str], patience: float) -> list[int]:
    left = dict(ACTS)
    shown: list[int] = []
    while True:
        try:
            line = told.get(timeout=patience)
        except queue.Empty:
            raise Failed(
                f"nothing was said for {patience} s; still to do: {sorted(left)}"
            ) from None
        if not line:
            raise Failed("it ended by itself")
        now: dict[str, Any] = json.loads(line)
        if now["refused"]:
            raise Failed(f"refused: {now['refused']}")
        shown = now["public"]["dice"] or shown
        if not left and now["phase"] == "closed":
            return shown
        if act := left.pop(now["phase"], None):
            say.write(act + "\n")
            say.flush()


def rounds_of(program: Path, data: Path) -> list[list[int]]:
    """The dice of every round in the journal, oldest first."""
    ran = subprocess.run(
        (str(program), "--data", str(data), "rounds", "--format", "jsonl"),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    if ran.returncode:
        raise Failed(f"rounds ended with {ran.returncode}: {ran.stderr}")
    return [json.loads(line)["dice"] for line in ran.stdout.splitlines()]


@contextlib.contextmanager
def simulator(program: Path, dice: Sequence[int]) -> Iterator[str]:
    """The program's own pretend shaker on a free TCP port; its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with tempfile.TemporaryDirectory() as folder:
        rounds = Path(folder) / "rounds.txt"
        rounds.write_text((" ".join(map(str, dice)) + "\n") * 100, encoding="ascii")
        how = ("simulate", "--tcp", address, "--rounds", str(rounds), "--speed", "4")
        with subprocess.Popen(
            (str(program), *how), stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        ) as speaking:
            try:
                assert speaking.stdout is not None
                if not re.search(address, speaking.stdout.readline()):
                    raise Failed("the simulator does not speak")
                yield f"socket://{address}"
            finally:
                speaking.kill()
