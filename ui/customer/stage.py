"""All that a picture needs beside the view: rules, words, colours, sizes, charts, images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from tabledisplay.public_view import Banner, Limits, PublicView, Result, RoundMark
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.sicbo import Tag
from tabledisplay.settings import PublicLanguage, Settings
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui.customer.pictures import Playlist, read_logo
from ui.customer.reading import Reading, reading
from ui.customer.scene import grown
from ui.customer.show import PART, Show
from ui.theme import THEME, Theme, themed

if TYPE_CHECKING:
    from ui.customer.charts import Charts

IDLE = frozenset({Banner.READY, Banner.CLOSED})
"""Banners under which the casino's own pictures may be shown: no round is open."""

SIZES_KEPT = 32

Made = TypeVar("Made")


class Stage:
    """What stays the same from view to view. Settings that cannot be used are in `troubles`."""

    def __init__(self, settings: Settings, *, demo: bool) -> None:
        self.settings, self.demo = settings, demo
        self.troubles: list[KnownTrouble] = []
        customer = settings.customer
        self._ruleset = load_ruleset(settings.rules.set)
        self.theme: Theme = self._or(lambda: themed(customer.theme), THEME)
        self._logo = self._or(lambda: read_logo(customer.logo), None)
        folder = customer.pictures if "pictures" in customer.modules else ""
        self._playlist = self._or(lambda: Playlist.of_folder(folder), Playlist())
        self._picture: QImage | None = None
        self._charts: Charts | None = None
        self._sizes: dict[tuple[int, int, PublicLanguage], Reading] = {}

    def _or(self, make: Callable[[], Made], instead: Made) -> Made:
        try:
            return make()
        except KnownTrouble as trouble:
            self.troubles.append(trouble)
            return instead

    @property
    def has_pictures(self) -> bool:
        """Whether there is anything to show between rounds."""
        return len(self._playlist) > 0

    @property
    def turns(self) -> bool:
        """Whether modules that did not fit take turns with the others."""
        return self.settings.customer.animations == "full"

    @property
    def wants_charts(self) -> bool:
        """Whether charts are switched on and not yet loaded."""
        return self._charts is None and "totals" in self.settings.customer.modules

    def load_charts(self) -> None:
        """Imports pyqtgraph: about a second, so never before the first frame."""
        if self.wants_charts:
            from ui.customer.charts import Charts

            self._charts = Charts(self.theme)

    def next_picture(self, within: QSize) -> None:
        """Takes the next picture of the playlist."""
        self._picture = self._playlist.next(within)

    def show(
        self, view: PublicView, lang: PublicLanguage, width: int, height: int, page: int
    ) -> Show:
        """The view made ready to be painted in a window of that size."""
        customer = self.settings.customer
        show = Show(
            view=view,
            settings=self.settings,
            ruleset=self._ruleset,
            theme=self.theme,
            words=Words(lang, PART),
            french=Words("fr", PART),
            reading=reading(width, height, customer.diagonal_inches, customer.distance_m),
            charts=self._charts,
            logo=self._logo,
            picture=self._picture if view.banner in IDLE else None,
            demo=self.demo,
            page=page,
        )
        return replace(show, reading=self._size(show, lang, width, height))

    def _size(self, show: Show, lang: PublicLanguage, width: int, height: int) -> Reading:
        key = (width, height, lang)
        if key not in self._sizes:
            if len(self._sizes) >= SIZES_KEPT:
                self._sizes.clear()
            full = replace(show, view=fullest(show.view, self._ruleset), page=0)
            self._sizes[key] = grown(full, width, height)
        return self._sizes[key]


def fullest(view: PublicView, ruleset: Ruleset) -> PublicView:
    """A view that takes the most room: sizes chosen for it hold from first round to last."""
    dice = Dice.of(6, 6, 6)
    return replace(
        view,
        round=999,
        result=Result(dice, Tag.TRIPLE, ruleset.payouts(dice), corrected=True),
        history=tuple(RoundMark(1, n, dice, True, False, False) for n in range(999, 900, -1)),
        limits=Limits(Decimal(900), Decimal(18_000), Decimal(45_000)),
        wait_double=None,
        wait_triple=None,
        voids=99,
    )
