"""How the accepted shaker is heard over all configured ports, from what each port tells."""

from __future__ import annotations

from typing import TypeVar, assert_never

from tabledisplay.croupier_view import Counters, LinkState
from tabledisplay.shaker.messages import (
    IdentityHeard,
    OtherVersion,
    PortChanged,
    PortStatus,
    Presence,
    TrafficCounted,
)

LinkMessage = Presence | PortChanged | TrafficCounted | IdentityHeard | OtherVersion

MOST_KNOWN = 64
"""Devices remembered beside the accepted one: a line may bring ids without end."""

T = TypeVar("T")


class Links:
    """What is known of the ports. Told by `hear`; knows no device by itself.

    Of devices that are gone the oldest are forgotten first, the accepted one never.
    """

    def __init__(self, ports: tuple[str, ...]) -> None:
        self._configured = ports
        self._statuses: dict[str, PortChanged] = {}
        self._present: set[tuple[str, str]] = set()
        self._ever_present: dict[str, None] = {}
        self._lapsed: dict[str, None] = {}
        self._other_version: set[str] = set()
        self.identities: dict[str, IdentityHeard] = {}
        self.counters = Counters()

    @property
    def ports(self) -> tuple[PortChanged, ...]:
        """The last news of each configured port."""
        unheard = (PortChanged(port, PortStatus.ABSENT) for port in self._configured)
        return tuple(self._statuses.get(news.port, news) for news in unheard)

    @property
    def present(self) -> frozenset[tuple[str, str]]:
        """The (port, device) pairs heard within 3 s."""
        return frozenset(self._present)

    @property
    def other_version(self) -> frozenset[str]:
        """The ports on which a version that is not supported is spoken now."""
        return frozenset(self._other_version)

    def hear(self, message: LinkMessage, accepted: str | None = None) -> None:
        """Take note of what a port tells; the accepted device is never forgotten for others."""
        match message:
            case Presence(port=port, device=device, present=True):
                self._present.add((port, device))
                _remember(self._ever_present, device, None, accepted)
            case Presence(port=port, device=device):
                self._present.discard((port, device))
                if not self.hears(device):
                    _remember(self._lapsed, device, None, accepted)
            case PortChanged():
                self._statuses[message.port] = message
            case IdentityHeard():
                _remember(self.identities, message.device, message, accepted)
            case OtherVersion(port=port, present=True):
                self._other_version.add(port)
            case OtherVersion(port=port):
                self._other_version.discard(port)
            case TrafficCounted():
                self.count(
                    good=message.good,
                    bad_crc=message.bad_crc,
                    noise=message.noise,
                    unknown=message.unknown,
                    gaps=message.gaps,
                    other_version=message.other_version,
                )
            case _:
                assert_never(message)

    def count(self, **more: int) -> None:
        """Add to the counters of those names."""
        sums = {name: getattr(self.counters, name) + n for name, n in more.items()}
        self.counters = Counters(
            **{name: sums.get(name, getattr(self.counters, name)) for name in COUNTED}
        )

    def hears(self, device: str | None) -> bool:
        """Whether that device is heard now, on any port."""
        return any(name == device for _, name in self._present)

    def lapsed(self, device: str | None) -> bool:
        """Whether that device was not heard at some time since the last `settled`."""
        return not self.hears(device) or device in self._lapsed

    def settled(self) -> None:
        """The journal has what was told of the link."""
        self._lapsed.clear()

    def state(self, device: str | None) -> LinkState:
        """The link to that device in one word."""
        if not self._configured:
            return LinkState.NONE
        if self.hears(device):
            return LinkState.CONNECTED
        if self._present:
            return LinkState.OTHER_DEVICE
        statuses = {news.status for news in self._statuses.values()}
        if PortStatus.DENIED in statuses:
            return LinkState.DENIED
        if PortStatus.BUSY in statuses:
            return LinkState.BUSY
        return LinkState.LOST if device in self._ever_present else LinkState.ABSENT


def _remember(known: dict[str, T], device: str, what: T, accepted: str | None) -> None:
    """Keep the youngest of them, and the accepted one."""
    known.pop(device, None)
    known[device] = what
    if len(known) > MOST_KNOWN:
        del known[next(name for name in known if name != accepted)]


COUNTED = tuple(Counters.__dataclass_fields__)
