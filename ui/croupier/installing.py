"""The settings of an installation: their present values, the next of a cycle, what is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tabledisplay.settings import Settings
from tabledisplay.settings_file import Value

NAME = "table.name"
CHIPS = "table.denominations"
LANGUAGE = "croupier.language"
PUBLIC_MONITOR = "customer.monitor"
PUBLIC_INCHES = "customer.diagonal_inches"
DISTANCE = "customer.distance_m"
PANEL_MONITOR = "croupier.monitor"
PANEL_INCHES = "croupier.diagonal_inches"
HAND = "croupier.hand"
PORTS = "shaker.ports"

LONGEST_NAME = 60
LANGUAGES, HANDS = ("fr", "en"), ("right", "left")
CHIP_VALUES: tuple[float, ...] = (0.5, 1, 2, 5, 10, 25, 50, 100, 500, 1000, 5000)
SMALLEST_CHIPS = (0.5, 1, 2, 5, 10, 25)
MOST_CHIPS = 9


@dataclass(frozen=True, slots=True)
class Steps:
    """A number's range, and what a tap adds: `step`, or `leap` if there is one."""

    least: float
    most: float
    step: float
    leap: float | None = None

    def moved(self, value: float, by: float) -> float:
        """The value after a tap, within the range, without the dust of binary fractions."""
        return min(self.most, max(self.least, round(value + by, 1)))


STEPS: Mapping[str, Steps] = {
    DISTANCE: Steps(1, 15, 0.5),
    PUBLIC_INCHES: Steps(10, 120, 0.5, 5),
    PANEL_INCHES: Steps(7, 32, 0.1, 1),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A port or a monitor: what the settings call it, and what people do."""

    value: str
    told: str


@dataclass(frozen=True, slots=True)
class ScreensFound:
    """The monitors there are, and on which of them each window stands now; empty: on none."""

    monitors: tuple[Choice, ...] = ()
    public: str = ""
    panel: str = ""


def _no_ports() -> tuple[Choice, ...]:
    return ()


def _not_first() -> bool:
    return False


def _not_saved(changes: Mapping[str, Value]) -> str | None:
    del changes
    return None


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class InstallSources:
    """What an installation asks of the machine.

    `save` writes settings by their dotted names and answers None, or a sentence why not.
    `first_run`: no settings were ever saved here. `restart`: end in order and come back.
    """

    ports: Callable[[], tuple[Choice, ...]] = field(default=_no_ports)
    screens: Callable[[], ScreensFound] = field(default=ScreensFound)
    first_run: Callable[[], bool] = field(default=_not_first)
    save: Callable[[Mapping[str, Value]], str | None] = field(default=_not_saved)
    restart: Callable[[], None] = field(default=_nothing)


def present(settings: Settings, key: str) -> Value:
    """The value in force of a setting named `section.name`."""
    section, name = key.split(".")
    value = getattr(getattr(settings, section), name)
    return list(value) if isinstance(value, tuple) else value


def chips_from(smallest: float) -> list[float]:
    """The chips of a table whose smallest is this one."""
    first = CHIP_VALUES.index(smallest)
    return list(CHIP_VALUES[first : first + MOST_CHIPS])


def after(value: Value, values: Sequence[Value]) -> Value:
    """The value after this one, the first after the last and after one that is not listed."""
    if value not in values:
        return values[0]
    return values[(values.index(value) + 1) % len(values)]


def shortened(text: str, most: int = 30, word: int = 17) -> str:
    """The text with no more characters, and no longer words, than have room on a key."""
    words = [part if len(part) <= word else part[: word - 1] + "…" for part in text.split()]
    line = " ".join(words)
    return line if len(line) <= most else line[: most - 1].rstrip(" ,") + "…"


class Draft:
    """What is changed and not saved. A value that is the present one again is no change."""

    def __init__(self) -> None:
        self.changes: dict[str, Value] = {}

    def value(self, settings: Settings, key: str) -> Value:
        """The value to be, or the present one."""
        return self.changes.get(key, present(settings, key))

    def text(self, settings: Settings, key: str) -> str:
        """As `value`, of a setting that is a text."""
        return str(self.value(settings, key))

    def number(self, settings: Settings, key: str) -> float:
        """As `value`, of a setting that is a number."""
        value = self.value(settings, key)
        assert isinstance(value, int | float)
        return value

    def change(self, settings: Settings, key: str, value: Value) -> None:
        """Let this be the value."""
        if value == present(settings, key):
            self.changes.pop(key, None)
        else:
            self.changes[key] = value

    def cycle(self, settings: Settings, key: str, values: Sequence[Value]) -> None:
        """The next of these values."""
        self.change(settings, key, after(self.value(settings, key), values))

    def next_chips(self, settings: Settings) -> None:
        """The chips that begin with the next smallest one."""
        self.cycle(settings, CHIPS, [chips_from(smallest) for smallest in SMALLEST_CHIPS])

    def next_port(self, settings: Settings, found: Sequence[Choice]) -> None:
        """No shaker, the port of the settings, each port that was found."""
        lists: list[Value] = [[]]
        lists += [value for value in (present(settings, PORTS),) if value]
        lists += [[port.value] for port in found if [port.value] not in lists]
        self.cycle(settings, PORTS, lists)

    def next_monitor(self, settings: Settings, key: str, screens: ScreensFound) -> None:
        """The program chooses, or one of the monitors but the other window's."""
        other = self.text(settings, PANEL_MONITOR if key == PUBLIC_MONITOR else PUBLIC_MONITOR)
        names = [monitor.value for monitor in screens.monitors]
        kept = [name for name in (str(present(settings, key)),) if name not in ("", *names)]
        self.cycle(settings, key, ["", *(name for name in (*kept, *names) if name != other)])

    def swappable(self, settings: Settings, screens: ScreensFound) -> tuple[str, str] | None:
        """The customers' monitor and the panel's, if it is known which two they are."""
        public = self.text(settings, PUBLIC_MONITOR) or screens.public
        panel = self.text(settings, PANEL_MONITOR) or screens.panel
        return (public, panel) if public and panel and public != panel else None

    def swap_monitors(self, settings: Settings, screens: ScreensFound) -> None:
        """Each window on the other's monitor."""
        standing = self.swappable(settings, screens)
        if standing is not None:
            self.change(settings, PUBLIC_MONITOR, standing[1])
            self.change(settings, PANEL_MONITOR, standing[0])
