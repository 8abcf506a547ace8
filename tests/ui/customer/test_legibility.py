"""Nothing is clipped, nothing overlaps, everything is large enough from where it is read."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from tabledisplay.game.state import Phase
from tabledisplay.public_view import PublicView, Sampling, public_view
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tests.ui.conftest import ALL_MODULES, gone, screen
from ui.customer.canvas import Drawn
from ui.customer.scene import Plan
from ui.customer.window import CustomerWindow
from ui.demo_scenes import all_scenes, rounds, seen, state

LANGUAGES = ("fr", "en", "zh-Hans", "zh-Hant")
CAPITAL = 1490 / 2048
"""Of Inter's own OS/2 table, in font sizes."""


class Screen(NamedTuple):
    """A window that fills a screen, and from where it is read."""

    width: int
    height: int
    inches: float
    metres: float

    @property
    def mm_per_pixel(self) -> float:
        return self.inches * 25.4 / math.hypot(self.width, self.height)


SCREENS = (
    Screen(1920, 1080, 43, 3),
    Screen(1920, 1080, 55, 3),
    Screen(1920, 1080, 32, 3),
    Screen(1920, 1080, 65, 2),
    Screen(3840, 2160, 55, 4),
    Screen(1080, 1920, 43, 3),
    Screen(2160, 3840, 55, 2),
    Screen(1280, 720, 43, 3),
    Screen(640, 360, 43, 3),
)
TOO_SMALL = (Screen(1920, 1080, 24, 5), Screen(640, 360, 10, 15), Screen(1080, 1920, 22, 4))
"""Screens on which 16 arcmin cannot be kept: they must still show all that matters, unclipped."""

MUST = ("banner", "result.total", "result.tag", "limits.minimum", "limits.maximum")


def extremes() -> dict[str, PublicView]:
    """The longest texts the screen can be asked to show."""
    long = rounds(999, last=(Dice.of(6, 6, 6), Dice.of(5, 5, 5)))
    wide = Sampling(window=500)

    def wide_view(phase: Phase) -> PublicView:
        return public_view(state(phase, long, minimum=900), load_ruleset(), wide)

    few = rounds(3)
    corrected = replace(long[-1], correction="misread", first_dice=Dice.of(1, 1, 2))
    return {
        "bets at 900": wide_view(Phase.BETS_OPEN),
        "triple after 999": wide_view(Phase.CONFIRMED),
        "shaking after 999": wide_view(Phase.SHAKING),
        "corrected triple": seen(state(Phase.CONFIRMED, (*long[:-1], corrected), minimum=900)),
        "three rounds": seen(state(Phase.BETS_OPEN, few)),
        "first round": seen(state(Phase.BETS_OPEN, ())),
        "void first": seen(state(Phase.VOID, rounds(1, last=(None,)))),
    }


VIEWS = all_scenes() | extremes()


def pictures(
    made: Screen, lang: str, modules: tuple[str, ...] | None = None, demo: bool = False
) -> Iterator[tuple[str, CustomerWindow, Plan, list[Drawn]]]:
    """Every view on that screen, and its second page where there is one."""
    wanted = {"modules": modules} if modules else {}
    settings = screen(
        betting_seconds=30,
        language=lang,
        diagonal_inches=made.inches,
        distance_m=made.metres,
        **wanted,
    )
    window = CustomerWindow(settings, demo=demo)
    window.resize(made.width, made.height)
    for name, view in VIEWS.items():
        window.show_view(view)
        for page in ("", " (second page)"):
            plan = window.plan()
            assert plan is not None
            yield name + page, window, plan, window.drawn()
            window._turn_page()
            if not window._page:
                break
    gone(window)


def faults(window: CustomerWindow, plan: Plan, drawn: list[Drawn]) -> list[str]:
    """What is clipped or overlaps."""
    whole = QRectF(0, 0, window.width(), window.height())
    found = []
    for text in drawn:
        slack = 0.04 * text.px + 1
        if not text.room.adjusted(-slack, -slack, slack, slack).contains(text.ink):
            found.append(f"{text.key} {text.text!r} leaves its room")
        if not whole.contains(text.ink):
            found.append(f"{text.key} {text.text!r} leaves the window")
    for one, other in itertools.combinations(drawn, 2):
        if one.ink.adjusted(1, 1, -1, -1).intersects(other.ink.adjusted(1, 1, -1, -1)):
            found.append(f"{one.key} {one.text!r} over {other.key} {other.text!r}")
    boxes = [plan.head, plan.footer, *plan.modules.placed.values()]
    boxes += [plan.limits] * (plan.limits is not None)
    boxes += [plan.ribbon] * (plan.ribbon is not None)
    rects = [QRectF(b.x, b.y, b.width, b.height).adjusted(1, 1, -1, -1) for b in boxes]
    found += [f"{a} over {b}" for a, b in itertools.combinations(rects, 2) if a.intersects(b)]
    return found


def arcmin(px: float, made: Screen) -> float:
    """The angle at which a capital of that font size is seen."""
    mm = px * CAPITAL * made.mm_per_pixel
    return math.degrees(math.atan(mm / (made.metres * 1000))) * 60


def named(key: str) -> bool:
    return key in MUST or (key.startswith("last.") and key.endswith((".total", ".void")))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("made", SCREENS, ids=str)
def test_everything_is_whole_apart_and_legible(qapp: QApplication, made: Screen, lang: str) -> None:
    for name, window, plan, drawn in pictures(made, lang):
        assert drawn
        assert faults(window, plan, drawn) == [], name
        for text in drawn:
            assert arcmin(text.px, made) >= 15.9, f"{name}: {text.key} {text.text!r}"
            if named(text.key):
                assert arcmin(text.px, made) >= 21.5, f"{name}: {text.key} {text.text!r}"


@pytest.mark.parametrize("lang", ["fr", "en", "zh-Hant"])
@pytest.mark.parametrize("made", [SCREENS[0], SCREENS[3], SCREENS[5], *TOO_SMALL], ids=str)
def test_all_modules_at_once_with_ribbon_and_countdown(
    qapp: QApplication, made: Screen, lang: str
) -> None:
    for name, window, plan, drawn in pictures(made, lang, ALL_MODULES, demo=True):
        assert faults(window, plan, drawn) == [], name
        assert any(text.key == "demo" for text in drawn)
        if name.startswith(("bets", "first")) and "page" not in name:
            assert any(text.key == "countdown" for text in drawn), name
