"""The doctor's look at screens and fonts. Imports Qt: for a process that Qt may take down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication

from resources.fonts import CHINESE, LATIN, font_files
from tabledisplay.doctor_finding import Fact, Finding, Part, bad, care, good
from tabledisplay.settings import Settings
from tabledisplay.words import Words
from ui import fonts
from ui.croupier.sizes import MM_PER_INCH, scale
from ui.customer.reading import MUST_ARCMIN, least_inches, reading
from ui.desktop import read_monitors
from ui.display import application, has_display
from ui.monitors import (
    NOTHING,
    Monitor,
    Placement,
    Remembered,
    Show,
    Window,
    monitor_key,
    place,
    report,
    usable,
)

SLACK = 0.05
"""Minutes of arc that rounding may take."""


def look_at_screens(
    settings: Settings, words: Words, seen: Remembered = NOTHING
) -> Iterator[Finding]:
    """Every monitor with its size, the window that belongs on it, and the fonts."""
    if not has_display():
        yield care(Part.SCREENS, "screens.no_display")
        return
    application(words)
    yield good(Part.SCREENS, "qt", version=qVersion(), platform=QGuiApplication.platformName())
    monitors = read_monitors()
    yield from of_monitors(monitors, settings, seen)
    yield from look_at_fonts()


def of_monitors(
    monitors: tuple[Monitor, ...], settings: Settings, seen: Remembered = NOTHING
) -> Iterator[Finding]:
    """The monitors in words, whether they can be read, and what is wrong with their arrangement."""
    placements = place_as_run_does(monitors, settings, seen)
    for monitor in usable(monitors):
        x, y, width, height = monitor.geometry
        key = monitor_key(monitor)
        yield good(
            Part.SCREENS,
            f"screen_{_window_on(key, placements)}",
            name=monitor.name,
            key=key,
            width=round(width * monitor.dpr),
            height=round(height * monitor.dpr),
            x=x,
            y=y,
            scale=round(100 * monitor.dpr),
        )
        match _window_on(key, placements):
            case "customer":
                yield of_reading(monitor, settings)
            case "croupier":
                yield of_panel(monitor, settings)
            case _:
                pass
    if settings.kiosk.enabled and not (settings.customer.monitor and settings.croupier.monitor):
        yield bad(Part.SCREENS, "screens.not_chosen")
    for trouble in report(monitors, placements, settings).troubles:
        yield (bad if trouble == "screens.none" else care)(Part.SCREENS, trouble)


def of_reading(monitor: Monitor, settings: Settings) -> Finding:
    """Whether what customers must read is large enough where they stand."""
    _, _, width, height = monitor.geometry
    inches, metres = settings.customer.diagonal_inches, settings.customer.distance_m
    sizes = reading(width, height, inches, metres)
    facts: dict[str, Fact] = {
        "name": monitor.name,
        "inches": f"{inches:g}",
        "metres": f"{metres:g}",
        "arcmin": math.floor(sizes.arcmin_of_must + SLACK),
        "least": round(MUST_ARCMIN),
    }
    if sizes.kept:
        return good(Part.SCREENS, "legible_customer", **facts)
    needed = math.ceil(least_inches(width, height, metres))
    return care(Part.SCREENS, "too_small_customer", needed=needed, **facts)


def of_panel(monitor: Monitor, settings: Settings) -> Finding:
    """Whether the panel's keys and letters have their true size on this monitor."""
    _, _, width, height = monitor.geometry
    inches = settings.croupier.diagonal_inches
    sizes = scale(inches, width, height)
    real = math.hypot(width, height) / (inches * MM_PER_INCH)
    facts: dict[str, Fact] = {
        "name": monitor.name,
        "inches": f"{inches:g}",
        "arcmin": math.floor(MUST_ARCMIN * sizes.px_per_mm / real + SLACK),
        "least": round(MUST_ARCMIN),
    }
    if sizes.true:
        return good(Part.SCREENS, "legible_croupier", **facts)
    needed = f"{math.ceil(10 * inches * real / sizes.px_per_mm) / 10:g}"
    return care(Part.SCREENS, "too_small_croupier", needed=needed, **facts)


def place_as_run_does(
    monitors: Iterable[Monitor], settings: Settings, seen: Remembered = NOTHING
) -> tuple[Placement, ...]:
    """Where `run` would put the windows of a table that has been played at."""
    kiosk = settings.kiosk.enabled
    return place(
        list(Window),
        monitors,
        settings,
        seen if kiosk else NOTHING,
        side_by_side=not kiosk,
        alone_is_public=kiosk,
    )


def _window_on(key: str, placements: Iterable[Placement]) -> str:
    """Which windows belong on that monitor: `customer`, `croupier`, `both` or `free`."""
    here = {p.window.value for p in placements if p.monitor == key and p.show is not Show.HIDDEN}
    return "both" if len(here) > 1 else next(iter(here), "free")


def look_at_fonts() -> Iterator[Finding]:
    """Whether Qt took every font that is shipped, under the names that the screens ask for."""
    refused = fonts.install()
    families = set(QFontDatabase.families())
    missing = [name for name in (LATIN, *CHINESE.values()) if name not in families]
    if refused or missing:
        yield bad(Part.FONTS, "fonts_missing", names=", ".join([*refused, *missing]))
    else:
        yield good(Part.FONTS, "fonts", count=len(font_files()))
