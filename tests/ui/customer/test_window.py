"""The window itself: idempotent, of any size, never closed from outside, still when idle."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QImage
from pytestqt.qtbot import QtBot

from tabledisplay.game.state import Phase
from tests.ui.conftest import ALL_MODULES, screen
from ui.customer.care import DIM_MS, DIMMED, RING_PX, SHIFT_MS
from ui.customer.motion import FADE_MS
from ui.customer.scene import portrait
from ui.customer.window import PAGE_MS, CustomerWindow
from ui.demo_scenes import SCENES, rounds, scene, seen, state

Make = Callable[..., CustomerWindow]
ROOT = Path(__file__).parents[3]


def image(window: CustomerWindow) -> QImage:
    return window.grab().toImage()


def running(window: CustomerWindow) -> list[int]:
    return [timer.interval() for timer in window.findChildren(QTimer) if timer.isActive()]


def test_it_is_frameless_named_hides_the_pointer_and_takes_no_focus(window: Make) -> None:
    shown = window()
    assert shown.windowFlags() & Qt.WindowType.FramelessWindowHint
    assert shown.accessibleName() == shown.windowTitle() == "Écran des clients"
    assert shown.cursor().shape() is Qt.CursorShape.BlankCursor
    assert shown.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert shown.troubles == ()


def test_screen_readers_are_told_the_phase_and_the_result(window: Make) -> None:
    shown = window()
    shown.show_view(scene("no_more_bets"))
    assert shown.accessibleDescription() == "RIEN NE VA PLUS"
    shown.show_view(scene("corrected"))
    assert shown.accessibleDescription() == "RÉSULTAT, 2-5-5, 12, GRAND, rectifié"


def test_before_any_view_it_is_black(window: Make) -> None:
    picture = image(window(size=(640, 360)))
    assert {picture.pixelColor(x, 100).name() for x in range(0, 640, 40)} == {"#000000"}


def test_the_same_view_twice_paints_nothing_anew(window: Make) -> None:
    shown = window()
    shown.show_view(scene("bets_open"))
    image(shown)
    layer = shown._layer
    shown.show_view(scene("bets_open"))
    assert shown._layer is layer is not None
    shown.show_view(scene("shaking"))
    assert shown._layer is None


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(
    "size", [(640, 360), (360, 640), (641, 977), (1024, 768), (3440, 1440), (200, 150), (64, 64)]
)
def test_any_size_is_painted(window: Make, size: tuple[int, int], name: str) -> None:
    shown = window(screen(modules=ALL_MODULES, betting_seconds=10), size, True)
    shown.load_charts()
    shown.show_view(scene(name))
    assert image(shown).size().toTuple() == size
    assert shown.drawn()


def test_orientation_can_be_forced(window: Make) -> None:
    for wanted, upright in (("auto", False), ("portrait", True), ("landscape", False)):
        shown = window(screen(orientation=wanted))
        shown.show_view(scene("shaking"))
        prepared = shown._prepared()
        assert prepared is not None
        assert portrait(prepared[0], 1920, 1080) is upright


def test_only_the_program_closes_it(window: Make) -> None:
    shown = window()
    shown.show()
    asked = QCloseEvent()
    assert not asked.spontaneous()
    shown.closeEvent(asked)
    assert asked.isAccepted()

    class FromOutside(QCloseEvent):
        def spontaneous(self) -> bool:
            return True

    pressed = FromOutside()
    shown.closeEvent(pressed)
    assert not pressed.isAccepted()


def test_the_demonstration_is_marked_in_every_phase(window: Make) -> None:
    shown = window(demo=True)
    for name in SCENES:
        shown.show_view(scene(name))
        assert [t.text for t in shown.drawn() if t.key == "demo"] == ["DÉMONSTRATION"]
    real = window()
    real.show_view(scene("ready"))
    assert not [t for t in real.drawn() if t.key == "demo"]


@pytest.mark.parametrize("first", SCENES)
def test_sizes_stay_the_same_from_phase_to_phase(window: Make, first: str) -> None:
    near = screen(diagonal_inches=65, distance_m=1.5)
    shown = window(near)
    sizes = set()
    for name in (first, *SCENES):
        shown.show_view(scene(name))
        footer = [text for text in shown.drawn() if text.key.startswith("footer")]
        sizes |= {(text.px, round(text.ink.bottom())) for text in footer}
    assert len({px for px, _ in sizes}) == 1
    assert len(sizes) <= 2


# --- motion ----------------------------------------------------------------------------------


def test_a_result_comes_in_one_fade_of_at_least_300_ms(window: Make, qtbot: QtBot) -> None:
    assert FADE_MS >= 300
    shown = window(screen(animations="full"), size=(640, 360))
    shown.show_view(scene("no_more_bets"))
    shown.show_view(scene("confirmed"))
    assert shown._motion.revealed == 0.0
    hidden = image(shown)
    middle = hidden.pixelColor(100, 60)
    assert {hidden.pixelColor(x, 60).name() for x in range(20, 620, 10)} == {middle.name()}
    qtbot.waitUntil(lambda: shown._motion.still)
    assert image(shown).pixelColor(100, 60) != middle
    assert not shown._motion._fade.loopCount() > 1


def test_the_fade_shows_nothing_but_the_final_picture_growing_in(window: Make) -> None:
    shown = window(screen(animations="full"), size=(640, 360))
    shown.show_view(scene("no_more_bets"))
    shown.show_view(scene("confirmed"))
    shown.fade_to(FADE_MS // 2)
    half = image(shown).pixelColor(100, 30).lightness()
    shown.settle()
    whole = image(shown).pixelColor(100, 30).lightness()
    assert 20 < half < whole


def test_without_animations_the_result_stands_at_once(window: Make) -> None:
    shown = window(screen(animations="none"), size=(640, 360))
    shown.show_view(scene("no_more_bets"))
    shown.show_view(scene("confirmed"))
    assert shown._motion.revealed == 1.0
    assert shown._motion.still


def test_the_first_view_after_a_start_does_not_fade_in(window: Make) -> None:
    shown = window(screen(animations="full"))
    shown.show_view(scene("confirmed"))
    assert shown._motion.still


@pytest.mark.parametrize(("animations", "moves"), [("full", True), ("reduced", False)])
def test_the_bell_moves_while_the_dice_are_shaken_and_only_then(
    window: Make, animations: str, moves: bool
) -> None:
    shown = window(screen(animations=animations))
    shown.show_view(scene("shaking"))
    assert (shown._motion.bell is not None) is moves
    before = image(shown)
    shown.advance_bell()
    shown.advance_bell()
    after = image(shown)
    assert (before != after) is moves
    shown.show_view(scene("bets_open"))
    assert shown._motion.bell is None


def test_the_bell_moves_only_in_its_corner(window: Make) -> None:
    shown = window(screen(animations="full"))
    shown.show_view(scene("shaking"))
    before = image(shown)
    shown.advance_bell()
    shown.advance_bell()
    after = image(shown)
    spots = [(x, y) for x in range(0, 1920, 4) for y in range(0, 1080, 4)]
    changed = [spot for spot in spots if before.pixel(*spot) != after.pixel(*spot)]
    assert changed
    assert min(x for x, _ in changed) > 1500
    assert max(y for _, y in changed) < 220


def test_seconds_count_down_and_close_nothing(window: Make) -> None:
    shown = window(screen(betting_seconds=3, modules=("countdown",)))
    shown.show_view(scene("bets_open"))

    def left() -> list[str]:
        return [text.text for text in shown.drawn() if text.key == "countdown"]

    told = []
    for _ in range(4):
        told += left()
        shown._motion._tick()
    assert told == ["3 s", "2 s", "1 s"]
    assert "FAITES VOS JEUX" in [text.text for text in shown.drawn()]
    assert shown._motion.still


def test_a_second_shake_of_the_same_round_counts_anew(window: Make) -> None:
    shown = window(screen(betting_seconds=30, modules=("countdown",)))
    shown.show_view(scene("bets_open"))
    shown._motion._tick()
    shown.show_view(scene("shaking"))
    shown.show_view(scene("bets_open"))
    assert shown._motion.seconds == 30


@pytest.mark.parametrize("name", SCENES)
def test_nothing_runs_when_idle_but_slow_timers(window: Make, name: str) -> None:
    shown = window(screen(animations="reduced", alternate_seconds=10))
    shown.show_view(scene("shaking"))
    shown.show_view(scene(name))
    shown.settle()
    assert shown._motion.still
    assert all(interval >= 10_000 for interval in running(shown))


# --- care for the panel ----------------------------------------------------------------------


def test_the_picture_wanders_on_a_ring_of_four_pixels(window: Make) -> None:
    assert SHIFT_MS == 90_000
    shown = window(size=(640, 360))
    shown.show_view(scene("no_more_bets"))
    still = image(shown)
    places = set()
    for _ in range(9):
        shown._care.move_on()
        offset = shown._care.offset
        places.add(offset.toTuple())
        moved = image(shown)
        assert moved.pixel(QPoint(300, 170) + offset) == still.pixel(300, 170)
        assert moved.pixelColor(0, 0).name() == moved.pixelColor(639, 359).name() == "#e69f00"
    assert len(places) == 8
    assert all(max(abs(x), abs(y)) <= RING_PX for x, y in places)


def test_it_dims_when_nothing_is_rolled_and_wakes_with_the_next(window: Make) -> None:
    assert DIM_MS == 300_000
    shown = window(size=(640, 360))
    shown.show_view(scene("confirmed"))
    bright = image(shown).pixelColor(30, 30)
    shown._care.dim()
    dim = image(shown).pixelColor(30, 30)
    assert dim.red() == pytest.approx(bright.red() * DIMMED, abs=2)
    shown.show_view(scene("shaking"))
    assert not shown._care.dimmed


# --- languages and pages ---------------------------------------------------------------------


def test_the_language_changes_while_running(window: Make) -> None:
    shown = window()
    shown.show_view(scene("ready"))
    assert "TABLE OUVERTE" in [text.text for text in shown.drawn()]
    shown.show_language("en")
    assert "TABLE OPEN" in [text.text for text in shown.drawn()]


def test_languages_take_turns_where_that_is_set(window: Make) -> None:
    shown = window(screen(alternate_seconds=20, alternate_languages=("fr", "en", "zh-Hant")))
    assert 20_000 in running(shown)
    told = []
    for _ in range(4):
        told.append(shown.language)
        shown._next_language()
    assert told == ["fr", "en", "zh-Hant", "fr"]
    assert 20_000 not in running(window())


def test_modules_that_do_not_fit_take_their_turn_while_bets_are_open(window: Make) -> None:
    shown = window(screen(animations="full"))
    shown.show_view(scene("bets_open"))
    assert PAGE_MS in running(shown)
    first = shown.plan()
    shown._turn_page()
    second = shown.plan()
    assert first is not None
    assert second is not None
    assert first.modules.dropped
    assert set(first.modules.dropped) & set(second.modules.placed)
    shown._turn_page()
    assert shown.plan() == first
    shown.show_view(scene("confirmed"))
    assert PAGE_MS not in running(shown)


def test_charts_come_after_the_first_frame_and_never_before(tmp_path: Path) -> None:
    program = """
