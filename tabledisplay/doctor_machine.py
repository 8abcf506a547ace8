"""The doctor's look at the machine: versions, disk, clock, how the program fared."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tabledisplay import BUILD_YEAR, __version__
from tabledisplay.crash_history import MANY, read_history
from tabledisplay.disk import LOW, MEGABYTE, free_bytes
from tabledisplay.doctor_finding import Finding, Part, bad, care, good
from tabledisplay.health import FOLDER, is_stale, read_health
from tabledisplay.journal_glance import SQLITE
from tabledisplay.logs import LAST_FAULT_FILE
from tabledisplay.pins import Pins
from tabledisplay.settings import Settings
from tabledisplay.startup import PINS_FILE, timezone_of
from tabledisplay.trouble import KnownTrouble

LIBRARIES = ("PySide6-Essentials", "pyserial", "msgspec", "apsw", "pyqtgraph")
THIEVES = frozenset({"ModemManager", "brltty"})
"""They say AT commands to any new port, or take USB adapters for Braille displays."""
PATIENCE = timedelta(minutes=2)
"""How long the health file of a running table may stand unchanged."""


def look_at_program() -> Iterator[Finding]:
    """Versions of the program and of what it stands on."""
    yield good(
        Part.PROGRAM,
        "program",
        version=__version__,
        python=platform.python_version(),
        system=_system(),
    )
    found = {name: _version_of(name) for name in LIBRARIES}
    told = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    told += f", SQLite {SQLITE}"
    yield good(Part.PROGRAM, "libraries", libraries=told)


def _version_of(name: str) -> str | None:
    """None where the bundle does not say."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def look_at_data(data: Path, settings: Settings) -> Iterator[Finding]:
    """The data folder: there, writable, with room; which roles have a PIN."""
    if not data.exists():
        yield care(Part.DATA, "data_missing", folder=str(data))
    elif not data.is_dir() or not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield bad(Part.DATA, "main.data_folder", folder=str(data))
    else:
        yield good(Part.DATA, "data", folder=str(data))
    free = free_bytes(_existing(data))
    if free is None:
        yield care(Part.DATA, "disk_unknown", folder=str(data))
    elif free < LOW:
        yield bad(Part.DATA, "disk_low", megabytes=free // MEGABYTE, least=LOW // MEGABYTE)
    else:
        yield good(Part.DATA, "disk", megabytes=free // MEGABYTE)
    yield from _pins(data, settings)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next((place for place in (folder, *folder.parents) if place.exists()), folder)


def _pins(data: Path, settings: Settings) -> Iterator[Finding]:
    try:
        roles = Pins(data / PINS_FILE).set_roles
    except KnownTrouble as trouble:
        yield bad(Part.DATA, trouble.key, **_plain(trouble))
        return
    if "technician" not in roles and settings.kiosk.enabled:
        yield care(Part.DATA, "kiosk_open")
    if len(roles) == 2:
        yield good(Part.DATA, "pins")
    else:
        yield care(Part.DATA, "pins_missing" if not roles else f"pin_missing_{_other(roles)}")


def _other(roles: frozenset[str]) -> str:
    return "technician" if "chef" in roles else "chef"


def _plain(trouble: KnownTrouble) -> dict[str, str]:
    return {name: str(value) for name, value in trouble.values.items()}


def look_at_clock(now: datetime, settings: Settings) -> Iterator[Finding]:
    """Date, time and time zone; a year before this program's is a dead battery."""
    try:
        zone = timezone_of(settings)
    except KnownTrouble as trouble:
        yield bad(Part.CLOCK, trouble.key, **_plain(trouble))
        return
    here = now.astimezone(zone)
    facts = {"time": f"{here:%Y-%m-%d %H:%M:%S}", "timezone": settings.table.timezone}
    if now.year < BUILD_YEAR:
        yield bad(Part.CLOCK, "clock_wrong", **facts)
    else:
        yield good(Part.CLOCK, "clock", **facts)
    if here.utcoffset() != now.astimezone().utcoffset():
        yield care(
            Part.CLOCK,
            "clock_zone",
            table=f"{here:%H:%M}",
            system=f"{now.astimezone():%H:%M}",
        )


def look_at_health(data: Path, now: datetime, *, runs: bool) -> Iterator[Finding]:
    """Whether the table runs and answers, and how often it has crashed."""
    folder = data / FOLDER
    health = read_health(folder)
    if not runs:
        yield good(Part.HEALTH, "not_running")
    elif health is None or health.ended:
        yield good(Part.HEALTH, "running")
    elif is_stale(health, now, PATIENCE):
        yield bad(Part.HEALTH, "hangs", since=f"{health.at:%Y-%m-%d %H:%M:%S}", pid=health.pid)
    else:
        yield good(Part.HEALTH, "runs", pid=health.pid, version=health.version)
        if health.late:
            yield bad(Part.HEALTH, "late", parts=", ".join(health.late))
        if not health.journal_ok:
            yield bad(Part.HEALTH, "journal_not_ok")
        if health.safe_mode:
            yield care(Part.HEALTH, "safe_mode")
        if health.bugs:
            yield care(Part.HEALTH, "bugs", count=health.bugs, folder=str(data / "logs"))
    history = read_history(folder)
    if len(history.crashes) >= MANY:
        yield bad(Part.HEALTH, "crashes_now", count=len(history.crashes), folder=str(data / "logs"))
    elif history.total:
        yield care(Part.HEALTH, "crashes", count=history.total, starts=history.starts)
    elif history.starts:
        yield good(Part.HEALTH, "no_crash", starts=history.starts)
    if (data / "logs" / LAST_FAULT_FILE).exists():
        yield care(Part.HEALTH, "fault_file", path=str(data / "logs" / LAST_FAULT_FILE))


def thieves(proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Which running programs are known to take serial ports for themselves; none but on Linux."""
    return tuple(sorted(THIEVES & set(_running(proc))))


def _running(proc: Path) -> Iterator[str]:
    """Names of the processes of this machine, as far as it tells."""
    for entry in proc.glob("[0-9]*/comm"):
        try:
            yield entry.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            continue
