"""The whole picture of one view: what stands where, and the painting of all that does not move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import assert_never

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui.customer import boxes, faces, how_to_play, last_rounds, road, totals, voids, waits
from ui.customer.arrange import Arrangement, Box, Wanted, arranged
from ui.customer.banner import colours, paint_field, paint_strip, strip_height
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.footer import footer_height, paint_footer
from ui.customer.hero import hero_height, paint_hero
from ui.customer.limits import WHEN as LIMITS_WHEN
from ui.customer.limits import limits_height, paint_limits
from ui.customer.reading import Reading
from ui.customer.show import GAP, LIVE, Module, Show, rect
from ui.fonts import Weight

MODULES: Mapping[str, Module] = MappingProxyType(
    {
        module.name: module
        for module in (
            boxes.MODULE,
            last_rounds.MODULE,
            road.MODULE,
            totals.MODULE,
            faces.MODULE,
            waits.MODULE,
            voids.MODULE,
            how_to_play.MODULE,
        )
    }
)

MARGIN = 0.75
RIBBON = 1.7
LANDSCAPE = (1.6, 1.0)
PORTRAIT = (1.0,)
WITHOUT_HISTORY = frozenset({"layout", "how_to_play", "pictures"})
"""Modules that have something to say before the first round."""

GROWTH = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1)
"""How much larger than needed the text is set where every module then still fits."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything stands. `head` is banner, hero or field; `limits` None if not shown."""

    head: Box
    limits: Box | None
    modules: Arrangement
    footer: Box
    ribbon: Box | None


def portrait(show: Show, width: float, height: float) -> bool:
    """Whether the screen is laid out in one column."""
    match show.settings.customer.orientation:
        case "portrait":
            return True
        case "landscape":
            return False
        case "auto":
            return height > width
        case unknown:
            assert_never(unknown)


def planned(show: Show, width: float, height: float) -> Plan:
    """What stands where in a window of that size."""
    u = show.u
    margin, gap = MARGIN * u, GAP * u
    top, wide = margin, width - 2 * margin
    ribbon = Box(0, 0, width, RIBBON * u) if show.demo else None
    if ribbon is not None:
        top = ribbon.height + gap
    foot = footer_height(show, wide)
    footer = Box(margin, height - foot - margin * 0.6, wide, foot)
    low = footer.y - margin * 0.6
    banner = show.view.banner
    none = Arrangement({}, ())
    if banner not in LIVE:
        return Plan(
            Box(0, 0, width, low)
            if banner is Banner.NO_MORE_BETS
            else Box(margin, top, wide, low - top),
            None,
            none,
            footer,
            ribbon,
        )
    tall = head_height(show, width, height, wide, low - top)
    head = Box(margin, top, wide, tall)
    top = head.bottom + gap
    limits = None
    if "limits" in show.settings.customer.modules and banner in LIMITS_WHEN:
        strip = limits_height(show, wide)
        if strip:
            limits = Box(margin, top, wide, strip)
            top = limits.bottom + gap
    area = Box(margin, top, wide, low - top)
    shares = PORTRAIT if portrait(show, width, height) else LANDSCAPE
    modules = arranged(area, wanted(show), shares, gap)
    return Plan(head, limits, modules, footer, ribbon)


def head_height(show: Show, width: float, height: float, wide: float, room: float) -> float:
    """Of the banner, the hero or the field of a void."""
    match show.view.banner:
        case Banner.RESULT if shows_result(show):
            upright = portrait(show, width, height)
            return hero_height(
                show, wide, room - beneath_hero(show, wide, upright), portrait=upright
            )
        case Banner.VOID:
            return room * 0.5
        case _:
            return strip_height(show, height)


def beneath_hero(show: Show, wide: float, upright: bool) -> float:
    """What the layout needs beneath the hero, if it is on the screen."""
    if "layout" not in show.settings.customer.modules:
        return 0.0
    shares = PORTRAIT if upright else LANDSCAPE
    needs = boxes.needs(show, (wide - (len(shares) - 1) * GAP * show.u) * shares[0] / sum(shares))
    return GAP * show.u + needs.least if needs else 0.0


