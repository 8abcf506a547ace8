"""The croupier's sheet is one A4 page; the guides' pictures are the program's."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from installer.contents import ROOT
from tools import guide_shots, guide_table, print_page, small_png
from ui.customer.gallery import picture


@pytest.mark.parametrize("sheet", print_page.SHEETS, ids=lambda page: page.parent.name)
def test_the_croupiers_sheet_is_one_page(qapp: QApplication, sheet: Path) -> None:
    (page,) = print_page.pictures(sheet)
    assert (page.width(), page.height()) == (732, 1075)  # A4 without its margins
    dark = [y for y in range(page.height()) if row_is_written(page, y)]
    assert page.height() * 0.7 < dark[-1] < page.height() * 0.98


def row_is_written(page: QImage, y: int) -> bool:
    return any(page.pixelColor(x, y).lightness() < 128 for x in range(0, page.width(), 2))


@pytest.mark.parametrize("sheet", print_page.SHEETS, ids=lambda page: page.parent.name)
def test_its_pdf_is_one_page_and_the_same_each_time(qapp: QApplication, sheet: Path) -> None:
    made = print_page.pdf(sheet)
    assert made.startswith(b"%PDF")
    assert made.count(b"/Type /Page\n") == 1
    assert print_page.pdf(sheet) == made


def test_the_pdf_is_the_same_wherever_the_sources_stand(tmp_path: Path) -> None:
    made = []
    for name in ("here", "at/another/place"):
        root = tmp_path / name
        for part in ("tools/print_page.py", "resources/__init__.py"):
            (root / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, root / part)
        shutil.copytree(ROOT / "resources" / "fonts", root / "resources" / "fonts")
        shutil.copytree(ROOT / "docs" / "en", root / "docs" / "en")
        command = [sys.executable, "-m", "tools.print_page", "docs/en/croupier.md", "out.pdf"]
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
        made.append((root / "out.pdf").read_bytes())
    assert made[0] == made[1]


def test_a_longer_guide_breaks_into_pages(qapp: QApplication) -> None:
    pages = print_page.pictures(print_page.DOCS / "en" / "technician.md", dpi=50)
    assert len(pages) > 1


def test_the_same_picture_each_time(qapp: QApplication, tmp_path: Path) -> None:
    for path in (tmp_path / "a.png", tmp_path / "b.png"):
        story = guide_shots.everything("en")
        name, window = next(story)
        small_png.write(picture(window), path)
        assert name == "install-first"
        story.close()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert QImage(str(tmp_path / "a.png")).size().toTuple() == guide_table.PANEL


def test_every_picture_of_the_guides_is_made_by_the_program(qapp: QApplication) -> None:
    made = [name for name, _ in guide_shots.everything("fr")]
    assert len(set(made)) == len(made)
    assert set(made) == {path.stem for path in (guide_shots.IMAGES / "fr").iterdir()}


def test_few_colours_keep_the_picture(qapp: QApplication) -> None:
    image = QImage(66, 3, QImage.Format.Format_RGB32)
    for x in range(66):
        image.setPixelColor(x, 0, QColor(3 * x, 10, 10))
    small = small_png.few_colours(image)
    assert small.colorCount() == small_png.COLOURS
    for x in range(66):
        assert abs(small.pixelColor(x, 0).red() - 3 * x) < 8
