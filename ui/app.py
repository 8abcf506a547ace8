"""Settings → journal → table → bridge → link → windows → exec: the only place where parts meet."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from tabledisplay.crash_history import begin_run, end_run, plain, safe_mode
from tabledisplay.disk import Room
from tabledisplay.game.state import ROUND_OPEN, Phase
from tabledisplay.health import FOLDER
from tabledisplay.instance import Instance, ask_to_front
from tabledisplay.listening import Listening
from tabledisplay.logs import Kind
from tabledisplay.public_view import Banner
from tabledisplay.rulebook import load_ruleset
from tabledisplay.startup import (
    Loaded,
    Options,
    load_settings_or_last_good,
    make_data_folder,
    start_table,
)
from tabledisplay.table import Snapshot, SystemClock
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui import again, crash, standstill
from ui.bridge import TableBridge
from ui.croupier.panel import CroupierPanel
from ui.croupier.sources import Sources
from ui.customer.window import CustomerWindow
from ui.display import application
from ui.installation import Installation
from ui.last_screens import LastScreens
from ui.monitors import NOTHING, ScreensReport, Window
from ui.panel_sources import PanelSources
from ui.screen_card import ScreenCard
from ui.screens import ScreenKeeper
from ui.session import KioskGuard, Session, keep_awake
from ui.upkeep import Upkeep


class Stage(QObject):
    """One table with its two windows and its ports. `open` shows them, `close` ends in order.

    `restarting`: the program is to end and to come back with other settings.
    """

    restarting = Signal()

    def __init__(self, options: Options, loaded: Loaded, *, demo: bool = False) -> None:
        super().__init__()
        self.settings = settings = loaded.settings
        kiosk = settings.kiosk.enabled
        self._screens = LastScreens(options.data / FOLDER)
        self.words = Words(options.lang or settings.croupier.language)
        self.started = start_table(options, settings)
        table = self.started.table
        if loaded.trouble is not None:
            table.warn("settings_fallback")
        self.bridge = TableBridge(table)
        self.listening = Listening(settings.shaker, self.bridge.deliver)
        table.on_shake = self.listening.shake_commanded
        self.sources = PanelSources(options, self.started, self.listening, self.words)
        self.installation = Installation(
            options, self.words, self.sources.ports_found, self.restarting.emit
        )
        self.customer = CustomerWindow(settings, demo=demo)
        self.card = ScreenCard(self.customer)
        self.panel = CroupierPanel(
            settings,
            load_ruleset(settings.rules.set),
            self.bridge.submit,
            self._panel_sources(),
            demo=demo,
        )
        self.keeper = ScreenKeeper(
            {Window.CUSTOMER: self.customer, Window.CROUPIER: self.panel},
            settings,
            side_by_side=not kiosk,
            remembered=self._screens.kept if kiosk else NOTHING,
            # Nobody has played yet: the one monitor there is may be set up from.
            alone_is_public=kiosk and not self._is_new(),
        )
        self._troubles: dict[str, str] = {}
        self._public = table.snapshot.public
        # One slot each: what fails in one leaves the others to do their part.
        for show in (self._show_sources, self._show_panel, self._show_customer):
            show(table.snapshot)
            self.bridge.changed.connect(show)
        self.bridge.untold.connect(self.show_nothing_live)
        self.keeper.changed.connect(self._note_screens)
        of_customer = Words(self.words.lang, "customer")
        for trouble in self.customer.troubles:
            self.say_trouble("customer", of_customer.say(trouble.key, **trouble.values))

    def open(self) -> None:
        """Show both windows on their monitors and listen to the ports."""
        self.keeper.start()
        self.listening.start()
        if self._is_new():
            self.panel.open_installation()

    def _is_new(self) -> bool:
        """True in a kiosk that nobody has set up: no settings, no technician's PIN, no play."""
        view = self.bridge.snapshot.croupier
        untouched = view.phase is Phase.CLOSED and "technician" not in view.roles_with_pin
        return untouched and self.settings.kiosk.enabled and self.installation.first_run()

    def close(self) -> None:
        """Stop listening, say so in the journal, close it. Within 2 s."""
        self.keeper.stop()
        self.listening.stop()
        self.started.table.stop()
        self.started.journal.close()

    def look_after(self, upkeep: Upkeep) -> None:
        """Tell the upkeep what changes, and show what it finds."""
        self.bridge.changed.connect(upkeep.note)
        self.keeper.changed.connect(partial(_tell_screens, upkeep))
        upkeep.room_changed.connect(self._note_room)
        upkeep.front_asked.connect(self._come_to_front)
        upkeep.found_faults.connect(self._distrust)
        upkeep.note(self.bridge.snapshot)

    def show_nothing_live(self) -> None:
        """After a bug: the public screen is neutral until the next change repairs it."""
        self.customer.show_view(replace(self._public, banner=Banner.UNAVAILABLE, result=None))

    def _note_room(self, room: Room) -> None:
        if room.low:
            self.started.table.warn("disk")
        sentence = self.words.say("process.disk_low", megabytes=room.megabytes)
        self.say_trouble("disk", sentence if room.low else None)

    def test_screens(self) -> None:
        """The test card on the customer screen, while no round is open."""
        if self.bridge.snapshot.croupier.phase not in ROUND_OPEN:
            self.card.present()

    def say_trouble(self, source: str, sentence: str | None) -> None:
        """What a part of the machine lacks, None when it is well again; the latest is shown."""
        self._troubles.pop(source, None)
        if sentence is not None:
            self._troubles[source] = sentence
        self.panel.show_trouble(next(reversed(self._troubles.values()), None))

    def _come_to_front(self) -> None:
        self.panel.raise_()
        self.panel.activateWindow()

    def _distrust(self) -> None:
        self.started.table.distrust("check_failed")

    def _panel_sources(self) -> Sources:
        return Sources(
            prove=self.sources.prove,
            report=self.sources.report,
            ports=self.sources.ports,
            raw_lines=self.sources.raw_lines,
            check_settings=self.sources.check_settings,
            test_screens=self.test_screens,
            export_folder=self.sources.export_folder,
            install=self.installation.sources(),
        )

    def _show_sources(self, snapshot: Snapshot) -> None:
        """Before all: an open round ends the technician's raw view."""
        self.sources.note(snapshot)

    def _show_panel(self, snapshot: Snapshot) -> None:
        """Before the customers: the croupier acts, they watch."""
        self.panel.show_snapshot(snapshot.croupier, snapshot.public)

    def _show_customer(self, snapshot: Snapshot) -> None:
        """What was true before must not stay there: if this fails, nothing live is shown."""
        if snapshot.croupier.phase in ROUND_OPEN:
            self.card.hide()
        self._public = snapshot.public
        try:
            self.customer.show_view(snapshot.public)
        except Exception:
            self.show_nothing_live()
            raise

    def _note_screens(self, report: ScreensReport) -> None:
        self.installation.note_screens(report)
        if self.settings.kiosk.enabled:
            self._screens.keep(self.keeper.remembered)
        self.panel.show_customer_screen(report.customer_present)
        worst = next(iter(report.troubles), None)
        self.say_trouble("screens", worst and self.words.say(worst))


