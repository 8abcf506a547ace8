"""Which key of the keyboard does what: all of the panel without a mouse and without touch."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from ui.croupier import places
from ui.croupier.lines import Lines
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Title
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale

KEYS = (
    ("1 – 6", "dice"),
    ("0", "close"),
    ("⏎", "enter"),
    ("⌫", "correct"),
    ("−", "void"),
    ("*", "take_back"),
    ("+", "bell"),
    ("/", "side"),
    ("Esc", "back"),
    ("F1 – F6", "pages"),
    (".", "next_page"),
    ("← ↑ ↓ →", "arrows"),
    ("⇥", "focus"),
    ("␣", "press"),
)


class KeymapPage(Page):
    """A table of two columns."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, parent)
        self._title = Title(self)
        self.lines = Lines(self, share=0.24, caps=True)

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        del left_handed
        head, below = places.cut(room, top=12)
        put(self._title, head, scale)
        self.lines.set_columns(1 if room.height() > room.width() else 2)
        put(self.lines, below, scale)

    def show_scene(self, scene: Scene) -> None:
        say = scene.words.say
        self._title.show_text(say("more.keys"))
        self.lines.show_lines(
            tuple(
                (say("keymap.space") if key == "␣" else key, say(f"keymap.{what}"))
                for key, what in KEYS
            )
        )
