"""What only the chef de table may do, behind his PIN."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tabledisplay.game.state import Phase
from ui.croupier.alarms_part import AlarmsPart
from ui.croupier.correction_part import CorrectionPart
from ui.croupier.decide_part import DecidePart
from ui.croupier.gate import Fingers
from ui.croupier.locked_page import LockedPage
from ui.croupier.opening_part import OpeningPart
from ui.croupier.page import Desk
from ui.croupier.pin_part import PinPart
from ui.croupier.report_part import ReportPart
from ui.croupier.scene import Scene
from ui.croupier.sources import Sources
from ui.croupier.void_part import VoidPart


class ChefPage(LockedPage):
    """Opening and closing, decisions, corrections, voids, alarms, the report."""

    def __init__(
        self,
        desk: Desk,
        fingers: Fingers,
        sources: Sources,
        denominations: tuple[float, ...],
        parent: QWidget,
    ) -> None:
        super().__init__("chef", desk, fingers, sources.prove, parent)
        self.opening = OpeningPart(self, denominations)
        self.add("opening", self.opening)
        self.add("decide", DecidePart(self))
        self.correction = CorrectionPart(self)
        self.add("correction", self.correction)
        self.void = VoidPart(self)
        self.add("void", self.void)
        self.alarms = AlarmsPart(self)
        self.add("alarms", self.alarms)
        self.report = ReportPart(self, sources.report, sources.export_folder)
        self.add("report", self.report)
        self.pin = PinPart(self)
        self.add("pin", self.pin)

    def caption(self, name: str, scene: Scene) -> str:
        if name == "opening" and scene.croupier.phase is not Phase.CLOSED:
            return "closing"
        return name

    def show_scene(self, scene: Scene) -> None:
        super().show_scene(scene)
        self.menu["decide"].set_live(scene.croupier.disputed)
        self.menu["correction"].set_live("correct" in scene.croupier.allowed)
        self.menu["void"].set_live("correct" in scene.croupier.allowed)
