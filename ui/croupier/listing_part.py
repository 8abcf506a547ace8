"""A part that only shows lines, asked for when it is opened and by its own key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt

from ui.croupier import places
from ui.croupier.lines import Lines, Pair
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.scene import Scene
from ui.croupier.sizes import SECONDARY, Scale


@dataclass(frozen=True, slots=True)
class Shown:
    """Lines, and the caption of a key that does something; without one it asks again."""

    lines: tuple[Pair, ...]
    caption: str = ""


class ListingPart(Part):
    """Shows what `listed` says of the moment."""

    def __init__(
        self,
        desk: LockedPage,
        listed: Callable[[Scene], Shown],
        act: Callable[[], None] | None = None,
        *,
        columns: int = 1,
    ) -> None:
        super().__init__(desk)
        self._listed, self._act = listed, act
        self.lines = Lines(self, line_mm=8.0)
        self._columns = columns
        self.again = self.key()
        self.again.tapped.connect(self._tapped)
        self._scene: Scene | None = None

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
        self.again.show_face(shown.caption or scene.words.say("part.again"), wished_mm=4.6)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.again.tap()
            return True
        return False

    def _tapped(self) -> None:
        if self._act is not None:
            self._act()
        if self._scene is not None:
            self.show_scene(self._scene)
