"""Which ports there are, under every name they have, and whether a port's name makes sense.

Slow on some machines (10 s with Bluetooth ports on Windows): never call `find_ports` from a
window's thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from serial.tools.list_ports import comports

from tabledisplay.trouble import KnownTrouble, echoed

SERIAL_LINKS: Final = Path("/dev/serial")
"""Where Linux keeps names that survive a reboot: by-id, and by-path for twins."""

NETWORK: Final = ("socket", "rfc2217")
SCHEMES: Final = (*NETWORK, "loop", "alt", "cp2110")
_WINDOWS_PORT: Final = re.compile(r"(\\\\\.\\)?COM[1-9][0-9]{0,2}", re.IGNORECASE)


class BadPort(KnownTrouble, ValueError):  # noqa: N818 - a KnownTrouble
    """That text can never name a port; no matter what is plugged in."""


def check_port_url(url: str) -> None:
    """BadPort unless this may name a port: a device's path, COM3, or a URL such as socket://.

    `hwgrep://` takes the first match, which may be another device tomorrow; `spy://` and the
    option `logging` write the dice where they must not stand before bets are closed.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        if not url.isprintable() or not ("/" in url or _WINDOWS_PORT.fullmatch(url)):
            raise BadPort("port.no_port", given=echoed(url))
        return
    match scheme.lower():
        case "hwgrep":
            raise BadPort("port.hwgrep", given=echoed(url))
        case "spy":
            raise BadPort("port.spy", given=echoed(url))
        case known if known not in SCHEMES:
            raise BadPort("port.scheme", given=echoed(url), known=", ".join(SCHEMES))
        case "socket" | "rfc2217" if not _has_host_and_port(url):
            raise BadPort("port.host", given=echoed(url))
        case "alt" | "cp2110" if not rest:
            raise BadPort("port.no_port", given=echoed(url))
        case _:
            pass
    if re.search(r"[?&/]logging=", rest):
        raise BadPort("port.spy", given=echoed(url))


def _has_host_and_port(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and bool(parts.port)
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class PortFound:
    """One port of this machine. `by_id` and `by_path` are links that survive a reboot, or None.

    Two adapters without serial numbers share one `by_id`: then only `by_path` tells them apart.
    """

    device: str
    description: str
    by_id: str | None = None
    by_path: str | None = None
    usb: str | None = None

    @property
    def lasting_name(self) -> str:
        """The name to keep in the settings."""
        return self.by_id or self.by_path or self.device


@dataclass(frozen=True, slots=True)
class Listed:
    """What the system says of a port: `usb` is VID:PID:serial."""

    device: str
    description: str
    usb: str | None = None


def name_ports(listed: Iterable[Listed], links: Iterable[tuple[str, str]]) -> tuple[PortFound, ...]:
    """The listed ports with their lasting names; `links` are pairs of link and what it means."""
    meant: dict[str, list[str]] = {}
    for link, device in sorted(links):
        meant.setdefault(device, []).append(link)
    return tuple(
        PortFound(
            port.device,
            port.description,
            _first(meant.get(port.device, ()), "/by-id/"),
            _first(meant.get(port.device, ()), "/by-path/"),
            port.usb,
        )
        for port in sorted(listed, key=lambda port: port.device)
    )


def find_ports(links: Path = SERIAL_LINKS) -> tuple[PortFound, ...]:
    """The ports of this machine, now. May take seconds."""
    listed = (
        Listed(port.device, port.description or "", _usb(port.vid, port.pid, port.serial_number))
        for port in comports()
    )
    found = ((str(link), str(link.resolve())) for link in links.glob("by-*/*"))
    return name_ports(listed, found)


def _usb(vid: int | None, pid: int | None, serial: str | None) -> str | None:
    if vid is None or pid is None:
        return None
    return f"{vid:04X}:{pid:04X}:{serial or ''}"


def _first(links: Iterable[str], kind: str) -> str | None:
    return next((link for link in links if kind in link), None)
