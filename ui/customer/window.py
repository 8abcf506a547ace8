"""The window the customers see. Told by `show_view`; knows nothing else and asks nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from tabledisplay.public_view import PublicView
from tabledisplay.rulebook import load_ruleset
from tabledisplay.settings import PublicLanguage, Settings
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui import fonts
from ui.customer.canvas import Canvas, Drawn
from ui.customer.reading import Reading, reading
from ui.customer.scene import grown, paint_scene, planned
from ui.customer.show import PART, Show
from ui.theme import THEME, Theme, themed

if TYPE_CHECKING:
    from ui.customer.charts import Charts


class CustomerWindow(QWidget):
    """Frameless, with its own ground; `demo` marks it DÉMONSTRATION."""

    def __init__(self, settings: Settings, *, demo: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        fonts.install()
        self._settings, self._demo = settings, demo
        self._ruleset = load_ruleset(settings.rules.set)
        self._troubles: list[KnownTrouble] = []
        self._theme = self._themed()
        self._lang: PublicLanguage = settings.customer.language
        self._view: PublicView | None = None
        self._layer: QPixmap | None = None
        self._sizes: dict[tuple[int, int, str], Reading] = {}
        self._charts_wanted = "totals" in settings.customer.modules
        self._charts: Charts | None = None
        self.setMinimumSize(64, 64)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        name = Words(self._lang, PART).say("window.name")
        self.setAccessibleName(name)
        self.setWindowTitle(name)
        self.resize(1280, 720)

    @property
    def troubles(self) -> tuple[KnownTrouble, ...]:
        """What of the settings could not be used, each with its reason."""
        return tuple(self._troubles)

    def show_view(self, view: PublicView) -> None:
        """Shows that view; the same view twice changes nothing."""
        if view != self._view:
            self._view = view
            self._renew()

    def show_language(self, lang: PublicLanguage) -> None:
        """Changes the language of all but the legal formulas."""
        if lang != self._lang:
            self._lang = lang
            self._renew()

    def paint_on(self, painter: QPainter, seen: list[Drawn] | None = None) -> None:
        """Paints the whole picture; `seen` collects every text."""
        if (show := self._show()) is not None:
            size = QRectF(0, 0, self.width(), self.height())
            plan = planned(show, size.width(), size.height())
            paint_scene(Canvas(painter, self._lang, seen), size, show, plan)

    def load_charts(self) -> None:
        """Imports the charts, once the first frame is on the screen."""
        if self._charts is None:
            from ui.customer.charts import Charts

            self._charts = Charts(self._theme)
            self._renew()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._layer is None:
            self._layer = self._painted()
        painter.setClipRect(event.rect())
        painter.drawPixmap(0, 0, self._layer)
        painter.end()
        if self._charts_wanted:
            self._charts_wanted = False
            QTimer.singleShot(0, self.load_charts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._renew()

    def _renew(self) -> None:
        self._layer = None
        self.update()

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        layer = QPixmap(self.size() * ratio)
        layer.setDevicePixelRatio(ratio)
        layer.fill(Qt.GlobalColor.black)
        painter = QPainter(layer)
        self.paint_on(painter)
        painter.end()
        return layer

    def _show(self) -> Show | None:
        if self._view is None:
            return None
        customer = self._settings.customer
        width, height = self.width(), self.height()
        show = Show(
            self._view,
            self._settings,
            self._ruleset,
            self._theme,
            Words(self._lang, PART),
            Words("fr", PART),
            reading(width, height, customer.diagonal_inches, customer.distance_m),
            self._charts,
            self._demo,
        )
        key = (width, height, self._lang)
        if key not in self._sizes:
            self._sizes[key] = grown(show, width, height)
        return replace(show, reading=self._sizes[key])

    def _themed(self) -> Theme:
        try:
            return themed(self._settings.customer.theme)
        except KnownTrouble as trouble:
            self._troubles.append(trouble)
            return THEME
