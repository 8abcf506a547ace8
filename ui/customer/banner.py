"""The phase in one or two words, as large as the screen allows, on the phase's own colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui import fonts
from ui.customer.canvas import CENTRE, RIGHT, Canvas, Style, height
from ui.customer.show import PAD, RADIUS, Show
from ui.fonts import Weight
from ui.theme import Theme

STRIP = 4.4
STRIP_TRANSLATED = 5.9
"""Height of the strip, in units."""

WITH_ROUND = 29.0
"""From this width on, in units, the strip also tells the round; below it the words come first."""

FORMULAS = frozenset({Banner.PLACE_YOUR_BETS, Banner.NO_MORE_BETS, Banner.VOID})
"""The law's own words: they stay French, the translation goes beneath."""

EXPLAINED = frozenset({Banner.READY, Banner.SHAKING, Banner.UNAVAILABLE})
"""Banners whose strip says on a second line what they mean."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The fill of a banner and what is written on it."""

    fill: str
    text: str


def colours(banner: Banner, theme: Theme) -> Colours:
    """The colours of each phase."""
    match banner:
        case Banner.PLACE_YOUR_BETS:
            return Colours(theme.place, theme.ink)
        case Banner.NO_MORE_BETS:
            return Colours(theme.stop, theme.ink)
        case Banner.VOID:
            return Colours(theme.void, theme.ink)
        case Banner.SHAKING:
            return Colours(theme.mixing, theme.text)
        case Banner.READY | Banner.RESULT:
            return Colours(theme.neutral, theme.text)
        case Banner.UNAVAILABLE:
            return Colours(theme.neutral, theme.text)
        case Banner.CLOSED:
            return Colours(theme.black, theme.resting)
        case _:
            assert_never(banner)


def words_of(show: Show) -> tuple[str, str]:
    """What the banner says, and the translation beneath it or nothing."""
    banner = show.view.banner
    if banner in FORMULAS and show.translated:
        return show.french.say(f"banner.{banner}"), show.words.say(f"banner.{banner}")
    return show.words.say(f"banner.{banner}"), ""


def strip_height(show: Show, room: float) -> float:
    """Of the strip; a fifth of the screen at most."""
    units = STRIP_TRANSLATED if words_of(show)[1] else STRIP
    return min(units * show.u, room * 0.24)


def second_line(show: Show) -> str:
    """What stands beneath the words: a translation, or what the phase means."""
    banner = show.view.banner
    said = words_of(show)[1]
    return said or (show.words.say(f"under.{banner}") if banner in EXPLAINED else "")


def moving_part(area: QRectF, show: Show, width: float) -> QRectF:
    """The room at the right end of the strip for what moves, `width` units wide."""
    u = show.u
    wide = width * u
    return QRectF(
        area.right() - wide - 1.2 * PAD * u, area.y() + 0.3 * u, wide, area.height() - 0.6 * u
    )


def paint_strip(canvas: Canvas, area: QRectF, show: Show, reserved: float = 0.0) -> None:
    """The phase at the left, the round at the right; `reserved` units at the end are kept free."""
    u = show.u
    worn = colours(show.view.banner, show.theme)
    canvas.block(area, worn.fill, RADIUS * u)
    inner = area.adjusted(
        1.6 * PAD * u, 0, -1.6 * PAD * u - (reserved + 0.9 * bool(reserved)) * u, 0
    )
    number = paint_round(canvas, inner, show, worn) if inner.width() > WITH_ROUND * u else 0.0
    room = QRectF(
        inner.x(), inner.y(), inner.width() - number - (u if number else 0), inner.height()
    )
    said, second = words_of(show)[0], second_line(show)
    style = Style(area.height() * 0.72, worn.text, worn.fill, Weight.BLACK, least=show.must)
    lang = "fr" if show.view.banner in FORMULAS else ""
    if not second:
        canvas.text(room, said, style, "banner", lang)
        return
    translated = bool(words_of(show)[1])
    low = (2.15 if translated else 1.65) * u
    lower = QRectF(room.x(), room.bottom() - low - 0.32 * u, room.width(), low)
    upper = QRectF(room.x(), room.y() + 0.35 * u, room.width(), lower.y() - room.y() - 0.35 * u)
    canvas.text(upper, said, replace(style, px=upper.height() * 1.12), "banner", lang)
    px, weight = (1.55 * u, Weight.SEMIBOLD) if translated else (u * 1.1, Weight.MEDIUM)
    under = Style(px, worn.text, worn.fill, weight, least=u)
    canvas.text(lower, second, under, "banner.under")


