"""The texts of the law, word for word, found by their headings."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from tabledisplay.rulebook import law_texts
from ui.croupier import lettering, places, theme
from ui.croupier.key_paint import Look
from ui.croupier.keyboard import Keyboard
from ui.croupier.keys import Key
from ui.croupier.law_text import Heading, headings, matching, paragraphs
from ui.croupier.lettering import MEDIUM, TOP_LEFT
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.croupier.sizes import CARD_GAP, GAP, SECONDARY, Scale
from ui.fonts import Weight, font

LISTED = 4
LETTER_MM = 4.4


class LawView(Painted):
    """The source, then paragraphs of one text from a given one on, as many as fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._paragraphs: tuple[str, ...] = ()
        self._source = ""
        self.first = 0

    def show_law(self, lines: tuple[str, ...], source: str, first: int) -> None:
        """Show the text from that paragraph on."""
        self._paragraphs, self._source = lines, source
        self.first = max(0, min(first, len(lines) - 1))
        shown = lines[self.first : self.after()]
        self.show_shown((source, self.first, shown), "\n".join((source, *shown)))

    def after(self) -> int:
        """The first paragraph that has no more room."""
        left, n = self._room().height(), self.first
        while n < len(self._paragraphs):
            left -= self._height(self._paragraphs[n])
            if left < 0 and n > self.first:
                break
            n += 1
        return n

    def before(self) -> int:
        """The paragraph to begin with so that what is above comes into view."""
        left, n = self._room().height(), self.first
        while n > 0 and (left := left - self._height(self._paragraphs[n - 1])) >= 0:
            n -= 1
        return n if n < self.first else max(0, self.first - 1)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        inner = self._room()
        head = QRectF(inner.left(), 1.6 * self.mm, inner.width(), 9 * self.mm)
        letters = self.letters(3.4, MEDIUM)
        lettering.draw(painter, head, self._source, letters, theme.QUIET, TOP_LEFT)
        top = inner.top()
        for line in self._paragraphs[self.first : self.after()]:
            height = self._height(line)
            at = QRectF(inner.left(), top, inner.width(), min(height, inner.bottom() - top))
            lettering.draw(painter, at, line, self.letters(LETTER_MM), theme.TEXT, TOP_LEFT)
            top += height

    def _room(self) -> QRectF:
        pad = 3 * self.mm
        return QRectF(self.rect()).adjusted(pad, 11.5 * self.mm, -pad, -1.6 * self.mm)

    def _height(self, line: str) -> float:
        """Height of a paragraph at the reading size, with the space below it."""
        metrics = QFontMetricsF(font("fr", Weight.REGULAR, round(LETTER_MM * self.mm)))
        room = QRectF(0, 0, self._room().width(), 100_000)
        flags = int(Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)
        return metrics.boundingRect(room, flags, line).height() + 1.6 * self.mm


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
            listed, text = places.cut(room, top=room.height() * 0.36)
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
        self.view.show_law(paragraphs(law), law.source, self.view.first)
        caption = (
            words.say("law.found", count=len(found), text=self.keyboard.text)
            if self.keyboard.text
            else words.say("law.search")
        )
        self.search.show_face(caption, wished_mm=4, chosen=self._searching)
        self.up.show_face(words.say("law.up"), hint="↑", wished_mm=4)
        self.up.set_live(not self._searching and self.view.first > 0)
        self.down.show_face(words.say("law.down"), hint="↓", wished_mm=4)
        self.down.set_live(not self._searching and self.view.after() < len(paragraphs(law)))

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
            self.view.first = self._here.paragraph
            self._again()

    def _turn(self, places_on: int) -> None:
        self._first = max(0, self._first + places_on)
        self._again()

    def _up(self) -> None:
        self.view.first = self.view.before()
        self._again()

    def _down(self) -> None:
        self.view.first = self.view.after()
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
