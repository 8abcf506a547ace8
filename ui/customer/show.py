"""What every part of the customer screen is told, and what a module is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from tabledisplay.public_view import Banner, PublicView
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.settings import Module as ModuleName
from tabledisplay.settings import Settings
from tabledisplay.words import Words
from ui.customer.arrange import Box, Needs
from ui.customer.canvas import RIGHT, Canvas, Style
from ui.customer.reading import Reading
from ui.fonts import Weight
from ui.theme import Theme

if TYPE_CHECKING:
    from ui.customer.charts import Charts

PART = "customer"
LIVE = frozenset(
    {
        Banner.READY,
        Banner.SHAKING,
        Banner.PLACE_YOUR_BETS,
        Banner.RESULT,
        Banner.VOID,
        Banner.UNAVAILABLE,
    }
)
"""Banners under which history is shown."""


@dataclass(frozen=True, slots=True)
class Show:
    """One picture to paint: the view, its words, colours and sizes."""

    view: PublicView
    settings: Settings
    ruleset: Ruleset
    theme: Theme
    words: Words
    french: Words
    reading: Reading
    charts: Charts | None = None
    logo: QImage | None = None
    picture: QImage | None = None
    demo: bool = False
    page: int = 0

    @property
    def u(self) -> float:
        """The least text size; every length on the screen is counted in it."""
        return self.reading.unit

    @property
    def must(self) -> float:
        """The size of what must be read."""
        return self.reading.must

    @property
    def translated(self) -> bool:
        """Whether formulas carry a translation beneath."""
        return self.words.lang != self.french.lang

    def money(self, amount: Decimal) -> str:
        """An amount with the table's currency, as the language writes it."""
        currency = self.settings.table.currency
        number = self.words.amount(amount)
        if self.words.lang == "fr":
            return f"{number}\u00a0{currency}"
        return f"{currency}{number}" if len(currency) == 1 else f"{currency}\u00a0{number}"


@dataclass(frozen=True, slots=True)
class Module:
    """One view of the screen. `side`: the column it prefers, 0 the left; `when`: the banners."""

    name: ModuleName
    side: int
    when: frozenset[Banner]
    needs: Callable[[Show, float], Needs | None]
    paint: Callable[[Canvas, QRectF, Show], None]


PAD = 0.55
"""Space between a panel's edge and what is in it, in units."""

TITLE = 1.75
"""Height of a panel's title, in units."""

RADIUS = 0.38
"""Of every corner, in units."""

GAP = 0.55
"""Between panels, in units."""


def rect(box: Box) -> QRectF:
    """The rectangle for painting."""
    return QRectF(box.x, box.y, box.width, box.height)


def framed(
    canvas: Canvas, area: QRectF, show: Show, title: str, note: str | tuple[str, ...] = ""
) -> QRectF:
    """Paints a panel with its title and a note at the right; what is left for the content."""
    u, theme = show.u, show.theme
    canvas.block(area, theme.panel, RADIUS * u)
    inner = area.adjusted(PAD * u, 0, -PAD * u, -PAD * u)
    head = QRectF(inner.x(), area.y() + 0.12 * u, inner.width(), (TITLE - 0.12) * u)
    style = Style(u, theme.text, theme.panel, Weight.SEMIBOLD, least=u)
    wide = canvas.width(title, int(u), Weight.SEMIBOLD)
    if title:
        room = QRectF(head.x(), head.y(), min(wide + 1, head.width()), head.height())
        canvas.text(room, title, style, "title")
    left = head.width() - wide - u
    notes = (note,) if isinstance(note, str) else note
    fitting = [text for text in notes if text and canvas.width(text, int(u)) <= left]
    if fitting:
        room = QRectF(head.right() - left, head.y(), left, head.height())
        canvas.text(room, fitting[0], Style(u, theme.muted, theme.panel, align=RIGHT), "note")
    return inner.adjusted(0, TITLE * u, 0, 0)
