"""The doctor's ear: what speaks on the configured ports, and which ports there are at all.

Listens for a few seconds, only where no table runs, and never writes. Of what is heard only the
device, its kind of protocol and counts are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Event, Lock

import msgspec

from tabledisplay.doctor_finding import Finding, Part, bad, care, good
from tabledisplay.doctor_rights import Rights, rights_on
from tabledisplay.listening import Listening
from tabledisplay.settings import ShakerSettings
from tabledisplay.shaker.messages import (
    IdentityHeard,
    LeakHeard,
    Message,
    PortChanged,
    PortStatus,
    Presence,
    TrafficCounted,
)
from tabledisplay.shaker.ports import PortFound, find_ports
from tabledisplay.trouble import KnownTrouble

LISTENS: float = 3.2
"""Seconds: a shaker says something every second, and 3 s of silence is a lost link."""


@dataclass(slots=True)
class Heard:
    """What one port has told, counts only."""

    status: PortStatus = PortStatus.ABSENT
    detail: str = ""
    devices: set[str] = field(default_factory=set)
    makers: dict[str, str] = field(default_factory=dict)
    good: int = 0
    bad: int = 0
    unknown: int = 0
    other_version: int = 0
    gaps: int = 0
    leaks: int = 0


class Ear:
    """Takes the messages of all ports from their reader threads."""

    def __init__(self, ports: Iterable[str]) -> None:
        self._heard = {port: Heard() for port in ports}
        self._lock = Lock()

    def take(self, messages: tuple[Message, ...]) -> None:
        """Counts; whatever else was said is let go."""
        with self._lock:
            for message in messages:
                self._note(message)

    def told(self) -> dict[str, Heard]:
        """By port, when nothing more will come."""
        with self._lock:
            return self._heard

    def _note(self, message: Message) -> None:
        match message:
            case PortChanged(port=port, status=status, detail=detail):
                heard = self._heard[port]
                heard.status, heard.detail = status, detail
            case Presence(port=port, device=device, present=True):
                self._heard[port].devices.add(device)
            case TrafficCounted(port=port):
                heard = self._heard[port]
                heard.good += message.good
                heard.bad += message.bad_crc + message.noise
                heard.unknown += message.unknown
                heard.other_version += message.other_version
                heard.gaps += message.gaps
            case IdentityHeard(device=device):
                named = f"{message.maker} {message.model} {message.firmware}"
                for heard in self._heard.values():
                    heard.makers[device] = named
            case LeakHeard(key=key):
                for heard in self._heard.values():
                    heard.leaks += key.device in heard.devices
            case _:
                pass


def listen(settings: ShakerSettings, seconds: float = LISTENS) -> dict[str, Heard]:
    """What is heard on the configured ports. KnownTrouble: a name that is no port."""
    silent = msgspec.structs.replace(settings, queries=False)
    ear = Ear(settings.ports)
    listening = Listening(silent, ear.take)
    listening.start()
    Event().wait(seconds)
    listening.stop()
    return ear.told()


def look_at_shaker(
    settings: ShakerSettings,
    *,
    runs: bool,
    thieves: tuple[str, ...],
    ear: Callable[[ShakerSettings], dict[str, Heard]] = listen,
) -> Iterator[Finding]:
    """What speaks on each configured port, and what would keep the table from hearing it."""
    if not settings.ports:
        yield care(Part.SHAKER, "no_port")
    elif runs:
        yield good(Part.SHAKER, "not_listened", ports=", ".join(settings.ports))
    else:
        try:
            heard = ear(settings)
        except KnownTrouble as trouble:
            facts = {name: str(value) for name, value in trouble.values.items()}
            yield bad(Part.SHAKER, trouble.key, **facts)
            return
        for port, told in heard.items():
            yield from of_port(port, told, settings, rights_on(port))
    for name in thieves:
        yield care(Part.SHAKER, "thief", name=name)


def of_port(port: str, heard: Heard, settings: ShakerSettings, rights: Rights) -> Iterator[Finding]:
    """One configured port in words."""
    match heard.status:
        case PortStatus.DENIED:
            yield bad(
                Part.SHAKER,
                f"denied_{rights.why}",
                port=port,
                group=rights.group,
                user=rights.user,
                groups=", ".join(rights.effective),
            )
        case PortStatus.BUSY:
            yield bad(Part.SHAKER, "busy", port=port)
        case PortStatus.ABSENT:
            yield bad(Part.SHAKER, "absent", port=port, why=heard.detail or "?")
        case PortStatus.LOST:
            yield bad(Part.SHAKER, "lost", port=port, why=heard.detail or "?")
        case PortStatus.OPEN:
            yield from _of_open_port(port, heard, settings)


def _of_open_port(port: str, heard: Heard, settings: ShakerSettings) -> Iterator[Finding]:
    counts = {"good": heard.good, "bad": heard.bad, "gaps": heard.gaps}
    if heard.other_version:
        yield bad(Part.SHAKER, "other_version", port=port, count=heard.other_version)
    if heard.good:
        form = "SLP1" if settings.format == "slp1" else settings.format
        for device in sorted(heard.devices):
            named = heard.makers.get(device)
            told = device if named is None else f"{device} ({named})"
            yield good(Part.SHAKER, "heard", port=port, device=told, format=form, **counts)
        if len(heard.devices) > 1:
            yield care(Part.SHAKER, "several_devices", port=port, count=len(heard.devices))
        if heard.bad > heard.good:
            yield care(Part.SHAKER, "noisy", port=port, baud=settings.baud, **counts)
    elif heard.other_version:
        pass
    elif heard.bad or heard.unknown:
        count = heard.bad + heard.unknown
        yield bad(Part.SHAKER, "not_understood", port=port, count=count, baud=settings.baud)
    else:
        yield bad(Part.SHAKER, "silent", port=port, seconds=round(LISTENS), baud=settings.baud)
    if heard.leaks:
        yield bad(Part.SHAKER, "leaks", port=port, count=heard.leaks)


def look_at_ports(
    settings: ShakerSettings, find: Callable[[], tuple[PortFound, ...]] = find_ports
) -> Iterator[Finding]:
    """All ports of this machine, with the name to keep in the settings. May take seconds."""
    found = find()
    if not found:
        yield care(Part.PORTS, "no_ports")
    shared = {port.by_id for port in found if sum(p.by_id == port.by_id for p in found) > 1}
    for port in found:
        twin = port.by_id is not None and port.by_id in shared
        name = port.by_path or port.device if twin else port.lasting_name
        facts = {
            "device": port.device,
            "description": _described(port),
            "name": name,
            "usb": port.usb or "-",
            "by_id": port.by_id or "-",
            "by_path": port.by_path or "-",
        }
        yield (care if twin else good)(Part.PORTS, "port_twin" if twin else "port", **facts)
    links = {name for port in found for name in (port.by_id, port.by_path) if name}
    for wanted in settings.ports:
        if wanted.startswith("/dev/tty") and wanted not in links:
            lasting = next((p.lasting_name for p in found if p.device == wanted), None)
            if lasting is not None and lasting != wanted:
                yield care(Part.PORTS, "port_by_number", port=wanted, name=lasting)


def _described(port: PortFound) -> str:
    """What the system calls it; pyserial says n/a where it calls it nothing."""
    return port.description if port.description not in ("", "n/a") else "?"
