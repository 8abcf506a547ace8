"""21 + 3: the 52 cards, three taps, what is paid; in any phase, without touching the round."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from tabledisplay.rules.twenty_one_three import RANKS, Ace, Card, Hand, Suit
from ui.croupier import lettering, places, theme
from ui.croupier.chips import ChipKeys
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.lettering import BOLD, LEFT, MEDIUM
from ui.croupier.page import Desk, Page, put
from ui.croupier.painted import Painted
from ui.croupier.scene import Scene
from ui.croupier.side_bet import Drawn, SidePaid, side_paid
from ui.croupier.sizes import CARD_GAP, GAP, SECONDARY, SMALLEST, Scale

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
CARDS = tuple(Card(rank, suit) for suit in Suit for rank in range(1, 14))


def letters_of(card: Card, scene: Scene) -> str:
    """The card as it is printed: French A R D V, English A K Q J."""
    rank = RANKS[card.rank - 1]
    return scene.words.say(f"rank.{rank}") if rank in "AJQK" else rank


def colour_of(suit: Suit) -> QColor:
    """Four colours, as on cards for the colour-blind; red stays with the alarms."""
    match suit:
        case Suit.HEARTS:
            return theme.HEART
        case Suit.DIAMONDS:
            return theme.ORANGE
        case Suit.CLUBS:
            return theme.GREEN
        case Suit.SPADES:
            return theme.TEXT


@dataclass(frozen=True, slots=True)
class SideSheet:
    """What the page shows beside its keys."""

    cards: tuple[tuple[str, str, Suit], ...]
    outcome: str
    gain: str
    returned: str
    rules: str
    won: bool
    over: bool


class SideView(Painted):
    """Three slots, the outcome, gain and total returned, the house's limits."""

    def show_sheet(self, shown: SideSheet) -> None:
        """Show this."""
        cards = " ".join(f"{rank}{sign}" for rank, sign, _ in shown.cards)
        told = (cards, shown.outcome, shown.gain, shown.returned, shown.rules)
        self.show_shown(shown, ". ".join(filter(None, told)))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        shown = self._shown
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.SURFACE)
        painter.drawRoundedRect(room, 2 * self.mm, 2 * self.mm)
        if not isinstance(shown, SideSheet):
            return
        inner = room.adjusted(2 * self.mm, 1.4 * self.mm, -2 * self.mm, -1.4 * self.mm)
        rules, inner = self.part(inner, 0, 0.8, 1, 0.2), self.part(inner, 0, 0, 1, 0.78)
        lettering.draw(painter, rules, shown.rules, self.letters(3.4, MEDIUM), theme.QUIET, LEFT)
        height = min(inner.height(), 24 * self.mm)
        width = min(height * 0.72, inner.width() * 0.12)
        for n in range(3):
            at = QRectF(inner.left() + n * (width + 1.4 * self.mm), inner.top(), width, height)
            self._slot(painter, at, shown.cards[n] if n < len(shown.cards) else None)
        told = inner.adjusted(3 * (width + 1.4 * self.mm) + 1.6 * self.mm, 0, 0, 0)
        ink = theme.CALL if shown.won else theme.TEXT
        upper = self.part(told, 0, 0, 1, 0.4)
        lettering.draw(painter, upper, shown.outcome, self.letters(6.4, BOLD), ink, LEFT)
        gain, total = self.part(told, 0, 0.42, 1, 0.29), self.part(told, 0, 0.71, 1, 0.29)
        green = theme.CALL if shown.over else theme.GREEN
        lettering.draw(painter, gain, shown.gain, self.letters(5, BOLD), green, LEFT)
        lettering.draw(painter, total, shown.returned, self.letters(5, MEDIUM), theme.TEXT, LEFT)

    def _slot(self, painter: QPainter, at: QRectF, card: tuple[str, str, Suit] | None) -> None:
        painter.setBrush(theme.RAISED if card else Qt.BrushStyle.NoBrush)
        style = Qt.PenStyle.SolidLine if card else Qt.PenStyle.DashLine
        painter.setPen(QPen(theme.LINE, 0.5 * self.mm, style))
        painter.drawRoundedRect(at.adjusted(1, 1, -1, -1), 1.2 * self.mm, 1.2 * self.mm)
        if card is None:
            return
        rank, sign, suit = card
        upper, lower = self.part(at, 0, 0.06, 1, 0.46), self.part(at, 0, 0.5, 1, 0.46)
        lettering.draw(painter, upper, rank, self.letters(7, BOLD), colour_of(suit))
        lettering.draw(painter, lower, sign, self.letters(8, BOLD), colour_of(suit))


