"""A part that only shows lines, asked for when it is opened and by its own key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, QTimer

from ui.croupier import places
from ui.croupier.lines import Lines, Pair
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines of a part."""

    lines: tuple[Pair, ...]


class ListingPart(Part):
    """Shows what `listed` says of the moment, again every `every_ms` if that is above 0."""

    def __init__(
        self,
        desk: LockedPage,
        listed: Callable[[Scene], Shown],
        *,
        columns: int = 1,
        every_ms: int = 0,
    ) -> None:
        super().__init__(desk)
        self._listed = listed
        self.lines = Lines(self, line_mm=8.0)
        self._columns = columns
        self.again = self.key()
        self.again.tapped.connect(self._tapped)
        self._scene: Scene | None = None
        self._again = QTimer(self)
        self._again.setInterval(every_ms)
        self._again.timeout.connect(self._tapped)

    def opened(self, scene: Scene) -> None:
        del scene
        if self._again.interval() > 0:
            self._again.start()

    def left(self) -> None:
        self._again.stop()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        lines, below = places.cut(room, top=room.height() - SECONDARY - 3.1)
        self.lines.set_columns(1 if room.height() > room.width() else self._columns)
        put(self.lines, lines, scale)
        key, _ = places.cut(below, left=70)
        put(self.again, key if left_handed else places.mirrored(key, room), scale)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        shown = self._listed(scene)
        self.lines.show_lines(shown.lines)
        self.again.show_face(scene.words.say("part.again"), hint=scene.hint("⏎"), wished_mm=4.6)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.again.tap()
            return True
        return False

    def _tapped(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)