def shows_result(show: Show) -> bool:
    """Whether the hero is on the screen."""
    return show.view.result is not None and "result" in show.settings.customer.modules


def wanted(show: Show) -> list[Wanted]:
    """The modules switched on that have something to say now, in the order of the settings."""
    names = dict.fromkeys(show.settings.customer.modules)
    found = (MODULES[name] for name in names if name in MODULES)
    if not show.view.history:
        found = (module for module in found if module.name in WITHOUT_HISTORY)
    return [
        Wanted(module.name, module.side, partial(module.needs, show))
        for module in found
        if show.view.banner in module.when
    ]


def grown(show: Show, width: float, height: float) -> Reading:
    """The reading sizes, larger where every module then still fits in every phase."""
    for factor in GROWTH:
        larger = replace(show.reading, unit=show.u * factor, arcmin=show.reading.arcmin * factor)
        trial = replace(show, reading=larger)
        views = (replace(trial.view, banner=banner) for banner in LIVE)
        plans = (planned(replace(trial, view=view), width, height) for view in views)
        if all(fits(plan) for plan in plans):
            return larger
    return show.reading


def fits(plan: Plan) -> bool:
    """Whether no module was left out."""
    return not plan.modules.dropped


def ground(show: Show) -> str:
    """The colour of the whole window."""
    match show.view.banner:
        case Banner.CLOSED:
            return show.theme.black
        case Banner.NO_MORE_BETS:
            return show.theme.stop
        case _:
            return show.theme.ground


def paint_scene(canvas: Canvas, size: QRectF, show: Show, plan: Plan) -> None:
    """Paints all that does not move."""
    banner, theme = show.view.banner, show.theme
    canvas.painter.fillRect(size, ground(show))
    head = rect(plan.head)
    match banner:
        case Banner.CLOSED:
            paint_closed(canvas, head, show)
        case Banner.NO_MORE_BETS | Banner.VOID:
            paint_field(canvas, head, show)
        case Banner.RESULT if show.view.result is not None and shows_result(show):
            paint_hero(canvas, head, show, show.view.result)
        case _:
            paint_strip(canvas, head, show)
    if plan.limits is not None:
        paint_limits(canvas, rect(plan.limits), show)
    for name, box in plan.modules.placed.items():
        MODULES[name].paint(canvas, rect(box), show)
    worn = colours(banner, theme)
    match banner:
        case Banner.CLOSED | Banner.NO_MORE_BETS:
            paint_footer(canvas, rect(plan.footer), show, worn.text, worn.fill)
        case _:
            paint_footer(canvas, rect(plan.footer), show, theme.muted, theme.ground)
    if plan.ribbon is not None:
        paint_ribbon(canvas, rect(plan.ribbon), show)


def paint_closed(canvas: Canvas, area: QRectF, show: Show) -> None:
    """The table's name and « table fermée », dim on true black."""
    u, theme = show.u, show.theme
    name = show.settings.table.name
    middle = area.center().y()
    upper = QRectF(area.x() + 2 * u, middle - 4 * u, area.width() - 4 * u, 4 * u)
    lower = QRectF(area.x() + 2 * u, middle + 0.4 * u, area.width() - 4 * u, 2 * u)
    style = Style(3 * u, theme.resting, theme.black, Weight.SEMIBOLD, CENTRE, lines=2, least=u)
    canvas.text(upper, name, style, "table")
    under = Style(show.must, theme.resting, theme.black, Weight.MEDIUM, CENTRE, least=u)
    canvas.text(lower, show.words.say("banner.closed"), under, "banner")


def paint_ribbon(canvas: Canvas, area: QRectF, show: Show) -> None:
    """« DÉMONSTRATION » across the top: nobody may take these results for the table's."""
    theme = show.theme
    canvas.block(area, theme.triple)
    style = Style(show.u, theme.ink, theme.triple, Weight.BOLD, CENTRE, least=show.u)
    canvas.text(area, show.words.say("round.demo"), style, "demo")