import sys
from PySide6.QtWidgets import QApplication
app = QApplication([])
from tabledisplay.settings import Settings
from ui.customer.window import CustomerWindow
from ui.demo_scenes import scene
window = CustomerWindow(Settings())
window.show_view(scene("shaking"))
painted = []
original = CustomerWindow.paintEvent
def watched(self, event):
    original(self, event)
    painted.append("pyqtgraph" in sys.modules)
    if painted[-1]:
        app.quit()
CustomerWindow.paintEvent = watched
window.show()
app.exec()
print(painted[0], painted[-1])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.stdout.split() == ["False", "True"], ran.stderr


def test_at_scale_one_and_a_half_the_picture_is_the_same_but_finer(tmp_path: Path) -> None:
    program = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from tests.ui.conftest import screen
from ui.customer.window import CustomerWindow
from ui.demo_scenes import SCENES, scene
window = CustomerWindow(screen())
window.resize(1280, 720)
for name in SCENES:
    window.show_view(scene(name))
    grabbed = window.grab()
    print(grabbed.devicePixelRatio(), grabbed.width(), [t.px for t in window.drawn()])
"""
    told = []
    for factor in ("1", "1.5"):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": factor, "PATH": ""},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ran.stderr == ""
        told.append([line.split(" ", 2) for line in ran.stdout.splitlines()])
    plain, fine = told
    assert {line[0] for line in fine} == {"1.5"}
    assert {line[1] for line in fine} == {"1920"}
    assert [line[2] for line in plain] == [line[2] for line in fine]


def test_nothing_grows_over_many_rounds(window: Make) -> None:
    shown = window(size=(640, 360))
    shown.load_charts()
    children = len(shown.findChildren(QTimer))
    for number in range(1, 60):
        shown.show_view(seen(state(Phase.SHAKING, rounds(number, seed=number))))
        image(shown)
    assert len(shown.findChildren(QTimer)) == children
    assert len(shown._stage._sizes) <= 1
    charts = shown._stage._charts
    assert charts is not None
    assert len(charts._view.getPlotItem().items) == 2
