"""The doctor's look at screens and fonts. Imports Qt: for a process that Qt may take down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication

from resources.fonts import CHINESE, LATIN, font_files
from tabledisplay.doctor_finding import Finding, Part, bad, care, good
from tabledisplay.settings import Settings
from tabledisplay.words import Words
from ui import fonts
from ui.desktop import read_monitors
from ui.display import application, has_display
from ui.monitors import Monitor, Placement, Show, Window, monitor_key, place, report, usable


def look_at_screens(settings: Settings, words: Words) -> Iterator[Finding]:
    """Every monitor with its size, the window that belongs on it, and the fonts."""
    if not has_display():
        yield care(Part.SCREENS, "screens.no_display")
        return
    application(words)
    yield good(Part.SCREENS, "qt", version=qVersion(), platform=QGuiApplication.platformName())
    monitors = read_monitors()
    yield from of_monitors(monitors, settings)
    yield from look_at_fonts()


def of_monitors(monitors: tuple[Monitor, ...], settings: Settings) -> Iterator[Finding]:
    """The monitors in words, and what is wrong with their arrangement."""
    placements = place_as_run_does(monitors, settings)
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
    for trouble in report(monitors, placements, settings).troubles:
        yield (bad if trouble == "screens.none" else care)(Part.SCREENS, trouble)


def place_as_run_does(monitors: Iterable[Monitor], settings: Settings) -> tuple[Placement, ...]:
    """Where `run` would put the windows."""
    return place(list(Window), monitors, settings, side_by_side=not settings.kiosk.enabled)


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
