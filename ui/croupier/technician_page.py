"""What only the technician may do, behind his PIN."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tabledisplay.game.state import ROUND_OPEN
from ui.croupier.gate import Fingers
from ui.croupier.install_part import InstallPart
from ui.croupier.kiosk_part import KioskPart
from ui.croupier.listing_part import ListingPart, Shown
from ui.croupier.locked_page import LockedPage
from ui.croupier.page import Desk
from ui.croupier.pin_part import PinPart
from ui.croupier.ports_part import PortsPart
from ui.croupier.scene import Scene
from ui.croupier.screens_part import ScreensPart
from ui.croupier.sources import Sources

COUNTERS = (
    "good", "bad_crc", "noise", "unknown", "other_version", "gaps", "repeats", "rejected", "late",
)  # fmt: skip


class TechnicianPage(LockedPage):
    """Ports and device, counters, raw lines, screens, settings, installation, leaving the kiosk."""

    leaving = Signal()

    def __init__(self, desk: Desk, fingers: Fingers, sources: Sources, parent: QWidget) -> None:
        super().__init__("technician", desk, fingers, sources.prove, parent)
        self._sources = sources
        self.ports = PortsPart(self, sources.ports)
        self.add("ports", self.ports)
        self.add("counters", ListingPart(self, self._counters, columns=2))
        self.raw = ListingPart(self, self._raw, every_ms=1000)
        self.add("raw", self.raw)
        self.screens = ScreensPart(self, sources.test_screens)
        self.add("screens", self.screens)
        self.add("settings", ListingPart(self, self._settings))
        self.install = InstallPart(self, sources.install)
        self.add("install", self.install)
        self.kiosk = KioskPart(self)
        self.kiosk.leaving.connect(self.leaving)
        self.add("kiosk", self.kiosk)
        self.add("pin", PinPart(self))

    def _counters(self, scene: Scene) -> Shown:
        words, counters = scene.words, scene.croupier.counters
        return Shown(
            tuple(
                (words.say(f"counters.{name}"), words.number(getattr(counters, name)))
                for name in COUNTERS
            )
        )

    def _raw(self, scene: Scene) -> Shown:
        """The last lines heard; while a round is open they are not even asked for."""
        if scene.croupier.phase in ROUND_OPEN:
            return Shown(((scene.words.say("raw.round_open"), ""),))
        lines = self._sources.raw_lines()
        if not lines:
            return Shown(((scene.words.say("raw.none"), ""),))
        return Shown(tuple((line, "") for line in lines[-RAW_SHOWN:]))

    def _settings(self, scene: Scene) -> Shown:
        faults = self._sources.check_settings()
        if not faults:
            return Shown(((scene.words.say("settings.fine"), ""),))
        return Shown(tuple((fault, "") for fault in faults))


RAW_SHOWN = 10
