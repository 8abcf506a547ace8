"""The window the customers see. Told by `show_view`; knows nothing else and asks nothing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QColor, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from tabledisplay.public_view import Banner, PublicView
from tabledisplay.settings import PublicLanguage, Settings
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui import fonts
from ui.customer import bell, countdown, pictures
from ui.customer.banner import moving_part
from ui.customer.canvas import Canvas, Drawn
from ui.customer.care import DIMMED, PanelCare
from ui.customer.motion import Motion
from ui.customer.scene import Plan, ground, paint_scene, planned
from ui.customer.show import PART, Show, rect
from ui.customer.spoken import spoken
from ui.customer.stage import IDLE, Stage

PAGE_MS = 12_000
"""How long a page of modules stands before those left out take their turn."""

CHARTS_AFTER_MS = 1_500
"""Their import takes a third of a second, which the panel's first frame must not wait for."""

TURNING = frozenset({Banner.READY, Banner.PLACE_YOUR_BETS})
"""Banners under which pages turn."""


class CustomerWindow(QWidget):
    """Frameless, on its own ground; `demo` marks it DÉMONSTRATION."""

    def __init__(self, settings: Settings, *, demo: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        fonts.install()
        customer = settings.customer
        self._stage = Stage(settings, demo=demo)
        self._lang: PublicLanguage = customer.language
        self._view: PublicView | None = None
        self._shown: tuple[Show, Plan] | None = None
        self._layer: QPixmap | None = None
        self._page = 0
        self._painted = False
        self._motion = Motion(customer.animations, self)
        self._motion.faded.connect(self._fade_moved)
        self._motion.swung.connect(self._strip_moved)
        self._motion.ticked.connect(self._strip_moved)
        self._care = PanelCare(self)
        self._care.changed.connect(self._renew)
        self._pages = self._slow_timer(PAGE_MS, self._turn_page)
        self._slides = self._slow_timer(pictures.EACH_MS, self._next_picture)
        self._languages = self._slow_timer(1000 * customer.alternate_seconds, self._next_language)
        if customer.alternate_seconds and len(customer.alternate_languages) > 1:
            self._languages.start()
        self._dress()

    def _slow_timer(self, interval: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval)
        timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        timer.timeout.connect(then)
        return timer

    def _dress(self) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        name = Words("fr", PART).say("window.name")
        self.setAccessibleName(name)
        self.setWindowTitle(name)
        self.resize(1280, 720)

    @property
    def troubles(self) -> tuple[KnownTrouble, ...]:
        """What of the settings could not be used; `Words(lang, "customer")` says why."""
        return tuple(self._stage.troubles)

    def show_view(self, view: PublicView) -> None:
        """Shows that view; the same view twice changes nothing."""
        before, self._view = self._view, view
        if view == before:
            return
        self._page = 0
        self.setAccessibleDescription(spoken(view, Words(self._lang, PART)))
        if before is None or (before.banner, before.round) != (view.banner, view.round):
            self._entered(before, view)
        elif before.result != view.result:
            self._motion.reveal()
        self._renew()

    def _entered(self, before: PublicView | None, view: PublicView) -> None:
        self._care.wake()
        self._motion.ring(on=view.banner is Banner.SHAKING)
        betting = view.banner is Banner.PLACE_YOUR_BETS
        wanted = "countdown" in self._stage.settings.customer.modules
        seconds = self._stage.settings.round.betting_seconds if betting and wanted else 0
        self._motion.count_down(seconds)
        if view.banner is Banner.RESULT and before is not None:
            self._motion.reveal()
        else:
            self._motion.shown()
        _run(self._pages, on=view.banner in TURNING and self._stage.turns)
        showing = view.banner in IDLE and self._stage.has_pictures
        if showing and not self._slides.isActive():
            self._stage.next_picture(self.size())
        _run(self._slides, on=showing)

    def show_language(self, lang: PublicLanguage) -> None:
        """Changes the language of all but the law's formulas."""
        if lang != self._lang:
            self._lang = lang
            self._renew()

    @property
    def language(self) -> PublicLanguage:
        """The language shown now."""
        return self._lang

    def load_charts(self) -> None:
        """Imports the charts; the window does so itself after its first frame."""
        if self._stage.wants_charts:
            self._stage.load_charts()
            self._renew()

    def settle(self) -> None:
        """Ends the fade at once, for pictures and tests."""
        self._motion.shown()
        self.update()

    def drawn(self) -> list[Drawn]:
        """Every text on the window as it stands now, with its place, for tests."""
        seen: list[Drawn] = []
        nothing = QPixmap(1, 1)
        painter = QPainter(nothing)
        self._paint_still(painter, seen)
        self._paint_moving(painter, seen)
        painter.end()
        return seen

    def paint_still(self, painter: QPainter) -> None:
        """Paints all that does not move, as the window keeps it."""
        self._paint_still(painter, None)

    def advance_bell(self) -> None:
        """One step of the bell's light, for measurements."""
        self._motion.swing()

    def fade_to(self, ms: int) -> None:
        """The reveal held at that time after its begin, for measurements and tests."""
        self._motion.hold(ms)

    def moving_rect(self) -> QRect:
        """What is painted anew when the bell or the countdown moves."""
        prepared = self._prepared()
        if prepared is None:
            return QRect()
        show, plan = prepared
        part = moving_part(rect(plan.head), show, max(bell.WIDTH, countdown.WIDTH))
        return part.toAlignedRect().translated(self._care.offset)

    def veiled_rect(self) -> QRect:
        """What is painted anew while a result comes in."""
        prepared = self._prepared()
        if prepared is None:
            return QRect()
        return self._veiled(prepared[1]).translated(self._care.offset)

    def plan(self) -> Plan | None:
        """Where everything stands now."""
        prepared = self._prepared()
        return prepared[1] if prepared else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        if self._layer is None:
            self._layer = self._still_layer()
        offset = self._care.offset
        if not offset.isNull():
            prepared = self._prepared()
            painter.fillRect(event.rect(), QColor(ground(prepared[0]) if prepared else "#000000"))
            painter.translate(offset)
        painter.drawPixmap(0, 0, self._layer)
        self._paint_moving(painter, None)
        painter.end()
        if not self._painted:
            self._painted = True
            QTimer.singleShot(CHARTS_AFTER_MS, self.load_charts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._renew()

    def event(self, event: QEvent) -> bool:
        """A monitor of another fineness wants a finer picture."""
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self._renew()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nobody at the table closes the window; the program itself may."""
        if event.spontaneous():
            event.ignore()
        else:
            super().closeEvent(event)

    def _renew(self) -> None:
        self._layer = None
        self._shown = None
        self.update()

    def _prepared(self) -> tuple[Show, Plan] | None:
        if self._shown is None and self._view is not None:
            width, height = max(1, self.width()), max(1, self.height())
            show = self._stage.show(self._view, self._lang, width, height, self._page)
            self._shown = show, planned(show, width, height)
        return self._shown

    def _still_layer(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        layer = QPixmap(self.size() * ratio)
        layer.setDevicePixelRatio(ratio)
        if self._view is None:
            layer.fill(Qt.GlobalColor.black)
        painter = QPainter(layer)
        self._paint_still(painter, None)
        if self._care.dimmed:
            painter.fillRect(self.rect(), QColor.fromRgbF(0, 0, 0, 1 - DIMMED))
        painter.end()
        return layer

    def _paint_still(self, painter: QPainter, seen: list[Drawn] | None) -> None:
        if (prepared := self._prepared()) is not None:
            show, plan = prepared
            canvas = Canvas(painter, show.words.lang, seen)
            paint_scene(canvas, QRectF(0, 0, self.width(), self.height()), show, plan)

    def _paint_moving(self, painter: QPainter, seen: list[Drawn] | None) -> None:
        prepared = self._prepared()
        if prepared is None:
            return
        show, plan = prepared
        banner = show.view.banner
        if banner is Banner.SHAKING:
            room = moving_part(rect(plan.head), show, bell.WIDTH)
            bell.paint_bell(painter, room, show.theme, self._motion.bell)
        elif countdown.counts_down(show) and self._motion.seconds:
            room = moving_part(rect(plan.head), show, countdown.WIDTH)
            canvas = Canvas(painter, show.words.lang, seen)
            countdown.paint_countdown(canvas, room, show, self._motion.seconds)
        elif banner is Banner.RESULT and (veil := 1.0 - self._motion.revealed) > 0:
            colour = QColor(ground(show))
            colour.setAlphaF(min(1.0, veil))
            painter.fillRect(self._veiled(plan), colour)

    def _veiled(self, plan: Plan) -> QRect:
        top = round(plan.ribbon.bottom) if plan.ribbon else 0
        return QRect(0, top, self.width(), round(plan.footer.y) - top)

    def _fade_moved(self) -> None:
        self.update(self.veiled_rect())

    def _strip_moved(self) -> None:
        self.update(self.moving_rect())

    def _turn_page(self) -> None:
        prepared = self._prepared()
        if prepared is not None and (self._page or prepared[1].modules.dropped):
            self._page = (self._page + 1) % 2
            self._renew()

    def _next_picture(self) -> None:
        self._stage.next_picture(self.size())
        self._renew()

    def _next_language(self) -> None:
        order = self._stage.settings.customer.alternate_languages
        at = order.index(self._lang) + 1 if self._lang in order else 0
        self.show_language(order[at % len(order)])


def _run(timer: QTimer, *, on: bool) -> None:
    """Starts or stops a timer; one that runs goes on undisturbed."""
    if not on:
        timer.stop()
    elif not timer.isActive():
        timer.start()
