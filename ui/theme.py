"""Every colour of the two screens as data, and the contrast they must keep (WCAG 2.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from tabledisplay.rules.sicbo import Tag
from tabledisplay.settings import ThemeSettings
from tabledisplay.trouble import KnownTrouble

TEXT_CONTRAST = 4.5
"""Least contrast of text on its ground, whatever its size."""

SIGN_CONTRAST = 3.0
"""Least contrast of shapes that mean something, and of text larger than 24 px (WCAG 1.4.11)."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they are for. Colour is never alone: shape and letter go with it."""

    ground: str = "#101418"
    panel: str = "#181E24"
    raised: str = "#252D36"
    line: str = "#3A4652"
    text: str = "#E8ECF0"
    muted: str = "#A7B1BB"
    ink: str = "#0B0E11"
    black: str = "#000000"
    resting: str = "#868E97"
    accent: str = "#D8B46A"
    small: str = "#56B4E9"
    big: str = "#D55E00"
    triple: str = "#F0E442"
    place: str = "#00A67C"
    stop: str = "#E69F00"
    stop_deep: str = "#C98A00"
    void: str = "#BFC6CD"
    mixing: str = "#2B3642"
    neutral: str = "#39434E"
    bar: str = "#74818E"
    band: str = "#34404B"
    lit: str = "#F3E9CF"
    die: str = "#EFEAE0"
    die_edge: str = "#C9C1B1"
    pip: str = "#14181C"
    pip_red: str = "#B3261E"
    red_faces: tuple[int, ...] = (1, 4)

    def tag(self, tag: Tag) -> str:
        """The fill of petit, grand or triplé; ink goes on it."""
        match tag:
            case Tag.SMALL:
                return self.small
            case Tag.BIG:
                return self.big
            case Tag.TRIPLE:
                return self.triple
            case _:
                assert_never(tag)


THEME = Theme()


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green, blue of `#RRGGBB`, each 0-1 in linear light."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return linear(red), linear(green), linear(blue)


def linear(value: float) -> float:
    """A channel of sRGB 0-1 in linear light."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """Relative luminance 0-1."""
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours, 1-21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def themed(settings: ThemeSettings) -> Theme:
    """The casino's theme. KnownTrouble: its accent could not be read where it is used."""
    theme = replace(THEME, red_faces=tuple(settings.red_faces))
    if settings.accent is None:
        return theme
    accent = settings.accent.upper()
    for ground in (theme.ground, theme.panel, theme.black):
        reached = contrast(accent, ground)
        if reached < TEXT_CONTRAST:
            raise KnownTrouble(
                "trouble.accent", colour=accent, reached=f"{reached:.1f}", least=TEXT_CONTRAST
            )
    return replace(theme, accent=accent)
