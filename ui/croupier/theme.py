"""The panel's colours: dark greys that light no face, one colour a phase, red for alarms only.

Contrast on the ground is at least 4.5:1 for text; a greyed key is the only exception (WCAG 1.4.3).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import assert_never

from PySide6.QtGui import QColor

from tabledisplay.game.state import Phase
from tabledisplay.rules.sicbo import Tag
from ui.theme import THEME, Theme

GROUND = QColor("#0d1013")
SURFACE = QColor("#151a1f")
RAISED = QColor("#262d35")
PRESSED = QColor("#3a444f")
LINE = QColor("#37414b")
TEXT = QColor("#d5dbe1")
QUIET = QColor("#97a3af")
GREYED_KEY = QColor("#14181c")
GREYED = QColor("#56616c")
INK = QColor("#0d1013")
FOCUS = QColor("#ffffff")
CALL = QColor("#f0e442")
ALARM = QColor("#ff6b61")
ALARM_GROUND = QColor("#3a1512")

SKY = QColor(THEME.small)
GREEN = QColor("#35b58c")
ORANGE = QColor(THEME.stop)
YELLOW = QColor(THEME.triple)
PURPLE = QColor("#cc79a7")
HEART = QColor("#f0909a")
WHITE = QColor(THEME.text)


def of_phase(phase: Phase) -> QColor:
    """The colour that stands for a phase."""
    match phase:
        case Phase.CLOSED:
            return GREYED
        case Phase.READY:
            return QUIET
        case Phase.SHAKING:
            return SKY
        case Phase.BETS_OPEN:
            return GREEN
        case Phase.NO_MORE_BETS:
            return ORANGE
        case Phase.PROPOSED:
            return YELLOW
        case Phase.CONFIRMED:
            return WHITE
        case Phase.VOID:
            return PURPLE
        case _:
            assert_never(phase)


def of_tag(tag: Tag) -> QColor:
    """The colour that goes with petit, grand, triplé; never without its word."""
    return QColor(THEME.tag(tag))


@cache
def dice(red_faces: tuple[int, ...]) -> Theme:
    """Dice as on the customer screen, less bright: the panel is near a face."""
    return replace(THEME, die="#cdc7ba", die_edge="#a79f90", red_faces=red_faces)


def mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """`share` (0-1) of the first colour over the second."""
    rest = 1 - share
    return QColor.fromRgbF(
        colour.redF() * share + ground.redF() * rest,
        colour.greenF() * share + ground.greenF() * rest,
        colour.blueF() * share + ground.blueF() * rest,
    )
