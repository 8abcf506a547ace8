"""The croupier's panel: the window that holds the phase, the words, one page and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QWidget

from tabledisplay.croupier_view import CroupierView
from tabledisplay.game.commands import Command
from tabledisplay.game.decide import Refused
from tabledisplay.game.state import ROUND_OPEN, Phase
from tabledisplay.public_view import PublicView
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.settings import Settings
from ui.croupier import places, sizes, theme
from ui.croupier.acts import Act
from ui.croupier.book import NAV, WITH_DOMINANT, Book
from ui.croupier.conduct import Conduct
from ui.croupier.gate import Clock, Fingers, monotonic_clock
from ui.croupier.keys import Key
from ui.croupier.page import Page, PageName, put
from ui.croupier.scene import PanelWords, Scene
from ui.croupier.shortcuts import Shortcuts
from ui.croupier.sources import Sources
from ui.croupier.strip import saying
from ui.croupier.surround import Surround
from ui.sounds import PhaseSounds

Submit = Callable[[Command, str | None], Refused | None]


class CroupierPanel(QWidget):
    """Told by `show_snapshot`; asks by `submit`, whose answer is None or why not.

    `language_changed`: the croupier chose the other language. `leave_kiosk`: the technician
    wants the desktop.
    """

    language_changed = Signal(str)
    leave_kiosk = Signal()

    def __init__(
        self,
        settings: Settings,
        ruleset: Ruleset,
        submit: Submit,
        sources: Sources | None = None,
        *,
        demo: bool = False,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
        clock = clock or monotonic_clock()
        self._settings, self._ruleset, self._submit, self._demo = settings, ruleset, submit, demo
        self._words = PanelWords(settings.croupier.language, settings.table.currency)
        self._scene: Scene | None = None
        self._refused: Refused | None = None
        self._note: str | None = None
        self._customer_screen = True
        self._trouble: str | None = None
        self._keyboard = False
        fingers = Fingers()
        self.conduct = Conduct(self.ask, clock, self)
        self.conduct.changed.connect(self._refresh)
        self.surround = Surround(self, fingers, self.conduct.gate)
        self.dominant, self.nav = self.surround.dominant, self.surround.nav
        self.surround.strip.tapped.connect(self._open_alarms)
        self.dominant.tapped.connect(self._do_dominant)
        for name, key in self.nav.items():
            key.tapped.connect(partial(self.open_page, name))
        self.book = Book(self, self.conduct, fingers, clock, settings, sources or Sources())
        self.book.round.act_asked.connect(self._do)
        self.book.technician.leaving.connect(self.leave_kiosk)
        self.book.more.language_asked.connect(self.set_language)
        self._shortcuts = Shortcuts(self)
        self._sounds = PhaseSounds(wanted=settings.croupier.sounds)
        self._dress()
        self._page = PageName.ROUND
        self.open_page(PageName.ROUND)

    def _dress(self) -> None:
        self.setWindowFlag(Qt.WindowType.Window)
        self.setWindowTitle("tabledisplay")
        self.setAutoFillBackground(True)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.GROUND)
        self.setPalette(palette)
        self.resize(1280, 800)

    # What the panel is told

    def show_snapshot(self, croupier: CroupierView, public: PublicView) -> None:
        """Show this moment of the table; showing it twice changes nothing."""
        before = self._scene
        if before is not None:
            self._sound(before.croupier, croupier)
        self._scene = Scene(
            croupier,
            public,
            self._words,
            self._settings,
            self._ruleset,
            demo=self._demo,
            customer_screen=self._customer_screen,
            trouble=self._trouble,
            keyboard=self._keyboard,
        )
        if self.conduct.see(croupier):
            self._phase_changed(croupier.phase)
        self._refresh()

    def _sound(self, before: CroupierView, now: CroupierView) -> None:
        if len(now.alarms) > len(before.alarms):
            self._sounds.alarm_raised()
        elif now.phase is not before.phase:
            self._sounds.phase_began(now.phase)

    def show_customer_screen(self, present: bool) -> None:
        """Whether the customers' screen is there; its absence is said in the status."""
        self._customer_screen = present
        self._retell(customer_screen=present)

    def show_trouble(self, sentence: str | None) -> None:
        """A trouble of the machine in one plain sentence; None when it is over."""
        self._trouble = sentence
        self._retell(trouble=sentence)

    def set_language(self, lang: str) -> None:
        """French or English, from now on. ValueError: another."""
        self._words = PanelWords(lang, self._settings.table.currency)
        self._retell(words=self._words)
        self.language_changed.emit(lang)

    @property
    def page(self) -> PageName:
        """The name of the page that is shown."""
        return self._page

    @property
    def shown_page(self) -> Page:
        """The page that is shown."""
        return self.book.pages[self._page]

    # What pages ask of it

    def ask(self, command: Command, pin: str | None = None) -> Refused | None:
        """Ask the table; a refusal is shown as words, and returned."""
        refused = self._submit(command, pin)
        self._refused, self._note = refused, None
        self._refresh()
        return refused

    def refuse(self, refused: Refused) -> None:
        """Show a refusal as words."""
        self._refused = refused
        self._refresh()

    def note(self, sentence: str) -> None:
        """Say something above the page until the next act."""
        self._refused, self._note = None, sentence
        self._refresh()

    def open_page(self, page: PageName) -> None:
        """Show another page."""
        if page is not self._page:
            self.shown_page.left()
            self.conduct.gate.shut()
            self._refused = self._note = None
        self._page = page
        for name, widget in self.book.pages.items():
            widget.setVisible(name is page)
        self.dominant.setVisible(page in WITH_DOMINANT)
        self.dominant.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._scene is not None:
            self.shown_page.opened(self._scene)
        self._refresh()

    def open_installation(self) -> None:
        """Show where everything is set."""
        self.open_page(PageName.TECHNICIAN)
        self.book.technician.open_part("install")

    # Acts

    def _do_dominant(self) -> None:
        acts = self.conduct.acts()
        if acts is not None:
            self._do(acts.dominant)

    def _do(self, act: Act) -> None:
        match act:
            case Act.OPEN_TABLE:
                self.open_page(PageName.CHEF)
                self.book.chef.open_part("opening")
            case Act.CHEF:
                self.open_page(PageName.CHEF)
                self.book.chef.open_part("decide")
            case _:
                self.conduct.do(act)

    def _open_alarms(self) -> None:
        if self._scene is not None and self._scene.croupier.alarms:
            self.open_page(PageName.CHEF)
            self.book.chef.open_part("alarms")

    def _phase_changed(self, now: Phase) -> None:
        """A new phase: fingers that are down mean nothing any more."""
        self.dominant.cancel()
        self._refused = self._note = None
        if (self._page is PageName.VOID and now not in ROUND_OPEN) or (
            self._page is PageName.PAYMENTS and now is not Phase.CONFIRMED
        ):
            self.open_page(PageName.ROUND)
        elif self._page is PageName.ROUND and now is Phase.CONFIRMED:
            self.open_page(PageName.PAYMENTS)

    # Showing

    def _retell(self, **traits: object) -> None:
        if self._scene is not None:
            self._scene = replace(self._scene, **traits)  # type: ignore[arg-type]  # by their names
            self._refresh()

    def _refresh(self) -> None:
        scene = self._scene
        if scene is None:
            return
        said = saying(scene, self.conduct.typing, self._refused, self._note)
        self.surround.show_scene(scene, self._page, said, self.conduct.acts())
        self.shown_page.show_scene(scene)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() > 0 and self.height() > 0:
            self._arrange()

    def _arrange(self) -> None:
        inches = self._settings.croupier.diagonal_inches
        scale = sizes.scale(inches, self.width(), self.height())
        left_handed = self._settings.croupier.hand == "left"
        frame = places.frame(scale.width, scale.height, len(NAV), left_handed=left_handed)
        self.surround.arrange(frame, scale)
        room = QRectF(0, 0, frame.page.width(), frame.page.height())
        for page in self.book.pages.values():
            put(page, frame.page, scale)
            page.arrange(room, scale, left_handed=left_handed)
        at = places.table(room, left_handed=left_handed)
        put(self.dominant, at.dominant.translated(frame.page.topLeft()), scale)
        self._refresh()

    # Keyboard, focus, closing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keyboard:
            self._keyboard = True
            self._retell(keyboard=True)
        if not event.isAutoRepeat():
            self._shortcuts.press(Qt.Key(event.key()))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self._shortcuts.release(Qt.Key(event.key()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._shortcuts.forget()
            for key in self.findChildren(Key):
                key.cancel()

    def closeEvent(self, event: QCloseEvent) -> None:
        """A kiosk is left by the technician only."""
        if self._settings.kiosk.enabled and event.spontaneous():
            event.ignore()
        else:
            super().closeEvent(event)
