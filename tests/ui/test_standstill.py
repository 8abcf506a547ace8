"""Why the table cannot open: shown where nobody reads standard error, and tried again."""

import io
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tabledisplay.startup import Options
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import LANGUAGES, Words
from tests.ui.conftest import gone
from ui import app, standstill
from ui.standstill import SUPERVISOR, StandstillPage
from ui.theme import THEME

TROUBLE = KnownTrouble("journal.newer", path="/var/lib/tabledisplay/journal.db")


@pytest.mark.parametrize(
    ("environ", "stream", "unread"),
    [
        ({}, io.StringIO(), False),
        ({}, None, True),
        ({SUPERVISOR: "/run/n"}, io.StringIO(), True),
    ],
)
def test_when_nobody_reads(
    environ: dict[str, str], stream: io.StringIO | None, unread: bool
) -> None:
    assert standstill.unread(environ, stream) is unread


def shown() -> StandstillPage:
    """The page that stands now."""
    (page,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, StandstillPage))
    return page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_stands_until_touched(qapp: QApplication, tmp_path: Path, lang: str) -> None:
    words = Words(lang)
    seen: list[str] = []

    def look() -> None:
        page = shown()
        if not page.isVisible():
            QTimer.singleShot(20, look)
            return
        seen.append(page.accessibleName())
        QTest.mouseClick(page, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, look)
    standstill.show(TROUBLE, Options(tmp_path), words)
    (told,) = seen
    assert words.say("process.standstill") in told
    assert words.say(TROUBLE.key, **TROUBLE.values) in told


def test_a_supervised_page_yields_to_nobody_and_ends_by_itself(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SUPERVISOR, str(tmp_path / "none"))
    monkeypatch.setattr(standstill, "SHOWN_S", 1)
    asked: list[bool] = []
    told: list[str] = []

    def ask() -> None:
        page = shown()
        told.append(page.accessibleName())
        QTest.mouseClick(page, Qt.MouseButton.LeftButton)
        QTest.keyClick(page, Qt.Key.Key_Escape)
        asked.append(page.close())

    QTimer.singleShot(0, ask)
    standstill.show(TROUBLE, Options(tmp_path), Words("fr"))
    assert asked == [False]
    assert "Nouvel essai" in told[0]


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 600), (600, 1024)])
def test_the_longest_sentence_is_not_cut(qapp: QApplication, size: tuple[int, int]) -> None:
    words = Words("fr")
    page = StandstillPage(
        words.say("process.standstill"),
        words.say("journal.disk_full", path="/var/lib/tabledisplay/journal.db"),
        words.say("process.standstill_again", seconds=20),
    )
    page.resize(*size)
    picture = page.grab().toImage()
    ground = QColor(THEME.ground).rgb()
    for y in (size[1] - 1, size[1] - round(min(size) * 0.1)):
        assert all(picture.pixel(x, y) == ground for x in range(0, size[0], 3))
    gone(page)


@pytest.mark.parametrize("supervised", [True, False])
def test_run_shows_it_where_nobody_reads(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, supervised: bool
) -> None:
    (tmp_path / "settings.toml").write_text("[table\n", encoding="utf-8")
    monkeypatch.setattr(standstill, "SHOWN_S", 1)
    if supervised:
        monkeypatch.setenv(SUPERVISOR, str(tmp_path / "none"))
    told: list[str] = []
    # Where nothing is shown no loop runs, and this timer goes with the test.
    timer = QTimer(singleShot=True)
    timer.timeout.connect(lambda: told.append(shown().accessibleName()))
    timer.start(0)
    with pytest.raises(KnownTrouble):
        app.run(None, Options(tmp_path), Words("fr"))  # type: ignore[arg-type] # no option is read
    timer.stop()
    if supervised:
        assert "settings.toml" in told[0]
    else:
        assert told == []
