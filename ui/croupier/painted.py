"""What is shown but not touched: painted by us, and read aloud as one sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from ui.croupier import lettering, theme
from ui.croupier.lettering import CENTRE, LEFT, REGULAR, Letters
from ui.croupier.sizes import LEAST_TEXT, TEXT
from ui.fonts import Weight


class Painted(QLabel):
    """A view that paints itself in millimetres; its text is what a screen reader says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.mm = 6.0
        self._shown: object = None

    def rescale(self, px_per_mm: float) -> None:
        """Pixels per millimetre from now on."""
        self.mm = px_per_mm
        self.update()

    def show_shown(self, shown: object, sentence: str) -> None:
        """Paint this from now on, if it is anything else than before."""
        if sentence != self.text():
            self.setText(sentence)
            self.setAccessibleName(sentence)
        if shown != self._shown:
            self._shown = shown
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter, QRectF(self.rect()))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        """Paint what is shown into the room, in pixels."""

    def letters(
        self,
        wished_mm: float = TEXT,
        weight: Weight = REGULAR,
        *,
        least_mm: float = LEAST_TEXT,
        wrap: bool = True,
        tight: bool = False,
    ) -> Letters:
        """Letters of that size in millimetres, shrinking to the least legible."""
        return Letters(round(wished_mm * self.mm), round(least_mm * self.mm), weight, wrap, tight)

    def part(self, room: QRectF, left: float, top: float, width: float, height: float) -> QRectF:
        """A part of the room given in its own shares 0-1."""
        return QRectF(
            room.left() + left * room.width(),
            room.top() + top * room.height(),
            width * room.width(),
            height * room.height(),
        )


class Text(Painted):
    """One text, as large as its place allows up to the wished size."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        wished_mm: float = TEXT,
        weight: Weight = REGULAR,
        colour: QColor = theme.TEXT,
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        super().__init__(parent)
        self._wished, self._weight, self._colour, self._align = wished_mm, weight, colour, align

    def show_text(self, text: str, colour: QColor | None = None) -> None:
        """Show this text, in another colour if one is given."""
        self._colour = colour or self._colour
        self.show_shown((text, self._colour.name()), text)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        letters = self.letters(self._wished, self._weight)
        lettering.draw(painter, room, self.text(), letters, self._colour, self._align)


class Title(Text):
    """The heading of a page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, wished_mm=6.4, weight=Weight.BOLD)


class Centred(Text):
    """A text in the middle of its place."""

    def __init__(self, parent: QWidget | None = None, *, wished_mm: float = TEXT) -> None:
        super().__init__(parent, wished_mm=wished_mm, align=CENTRE)
