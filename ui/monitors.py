"""Which window stands on which monitor. Pure: no Qt, no screen is touched here.

The customer window is on the customer's monitor or hidden; the panel is never where the public
looks. What cannot be told apart from the public's monitor counts as public.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tabledisplay.settings import Settings

SMALLEST = 64
"""A monitor of this size or less, in pixels, stands in for one that is gone."""
MARGIN, TITLE_BAR = 16, 40
"""Left free around framed windows, in pixels."""


class Window(Enum):
    """The two windows."""

    CUSTOMER = "customer"
    CROUPIER = "croupier"


class Show(Enum):
    """How a window is shown. FRAMED is for development, where one monitor holds both."""

    HIDDEN = "hidden"
    FULL_SCREEN = "full_screen"
    FRAMED = "framed"


class Area(NamedTuple):
    """A rectangle of the desktop, in device-independent pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Monitor:
    """What a monitor says of itself. `name`: its connector. The other words come from its EDID."""

    name: str
    maker: str
    model: str
    serial: str
    geometry: Area
    dpr: float
    primary: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one window belongs. `area` and `monitor` (its key) are None when it is hidden."""

    window: Window
    show: Show
    area: Area | None = None
    monitor: str | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """Monitor keys of the last time both windows stood; never written into the settings."""

    customer: str = ""
    croupier: str = ""


NOTHING = Remembered()


@dataclass(frozen=True, slots=True)
class ScreensReport:
    """Where things stand. `troubles` are keys of the core's words, the worst first.

    `astray`: windows that do not stay where they were put.
    """

    monitors: tuple[Monitor, ...]
    placements: tuple[Placement, ...]
    troubles: tuple[str, ...] = ()
    astray: tuple[Window, ...] = ()

    def shows(self, window: Window) -> bool:
        """True if that window stands in its place now."""
        placed = any(p.window is window and p.show is not Show.HIDDEN for p in self.placements)
        return placed and window not in self.astray

    @property
    def customer_present(self) -> bool:
        """True if the public sees the customer window."""
        return self.shows(Window.CUSTOMER)

    @property
    def croupier_present(self) -> bool:
        """True if the croupier sees the panel."""
        return self.shows(Window.CROUPIER)


def monitor_key(monitor: Monitor) -> str:
    """Maker, model and serial; the connector too without serial; without EDID also the geometry."""
    edid = [word for word in (monitor.maker, monitor.model, monitor.serial) if word.strip()]
    if edid and monitor.serial.strip():
        return " ".join(edid)
    if edid:
        return f"{' '.join(edid)} @{monitor.name}"
    x, y, width, height = monitor.geometry
    return f"{monitor.name} {width}x{height}{x:+d}{y:+d}"


def name_for_settings(monitor: Monitor, monitors: Iterable[Monitor]) -> str:
    """What to save so that this monitor is found again: its key, or its connector among twins."""
    key = monitor_key(monitor)
    twins = [other for other in monitors if monitor_key(other) == key]
    return key if len(twins) <= 1 else monitor.name


def usable(monitors: Iterable[Monitor]) -> tuple[Monitor, ...]:
    """Those that are real, the primary first, then from the left: an order of no index."""
    real = [
        monitor
        for monitor in monitors
        if monitor.name.strip() and not monitor.name.startswith(":")
        and min(monitor.geometry.width, monitor.geometry.height) > SMALLEST
    ]  # fmt: skip
    return tuple(sorted(real, key=lambda m: (not m.primary, m.geometry, m.name)))


def overlap(one: Area, other: Area) -> bool:
    """True if a pixel of the one is a pixel of the other: cloned outputs, or one and the same."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def mirrored(monitor: Monitor, monitors: Iterable[Monitor]) -> bool:
    """True if another monitor shows the same picture, or part of it."""
    return any(
        other is not monitor and overlap(monitor.geometry, other.geometry) for other in monitors
    )


def meant(choice: str, monitors: Iterable[Monitor]) -> list[Monitor]:
    """The monitors a setting may mean: by key, else by connector. Several only among twins.

    A key without EDID finds its connector again when the resolution or the layout has changed.
    """
    wanted, real = choice.strip().casefold(), list(monitors)
    if not wanted:
        return []
    if found := [monitor for monitor in real if monitor_key(monitor).casefold() == wanted]:
        return found
    connector = re.sub(r" \d+x\d+[+-]\d+[+-]\d+$", "", wanted)
    return [monitor for monitor in real if monitor.name.casefold() == connector]


