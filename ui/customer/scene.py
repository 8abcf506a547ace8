"""The whole picture of one view: what stands where, and the painting of all that does not move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import assert_never

from PySide6.QtCore import QRectF

from tabledisplay.public_view import Banner
from ui.customer import (
    bell,
    boxes,
    countdown,
    faces,
    how_to_play,
    last_rounds,
    pictures,
    road,
    totals,
    voids,
    waits,
)
from ui.customer.arrange import Arrangement, Box, Wanted, arranged
from ui.customer.banner import (
    colours,
    field_height,
    moving_part,
    paint_field,
    paint_strip,
    strip_height,
)
from ui.customer.canvas import CENTRE, Canvas, Style
from ui.customer.closed import paint_closed
from ui.customer.footer import footer_height, paint_footer
from ui.customer.hero import hero_heights, paint_hero
from ui.customer.limits import WHEN as LIMITS_WHEN
from ui.customer.limits import limits_height, paint_limits
from ui.customer.pictures import paint_image
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
            pictures.MODULE,
        )
    }
)

MARGIN = 0.75
RIBBON = 1.7
LANDSCAPE = (1.7, 1.0)
PORTRAIT = (1.0,)
WITHOUT_HISTORY = frozenset({"layout", "how_to_play", "pictures"})
"""Modules that have something to say before the first round."""

LOGO_WIDTH = 8.0
"""Of the room for the logo in the banner, in units."""

VOID_SHARE, VOID_SHARE_UPRIGHT = 0.5, 0.4
HERO_STEPS = 5

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
    room = Box(margin, top, wide, footer.y - margin * 0.6 - top)
    shares = PORTRAIT if portrait(show, width, height) else LANDSCAPE
    match show.view.banner:
        case Banner.CLOSED:
            return Plan(room, None, Arrangement({}, ()), footer, ribbon)
        case Banner.NO_MORE_BETS:
            field = Box(0, room.y - gap * bool(ribbon), width, room.height + gap * bool(ribbon))
            return Plan(field, None, Arrangement({}, ()), footer, ribbon)
        case Banner.RESULT if shows_result(show):
            least, best = hero_heights(show, room, upright=len(shares) == 1)
            tries = [best + (least - best) * step / HERO_STEPS for step in range(HERO_STEPS + 1)]
            plans = [beneath(show, room, tall, shares) for tall in tries]
            head, modules = min(plans, key=partial(losses, show))
            head = head if modules.placed else room
            return Plan(head, None, modules, footer, ribbon)
        case Banner.VOID:
            share = VOID_SHARE if len(shares) > 1 else VOID_SHARE_UPRIGHT
            tall = max(room.height * share, field_height(show, room.width))
            head, modules = beneath(show, room, min(tall, room.height), shares)
            return Plan(head, None, modules, footer, ribbon)
        case _:
            tall = strip_height(show, height)
            head, limits, rest = topped(show, room, tall)
            modules = paged(show, rest, shares)
            if not modules.placed:
                head, limits, _ = topped(show, room, tall + max(0.0, rest.height))
            return Plan(head, limits, modules, footer, ribbon)


def beneath(
    show: Show, room: Box, tall: float, shares: tuple[float, ...]
) -> tuple[Box, Arrangement]:
    """A head of that height and the modules that fit beneath it."""
    gap = GAP * show.u
    head = Box(room.x, room.y, room.width, tall)
    rest = Box(room.x, head.bottom + gap, room.width, room.bottom - head.bottom - gap)
    return head, arranged(rest, wanted(show), shares, gap)


def losses(show: Show, found: tuple[Box, Arrangement]) -> tuple[bool, ...]:
    """Which modules are left out, the most wanted first: the least of these loses least."""
    return tuple(module.name in found[1].dropped for module in wanted(show))


def topped(show: Show, room: Box, tall: float) -> tuple[Box, Box | None, Box]:
    """Banner, limits if they are shown, and the room left beneath."""
    gap = GAP * show.u
    head = Box(room.x, room.y, room.width, tall)
    limits, top = None, head.bottom + gap
    if "limits" in show.settings.customer.modules and show.view.banner in LIMITS_WHEN:
        strip = limits_height(show, room.width)
        if strip and top + strip <= room.bottom:
            limits = Box(room.x, top, room.width, strip)
            top = limits.bottom + gap
    return head, limits, Box(room.x, top, room.width, room.bottom - top)


def paged(show: Show, area: Box, shares: tuple[float, ...]) -> Arrangement:
    """The modules of this page: what the first leaves out comes first on the next."""
    gap = GAP * show.u
    order = wanted(show)
    for _ in range(show.page):
        found = arranged(area, order, shares, gap)
        left = [module for module in order if module.name in found.dropped]
        order = left + [module for module in order if module.name not in found.dropped]
    return arranged(area, order, shares, gap)


def shows_result(show: Show) -> bool:
    """Whether the hero is on the screen."""
    return show.view.result is not None and "result" in show.settings.customer.modules


def wanted(show: Show) -> list[Wanted]:
    """The modules switched on that have something to say now, in the order of the settings."""
    names = dict.fromkeys(show.settings.customer.modules)
    found = [MODULES[name] for name in names if name in MODULES]
    return [
        Wanted(module.name, module.side, partial(module.needs, show))
        for module in found
        if speaks(module, show)
    ]


def speaks(module: Module, show: Show) -> bool:
    """Whether the module has something to say: before the first round those that explain do."""
    banner = show.view.banner
    if show.view.history:
        return banner in module.when
    early = banner in module.when or banner is Banner.SHAKING
    return module.name in WITHOUT_HISTORY and early and banner is not Banner.UNAVAILABLE


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


def reserved(show: Show) -> float:
    """Units kept free in the strip for what moves."""
    if show.view.banner is Banner.SHAKING:
        return bell.WIDTH
    if shows_logo(show):
        return LOGO_WIDTH
    return countdown.WIDTH if countdown.counts_down(show) else 0.0


def shows_logo(show: Show) -> bool:
    """Whether the casino's logo stands in the banner: only while the table waits."""
    return show.logo is not None and show.view.banner is Banner.READY


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
            paint_strip(canvas, head, show, reserved(show))
            if show.logo is not None and shows_logo(show):
                paint_image(canvas, moving_part(head, show, LOGO_WIDTH), show.logo)
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


def paint_ribbon(canvas: Canvas, area: QRectF, show: Show) -> None:
    """« DÉMONSTRATION » across the top: nobody may take these results for the table's."""
    theme = show.theme
    canvas.block(area, theme.triple)
    style = Style(show.u, theme.ink, theme.triple, Weight.BOLD, CENTRE, least=show.u)
    canvas.text(area, show.words.say("round.demo"), style, "demo")
