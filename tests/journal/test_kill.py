"""kill -9 at random moments of writing, again and again on one journal.

40 times in an ordinary run; TABLEDISPLAY_KILLS=1000 for a long one.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabledisplay.game.wire import encode
from tabledisplay.journal_schema import entries
from tests.journal.killed_writer import batch
from tests.journal.story import journal_in

KILLS = int(os.environ.get("TABLEDISPLAY_KILLS", "40"))
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither fork nor SIGKILL")


@pytest.fixture
def writer() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.journal.killed_writer"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(120) == 0


@pytest.mark.timeout(60 + 10 * KILLS)
def test_kill_at_any_moment_loses_nothing_acknowledged(
    tmp_path: Path, writer: "subprocess.Popen[str]"
) -> None:
    chance = random.Random()
    batches = 0
    for _ in range(KILLS):
        acknowledged = killed(writer, tmp_path, batches, chance)
        batches = max(batches, acknowledged + 1)
        journal = journal_in(tmp_path)
        bodies = [entry.body.encode() for entry in entries(journal._reach())]
        assert journal.verify().faults == ()
        journal.close()
        promised = [encode(event) for n in range(batches) for event in batch(n)]
        extra = [encode(event) for event in batch(batches)]
        assert bodies in (promised, [*promised, *extra])
        batches += len(bodies) > len(promised)
    assert batches > KILLS


def killed(
    writer: "subprocess.Popen[str]", folder: Path, number: int, chance: random.Random
) -> int:
    """Lets the writer go on from a batch, kills it; the last batch that it acknowledged."""
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write(f"{number} {folder}\n")
    writer.stdin.flush()
    _, pid = writer.stdout.readline().split()
    acknowledged = number - 1
    for _ in range(chance.randrange(12)):
        acknowledged = int(writer.stdout.readline())
    time.sleep(chance.random() * 0.003)  # to kill at any moment, not only after a line
    os.kill(int(pid), signal.SIGKILL)
    while (line := writer.stdout.readline()) != "gone\n":
        acknowledged = int(line)
    return acknowledged
