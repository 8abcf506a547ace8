"""All pages of the panel, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabledisplay.settings import Settings
from ui.croupier.chef_page import ChefPage
from ui.croupier.conduct import Conduct
from ui.croupier.gate import Clock, Fingers
from ui.croupier.keymap_page import KeymapPage
from ui.croupier.law_page import LawPage
from ui.croupier.more_page import MorePage
from ui.croupier.page import Page, PageName
from ui.croupier.payments_page import PaymentsPage
from ui.croupier.recall_page import RecallPage
from ui.croupier.round_page import RoundPage
from ui.croupier.side_bet_page import SideBetPage
from ui.croupier.sources import Sources
from ui.croupier.technician_page import TechnicianPage
from ui.croupier.void_page import VoidPage

if TYPE_CHECKING:
    from ui.croupier.panel import CroupierPanel

NAV = (
    PageName.ROUND,
    PageName.PAYMENTS,
    PageName.SIDE_BET,
    PageName.RECALL,
    PageName.CHEF,
    PageName.MORE,
)
"""The keys below the page, from the croupier's weak hand to the strong one."""

WITH_DOMINANT = frozenset({PageName.ROUND, PageName.PAYMENTS})
"""The pages on which the round's dominant key lies."""

UNDER = {
    PageName.VOID: PageName.ROUND,
    PageName.LAW: PageName.MORE,
    PageName.KEYS: PageName.MORE,
    PageName.TECHNICIAN: PageName.MORE,
}
"""The pages that are reached from another one."""


class Book:
    """`pages` by name; those that something is connected to also by attribute."""

    def __init__(
        self,
        panel: CroupierPanel,
        conduct: Conduct,
        fingers: Fingers,
        clock: Clock,
        settings: Settings,
        sources: Sources,
    ) -> None:
        chips = settings.table.denominations
        self.round = RoundPage(panel, conduct, fingers, clock, panel)
        self.payments = PaymentsPage(panel, chips, panel)
        self.void = VoidPage(panel, fingers, conduct.gate, panel)
        self.side_bet = SideBetPage(panel, chips, panel)
        self.recall = RecallPage(panel, panel)
        self.chef = ChefPage(panel, fingers, sources, chips, panel)
        self.technician = TechnicianPage(panel, fingers, sources, panel)
        self.more = MorePage(panel, panel)
        self.law = LawPage(panel, panel)
        self.pages: dict[PageName, Page] = {
            PageName.ROUND: self.round,
            PageName.PAYMENTS: self.payments,
            PageName.VOID: self.void,
            PageName.SIDE_BET: self.side_bet,
            PageName.RECALL: self.recall,
            PageName.CHEF: self.chef,
            PageName.TECHNICIAN: self.technician,
            PageName.MORE: self.more,
            PageName.LAW: self.law,
            PageName.KEYS: KeymapPage(panel, panel),
        }
