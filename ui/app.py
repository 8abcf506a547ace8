"""Settings → journal → table → bridge → link → windows → exec: the only place where parts meet."""

from __future__ import annotations

import argparse

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tabledisplay.listening import Listening
from tabledisplay.rulebook import load_ruleset
from tabledisplay.startup import (
    Loaded,
    Options,
    load_settings_or_last_good,
    make_data_folder,
    start_table,
)
from tabledisplay.table import Snapshot
from tabledisplay.words import Words
from ui.bridge import TableBridge
from ui.croupier.panel import CroupierPanel
from ui.croupier.sources import Sources
from ui.customer.window import CustomerWindow
from ui.display import application
from ui.monitors import ScreensReport, Window
from ui.panel_sources import PanelSources
from ui.screens import ScreenKeeper
from ui.session import KioskGuard, Session, keep_awake


class Stage(QObject):
    """One table with its two windows and its ports. `open` shows them, `close` ends in order."""

    def __init__(self, options: Options, loaded: Loaded, *, demo: bool = False) -> None:
        super().__init__()
        self.settings = settings = loaded.settings
        self.words = Words(options.lang or settings.croupier.language)
        self.started = start_table(options, settings)
        table = self.started.table
        if loaded.trouble is not None:
            table.warn("settings_fallback")
        self.bridge = TableBridge(table)
        self.listening = Listening(settings.shaker, self.bridge.deliver)
        table.on_shake = self.listening.shake_commanded
        self.sources = PanelSources(options, self.started, self.listening, self.words)
        self.customer = CustomerWindow(settings, demo=demo)
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
            side_by_side=not settings.kiosk.enabled,
        )
        self.bridge.changed.connect(self._show)
        self.keeper.changed.connect(self._note_screens)
        self._show(table.snapshot)

    def open(self) -> None:
        """Show both windows on their monitors and listen to the ports."""
        self.keeper.start()
        self.listening.start()

    def close(self) -> None:
        """Stop listening, say so in the journal, close it. Within 2 s."""
        self.keeper.stop()
        self.listening.stop()
        self.started.table.stop()
        self.started.journal.close()

    def _panel_sources(self) -> Sources:
        return Sources(
            prove=self.sources.prove,
            report=self.sources.report,
            ports=self.sources.ports,
            raw_lines=self.sources.raw_lines,
            check_settings=self.sources.check_settings,
            export_folder=self.sources.export_folder,
        )

    def _show(self, snapshot: Snapshot) -> None:
        """The panel first: the croupier acts, the customers watch."""
        self.sources.note(snapshot)
        self.panel.show_snapshot(snapshot.croupier, snapshot.public)
        self.customer.show_view(snapshot.public)

    def _note_screens(self, report: ScreensReport) -> None:
        self.panel.show_customer_screen(report.customer_present)


def run(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    """`run`: the table on two windows until the technician or the session ends it."""
    make_data_folder(options.data)
    loaded = load_settings_or_last_good(options)
    app = application(words)
    return stand(app, Stage(options, loaded))


def stand(app: QApplication, stage: Stage) -> int:
    """Run the stage until the program is asked to end; within 2 s from then."""
    session = Session(app)
    guard = KioskGuard(
        (stage.customer, stage.panel), locked=stage.settings.kiosk.enabled, parent=session
    )
    guard.closed.connect(session.ask)
    stage.panel.leave_kiosk.connect(session.ask)
    keep_awake()
    stage.open()
    try:
        return app.exec()
    finally:
        session.end()
        stage.close()
        session.done()
