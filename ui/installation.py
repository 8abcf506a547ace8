"""What the panel's installation asks of this machine: ports, monitors, the settings file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tabledisplay.settings_file import Value, change_settings
from tabledisplay.shaker.ports import PortFound
from tabledisplay.startup import SETTINGS_FILE, Options, load_settings
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui.croupier.installing import Choice, InstallSources, ScreensFound
from ui.monitors import Monitor, ScreensReport, Window, monitor_key, name_for_settings


class Installation:
    """Answers at once from what is known."""

    def __init__(
        self,
        options: Options,
        words: Words,
        ports_found: Callable[[], tuple[PortFound, ...]],
        restart: Callable[[], None],
    ) -> None:
        self._options, self._words = options, words
        self._ports_found, self._restart = ports_found, restart
        self._report = ScreensReport((), ())

    def sources(self) -> InstallSources:
        """All of it, as the panel wants it."""
        return InstallSources(
            ports=self.ports,
            screens=self.screens,
            first_run=self.first_run,
            save=self.save,
            restart=self._restart,
        )

    def note_screens(self, report: ScreensReport) -> None:
        """Told of the monitors whenever they change."""
        self._report = report

    def first_run(self) -> bool:
        """Whether no settings were ever saved here."""
        return not (self._options.data / SETTINGS_FILE).exists()

    def ports(self) -> tuple[Choice, ...]:
        """The ports of the machine by their lasting names."""
        return tuple(Choice(port.lasting_name, told_of_port(port)) for port in self._ports_found())

    def screens(self) -> ScreensFound:
        """The monitors as last reported, and where the windows stand."""
        found = self._report.monitors
        names = {monitor_key(monitor): name_for_settings(monitor, found) for monitor in found}
        standing = {p.window: names.get(p.monitor or "", "") for p in self._report.placements}
        return ScreensFound(
            tuple(Choice(name_for_settings(one, found), told_of_monitor(one)) for one in found),
            standing.get(Window.CUSTOMER, ""),
            standing.get(Window.CROUPIER, ""),
        )

    def save(self, changes: Mapping[str, Value]) -> str | None:
        """Write the changes; a sentence if they, or the settings they make, are refused."""
        try:
            change_settings(self._options.data / SETTINGS_FILE, changes)
            load_settings(self._options)
        except KnownTrouble as trouble:
            return self._words.say(trouble.key, **trouble.values)
        return None


def told_of_port(port: PortFound) -> str:
    """The port's short name, and what it says of itself, once."""
    description = port.description.split(" - ")[0]
    short = Path(port.device).name
    return f"{short} {description}" if description not in ("", "n/a", short) else short


def told_of_monitor(monitor: Monitor) -> str:
    """The model and the connector."""
    connector = monitor.name.removeprefix("\\\\.\\")
    return f"{monitor.model.strip()} {connector}".strip()
