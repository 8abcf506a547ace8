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
from ui.croupier.sizes import SECONDARY, Scale
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
        self._found: tuple[PortHeard, ...] = ()

    def opened(self, scene: Scene) -> None:
        del scene
        self._found = self._ports()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        line, below = places.cut(room, top=12, gap=1)
        put(self.line, line, scale)
        below.setHeight(min(below.height(), ROWS * 22))
        for n, row in enumerate(places.column(below, ROWS)):
            text, key = places.cut(row, left=row.width() - 2.8 * SECONDARY - 3.1)
            if left_handed:
                text, key = places.mirrored(text, room), places.mirrored(key, room)
            put(self.texts[n], text, scale)
            put(self.accept[n], key, scale)

    def show_scene(self, scene: Scene) -> None:
        words, known = scene.words, scene.croupier.device
        queries = words.say("ports.queries" if scene.settings.shaker.queries else "ports.listens")
        believed = words.say("ports.believed", device=known) if known else words.say("ports.nobody")
        if not self._found:
            believed = words.say("ports.none")
        self.line.show_text(f"{believed} {queries}")
        for n, (text, key) in enumerate(zip(self.texts, self.accept, strict=True)):
            there = n < len(self._found)
            text.setVisible(there)
            key.setVisible(there)
            if there:
                port = self._found[n]
                text.show_text(
                    words.say(
                        "ports.port",
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
        if 0 <= number < len(self._found):
            self.accept[number].tap()
            return True
        return False

    def _accept(self, place: int) -> None:
        device = self._found[place].device if place < len(self._found) else None
        if device is not None:
            self.role_desk.ask(AcceptDevice(device))
