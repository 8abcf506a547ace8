"""Tells systemd that the program is ready, alive, ending: sd_notify(3) without its library.

Outside systemd (no NOTIFY_SOCKET) nothing is sent and nothing fails.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass

MICROSECONDS = 1_000_000


class Systemd:
    """The supervisor, if there is one. `every`: seconds between signs of life, None: none asked."""

    def __init__(self, environ: Mapping[str, str], pid: int) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.every = _interval(environ, pid) if self._address else None

    def ready(self) -> bool:
        """The table is open to the croupier. All these are False when nobody was told."""
        return self._send("READY=1")

    def alive(self) -> bool:
        """A sign of life."""
        return self._send("WATCHDOG=1")

    def stopping(self) -> bool:
        """The program ends on request."""
        return self._send("STOPPING=1")

    def status(self, text: str) -> bool:
        """One line for `systemctl status`."""
        return self._send(f"STATUS={' '.join(text.split())}")

    def _send(self, message: str) -> bool:
        if not self._address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
            return False
        # "@" stands for the NUL byte of an abstract address.
        address = self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(message.encode(), address)
        except (OSError, ValueError):
            return False
        return True


def _interval(environ: Mapping[str, str], pid: int) -> float | None:
    """Half of systemd's patience, in seconds, as its manual advises."""
    meant_for = environ.get("WATCHDOG_PID", str(pid))
    patience = environ.get("WATCHDOG_USEC", "")
    if meant_for != str(pid) or not patience.isdecimal() or int(patience) == 0:
        return None
    return int(patience) / MICROSECONDS / 2


@dataclass(frozen=True, slots=True)
class Watchdog:
    """How long each part may make no progress, in seconds, before no sign of life is given."""

    patience: Mapping[str, float]

    def late(self, now: float, progress: Mapping[str, float | None]) -> tuple[str, ...]:
        """The parts that have stood still too long at `now`, on the clock of the stamps.

        `progress`: when each part last went round; None for a part that has nothing to do. A part
        without a stamp has not begun and is not waited for. A failure told is progress: only
        standing still is late, for a restart mends nothing else.
        """
        return tuple(
            part
            for part, patience in self.patience.items()
            if (stamp := progress.get(part)) is not None and now - stamp > patience
        )

    def feeds(self, now: float, progress: Mapping[str, float | None]) -> bool:
        """True if a sign of life may be given."""
        return not self.late(now, progress)
