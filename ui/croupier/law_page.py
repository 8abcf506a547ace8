"""The texts of the law, word for word, found by their headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from tabledisplay.rulebook import law_texts
from ui.croupier import lettering, places, theme
from ui.croupier.key_paint import Look
from ui.croupier.keyboard import Keyboard
from ui.croupier.keys import Key
from ui.croupier.law_text import Heading, headings, matching, paragraphs
from ui.croupier.lettering import LEFT, MEDIUM, TOP_LEFT
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.croupier.sizes import CARD_GAP, GAP, SECONDARY, Scale
from ui.fonts import Weight, wrapped

LISTED = 4
LETTER_MM = 4.4
LINE = 1.32
"""Distance of two lines, in letter sizes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line as wide as the view, and the paragraph it belongs to."""

    paragraph: int
    words: str


def lines_of(texts: tuple[str, ...], width: float) -> Iterator[Line]:
    """The paragraphs broken into lines of that width in letter sizes."""
    for n, text in enumerate(texts):
        for words in wrapped(text, "fr", Weight.REGULAR, width):
            yield Line(n, words)


class LawView(Painted):
    """The source, then the lines of one text from a given one on, as many as fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        self.first = 0

    def show_law(self, texts: tuple[str, ...], source: str) -> None:
        """Show this text, from the line that is first."""
        width = self._room().width() / max(1, self._letter())
        self._lines = tuple(lines_of(texts, width))
        self.first = max(0, min(self.first, len(self._lines) - 1))
        shown = self._lines[self.first : self.first + self.rows]
        told = " ".join(line.words for line in shown)
        self.show_shown((source, shown), f"{source}\n{told}")

    def go_to(self, paragraph: int) -> None:
        """Begin with that paragraph."""
        found = (n for n, line in enumerate(self._lines) if line.paragraph == paragraph)
        self.first = next(found, 0)

    def turn(self, pages: int) -> None:
        """Up or down by nearly a page: one line stays in sight."""
        self.first = max(0, min(self.first + pages * max(1, self.rows - 1), self._last_first()))

    @property
    def rows(self) -> int:
        """How many lines fit."""
        return max(1, int(self._room().height() / (self._letter() * LINE)))

    @property
    def at_end(self) -> bool:
        """Whether the last line is in sight."""
        return self.first >= self._last_first()

    def paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        if not isinstance(self._shown, tuple):
            return
        source, shown = self._shown
        inner = self._room()
        head = QRectF(inner.left(), 1.6 * self.mm, inner.width(), 9 * self.mm)
        letters = self.letters(3.4, MEDIUM)
        lettering.draw(painter, head, source, letters, theme.QUIET, TOP_LEFT)
        height = self._letter() * LINE
        for n, line in enumerate(shown):
            at = QRectF(inner.left(), inner.top() + n * height, inner.width() * 1.02, height)
            letters = self.letters(LETTER_MM, wrap=False)
            lettering.draw(painter, at, line.words, letters, theme.TEXT, LEFT)

    def _last_first(self) -> int:
        return max(0, len(self._lines) - self.rows)

    def _letter(self) -> float:
        return round(LETTER_MM * self.mm)

    def _room(self) -> QRectF:
        pad = 3 * self.mm
        return QRectF(self.rect()).adjusted(pad, 11.5 * self.mm, -pad, -1.6 * self.mm)


class LawPage(Page):
    """Headings on one side, the text on the other; the keyboard takes the text's place."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, parent)
        self._laws = law_texts()
        self._all = headings(self._laws)
        self.view = LawView(self)
        self.listed = tuple(Key(Look.SECONDARY, self) for _ in range(LISTED))
        for n, key in enumerate(self.listed):
            key.tapped.connect(partial(self._go, n))
        self.earlier, self.later = Key(Look.SECONDARY, self), Key(Look.SECONDARY, self)
        self.up, self.down, self.search = (Key(Look.SECONDARY, self) for _ in range(3))
        self.earlier.tapped.connect(partial(self._turn, -LISTED))
        self.later.tapped.connect(partial(self._turn, LISTED))
        self.up.tapped.connect(self._up)
        self.down.tapped.connect(self._down)
        self.search.tapped.connect(self._search)
        self.keyboard = Keyboard(self)
        self.keyboard.written.connect(self._wanted)
        self._here = self._all[0]
        self._first, self._searching = 0, False
        self._scene: Scene | None = None

    def left(self) -> None:
        self._searching = False
        self.keyboard.forget()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        if room.height() > room.width():
            listed, text = places.cut(room, top=room.height() * 0.44)
        else:
            listed, text = places.cut(room, left=room.width() * 0.34)
        if left_handed:
            listed, text = places.mirrored(listed, room), places.mirrored(text, room)
        rows = places.column(listed, LISTED + 1)
        for key, cell in zip(self.listed, rows, strict=False):
            put(key, cell, scale)
        for key, cell in zip((self.earlier, self.later), places.row(rows[-1], 2), strict=True):
            put(key, cell, scale)
        view, keys = places.cut(text, top=text.height() - SECONDARY - GAP)
        put(self.view, view, scale)
        self.keyboard.arrange(view, scale, CARD_GAP)
        for key, cell in zip((self.search, self.up, self.down), places.row(keys, 3), strict=True):
            put(key, cell, scale)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        words, found = scene.words, self._found()
        page = found[self._first : self._first + LISTED]
        for n, key in enumerate(self.listed):
            key.setVisible(n < len(page))
            if n < len(page):
                heading = page[n]
                of = words.say("law.of", number=heading.text + 1, heading=heading.words)
                key.show_face(of, wished_mm=4, chosen=heading == self._here)
        self.earlier.show_face(words.say("law.earlier"), wished_mm=4)
        self.earlier.set_live(self._first > 0)
        self.later.show_face(words.say("law.later"), wished_mm=4)
        self.later.set_live(self._first + LISTED < len(found))
        self.keyboard.set_visible(self._searching)
        self.keyboard.show_scene(scene)
        self.view.setVisible(not self._searching)
        law = self._laws[self._here.text]
        self.view.show_law(paragraphs(law), law.source)
        caption = (
            words.say("law.found", count=len(found), text=self.keyboard.text)
            if self.keyboard.text
            else words.say("law.search")
        )
        self.search.show_face(caption, wished_mm=4, chosen=self._searching)
        self.up.show_face(words.say("law.up"), hint=scene.hint("↑"), wished_mm=4)
        self.up.set_live(not self._searching and self.view.first > 0)
        self.down.show_face(words.say("law.down"), hint=scene.hint("↓"), wished_mm=4)
        self.down.set_live(not self._searching and not self.view.at_end)

    def typed(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._found():
            self._go(0)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_Up):
            self.up.tap()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_Down):
            self.down.tap()
        else:
            return self.keyboard.typed(key)
        return True

    def _found(self) -> tuple[Heading, ...]:
        return matching(self._all, self.keyboard.text)

    def _go(self, place: int) -> None:
        found = self._found()[self._first :]
        if place < len(found):
            self._here, self._searching = found[place], False
            self._again()
            self.view.go_to(self._here.paragraph)
            self._again()

    def _turn(self, places_on: int) -> None:
        self._first = max(0, self._first + places_on)
        self._again()

    def _up(self) -> None:
        self.view.turn(-1)
        self._again()

    def _down(self) -> None:
        self.view.turn(1)
        self._again()

    def _search(self) -> None:
        self._searching = not self._searching
        self._again()

    def _wanted(self) -> None:
        self._first = 0
        self._again()

    def _again(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)
