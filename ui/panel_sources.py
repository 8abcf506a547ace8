"""What the panel's chef and technician pages ask for beside the table."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from threading import Thread

from tabledisplay.game.decide import Refused
from tabledisplay.game.parts import Role
from tabledisplay.game.state import ROUND_OPEN
from tabledisplay.listening import Listening
from tabledisplay.report import OpeningReport, opening_report
from tabledisplay.shaker.messages import PortStatus
from tabledisplay.shaker.ports import PortFound, find_ports
from tabledisplay.startup import Options, Started, load_settings
from tabledisplay.table import Snapshot
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui.croupier.sources import PortHeard

RAW_KEPT = 200
"""Lines of the raw view kept in memory."""

EXPORTS = "exports"
"""The one folder under the data that files are written into for people."""


class PanelSources:
    """Answers at once from what is known; ports are listed by a worker.

    The raw view hears only while no round is open, and forgets when one opens: a line may hold
    the dice.
    """

    def __init__(
        self, options: Options, started: Started, listening: Listening, words: Words
    ) -> None:
        self._options, self._started = options, started
        self._listening, self._words = listening, words
        self._raw: deque[str] = deque(maxlen=RAW_KEPT)
        self._found: tuple[PortFound, ...] = ()
        self._looking: Thread | None = None
        self.look_for_ports()

    @property
    def export_folder(self) -> Path:
        """Where reports are written."""
        return self._options.data / EXPORTS

    def prove(self, role: Role, pin: str) -> Refused | None:
        """Whether a PIN opens a role's page."""
        return self._started.table.prove(role, pin)

    def report(self) -> OpeningReport | None:
        """The report of this opening with the head of the chain; None before the first."""
        journal = self._started.journal
        told = opening_report(journal.since_last_opening())
        if told is None:
            return None
        head = journal.head()
        return replace(told, chain_head=f"{head.seq} {head.hash}")

    def look_for_ports(self) -> None:
        """List the machine's ports again, in a thread: some systems take ten seconds."""
        if self._looking is None or not self._looking.is_alive():
            self._looking = Thread(target=self._look, name="ports", daemon=True)
            self._looking.start()

    def ports(self) -> tuple[PortHeard, ...]:
        """The configured ports with what is heard on them, then the others."""
        self.look_for_ports()
        links = self._started.table.links
        configured = {news.port: news for news in links.ports}
        heard = [
            PortHeard(
                port,
                self._described(port),
                self._heard_on(port, news.status),
                next((device for on, device in links.present if on == port), None),
            )
            for port, news in configured.items()
        ]
        others = [
            PortHeard(found.lasting_name, found.description, self._words.say("port.not_used"))
            for found in self._found
            if not {found.device, found.by_id, found.by_path} & set(configured)
        ]
        return (*heard, *others)

    def ports_found(self) -> tuple[PortFound, ...]:
        """The ports as last listed; they are listed anew for the next time."""
        self.look_for_ports()
        return self._found

    def raw_lines(self) -> tuple[str, ...]:
        """The latest lines on the ports, oldest first; none while a round is open."""
        if self._started.table.state.phase in ROUND_OPEN:
            return ()
        self._listening.tap(self._take)
        return tuple(self._raw)

    def note(self, snapshot: Snapshot) -> None:
        """Told after each change: an open round ends the raw view."""
        if snapshot.croupier.phase in ROUND_OPEN:
            self._listening.tap(None)
            self._raw.clear()

    def check_settings(self) -> tuple[str, ...]:
        """What is wrong with the settings' files as they are now, a sentence each."""
        try:
            load_settings(self._options)
        except KnownTrouble as trouble:
            return (self._words.say(trouble.key, **trouble.values),)
        return ()

    def _look(self) -> None:
        self._found = find_ports()

    def _take(self, data: bytes) -> None:
        self._raw.extend(data.decode("ascii", "replace").splitlines())

    def _described(self, port: str) -> str:
        return next(
            (f.description for f in self._found if port in (f.device, f.by_id, f.by_path)), ""
        )

    def _heard_on(self, port: str, status: PortStatus) -> str:
        links = self._started.table.links
        devices = sorted(device for on, device in links.present if on == port)
        if not devices and port in links.other_version:
            return self._words.say("link.other_version")
        if not devices:
            return self._words.say(f"port.status_{status.value}")
        known = [links.identities[device] for device in devices if device in links.identities]
        names = [f"{who.device} {who.maker} {who.model} {who.firmware}" for who in known]
        return ", ".join(names or devices)
