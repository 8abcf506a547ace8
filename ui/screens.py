"""Keeps each window on its monitor through unplugging, replugging and changes of resolution.

Of a screen only words and numbers are kept (`Monitor`), never the QScreen nor a native handle.
The saved choice is never changed: what is placed here is for now, not for the settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from tabledisplay.settings import Settings
from ui.desktop import area_of, near, read_monitors, show_window
from ui.monitors import (
    NOTHING,
    Area,
    Monitor,
    Placement,
    Remembered,
    ScreensReport,
    Show,
    Window,
    meant,
    monitor_key,
    overlap,
    place,
    remember,
    report,
    usable,
)

AFTER_CHANGE, AFTER_ADDED, SOON, ALWAYS = 400, 1000, 100, 2000
"""Milliseconds: rest before placing, rest after an arrival, check of a move, check of all."""
TRIES, PATIENCE, RARELY = 6, 3, 8
"""Quick tries to put a window before it is called astray; checks the panel waits after each;
checks between later tries, about 10 s."""
ENOUGH = 2
"""Tries after which X is believed to know a monitor better than Qt does."""
NOWHERE = Area(0, 0, 0, 0)


class ScreenKeeper(QObject):
    """Hides at once what lost its monitor, places again when the monitors have come to rest."""

    changed = Signal(object)
    """A ScreensReport, at the start and whenever it differs from the last."""

    def __init__(
        self,
        windows: Mapping[Window, QWidget],
        settings: Settings,
        *,
        side_by_side: bool = False,
        remembered: Remembered = NOTHING,
        alone_is_public: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._windows = dict(windows)
        self._settings = settings
        self._side_by_side = side_by_side
        self._remembered = remembered
        self._alone_is_public = alone_is_public
        self._monitors: tuple[Monitor, ...] = ()
        self._placements: tuple[Placement, ...] = ()
        self._tries = dict.fromkeys(Window, 0)
        self._accepted: dict[Window, Area] = {}
        self._wait = 0
        self._report: ScreensReport | None = None
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._settle)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._check)
        self._always = QTimer(self, interval=ALWAYS)
        self._always.timeout.connect(self._check)

    @property
    def remembered(self) -> Remembered:
        """Whose monitor is whose, as far as this run has seen it."""
        return self._remembered

    def start(self) -> None:
        """Places the windows and keeps them. The program outlives windows that are hidden."""
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.setQuitOnLastWindowClosed(False)
        app.screenAdded.connect(self._on_added)
        app.screenRemoved.connect(self._on_gone)
        app.primaryScreenChanged.connect(self._on_gone)
        for screen in app.screens():
            self._watch(screen)
        self._settle()
        self._always.start()

    def stop(self) -> None:
        """Leaves the windows as they are, for the end of the program."""
        for timer in (self._rest, self._soon, self._always):
            timer.stop()
        self._windows.clear()
        self._placements = ()

    def choose(self, settings: Settings) -> None:
        """Places by these settings from now on."""
        self._settings, self._remembered = settings, NOTHING
        self._settle()

    def _watch(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._on_changed)
        screen.logicalDotsPerInchChanged.connect(self._on_changed)
        screen.physicalDotsPerInchChanged.connect(self._on_changed)

    @Slot(QScreen)
    def _on_added(self, screen: QScreen) -> None:
        self._watch(screen)
        self._stir(AFTER_ADDED)

    @Slot()
    def _on_gone(self) -> None:
        self._stir(AFTER_CHANGE)

    @Slot()
    def _on_changed(self) -> None:
        self._stir(AFTER_CHANGE)

    def _stir(self, quiet: int) -> None:
        """Something about the screens changed: hide what must not be seen there, place later."""
        monitors = read_monitors()
        placements = self._place(monitors)
        stood = {p.window: p.monitor for p in self._placements if p.monitor}
        for now in placements:
            key = stood.get(now.window)
            stranded = key is not None and not meant(key, usable(monitors))
            if now.show is Show.HIDDEN or stranded:
                self._windows[now.window].hide()
        self._hide_panel_if_exposed(placements)
        self._rest.start(max(quiet, self._rest.remainingTime()))

    def _exposed(self, placements: Iterable[Placement], panel: Area) -> bool:
        """True if a pixel of that area is where the customer window belongs, or where it is.

        Where it is counts too: Qt 6.9 may not hear that X moved a monitor, a window's own place
        it does hear.
        """
        public = [
            p.area for p in placements if p.window is Window.CUSTOMER and p.show is Show.FULL_SCREEN
        ]
        customer = self._windows.get(Window.CUSTOMER)
        if customer and customer.isVisible() and customer.isFullScreen():
            public.append(area_of(customer))
        return any(area is not None and overlap(panel, area) for area in public)

    def _hide_panel_if_exposed(self, placements: Iterable[Placement]) -> bool:
        panel = self._windows.get(Window.CROUPIER)
        if not panel or not panel.isVisible():
            return False
        if exposed := self._exposed(placements, area_of(panel)):
            panel.hide()
        return exposed

    def _place(self, monitors: tuple[Monitor, ...]) -> tuple[Placement, ...]:
        return place(
            self._windows.keys(),
            monitors,
            self._settings,
            self._remembered,
            side_by_side=self._side_by_side,
            alone_is_public=self._alone_is_public,
        )

    @Slot()
    def _settle(self) -> None:
        self._rest.stop()
        self._monitors = read_monitors()
        self._placements = self._place(self._monitors)
        self._remembered = remember(self._placements, self._remembered)
        self._tries = dict.fromkeys(Window, 0)
        self._accepted.clear()
        for window in self._windows.values():
            window.update()
        self._put()

    @Slot()
    def _check(self) -> None:
        """Asked against real: monitors that changed without a signal, windows that wandered."""
        if self._rest.isActive():
            return
        if read_monitors() != self._monitors:
            self._stir(AFTER_CHANGE)
            return
        self._put()

    def _put(self) -> None:
        """One try for each window that is not where it belongs, the customer's first.

        The panel waits until that one has had time to be moved elsewhere, for X says so late,
        then shows where no pixel meets it.
        """
        again = self._hide_panel_if_exposed(self._placements) or self._wait > 0
        self._wait = max(0, self._wait - 1)
        for placement in self._placements:
            window = placement.window
            if self._holds(placement):
                self._tries[window] = 0
                continue
            if window is Window.CROUPIER and (self._wait or self._blocked(placement)):
                continue
            self._tries[window] += 1
            late = self._tries[window] - TRIES
            if late <= 0 or late % RARELY == 0:
                show_window(self._windows[window], placement)
                again = again or late <= 0
                if window is Window.CUSTOMER and placement.show is Show.FULL_SCREEN:
                    self._wait = PATIENCE
        if again:
            self._soon.start()
        self._tell()

    def _blocked(self, panel: Placement) -> bool:
        full = panel.show is Show.FULL_SCREEN
        return full and panel.area is not None and self._exposed(self._placements, panel.area)

    def _holds(self, placement: Placement) -> bool:
        window = self._windows[placement.window]
        match placement.show:
            case Show.HIDDEN:
                return not window.isVisible()
            case Show.FRAMED:
                return window.isVisible()
            case Show.FULL_SCREEN:
                assert placement.area
                real = area_of(window)
                there = near(real, placement.area) or self._x_knows_better(placement, real)
                return there and window.isVisible() and window.isFullScreen()

    def _x_knows_better(self, placement: Placement, real: Area) -> bool:
        """True where X keeps a full screen window elsewhere, and no other monitor is there.

        Of several outputs that change at once Qt 6.9 hears one, and believes the old geometry of
        the others. The window manager fits a full screen window to the monitor as it is: asking
        again and again would only make the public's picture flicker.
        """
        window = placement.window
        if near(real, self._accepted.get(window, NOWHERE)):
            return True
        others = [m for m in usable(self._monitors) if monitor_key(m) != placement.monitor]
        moved = not others and placement.area is not None and real[2:] == placement.area[2:]
        if QGuiApplication.platformName() != "xcb" or not (moved or self._tries[window] >= ENOUGH):
            return False
        if any(overlap(real, monitor.geometry) for monitor in others):
            return False
        self._accepted[window] = real
        return True

    def _tell(self) -> None:
        astray = [window for window, tries in self._tries.items() if tries >= TRIES]
        panel = next((p for p in self._placements if p.window is Window.CROUPIER), None)
        if astray == [Window.CUSTOMER] and panel and not self._holds(panel):
            astray.append(Window.CROUPIER)
        now = report(self._monitors, self._placements, self._settings, astray)
        if now != self._report:
            self._report = now
            self.changed.emit(now)
