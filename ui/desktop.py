"""What Qt says of the screens at this moment, and how a window is brought to one."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from ui.monitors import Area, Monitor, Placement, Show, Window, monitor_key

ROUNDING = 1
"""Pixels a geometry may be off at a fractional scale."""


def read_monitors() -> tuple[Monitor, ...]:
    """What Qt knows of the screens at this moment, stand-ins included."""
    primary = QGuiApplication.primaryScreen()
    return tuple(_monitor(screen, screen == primary) for screen in QGuiApplication.screens())


def _monitor(screen: QScreen, primary: bool) -> Monitor:
    # Qt's own screen off screen has no name, as a stand-in has; it is real to tests and self-check.
    unnamed = "offscreen" if QGuiApplication.platformName() == "offscreen" else ""
    return Monitor(
        name=screen.name() or unnamed,
        maker=screen.manufacturer(),
        model=screen.model(),
        serial=screen.serialNumber(),
        geometry=_area(screen.geometry()),
        dpr=screen.devicePixelRatio(),
        primary=primary,
    )


def _area(rect: QRect) -> Area:
    return Area(rect.x(), rect.y(), rect.width(), rect.height())


def area_of(window: QWidget) -> Area:
    """Where the window is, as the window system last said."""
    return _area(window.geometry())


def near(one: Area, other: Area) -> bool:
    """True if the two are the same but for rounding."""
    return all(abs(a - b) <= ROUNDING for a, b in zip(one, other, strict=True))


def show_window(window: QWidget, placement: Placement) -> None:
    """Shows the window where it belongs, or hides it."""
    if placement.area is None:
        window.hide()
        return
    full = placement.show is Show.FULL_SCREEN
    customer = placement.window is Window.CUSTOMER
    window.setWindowFlag(Qt.WindowType.FramelessWindowHint, full)
    # The keys are the croupier's: the public window never takes them away.
    window.setWindowFlag(Qt.WindowType.WindowDoesNotAcceptFocus, full and customer)
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, customer)
    for screen in QGuiApplication.screens():
        if monitor_key(_monitor(screen, primary=False)) == placement.monitor:
            window.setScreen(screen)
    # A window that is full screen elsewhere moves only once it is not; setScreen alone does not
    # move it. Not showFullScreen: it asks for the keys, for the public window too.
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.setGeometry(QRect(*placement.area))
    if full:
        window.setWindowState(Qt.WindowState.WindowFullScreen)
    window.show()
    if not customer:
        window.activateWindow()
