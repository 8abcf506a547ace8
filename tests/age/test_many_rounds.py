"""Many rounds leave nothing behind in the process: memory, threads, files.

The full ten thousand are played by `make bench` (benchmarks/bench_long_night.py).
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.console.program import PATIENCE

ROUNDS, MOST = 200, 2.0
"""MB: what the allocator may take for itself, and hardly more."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


@pytest.mark.parametrize("openings", [1, 10])
def test_rounds_leave_nothing_behind(openings: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.long_night", str(ROUNDS), str(openings)]
    done = subprocess.run(
        [*command, str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE * 2, check=True
    )
    before, after = json.loads(done.stdout)
    assert after["threads"] == before["threads"]
    assert after["files"] == before["files"]
    assert after["megabytes"] - before["megabytes"] < MOST
