"""Contrast of every pair in use, colours that nobody confuses, and themes that break nothing."""

import itertools
import math

import pytest
from PySide6.QtWidgets import QApplication

from tabledisplay.rules.sicbo import Tag
from tabledisplay.settings import ThemeSettings
from tabledisplay.trouble import KnownTrouble
from tests.ui.conftest import ALL_MODULES, gone, screen
from ui.customer.care import DIMMED
from ui.customer.window import CustomerWindow
from ui.demo_scenes import all_scenes
from ui.theme import SIGN_CONTRAST, TEXT_CONTRAST, THEME, channels, contrast, themed

# Linear-light matrices of complete colour blindness (Viénot, Brettel, Mollon 1999).
BLIND = {
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "full sight": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def lab(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of the colour as that eye sees it."""
    rgb = channels(colour)
    r, g, b = (max(0.0, sum(k * c for k, c in zip(row, rgb, strict=True))) for row in matrix)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089

    def f(t: float) -> float:
        return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def pairs_in_use(modules: tuple[str, ...]) -> set[tuple[str, str]]:
    window = CustomerWindow(screen(betting_seconds=20, modules=modules), demo=True)
    window.resize(1920, 1080)
    found: set[tuple[str, str]] = set()
    for view in all_scenes().values():
        window.show_view(view)
        for _ in range(2):
            found |= {(text.colour, text.on) for text in window.drawn()}
            window._turn_page()
    gone(window)
    return found


def dimmed(colour: str) -> str:
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * DIMMED):02X}" for at in (1, 3, 5))


def test_every_text_on_the_screen_can_be_read(qapp: QApplication) -> None:
    used = pairs_in_use(ALL_MODULES) | pairs_in_use(("last", "faces", "waits", "voids", "road"))
    assert len(used) > 12
    assert {pair: contrast(*pair) for pair in used if contrast(*pair) < TEXT_CONTRAST} == {}
    low = {pair for pair in used if contrast(*map(dimmed, pair)) < SIGN_CONTRAST}
    assert low == set()


def test_signs_stand_out_from_their_ground() -> None:
    for colour in (THEME.small, THEME.big, THEME.triple, THEME.bar, THEME.lit, THEME.accent):
        assert contrast(colour, THEME.panel) >= SIGN_CONTRAST
    for face in (THEME.pip, THEME.pip_red):
        assert contrast(face, THEME.die) >= TEXT_CONTRAST
    assert contrast(THEME.bar, THEME.band) >= 1.5
    assert contrast(THEME.lit, THEME.raised) >= SIGN_CONTRAST


@pytest.mark.parametrize("eye", BLIND)
def test_small_big_and_triple_differ_for_every_eye(eye: str) -> None:
    seen = [lab(THEME.tag(tag), BLIND[eye]) for tag in Tag]
    for one, other in itertools.combinations(seen, 2):
        assert math.dist(one, other) > 30


@pytest.mark.parametrize("eye", BLIND)
def test_the_grounds_of_the_phases_differ_for_every_eye(eye: str) -> None:
    grounds = [THEME.place, THEME.stop, THEME.void, THEME.mixing, THEME.black]
    seen = [lab(colour, BLIND[eye]) for colour in grounds]
    for one, other in itertools.combinations(seen, 2):
        assert math.dist(one, other) > 15


def test_a_confusion_of_colours_would_be_found() -> None:
    red, green = lab("#C03030", BLIND["deuteranopia"]), lab("#587830", BLIND["deuteranopia"])
    assert math.dist(red, green) < 30


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#101418", "#F0E442") == pytest.approx(14.0, abs=0.1)


def test_an_accent_that_can_be_read_is_taken() -> None:
    assert themed(ThemeSettings(accent="#ffd27f", red_faces=(1,))).accent == "#FFD27F"
    assert themed(ThemeSettings()).accent == THEME.accent
    assert themed(ThemeSettings(red_faces=())).red_faces == ()


@pytest.mark.parametrize("accent", ["#400000", "#101418", "#0000FF"])
def test_an_accent_that_cannot_be_read_is_refused_with_its_reason(
    qapp: QApplication, accent: str
) -> None:
    with pytest.raises(KnownTrouble) as refused:
        themed(ThemeSettings(accent=accent))
    assert refused.value.key == "trouble.accent"
    assert refused.value.values["colour"] == accent
    window = CustomerWindow(screen(theme=ThemeSettings(accent=accent)))
    assert [trouble.key for trouble in window.troubles] == ["trouble.accent"]
    gone(window)