def place(
    windows: Collection[Window],
    monitors: Iterable[Monitor],
    settings: Settings,
    remembered: Remembered = NOTHING,
    *,
    side_by_side: bool = False,
    alone_is_public: bool = False,
) -> tuple[Placement, ...]:
    """Where each of these windows belongs now, hidden if nowhere.

    `side_by_side`: with one monitor and no choice made, show both there in frames (development).
    `alone_is_public`: a monitor that is alone, and that nothing is known of, is the public's.
    """
    real = usable(monitors)
    chosen = bool(settings.customer.monitor.strip() or settings.croupier.monitor.strip())
    private = [monitor for monitor in real if not mirrored(monitor, real)]
    alone = len(real) == 1 or (real and not private)
    if side_by_side and alone and not chosen and remembered == NOTHING:
        return tuple(p for p in _framed(real[0]) if p.window in windows)
    doubtful = len(real) == 1 and (alone_is_public or remembered != NOTHING)
    public, panel = _assigned(real, private, settings, remembered, doubtful=doubtful)
    standing = {Window.CUSTOMER: public, Window.CROUPIER: panel}
    return tuple(_placed(window, standing[window]) for window in Window if window in windows)


def remember(placements: Iterable[Placement], before: Remembered) -> Remembered:
    """What to remember after these placements: the two monitors, once both windows stand apart."""
    keys = {p.window: p.monitor or "" for p in placements if p.show is Show.FULL_SCREEN}
    if len(keys) < len(Window):
        return before
    return Remembered(keys[Window.CUSTOMER], keys[Window.CROUPIER])


def report(
    monitors: Iterable[Monitor],
    placements: tuple[Placement, ...],
    settings: Settings,
    astray: Collection[Window] = (),
) -> ScreensReport:
    """What to tell people of these placements."""
    real = usable(monitors)
    public = meant(settings.customer.monitor, real)
    panel = meant(settings.croupier.monitor, real)
    hidden = {p.window for p in placements if p.show is Show.HIDDEN}
    found = {
        "screens.none": not real,
        "screens.croupier_absent": bool(real) and Window.CROUPIER in hidden,
        "screens.customer_absent": bool(real) and Window.CUSTOMER in hidden,
        "screens.twins": len(public) > 1 or len(panel) > 1,
        "screens.same_choice": any(monitor in public for monitor in panel),
        "screens.mirrored": any(mirrored(monitor, real) for monitor in real),
        "screens.astray": bool(astray),
    }
    troubles = tuple(key for key, true in found.items() if true)
    return ScreensReport(real, placements, troubles, tuple(astray))


def _assigned(
    real: Sequence[Monitor],
    private: Sequence[Monitor],
    settings: Settings,
    remembered: Remembered,
    *,
    doubtful: bool,
) -> tuple[Monitor | None, Monitor | None]:
    """The customer's monitor and the panel's, which share no pixel.

    `doubtful`: the one there is, if nothing says whose it is, may be the public's.
    """
    for_public, for_panel = settings.customer.monitor.strip(), settings.croupier.monitor.strip()
    public = _only(meant(for_public, real))
    for maybe in meant(for_public, real):
        private = _apart(private, maybe)
    panel = _only(meant(for_panel, private))
    if public is None and not for_public:
        public = _only(meant(remembered.customer, _apart(real, panel)))
    if panel is None and not for_panel:
        panel = _only(meant(remembered.croupier, _apart(private, public)))
    match public, panel:
        case None, None if for_public:
            # With the panel's monitor named and gone too, any other may be the public's.
            return None, None if for_panel else _first(private)
        case None, None if for_panel or doubtful:
            return _last(real), None
        case None, None:
            panel = _first(private)
            return _last(_apart(real, panel)), panel
        case None, _:
            return None if for_public else _last(_apart(real, panel)), panel
        case _, None:
            return public, _first(_apart(private, public))
        case _:
            return public, panel


def _only(monitors: Sequence[Monitor]) -> Monitor | None:
    """The one there is; None among twins, which nothing tells apart."""
    return monitors[0] if len(monitors) == 1 else None


def _apart(monitors: Sequence[Monitor], taken: Monitor | None) -> list[Monitor]:
    return [m for m in monitors if taken is None or not overlap(m.geometry, taken.geometry)]


def _first(monitors: Sequence[Monitor]) -> Monitor | None:
    return monitors[0] if monitors else None


def _last(monitors: Sequence[Monitor]) -> Monitor | None:
    """The first that is not the primary, else the primary."""
    return _first(sorted(monitors, key=lambda monitor: monitor.primary))


def _placed(window: Window, monitor: Monitor | None) -> Placement:
    if monitor is None:
        return Placement(window, Show.HIDDEN)
    return Placement(window, Show.FULL_SCREEN, monitor.geometry, monitor_key(monitor))


def _framed(monitor: Monitor) -> tuple[Placement, Placement]:
    """Both windows on one monitor, the panel on the left."""
    x, y, width, height = monitor.geometry
    half = (width - 3 * MARGIN) // 2
    tall = height - 2 * MARGIN - TITLE_BAR
    key = monitor_key(monitor)
    left = Area(x + MARGIN, y + TITLE_BAR, half, tall)
    right = Area(x + half + 2 * MARGIN, y + TITLE_BAR, half, tall)
    return (
        Placement(Window.CUSTOMER, Show.FRAMED, right, key),
        Placement(Window.CROUPIER, Show.FRAMED, left, key),
    )
