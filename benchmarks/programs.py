"""Programs started for a measurement, all with the same environment and compiled beforehand."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from benchmarks.measured import resident

CACHE = Path(__file__).resolve().parent.parent / "build" / "bench-bytecode"


def environment() -> dict[str, str]:
    """Offscreen; bytecode is kept, as in an installed program, whatever this shell says."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(CACHE)}


class Program:
    """One process, its first line awaited: how long that took, in seconds, and its words."""

    def __init__(self, *arguments: str) -> None:
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.took = time.perf_counter() - begun

    @property
    def memory(self) -> float:
        """MB resident now."""
        return resident(self.process.pid)

    @property
    def cpu(self) -> float:
        """Seconds of processor used so far, in steps of a clock tick."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """The end of input ends the console, a signal the windows; both in good order."""
        if "console" not in self.process.args:  # type: ignore[operator] # a list, made above
            self.process.terminate()
        self.process.communicate()


def starts(repeats: int, *commands: Sequence[str]) -> list[tuple[float, float]]:
    """Of each command, started in turns: shortest time to its first line, and memory then."""
    found = [(float("inf"), 0.0)] * len(commands)
    for turn in range(repeats + 1):
        for n, command in enumerate(commands):
            with Program(*command) as program:
                if turn:  # the first turn compiles and fills the caches
                    found[n] = (min(found[n][0], program.took), program.memory)
    return found
