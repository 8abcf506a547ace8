"""The casino's pictures and logo: outside rounds only, and never a reason to fail."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from tests.ui.conftest import ALL_MODULES, screen
from ui.customer.closed import RESTING_OPACITY
from ui.customer.pictures import Playlist, read_logo, read_picture
from ui.customer.window import CustomerWindow
from ui.demo_scenes import SCENES, scene

Make = Callable[..., CustomerWindow]
COLOURS = ("#FF0000", "#00FF00", "#0000FF")


@pytest.fixture
def folder(qapp: QApplication, tmp_path: Path) -> Path:
    """Three pictures, one damaged file and one of another kind."""
    for number, colour in enumerate(COLOURS):
        picture = QImage(800, 450, QImage.Format.Format_RGB32)
        picture.fill(QColor(colour))
        picture.save(str(tmp_path / f"{number}.png"))
    (tmp_path / "1a.png").write_bytes(b"\x89PNG but not really")
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    return tmp_path


def colours_of(window: CustomerWindow) -> set[str]:
    picture = window.grab().toImage()
    return {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width(), 12)
        for y in range(0, picture.height(), 12)
    }


def dim(colour: str) -> tuple[int, int, int]:
    """Its channels; those of one step more or less than RESTING_OPACITY gives are taken as 139."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    near = [
        139 if abs(value - 255 * RESTING_OPACITY) <= 2 else value for value in (red, green, blue)
    ]
    return near[0], near[1], near[2]


def test_pictures_go_round_and_damaged_ones_are_passed_over(folder: Path) -> None:
    playlist = Playlist.of_folder(str(folder))
    assert len(playlist) == 4
    shown = [playlist.next(QSize(400, 400)) for _ in range(4)]
    names = [picture.pixelColor(5, 5).name().upper() for picture in shown if picture is not None]
    assert names == [*COLOURS, COLOURS[0]]


def test_pictures_are_made_smaller_never_larger(folder: Path) -> None:
    small = read_picture(folder / "0.png", QSize(100, 100))
    whole = read_picture(folder / "0.png", QSize(4000, 4000))
    assert small is not None
    assert small.size() == QSize(100, 56)
    assert whole is not None
    assert whole.size() == QSize(800, 450)
    assert read_picture(folder / "1a.png", QSize(100, 100)) is None
    assert read_picture(folder / "none.png", QSize(100, 100)) is None


@pytest.mark.parametrize("name", SCENES)
def test_pictures_are_shown_outside_rounds_only(window: Make, folder: Path, name: str) -> None:
    shown = window(screen(modules=("pictures",), pictures=str(folder)), size=(1280, 720))
    shown.show_view(scene(name))
    seen = colours_of(shown)
    bright = {colour.lower() for colour in COLOURS}
    if name == "ready":
        assert "#ff0000" in seen
        shown._next_picture()
        assert "#00ff00" in colours_of(shown)
    elif name == "closed":
        assert any(dim(colour) == (139, 0, 0) for colour in seen)
    else:
        assert not seen & bright


def test_a_folder_or_logo_that_is_not_there_is_told_and_the_screen_works(
    window: Make, tmp_path: Path
) -> None:
    settings = screen(modules=ALL_MODULES, pictures=str(tmp_path / "gone"), logo="nowhere.png")
    shown = window(settings)
    assert {trouble.key for trouble in shown.troubles} == {"trouble.pictures", "trouble.logo"}
    for trouble in shown.troubles:
        for lang in ("fr", "en", "zh-Hans", "zh-Hant"):
            assert Words(lang, "customer").say(trouble.key, **trouble.values)
    shown.show_view(scene("closed"))
    assert shown.drawn()


def test_the_logo_is_shown_dim_when_closed(window: Make, folder: Path) -> None:
    shown = window(screen(logo=str(folder / "2.png")), size=(1280, 720))
    shown.show_view(scene("closed"))
    assert any(dim(colour) == (0, 0, 139) for colour in colours_of(shown))
    assert read_logo("") is None
    with pytest.raises(KnownTrouble):
        read_logo(str(folder / "1a.png"))