def paint_round(canvas: Canvas, inner: QRectF, show: Show, worn: Colours) -> float:
    """« Coup n » at the right while that is known; the width it takes."""
    if show.view.round == 0 or show.view.banner is Banner.UNAVAILABLE:
        return 0.0
    text = show.words.say("round.number", number=show.view.round)
    wide = canvas.width(text, int(show.must), Weight.SEMIBOLD)
    if wide > inner.width() * 0.3:
        return 0.0
    style = Style(show.must, worn.text, worn.fill, Weight.SEMIBOLD, RIGHT, least=show.must)
    room = QRectF(inner.right() - wide - 1, inner.y(), wide + 1, inner.height())
    canvas.text(room, text, style, "round")
    return wide


def field_height(show: Show, width: float) -> float:
    """The least height of a field with its words and what stands beneath them."""
    rows = field_rows(show, width - 2 * FIELD_SIDE * show.u)
    words = 1.3 * show.must * (3 if ": " in words_of(show)[0] else 2)
    return FIELD_FRAME * show.u + words + sum(tall for _, _, _, tall in rows)


def field_rows(show: Show, width: float) -> list[tuple[tuple[str, ...], float, Weight, float]]:
    """What stands beneath the words: lines, size, weight and height of each text."""
    u = show.u
    banner, translation = show.view.banner, words_of(show)[1]
    texts = [(translation, 2.1 * u, Weight.BOLD)] if translation else []
    texts.append((show.words.say(f"under.{banner}"), show.must, Weight.MEDIUM))
    rows = []
    for text, wanted, weight in texts:
        lines, px = smallest(text, show.words.lang, wanted, weight, width, u)
        rows.append((lines, px, weight, height(len(lines), px) + 0.25 * u))
    return rows


FIELD_SIDE = 1.2
FIELD_FRAME = 2.3
"""Space beside the words of a field, and above, between and below them, in units."""


def paint_field(canvas: Canvas, area: QRectF, show: Show) -> None:
    """The phase over the whole area: its words on as many lines as make them largest."""
    u = show.u
    banner = show.view.banner
    worn = colours(banner, show.theme)
    canvas.block(area, worn.fill, 0 if banner is Banner.NO_MORE_BETS else RADIUS * u)
    inner = area.adjusted(FIELD_SIDE * u, 1.0 * u, -FIELD_SIDE * u, -0.8 * u)
    rows = field_rows(show, inner.width())
    low = inner.bottom() - sum(tall for _, _, _, tall in rows)
    upper = QRectF(inner.x(), inner.y(), inner.width(), low - inner.y() - 0.5 * u)
    paint_words(canvas, upper, show, words_of(show)[0], worn)
    for lines, px, weight, tall in rows:
        style = Style(px, worn.text, worn.fill, weight, CENTRE)
        room = QRectF(inner.x(), low, inner.width(), tall)
        canvas.text(room, "\n".join(lines), style, "banner.under")
        low += tall


def smallest(
    text: str, lang: str, px: float, weight: Weight, width: float, least: float
) -> tuple[tuple[str, ...], float]:
    """The text on one line between `px` and `least`, else on several at `px`."""
    wide = fonts.unit_width(text, lang, weight)
    if wide * least <= width:
        return (text,), min(px, width / wide)
    return fonts.wrapped(text, lang, weight, round(width / px, 3)), px


def paint_words(canvas: Canvas, area: QRectF, show: Show, said: str, worn: Colours) -> None:
    """The words as large as they go; what follows a colon is the larger part."""
    style = Style(area.height() * 1.4, worn.text, worn.fill, Weight.BLACK, CENTRE, least=show.must)
    cause, colon, main = said.partition(": ")
    if not colon:
        several = replace(style, lines=4, leading=1.0)
        canvas.text(area, said, several, "banner", lang="fr")
        return
    upper = QRectF(area.x(), area.y(), area.width(), area.height() * 0.36)
    lower = QRectF(area.x(), upper.bottom(), area.width(), area.bottom() - upper.bottom())
    smaller = replace(style, px=area.height() * 0.34, weight=Weight.BOLD, lines=2, leading=1.1)
    canvas.text(upper, cause + colon.rstrip(), smaller, "banner.cause", lang="fr")
    lower.setTop(lower.top() + 0.1 * area.height())
    canvas.text(lower, main, replace(style, lines=2, leading=1.0), "banner", lang="fr")
