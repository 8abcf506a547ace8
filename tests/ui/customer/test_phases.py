"""What each phase shows, and what it must never show."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

from resources import fonts
from tabledisplay.game.state import Current, Phase, TableState
from tabledisplay.public_view import Banner, PublicView
from tabledisplay.rules.dice import Dice
from tabledisplay.words import Words
from tests.ui.conftest import ALL_MODULES, gone, screen
from ui.customer.window import CustomerWindow
from ui.demo_scenes import SCENES, all_scenes, rounds, scene, seen, state

Make = Callable[..., CustomerWindow]
LANGUAGES = ("fr", "en", "zh-Hans", "zh-Hant")
INDEPENDENT = (
    "Chaque lancer est indépendant\u00a0: les résultats passés n'influencent pas le suivant"
)
OFFICIAL = "L'annonce du croupier fait foi"


def said(window: CustomerWindow, prefix: str = "") -> str:
    """All texts whose key begins so, in the order they were drawn."""
    return " ".join(text.text for text in window.drawn() if text.key.startswith(prefix))


def pixels(window: CustomerWindow) -> bytes:
    image = window.grab().toImage()
    return bytes(image.constBits())


def law() -> str:
    path = Path(__file__).parents[3] / "resources" / "law" / "arrete-2015-sic-bo.txt"
    return plain(path.read_text(encoding="utf-8"))


def plain(text: str) -> str:
    """In small letters, with single ordinary spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).lower()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_footer_never_leaves_the_screen(window: Make, name: str, lang: str) -> None:
    shown = window(screen(language=lang))
    shown.show_view(scene(name))
    footer = said(shown, "footer")
    assert OFFICIAL in footer
    assert Words(lang, "customer").say("footer.independent").split()[0] in footer
    if lang == "fr":
        assert INDEPENDENT in footer


@pytest.mark.parametrize(
    ("name", "banner"),
    [
        ("ready", "TABLE OUVERTE"),
        ("shaking", "BRASSAGE"),
        ("bets_open", "FAITES VOS JEUX"),
        ("no_more_bets", "RIEN NE VA PLUS"),
        ("void", "LES DÉS SONT CASSÉS\u00a0: COUP NUL"),
        ("unavailable", "AFFICHAGE INDISPONIBLE"),
        ("closed", "TABLE FERMÉE"),
    ],
)
def test_each_phase_says_its_words(window: Make, name: str, banner: str) -> None:
    shown = window()
    shown.show_view(scene(name))
    assert banner in said(shown, "banner")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["bets_open", "no_more_bets", "void"])
def test_formulas_of_the_law_stay_french_with_the_translation_beneath(
    window: Make, name: str, lang: str
) -> None:
    shown = window(screen(language=lang))
    shown.show_view(scene(name))
    banner = scene(name).banner
    texts = said(shown, "banner")
    assert Words("fr", "customer").say(f"banner.{banner}") in texts
    translation = Words(lang, "customer").say(f"banner.{banner}")
    assert (translation in texts) or lang == "fr"
    assert plain(texts).count(plain(translation)) == 1


@pytest.mark.parametrize("key", ["no_more_bets", "void"])
def test_formulas_are_those_of_the_law(key: str) -> None:
    formula = Words("fr", "customer").say(f"banner.{key}")
    assert plain(formula).replace(" :", ":") in law().replace(" :", ":")


def test_a_void_says_that_stakes_may_change(window: Make) -> None:
    shown = window()
    shown.show_view(scene("void"))
    assert "vous pouvez modifier vos mises" in said(shown, "banner")
    assert not said(shown, "result")


def test_a_result_shows_dice_total_tag_and_the_boxes_that_win(window: Make) -> None:
    shown = window()
    shown.show_view(scene("confirmed"))
    assert said(shown, "result.total") == "12 TOTAL"
    assert said(shown, "result.tag") == "GRAND"
    assert "rectifié" not in said(shown, "result")
    shown.show_view(scene("triple"))
    assert said(shown, "result.tag") == "TRIPLÉ"


def test_a_corrected_result_says_so_on_the_hero_and_in_the_list(window: Make) -> None:
    shown = window()
    view = scene("corrected")
    shown.show_view(view)
    assert said(shown, "result.corrected") == "rectifié"
    mark = view.history[0]
    assert said(shown, f"last.{mark.opening}.{mark.round}.corrected") == "rectifié"


@pytest.mark.parametrize("name", [name for name in SCENES if scene(name).result is None])
def test_no_other_phase_has_a_result(window: Make, name: str) -> None:
    shown = window(screen(modules=ALL_MODULES))
    shown.show_view(scene(name))
    assert not said(shown, "result")
    assert not [text for text in shown.drawn() if text.key.endswith(".lit")]


