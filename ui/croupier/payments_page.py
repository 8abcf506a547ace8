"""What every winning box is paid after a result, for a stake typed with chip keys."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import Tag, tags
from ui.croupier import lettering, places, theme
from ui.croupier.chips import ChipKeys
from ui.croupier.lettering import BOLD, LEFT, MEDIUM, REGULAR, RIGHT
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Painted
from ui.croupier.payments import main_boxes, paid_boxes
from ui.croupier.scene import Scene
from ui.croupier.sizes import GAP, SECONDARY, Scale
from ui.dice_art import paint_die


@dataclass(frozen=True, slots=True)
class PaidLine:
    """One winning box in words."""

    name: str
    ratio: str
    maximum: str
    gain: str
    returned: str
    over: bool


@dataclass(frozen=True, slots=True)
class PaidSheet:
    """All that is paid on a result. `mains`: words and whether the box is paid."""

    title: str
    dice: Dice
    tag: Tag
    red_faces: tuple[int, ...]
    heads: tuple[str, ...]
    mains: tuple[tuple[str, bool], ...]
    lines: tuple[PaidLine, ...]
    stake: str


def last_result(scene: Scene) -> tuple[int, Dice] | None:
    """Number and dice of the latest round of this opening that counts."""
    for finished in reversed(scene.croupier.history):
        if finished.dice is not None:
            return finished.number, finished.dice
    return None


def sheet(scene: Scene, stake: Decimal) -> PaidSheet | None:
    """What is paid on the latest result at that stake; None when there is none."""
    found = last_result(scene)
    if found is None:
        return None
    number, dice = found
    words, minimum = scene.words, scene.croupier.minimum
    lines = tuple(
        PaidLine(
            words.box(paid.box),
            words.say("payments.ratio", pays=paid.pays),
            "" if paid.maximum is None else words.money(paid.maximum),
            words.money(paid.gain),
            words.money(paid.returned),
            paid.over,
        )
        for paid in paid_boxes(dice, scene.ruleset, minimum, stake)
    )
    mains = tuple(
        (words.say(f"payments.{box}_{'paid' if won else 'taken'}"), won)
        for box, won in main_boxes(dice)
    )
    heads = tuple(
        words.say(f"payments.{head}") for head in ("box", "pays", "maximum", "gain", "returned")
    )
    title = words.say("payments.title", number=number, total=dice.total)
    return PaidSheet(
        title,
        dice,
        tags(dice)[0],
        scene.red_faces,
        heads,
        mains,
        lines,
        words.say("payments.stake", amount=words.money(stake)),
    )


class PaidList(Painted):
    """The winning boxes as a table: box, ratio, maximum, gain over total returned."""

    def show_sheet(self, paid: PaidSheet | None, nothing: str) -> None:
        """Show these payments."""
        self.show_shown(paid, nothing if paid is None else spoken(paid))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        paid = self._shown
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        inner = room.adjusted(2.4 * self.mm, 1.6 * self.mm, -2.4 * self.mm, -self.mm)
        if not isinstance(paid, PaidSheet):
            lettering.draw(painter, inner, self.text(), self.letters(6, MEDIUM), theme.QUIET)
            return
        head, rest = places.cut(inner, top=min(11 * self.mm, inner.height() * 0.14), gap=self.mm)
        self._head(painter, head, paid)
        heads, rest = places.cut(rest, top=8 * self.mm, gap=0.4 * self.mm)
        self._row_heads(painter, heads, paid)
        height = min(rest.height() / max(6, len(paid.lines)), 15 * self.mm)
        for n, line in enumerate(paid.lines):
            at = QRectF(rest.left(), rest.top() + n * height, rest.width(), height)
            self._row(painter, at, line, shaded=n % 2 == 0)

    def _head(self, painter: QPainter, room: QRectF, paid: PaidSheet) -> None:
        """Dice, round and stake, and the main boxes at a glance."""
        side = room.height() * 0.86
        step = side + 0.8 * self.mm
        for n, face in enumerate(paid.dice):
            at = QRectF(room.left() + n * step, room.top(), side, side)
            paint_die(painter, at, face, theme.dice(paid.red_faces))
        words = room.adjusted(3 * step + 1.6 * self.mm, 0, 0, -room.height() * 0.14)
        told, mains = self.part(words, 0, 0, 0.44, 1), self.part(words, 0.46, 0, 0.54, 1)
        letters = self.letters(4.4, BOLD)
        lettering.draw(
            painter, self.part(told, 0, 0, 1, 0.5), paid.title, letters, theme.TEXT, LEFT
        )
        lettering.draw(
            painter, self.part(told, 0, 0.5, 1, 0.5), paid.stake, letters, theme.CALL, LEFT
        )
        self._mains(painter, mains, paid)

    def _mains(self, painter: QPainter, room: QRectF, paid: PaidSheet) -> None:
        """Petit, grand, any triple: filled and bright when paid, hollow and dim when taken."""
        for (text, won), cell in zip(paid.mains, places.row(room, 3, 1.2 * self.mm), strict=True):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.mixed(theme.GREEN, theme.GROUND, 0.75) if won else theme.RAISED)
            painter.drawRoundedRect(cell, 1.2 * self.mm, 1.2 * self.mm)
            inner = cell.adjusted(0.5 * self.mm, 0, -0.5 * self.mm, 0)
            weight, ink = (BOLD, theme.INK) if won else (MEDIUM, theme.QUIET)
            lettering.draw(painter, inner, text, self.letters(3.8, weight), ink)

    def _columns(self, room: QRectF) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        """Box, ratio, maximum, gain and total."""
        pad = 1.2 * self.mm
        room = room.adjusted(pad, 0, -pad, 0)
        return (
            self.part(room, 0, 0, 0.36, 1),
            self.part(room, 0.37, 0, 0.14, 1),
            self.part(room, 0.52, 0, 0.21, 1),
            self.part(room, 0.74, 0, 0.26, 1),
        )

    def _row_heads(self, painter: QPainter, room: QRectF, paid: PaidSheet) -> None:
        box, ratio, maximum, gains = self._columns(room)
        letters = self.letters(3.4, MEDIUM)
        lettering.draw(painter, box, paid.heads[0], letters, theme.QUIET, LEFT)
        lettering.draw(painter, ratio, paid.heads[1], letters, theme.QUIET, RIGHT)
        lettering.draw(painter, maximum, paid.heads[2], letters, theme.QUIET, RIGHT)
        self._two(painter, gains, paid.heads[3], paid.heads[4], (theme.GREEN, theme.QUIET), 3.6)

    def _row(self, painter: QPainter, room: QRectF, line: PaidLine, *, shaded: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.RAISED if shaded else theme.SURFACE)
        painter.drawRoundedRect(room, 1.2 * self.mm, 1.2 * self.mm)
        box, ratio, maximum, gains = self._columns(room)
        lettering.draw(painter, box, line.name, self.letters(5, BOLD), theme.TEXT, LEFT)
        lettering.draw(painter, ratio, line.ratio, self.letters(5, REGULAR), theme.TEXT, RIGHT)
        colour = theme.CALL if line.over else theme.QUIET
        lettering.draw(painter, maximum, line.maximum, self.letters(4.4, MEDIUM), colour, RIGHT)
        self._two(painter, gains, line.gain, line.returned, (theme.GREEN, theme.TEXT), 6)

    def _two(
        self,
        painter: QPainter,
        room: QRectF,
        upper: str,
        lower: str,
        colours: tuple[QColor, QColor],
        wished: float,
    ) -> None:
        """Gain above and larger, total returned below."""
        for text, colour, top, down, weight in (
            (upper, colours[0], 0.12, 0.38, BOLD),
            (lower, colours[1], 0.6, 0.3, MEDIUM),
        ):
            letters = self.letters(wished, weight, tight=True)
            lettering.draw(painter, self.part(room, 0, top, 1, down), text, letters, colour, RIGHT)


def spoken(paid: PaidSheet) -> str:
    """The payments as a screen reader says them."""
    lines = [
        f"{line.name} {line.ratio}, {paid.heads[2]} {line.maximum}, "
        f"{paid.heads[3]} {line.gain}, {paid.heads[4]} {line.returned}"
        for line in paid.lines
    ]
    return ". ".join((paid.title, paid.stake, *(text for text, _ in paid.mains), *lines))


class PaymentsPage(Page):
    """The list of payments beside the chip keys; the round's dominant key lies below them."""

    def __init__(self, desk: Desk, denominations: tuple[float, ...], parent: QWidget) -> None:
        super().__init__(desk, parent)
        self.list = PaidList(self)
        self.chips = ChipKeys(denominations, self)
        self.chips.changed.connect(self._again)
        self._scene: Scene | None = None
        self._paid: tuple[int, Dice] | None = None

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        at = places.table(room, left_handed=left_handed)
        if room.height() > room.width():
            chips = QRectF(at.pad_block)
            chips.setTop(chips.bottom() - 2 * SECONDARY - GAP)
            listed = QRectF(room.left(), room.top(), room.width(), chips.top() - GAP)
            self.chips.arrange(chips, scale, rows=2)
        else:
            listed = QRectF(at.display.left(), room.top(), at.display.width(), room.height())
            self.chips.arrange(at.pad_block, scale, rows=3)
        put(self.list, listed, scale)

    def show_scene(self, scene: Scene) -> None:
        found = last_result(scene)
        if found != self._paid:
            self._paid = found
            self.chips.forget()
        self._scene = scene
        stake = self.chips.stake.amount or scene.croupier.minimum or Decimal(1)
        self.list.show_sheet(sheet(scene, stake), scene.words.say("payments.nothing"))
        self.chips.show_scene(scene)

    def typed(self, key: Qt.Key) -> bool:
        return self.chips.typed(key)

    def _again(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)
