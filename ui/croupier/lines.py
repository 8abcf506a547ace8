"""Plain lines of two columns: reports, counters, ports, keys of the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.croupier import lettering, places, theme
from ui.croupier.lettering import LEFT, MEDIUM, REGULAR
from ui.croupier.painted import Painted

Pair = tuple[str, str]


class Lines(Painted):
    """Pairs of words, one a line, in one or more columns. `caps`: the first is a keyboard's key."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        share: float = 0.6,
        line_mm: float = 9.0,
        caps: bool = False,
    ) -> None:
        super().__init__(parent)
        self._share, self._line_mm, self._caps = share, line_mm, caps
        self._columns = 1

    def set_columns(self, columns: int) -> None:
        """In how many columns the lines stand."""
        self._columns = columns

    def show_lines(self, lines: Sequence[Pair]) -> None:
        """Show these lines."""
        self.show_shown(tuple(lines), ". ".join(f"{name} {value}".strip() for name, value in lines))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        lines = self._shown if isinstance(self._shown, tuple) else ()
        if not lines:
            return
        count = -(-len(lines) // self._columns)
        height = min(room.height() / count, self._line_mm * self.mm)
        columns = places.row(room, self._columns, 3 * self.mm)
        for n, (name, value) in enumerate(lines):
            column, row = divmod(n, count)
            at = QRectF(
                columns[column].left(), room.top() + row * height, columns[column].width(), height
            )
            self._line(painter, at, name, value, shaded=row % 2 == 0)

    def _line(self, painter: QPainter, at: QRectF, name: str, value: str, *, shaded: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE if shaded else theme.GROUND)
        painter.drawRoundedRect(at, 1.2 * self.mm, 1.2 * self.mm)
        inner = at.adjusted(1.6 * self.mm, 0, -1.6 * self.mm, 0)
        share = self._share if value else 1.0
        left = self.part(inner, 0, 0, share - 0.02, 1)
        if self._caps:
            left = self.part(inner, 0, 0.08, share - 0.03, 0.84)
            painter.setBrush(theme.RAISED)
            painter.drawRoundedRect(left, 1.2 * self.mm, 1.2 * self.mm)
            lettering.draw(painter, left, name, self.letters(4.4, MEDIUM), theme.TEXT)
            name = ""
        right = self.part(inner, share, 0, 1 - share, 1)
        lettering.draw(painter, left, name, self.letters(4.4, REGULAR), theme.QUIET, LEFT)
        lettering.draw(painter, right, value, self.letters(4.6, MEDIUM), theme.TEXT, LEFT)
