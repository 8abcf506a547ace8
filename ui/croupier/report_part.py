"""The report of the opening on the screen, and as a PDF in the export folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRectF, Qt

from tabledisplay.report import OpeningReport
from ui.croupier import places, report_pdf, theme
from ui.croupier.casino_time import day_and_hour
from ui.croupier.lines import Lines, Pair
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import PanelWords, Scene
from ui.croupier.sizes import GAP, SECONDARY, Scale


def report_lines(report: OpeningReport, words: PanelWords, timezone: str) -> tuple[Pair, ...]:
    """The report in words."""
    say = words.say
    begun = day_and_hour(report.opened_at, timezone)
    ended = day_and_hour(report.until, timezone)
    rate = report.rounds_per_hour
    voids = tuple(
        (say("report.void", reason=say(f"reason.{reason}")), str(count))
        for reason, count in report.voids
        if count
    )
    return (
        (say("report.opening"), str(report.opening)),
        (say("report.begun"), begun),
        (say("report.ended" if report.closed else "report.until"), ended),
        (say("report.minimum"), words.money(report.minimum)),
        (say("report.float_ref"), report.float_ref or "—"),
        (say("report.rounds"), str(report.rounds)),
        (say("report.rate"), "—" if rate is None else f"{rate:.0f}"),
        (say("report.voids"), str(report.void_rounds)),
        *voids,
        (say("report.manual"), str(report.manual)),
        (say("report.late"), str(report.late)),
        (say("report.corrections"), str(report.corrections)),
        (say("report.taken_back"), str(report.taken_back)),
        (say("report.interruptions"), str(report.interruptions)),
        (say("report.alarms"), str(report.alarms)),
    )


def chain_head(report: OpeningReport, words: PanelWords) -> Pair:
    """The head of the journal's chain in groups of eight: it is copied by hand."""
    groups = (part[n : n + 8] for part in report.chain_head.split() for n in range(0, 64, 8))
    return words.say("report.chain_head"), " ".join(filter(None, groups)) or "—"


class ReportPart(Part):
    """Asked for when it is opened, and again by its key."""

    def __init__(
        self,
        desk: LockedPage,
        report: Callable[[], OpeningReport | None],
        folder: Path | None,
    ) -> None:
        super().__init__(desk)
        self._report, self._folder = report, folder
        self.lines = Lines(self, share=0.5)
        self.head = Text(self, colour=theme.QUIET)
        self.export = self.key()
        self.export.tapped.connect(self._export)
        self._found: OpeningReport | None = None
        self._scene: Scene | None = None

    def opened(self, scene: Scene) -> None:
        del scene
        self._found = self._report()

    def left(self) -> None:
        self._found = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        upright = room.height() > room.width()
        lines, below = places.cut(room, top=room.height() - SECONDARY - 3.1)
        self.lines.set_columns(1 if upright else 2)
        put(self.lines, lines, scale)
        head, key = places.cut(below, left=below.width() - 48 - GAP)
        if left_handed:
            head, key = places.mirrored(head, room), places.mirrored(key, room)
        put(self.head, head, scale)
        put(self.export, key, scale)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        found, words = self._found, scene.words
        if found is None:
            self.lines.show_lines(((words.say("report.none"), ""),))
            self.head.show_text("")
        else:
            label, head = chain_head(found, words)
            self.head.show_text(words.say("install.said", label=label, value=head))
            self.lines.show_lines(report_lines(found, words, scene.settings.table.timezone))
        self.export.show_face(words.say("report.export"), hint=scene.hint("⏎"), wished_mm=4.6)
        self.export.set_live(found is not None and self._folder is not None)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.export.tap()
            return True
        return False

    def _export(self) -> None:
        scene, found, folder = self._scene, self._found, self._folder
        if scene is None or found is None or folder is None:
            return
        settings = scene.settings.table
        lines = report_lines(found, scene.words, settings.timezone)
        lines = (*lines, chain_head(found, scene.words))
        title = scene.words.say("report.title", table=settings.name)
        path = folder / f"{found.opened_at:%Y%m%d-%H%M}-{found.opening}.pdf"
        written = report_pdf.write(path, title, lines)
        key = "report.written" if written else "report.not_written"
        self.role_desk.note(scene.words.say(key, file=path.name))