class SideBetPage(Page):
    """52 cards, four outcomes, chips."""

    def __init__(self, desk: Desk, denominations: tuple[float, ...], parent: QWidget) -> None:
        super().__init__(desk, parent)
        self.view = SideView(self)
        self.cards = tuple(Key(Look.SECONDARY, self) for _ in CARDS)
        for card, key in zip(CARDS, self.cards, strict=True):
            key.tapped.connect(partial(self._draw, card))
        self.outcomes = tuple(Key(Look.SECONDARY, self) for _ in Hand)
        for hand, key in zip(Hand, self.outcomes, strict=True):
            key.tapped.connect(partial(self._name, hand))
        self.correct = Key(Look.SECONDARY, self)
        self.correct.tapped.connect(self._take_back)
        self.chips = ChipKeys(denominations, self, compact=True)
        self.chips.changed.connect(self._again)
        self.drawn = Drawn()
        self._scene: Scene | None = None

    def left(self) -> None:
        self.drawn = Drawn()
        self.chips.forget()

    def arrange(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        if room.height() > room.width():
            self._stand(room, scale, left_handed=left_handed)
        else:
            self._lie(room, scale, left_handed=left_handed)

    def _lie(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        """Thirteen columns of four above, all else below."""
        below_height = max(2 * SECONDARY + GAP + 1.7, room.height() * 0.4)
        grid, below = places.cut(room, top=room.height() - below_height - GAP)
        for key, cell in zip(self.cards, places.grid(grid, 4, 13, CARD_GAP), strict=True):
            put(key, cell, scale)
        view, keys = places.cut(below, left=below.width() * 0.33)
        if left_handed:
            view, keys = places.mirrored(view, room), places.mirrored(keys, room)
        put(self.view, view, scale)
        outcomes, chips = places.cut(keys, top=keys.height() - GAP - keys.height() * 0.434)
        for key, cell in zip((*self.outcomes, self.correct), places.row(outcomes, 5), strict=True):
            put(key, cell, scale)
        self.chips.arrange(chips, scale, rows=1, gap=CARD_GAP)

    def _stand(self, room: QRectF, scale: Scale, *, left_handed: bool) -> None:
        """Four columns of thirteen on one side, all else on the other."""
        grid, beside = places.cut(room, left=max(4 * SMALLEST + 3 * CARD_GAP, room.width() * 0.4))
        if left_handed:
            grid, beside = places.mirrored(grid, room), places.mirrored(beside, room)
        cells = places.grid(grid, 13, 4, CARD_GAP)
        for n, key in enumerate(self.cards):
            put(key, cells[(n % 13) * 4 + n // 13], scale)
        chips_height = max(4 * SMALLEST + 3 * GAP, beside.height() * 0.34)
        outcomes_height = max(3 * SECONDARY + 2 * GAP, beside.height() * 0.34)
        view, keys = places.cut(
            beside, top=beside.height() - chips_height - outcomes_height - 2 * GAP
        )
        put(self.view, view, scale)
        outcomes, chips = places.cut(keys, top=outcomes_height)
        spots = places.grid(outcomes, 3, 2)
        last = spots[4].united(spots[5])
        for key, cell in zip((*self.outcomes, self.correct), (*spots[:4], last), strict=True):
            put(key, cell, scale)
        self.chips.arrange(chips, scale, rows=4)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        words = scene.words
        for card, key in zip(CARDS, self.cards, strict=True):
            rank = letters_of(card, scene)
            name = words.say(f"suit.{card.suit.name.lower()}", rank=rank)
            key.show_face(
                f"{rank}\u2009{SIGNS[card.suit]}",
                name=name,
                wished_mm=5.4,
                colour=colour_of(card.suit),
            )
        for number, (hand, key) in enumerate(zip(Hand, self.outcomes, strict=True), start=1):
            caption = words.say(
                "side.key", hand=words.hand(hand), pays=scene.ruleset.hand_pays(hand)
            )
            key.show_face(
                caption,
                hint=scene.hint(str(number)),
                wished_mm=4.4,
                chosen=self.drawn.named is hand,
            )
        self.correct.show_face(words.say("key.correct"), hint=scene.hint("⌫"), wished_mm=4.4)
        self.correct.set_live(not self.drawn.empty)
        self.chips.show_scene(scene, hints=False)
        self.view.show_sheet(self._sheet(scene))

    def typed(self, key: Qt.Key) -> bool:
        number = key - Qt.Key.Key_1
        if 0 <= number < len(self.outcomes):
            self.outcomes[number].tap()
        elif key == Qt.Key.Key_Backspace:
            self.correct.tap()
        else:
            return False
        return True

    def _sheet(self, scene: Scene) -> SideSheet:
        rules, words = scene.settings.rules, scene.words
        least = rules.side_minimum
        stake = (
            self.chips.stake.amount or Decimal(repr(least)) if least else self.chips.stake.amount
        )
        paid = side_paid(self.drawn, scene.ruleset, Ace(rules.ace), stake)
        cards = tuple((letters_of(c, scene), SIGNS[c.suit], c.suit) for c in self.drawn.cards)
        staked = words.money(stake) if stake else ""
        gain = total = ""
        highest = rules.side_maximum
        over = highest is not None and stake > Decimal(repr(highest))
        if over:
            gain = words.say("side.over", stake=staked)
        elif paid.hand is not None and stake:
            gain = words.say("side.gain", gain=words.money(paid.gain))
            total = words.say("side.returned", returned=words.money(paid.returned))
        elif not self.drawn.complete or paid.hand is not None:
            gain = words.say("side.stake", stake=staked) if staked else words.say("side.no_stake")
        elif staked:
            gain = words.say("side.lost", stake=staked)
        return SideSheet(
            cards,
            self._outcome(scene, paid),
            gain,
            total,
            house_rules(scene),
            paid.hand is not None,
            over,
        )

    def _outcome(self, scene: Scene, paid: SidePaid) -> str:
        words = scene.words
        if paid.hand is not None:
            return words.say("side.outcome", hand=words.hand(paid.hand), pays=paid.pays)
        if self.drawn.complete:
            return words.say("side.nothing")
        return words.say("side.tap", count=3 - len(self.drawn.cards))

    def _draw(self, card: Card) -> None:
        self._set(self.drawn.with_card(card))

    def _name(self, hand: Hand) -> None:
        self._set(self.drawn.with_hand(hand))

    def _take_back(self) -> None:
        self._set(self.drawn.taken_back())

    def _set(self, drawn: Drawn) -> None:
        self.drawn = drawn
        self._again()

    def _again(self) -> None:
        if self._scene is not None:
            self.show_scene(self._scene)


def house_rules(scene: Scene) -> str:
    """The ace, and what the casino's own rules fix for this stake."""
    rules, words = scene.settings.rules, scene.words
    told = [words.say(f"side.ace_{rules.ace}")]
    if rules.side_minimum is not None:
        told.append(
            words.say("side.minimum", amount=words.money(Decimal(repr(rules.side_minimum))))
        )
    if rules.side_maximum is not None:
        told.append(
            words.say("side.maximum", amount=words.money(Decimal(repr(rules.side_maximum))))
        )
    if rules.seated_only:
        told.append(words.say("side.seated_only"))
    return " ".join(told)
