"""The configured ports, what is heard on each, and which device is believed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, Qt

from tabledisplay.game.commands import AcceptDevice
from ui.croupier import places, theme
from ui.croupier.locked_page import LockedPage, Part
from ui.croupier.page import put
from ui.croupier.painted import Text
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, SECONDARY, Scale
from ui.croupier.sources import PortHeard

ROWS = 3


class PortsPart(Part):
    """One line a port, with a key to accept the device heard there."""

    def __init__(self, desk: LockedPage, ports: Callable[[], tuple[PortHeard, ...]]) -> None:
        super().__init__(desk)
        self._ports = ports
        self.line = Text(self, colour=theme.QUIET)
        self.texts = tuple(Text(self) for _ in range(ROWS))
        self.accept = tuple(self.key() for _ in range(ROWS))
        for n, key in enumerate(self.accept):
            key.tapped.connect(partial(self._accept, n))
        self.more = self.key()
        self.more.tapped.connect(self._turn)
        self._found: tuple[PortHeard, ...] = ()
        self._first = 0
        self._scene: Scene | None = None

    def opened(self, scene: Scene) -> None:
        del scene
        self._found, self._first = self._ports(), 0

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        head, below = places.cut(room, top=SECONDARY)
        line, more = places.cut(head, left=head.width() - 2.8 * SECONDARY - GAP)
        if left_handed:
            line, more = places.mirrored(line, room), places.mirrored(more, room)
        put(self.line, line, scale)
        put(self.more, more, scale)
        below.setHeight(min(below.height(), ROWS * 22))
        for n, row in enumerate(places.column(below, ROWS)):
            text, key = places.cut(row, left=row.width() - 2.8 * SECONDARY - GAP)
            if left_handed:
                text, key = places.mirrored(text, room), places.mirrored(key, room)
            put(self.texts[n], text, scale)
            put(self.accept[n], key, scale)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        words, known = scene.words, scene.croupier.device
        queries = words.say("ports.queries" if scene.settings.shaker.queries else "ports.listens")
        believed = words.say("ports.believed", device=known) if known else words.say("ports.nobody")
        if not self._found:
            believed = words.say("ports.none")
        self.line.show_text(f"{believed} {queries}")
        self.more.setVisible(len(self._found) > ROWS)
        self.more.show_face(words.say("ports.more"), hint=scene.hint("0"), wished_mm=4.4)
        for n, (text, key) in enumerate(zip(self.texts, self.accept, strict=True)):
            there = self._first + n < len(self._found)
            text.setVisible(there)
            key.setVisible(there)
            if there:
                port = self._found[self._first + n]
                text.show_text(
                    words.say(
                        "ports.described" if port.description else "ports.port",
                        port=port.port,
                        description=port.description,
                        heard=port.heard,
                    )
                )
                stranger = port.device is not None and port.device != known
                caption = "ports.accept" if stranger or port.device is None else "ports.accepted"
                key.show_face(words.say(caption), hint=scene.hint(str(n + 1)), wished_mm=4.4)
                key.set_live(stranger)

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1
        if 0 <= number < ROWS and self.accept[number].isVisible():
            self.accept[number].tap()
        elif key == Qt.Key.Key_0 and self.more.isVisible():
            self.more.tap()
        else:
            return False
        return True

    def _turn(self) -> None:
        """The next ports; after the last, the first, asked for anew."""
        self._first += ROWS
        if self._first >= len(self._found):
            self._found, self._first = self._ports(), 0
        if self._scene is not None:
            self.show_scene(self._scene)

    def _accept(self, place: int) -> None:
        place += self._first
        device = self._found[place].device if place < len(self._found) else None
        if device is not None:
            self.role_desk.ask(AcceptDevice(device))
