"""The pictures of every phase: all there, the same each time."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from ui.customer.gallery import render_gallery
from ui.demo_scenes import SCENES, scene


def test_the_gallery_has_every_phase_shape_and_language(qapp: QApplication, tmp_path: Path) -> None:
    written = render_gallery(tmp_path / "new", scenes={"void": scene("void")})
    assert sorted(path.name for path in written) == sorted(
        f"client-void-{shape}-{lang}.png"
        for shape in ("paysage", "portrait")
        for lang in ("fr", "en", "zh-Hans", "zh-Hant")
    )
    assert {QImage(str(path)).size().toTuple() for path in written} == {(1920, 1080), (1080, 1920)}


def test_the_gallery_is_the_same_each_time(qapp: QApplication, tmp_path: Path) -> None:
    some = {name: scene(name) for name in ("shaking", "confirmed")}
    first = render_gallery(tmp_path / "a", languages=("fr",), scenes=some)
    second = render_gallery(tmp_path / "b", languages=("fr",), scenes=some)
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_folder_that_cannot_be_written_is_told(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        render_gallery(tmp_path / "file", scenes={"void": scene("void")})


def test_scenes_are_known_by_name_and_always_the_same() -> None:
    assert [scene(name) for name in SCENES] == [scene(name) for name in SCENES]
    with pytest.raises(KeyError):
        scene("no such scene")