def _tell_screens(upkeep: Upkeep, report: ScreensReport) -> None:
    upkeep.note_screens(report.troubles, len(report.monitors))


def run(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    """`run`: the table on two windows until the technician or the session ends it.

    A second start brings the first to the front and ends with 0. A restart ends all in order,
    gives the folder back, and starts the same command again.
    """
    try:
        return _held(options, words)
    except KnownTrouble as trouble:
        if standstill.unread(os.environ, sys.stderr):
            standstill.show(trouble, options, words)
        raise


def _held(options: Options, words: Words) -> int:
    """The run, with the data folder its own."""
    make_data_folder(options.data)
    instance = Instance.take(options.data)
    if instance is None:
        ask_to_front(options.data)
        sys.stdout.write(words.say("process.already_running") + "\n")
        return 0
    with instance:
        net = crash.install(options.data / "logs")
        try:
            code = crash.guarded(net, partial(_play, options, words, net))
        except KnownTrouble:
            end_run(options.data / FOLDER)
            raise
        finally:
            net.remove()
    if code == crash.BUG and sys.stderr is not None:
        sys.stderr.write(words.say("process.bug", folder=options.data / "logs") + "\n")
    return again.start() if code == again.AGAIN else code


def _play(options: Options, words: Words, net: crash.CrashNet) -> int:
    """One run, plain if the last ones ended badly."""
    clock = SystemClock()
    health = options.data / FOLDER
    is_plain = safe_mode(begin_run(health, clock.now().timestamp()))
    loaded = load_settings_or_last_good(options)
    if is_plain:
        loaded = replace(loaded, settings=plain(loaded.settings))
        net.log.warn(Kind.SAFE_MODE)
    net.log.bound(loaded.settings.data.log_mb)
    app = application(words)
    stage = Stage(options, loaded)
    if is_plain:
        stage.say_trouble("run", stage.words.say("process.safe_mode"))
    net.on_bug = stage.show_nothing_live
    upkeep = Upkeep(
        options.data,
        loaded.settings,
        stage.started,
        stage.listening,
        clock,
        net.log,
        lambda: net.bugs,
        safe_mode=is_plain,
    )
    stage.look_after(upkeep)
    code = stand(app, stage, upkeep, partial(end_run, health))
    end_run(health)
    return code


def stand(
    app: QApplication,
    stage: Stage,
    upkeep: Upkeep | None = None,
    on_request: Callable[[], None] | None = None,
) -> int:
    """Run the stage until the program is asked to end; within 2 s from then."""
    session = Session(app, on_request)
    guard = KioskGuard(
        (stage.customer, stage.panel), locked=stage.settings.kiosk.enabled, parent=session
    )
    guard.closed.connect(session.ask)
    session.ending.connect(guard.release)
    stage.panel.leave_kiosk.connect(session.ask)
    stage.restarting.connect(session.ask_again)
    keep_awake()
    stage.open()
    if upkeep is not None:
        upkeep.begin()
    try:
        return app.exec()
    finally:
        session.end()
        if upkeep is not None:
            upkeep.end()
        stage.close()
        session.done()
