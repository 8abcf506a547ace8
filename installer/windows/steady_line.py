"""The simulated shaker on a pseudo-terminal whose line is never silent for long: Wine's COM port.

Wine 10 reports a read that waited in vain as an error, Windows as nothing read; pyserial takes the
error for a lost port. So NUL bytes, which mean nothing between frames, fill the pauses.

python -m installer.windows.steady_line PATH "2 5 5"
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tabledisplay.shaker.pretend_port import PtyPort, serve
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.voice import FACES

SPEED = 2.0
FILLING = b"\0"
ROUNDS = 1000
"""The croupier comes in the middle of one and takes the next: the shaker must not run out."""


class SteadyPort:
    """A pseudo-terminal that says a NUL at every turn besides what is said."""

    def __init__(self, port: PtyPort) -> None:
        self._port = port

    @property
    def url(self) -> str:
        """What a reader opens."""
        return self._port.url

    def say(self, data: bytes) -> None:
        """Whole frames: nothing may come in between."""
        self._port.say(data)

    def heard(self) -> bytes:
        """What a reader has written."""
        self._port.say(FILLING)
        return self._port.heard()

    def close(self) -> None:
        """End."""
        self._port.close()


def main(arguments: Sequence[str]) -> int:
    """Speaks until it is terminated."""
    path, dice = arguments
    first, second, third = (FACES[int(face) - 1] for face in dice.split())
    shaker = SimulatedShaker(((first, second, third),) * ROUNDS, speed=SPEED)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with closing(SteadyPort(PtyPort(Path(path)))) as port:
        serve(shaker, port, stop)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
