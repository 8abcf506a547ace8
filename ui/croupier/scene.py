"""All that a page of the panel is told at once: it shows this and knows nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tabledisplay.croupier_view import CroupierView
from tabledisplay.payout import box_name, hand_name
from tabledisplay.public_view import PublicView
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.sicbo import Box, Group
from tabledisplay.rules.twenty_one_three import Hand
from tabledisplay.settings import Settings
from tabledisplay.words import Words


class PanelWords:
    """The panel's sentences and the core's, in one language."""

    def __init__(self, lang: str, currency: str = "€") -> None:
        self._panel = Words(lang, "panel")
        self._core = Words(lang)
        self._currency = currency
        self.lang = lang

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the panel."""
        return self._panel.say(key, **values)

    def core(self, key: str, /, **values: object) -> str:
        """A sentence of the core; the key itself where the core has none for it."""
        try:
            return self._core.say(key, **values)
        except KeyError:
            return self.say("fallback", key=key)

    def number(self, value: Decimal | int) -> str:
        """A number as people read it."""
        return self._core.amount(Decimal(value))

    def money(self, value: Decimal) -> str:
        """An amount with the table's currency."""
        return self.say("money", amount=self.number(value), currency=self._currency)

    def box(self, box: Box) -> str:
        """The box as it is called."""
        return box_name(box, self._core)

    def boxes(self, boxes: tuple[Box, ...]) -> tuple[str, ...]:
        """The boxes as they are called, those of one kind together."""
        kinds: dict[Group, list[str]] = {}
        for box in boxes:
            kinds.setdefault(box.group, []).append("-".join(map(str, box.numbers)))
        return tuple(
            self._core.say(f"payout.box_{group}", numbers=", ".join(numbers))
            for group, numbers in kinds.items()
        )

    def hand(self, hand: Hand) -> str:
        """The 21+3 combination as it is called."""
        return hand_name(hand, self._core)


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of the table, with the words to tell it in."""

    croupier: CroupierView
    public: PublicView
    words: PanelWords
    settings: Settings
    ruleset: Ruleset
    demo: bool = False
    customer_screen: bool = True
    trouble: str | None = None
    keyboard: bool = False

    def hint(self, key: str) -> str:
        """The keyboard's key, for the corner of a key; nothing until a keyboard is used."""
        return key if self.keyboard else ""

    @property
    def red_faces(self) -> tuple[int, ...]:
        """The faces with red pips on the casino's dice."""
        return self.settings.customer.theme.red_faces
