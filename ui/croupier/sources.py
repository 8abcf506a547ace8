"""What the panel is given beside the table: callables wired by the program, harmless by default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tabledisplay.game.decide import Refused
from tabledisplay.game.parts import Role
from tabledisplay.report import OpeningReport
from ui.croupier.installing import InstallSources


@dataclass(frozen=True, slots=True)
class PortHeard:
    """A configured port in words: its name, what it is, what is heard on it, and by whom."""

    port: str
    description: str
    heard: str
    device: str | None = None


def _proved(role: Role, pin: str) -> Refused | None:
    del role, pin
    return None


def _no_ports() -> tuple[PortHeard, ...]:
    return ()


def _no_lines() -> tuple[str, ...]:
    return ()


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Sources:
    """`prove`: whether a PIN opens a role's page. `report`: the opening's report, None if none.

    `raw_lines`: the last lines heard, asked for only while no round is open. `check_settings`:
    faults of the settings file, each one sentence. `test_screens`: shows a test card on the
    customers' screen, None if there is none. `export_folder`: where a PDF is written, None
    if nowhere. `ports` may take long: it is asked for only when its page is shown. `install`:
    what the installation asks of the machine.
    """

    prove: Callable[[Role, str], Refused | None] = field(default=_proved)
    report: Callable[[], OpeningReport | None] = field(default=_nothing)
    ports: Callable[[], tuple[PortHeard, ...]] = field(default=_no_ports)
    raw_lines: Callable[[], tuple[str, ...]] = field(default=_no_lines)
    check_settings: Callable[[], tuple[str, ...]] = field(default=_no_lines)
    test_screens: Callable[[], None] | None = None
    export_folder: Path | None = None
    install: InstallSources = field(default_factory=InstallSources)
