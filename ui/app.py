"""Settings → journal → table → bridge → link → windows → exec: the only place where parts meet."""

from __future__ import annotations

import argparse

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tabledisplay.listening import Listening
from tabledisplay.rulebook import load_ruleset
from tabledisplay.settings import Settings
from tabledisplay.startup import (
    Loaded,
    Options,
    Started,
    load_settings_or_last_good,
    make_data_folder,
    start_table,
)
from tabledisplay.table import Snapshot
from tabledisplay.words import Words
from ui.bridge import TableBridge
from ui.croupier.panel import CroupierPanel
from ui.customer.window import CustomerWindow
from ui.display import application
from ui.monitors import ScreensReport, Window
from ui.screens import ScreenKeeper
from ui.session import Session


class Stage(QObject):
    """One table with its two windows and its ports. `open` shows them, `close` ends in order."""

    def __init__(self, options: Options, loaded: Loaded, *, demo: bool = False) -> None:
        super().__init__()
        settings = loaded.settings
        self.settings: Settings = settings
        self.started: Started = start_table(options, settings)
        table = self.started.table
        if loaded.trouble is not None:
            table.warn("settings_fallback")
        self.bridge = TableBridge(table)
        self.listening = Listening(settings.shaker, self.bridge.deliver)
        table.on_shake = self.listening.shake_commanded
        self.customer = CustomerWindow(settings, demo=demo)
        self.panel = CroupierPanel(
            settings, load_ruleset(settings.rules.set), self.bridge.submit, demo=demo
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

    def _show(self, snapshot: Snapshot) -> None:
        """The panel first: the croupier acts, the customers watch."""
        self.panel.show_snapshot(snapshot.croupier, snapshot.public)
        self.customer.show_view(snapshot.public)

    def _note_screens(self, report: ScreensReport) -> None:
        self.panel.show_customer_screen(report.customer_present)


def run(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    """`run`: the table on two windows until the technician or the session ends it."""
    make_data_folder(options.data)
    loaded = load_settings_or_last_good(options)
    app = application(words)
    stage = Stage(options, loaded)
    return stand(app, stage)


def stand(app: QApplication, stage: Stage) -> int:
    """Run the stage until the program is asked to end."""
    session = Session(app)
    stage.open()
    try:
        return app.exec()
    finally:
        session.end()
        stage.close()
