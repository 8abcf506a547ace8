"""Ten thousand rounds in one process, in one opening and in many: memory, threads, files."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator

from benchmarks.measured import Measured
from benchmarks.programs import environment

MANY = 100
MOST_GROWTH = 20.0
"""MB that ten thousand rounds may cost."""


def measure(args: Namespace) -> Iterator[Measured]:
    """After the last round over after the warm-up; growth in MB has the target."""
    for openings in (1, MANY):
        folder = args.folder / f"long-night-{openings}"
        command = [sys.executable, "-m", "benchmarks.long_night", str(args.rounds), str(openings)]
        done = subprocess.run(
            [*command, str(folder)], capture_output=True, text=True, env=environment(), check=True
        )
        before, after = json.loads(done.stdout)
        name = f"{args.rounds:,} rounds, {openings} opening{'s' * (openings > 1)}"
        grown = max(after["megabytes"] - before["megabytes"], 0.0)
        yield Measured.at_most(
            f"{name}: growth", grown, MOST_GROWTH, "MB", "what it may grow", limit=1.0
        )
        yield Measured(f"{name}: memory", after["megabytes"], before["megabytes"], "MB", "at first")
        for what in ("threads", "files"):
            yield Measured.at_most(
                f"{name}: {what}", after[what], before[what], "", "at first", limit=1.0
            )
