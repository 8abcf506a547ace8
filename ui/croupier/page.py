"""What every page of the panel is: told what to show, placed in millimetres, asks by the desk."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QWidget

from tabledisplay.game.commands import Command
from tabledisplay.game.decide import Refused
from ui.croupier.hold_key import HoldKey
from ui.croupier.keys import Key
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale


class PageName(StrEnum):
    """The pages of the panel."""

    ROUND = "round"
    PAYMENTS = "payments"
    SIDE_BET = "side_bet"
    RECALL = "recall"
    CHEF = "chef"
    MORE = "more"
    LAW = "law"
    KEYS = "keys"
    TECHNICIAN = "technician"
    VOID = "void"


class Desk(Protocol):
    """What a page may ask of the panel."""

    def ask(self, command: Command, pin: str | None = None) -> Refused | None:
        """Ask the table; a refusal is shown as words, and returned."""
        ...

    def open_page(self, page: PageName) -> None:
        """Show another page."""
        ...

    def refuse(self, refused: Refused) -> None:
        """Show a refusal as words."""
        ...

    def note(self, sentence: str) -> None:
        """Say something above the page until the next act."""
        ...


def put(widget: QWidget, rect: QRectF, scale: Scale) -> None:
    """Place a widget given in millimetres, inwards to whole pixels: gaps are never less."""
    left, top = scale.px(rect.left()), scale.px(rect.top())
    right = int(rect.right() * scale.px_per_mm + 1e-6)
    bottom = int(rect.bottom() * scale.px_per_mm + 1e-6)
    widget.setGeometry(left, top, max(0, right - left), max(0, bottom - top))
    if isinstance(widget, Painted | Key):
        widget.rescale(scale.px_per_mm)


class Page(QWidget):
    """One page. It keeps what is being typed on it, and nothing that is true at the table."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk

    def show_scene(self, scene: Scene) -> None:
        """Show this moment; showing it twice changes nothing."""

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        """Place everything into the room, in millimetres from the page's corner."""

    def typed(self, key: Qt.Key) -> bool:
        """A key of the keyboard was pressed; True if it means something here."""
        del key
        return False

    def held_by_minus(self) -> HoldKey | None:
        """The key that `-` of the keyboard holds down."""
        return None

    def opened(self, scene: Scene) -> None:
        """The page has just come up, in this moment."""
        del scene

    def left(self) -> None:
        """Another page has come up."""