def test_a_closed_table_shows_no_digit_and_is_truly_black(window: Make) -> None:
    shown = window(screen(modules=ALL_MODULES))
    shown.show_view(scene("triple"))
    shown.show_view(seen(state(Phase.CLOSED, rounds(40))))
    assert not re.search(r"\d", said(shown))
    image = shown.grab().toImage()
    spots = [(3, 3), (960, 100), (1900, 500), (100, 900)]
    assert {image.pixelColor(x, y).name() for x, y in spots} == {"#000000"}


def test_trouble_shows_history_and_nothing_live(window: Make) -> None:
    shown = window()
    shown.show_view(scene("unavailable"))
    texts = {text.key for text in shown.drawn()}
    assert any(key.startswith("last.") for key in texts)
    assert not texts & {"round", "countdown", "result.total", "limits.minimum"}


def test_limits_are_shown_before_and_while_bets_are_open(window: Make) -> None:
    shown = window()
    for name in ("ready", "bets_open"):
        shown.show_view(seen(state(Phase.BETS_OPEN, rounds(30), minimum=900)))
        assert said(shown, "limits.maximum_small_big").endswith("45\u202f000\u00a0€")
        assert "18\u202f000\u00a0€" in said(shown, "limits.maximum"), name
    english = window(screen(language="en"))
    english.show_view(seen(state(Phase.BETS_OPEN, rounds(30), minimum=900)))
    assert "€18,000" in said(english, "limits.maximum")


def proposals() -> list[TableState]:
    """Tables alike in all but what a device has proposed."""
    history = rounds(40)
    base = state(Phase.NO_MORE_BETS, history)
    proposed = [
        replace(
            base,
            phase=Phase.PROPOSED,
            current=Current(proposed=dice, proposed_from="device", bell_up=True),
        )
        for dice in (Dice.of(1, 2, 3), Dice.of(6, 6, 6))
    ]
    return [base, *proposed]


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_before_confirmation_no_pixel_depends_on_the_dice(
    window: Make, size: tuple[int, int]
) -> None:
    views = [seen(at) for at in proposals()]
    assert {view.banner for view in views} == {Banner.NO_MORE_BETS}
    pictures, names = set(), set()
    for view in views:
        shown = window(size=size)
        shown.show_view(view)
        pictures.add(pixels(shown))
        about = (shown.accessibleName(), shown.accessibleDescription())
        names.add((shown.windowTitle(), *about, said(shown)))
    assert len(pictures) == len(names) == 1


def test_every_phase_looks_different(window: Make) -> None:
    shown = window()
    seen_so_far = set()
    for name in ("ready", "shaking", "bets_open", "no_more_bets", "confirmed", "void", "closed"):
        shown.show_view(scene(name))
        seen_so_far.add(pixels(shown))
    assert len(seen_so_far) == 7


def test_no_more_bets_changes_nearly_every_pixel(window: Make) -> None:
    shown = window(size=(640, 360))
    shown.show_view(scene("bets_open"))
    before = shown.grab().toImage()
    shown.show_view(scene("no_more_bets"))
    after = shown.grab().toImage()
    spots = [(x, y) for x in range(0, 640, 8) for y in range(0, 360, 8)]
    changed = sum(before.pixel(x, y) != after.pixel(x, y) for x, y in spots)
    assert changed > 0.9 * len(spots)


def families(lang: str) -> list[QRawFont]:
    prefix = {"zh-Hans": "NotoSansSC-", "zh-Hant": "NotoSansTC-"}.get(lang)
    wanted = ("Inter-", prefix) if prefix else ("Inter-",)
    return [
        QRawFont(str(path), 40.0)
        for path in fonts.font_files()
        if path.name.startswith(wanted) and "-Bold" in path.name
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_shown_is_in_the_fonts(qapp: QApplication, lang: str) -> None:
    shown = CustomerWindow(screen(language=lang, modules=ALL_MODULES, betting_seconds=9), demo=True)
    shown.resize(3840, 2160)
    views: dict[str, PublicView] = all_scenes()
    views["rich"] = seen(state(Phase.BETS_OPEN, rounds(30), minimum=900))
    used: set[tuple[str, str]] = set()
    for view in views.values():
        shown.show_view(view)
        for _ in range(2):
            used |= {(text.lang, c) for text in shown.drawn() for c in text.text}
            shown._turn_page()
    lacking = {
        f"{c} U+{ord(c):04X}"
        for of, c in used
        if not any(font.supportsCharacter(ord(c)) for font in families(of))
    }
    assert lacking == set()
    assert ("fr", "\u202f") in used or lang != "fr"
    gone(shown)
