"""Every character our words use is in the fonts we ship, and the fonts are what they say."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetricsF, QGuiApplication, QRawFont

from resources import fonts

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = "ABCXYZabcxyz0123456789\u00a0\u202f«»€×–—…’œŒÉÈÀÇ♠♥♦♣ .,:;!?%+-/()'\""
LATIN_WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "Black": 900}


def strings(node: object) -> Iterator[str]:
    """Every string value below a TOML node."""
    match node:
        case str():
            yield node
        case dict():
            for value in node.values():
                yield from strings(value)
        case list():
            for value in node:
                yield from strings(value)


def language_of(path: Path) -> str:
    """The Chinese script a translation is in, else an empty string."""
    return next((language for language in fonts.CHINESE if language in path.name), "")


def shown_text() -> Iterator[tuple[str, str, str]]:
    """File name, Chinese script or nothing, all its text."""
    for folder in ("i18n", "rules", "law"):
        for path in sorted((ROOT / "resources" / folder).iterdir()):
            text = path.read_text(encoding="utf-8") if path.suffix in {".toml", ".txt"} else ""
            if path.suffix == ".toml":
                text = "".join(strings(tomllib.loads(text)))
            yield path.name, language_of(path), "".join(text.split("\n"))


def raw(prefix: str) -> list[tuple[str, QRawFont]]:
    return [
        (path.name, QRawFont(str(path), 40.0))
        for path in fonts.font_files()
        if path.name.startswith(prefix)
    ]


def lacking(prefixes: tuple[str, ...], text: str) -> dict[str, str]:
    """For each weight of the first family, the characters that no family given shows in it."""
    families = [raw(prefix) for prefix in prefixes]
    assert all(families)
    missed: dict[str, str] = {}
    for name, font in families[0]:
        style = name.partition("-")[2].partition(".")[0]
        chain = [font, *(f for rest in families[1:] for n, f in rest if f"-{style}." in n)]
        gone = {c for c in set(text) if not any(f.supportsCharacter(ord(c)) for f in chain)}
        if gone:
            missed[name] = " ".join(f"{c} U+{ord(c):04X}" for c in sorted(gone))
    return missed


def test_latin_font_has_the_signs_of_french_typography_and_cards(qapp: QGuiApplication) -> None:
    assert lacking(("Inter-",), ALWAYS) == {}


def test_a_missing_character_is_found(qapp: QGuiApplication) -> None:
    assert list(lacking(("Inter-",), "A龍").values()) == ["龍 U+9F8D"] * 5


@pytest.mark.parametrize(
    ("language", "text"),
    [pytest.param(language, text, id=name) for name, language, text in shown_text()],
)
def test_every_text_can_be_shown(qapp: QGuiApplication, language: str, text: str) -> None:
    chinese = {"zh-Hans": "NotoSansSC-", "zh-Hant": "NotoSansTC-"}
    prefixes = (chinese[language], "Inter-") if language else ("Inter-",)
    assert lacking(prefixes, text) == {}, "run tools/subset_fonts.py again"


@pytest.fixture
def registered(qapp: QGuiApplication) -> Iterator[set[str]]:
    """The families Qt knows from our files."""
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in fonts.font_files()]
    assert -1 not in numbers
    yield {name for n in numbers for name in QFontDatabase.applicationFontFamilies(n)}
    for number in numbers:
        QFontDatabase.removeApplicationFont(number)


def test_families_are_named_as_declared(registered: set[str]) -> None:
    assert {fonts.LATIN, *fonts.CHINESE.values()} <= registered


@pytest.mark.parametrize(("style", "weight"), LATIN_WEIGHTS.items())
def test_every_weight_is_there_with_digits_of_one_width(
    registered: set[str], style: str, weight: int
) -> None:
    font = QFontDatabase.font(fonts.LATIN, style, 40)
    font.setPixelSize(200)
    assert (QFontInfo(font).family(), QFontInfo(font).weight()) == (fonts.LATIN, weight)
    metrics = QFontMetricsF(font)
    assert len({metrics.horizontalAdvance(digit * 10) for digit in "0123456789"}) == 1


def test_fonts_stay_small() -> None:
    assert sum(path.stat().st_size for path in fonts.font_files()) < 6_000_000
