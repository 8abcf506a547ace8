"""Each module tells the truth of its view: boxes as the rules say, counts as anyone would count."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from tabledisplay.game.state import Phase
from tabledisplay.public_view import Sampling, public_view
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import FACES, Dice
from tabledisplay.rules.sicbo import BOXES, ROLLS
from tabledisplay.settings import Settings, StatisticsSettings
from tests.ui.conftest import ALL_MODULES, gone, screen
from ui.customer.window import CustomerWindow
from ui.demo_scenes import finished, rounds, scene, seen, state

Make = Callable[..., CustomerWindow]
RESULTS = sorted(set(ROLLS))
die = st.integers(1, 6)
maybe_dice = st.one_of(st.none(), st.builds(Dice.of, die, die, die))


def drawn(window: CustomerWindow) -> dict[str, str]:
    return {text.key: text.text for text in window.drawn()}


@pytest.fixture(scope="module")
def wide(qapp: QApplication) -> Iterator[CustomerWindow]:
    """A large screen read from near by, so that every module has room."""
    made = CustomerWindow(screen(modules=ALL_MODULES, diagonal_inches=75, distance_m=1.5))
    made.resize(1920, 1080)
    yield made
    gone(made)


@pytest.mark.parametrize("dice", RESULTS, ids=str)
def test_the_boxes_that_win_are_lit_with_what_they_pay(wide: CustomerWindow, dice: Dice) -> None:
    wide.show_view(seen(state(Phase.CONFIRMED, rounds(30, last=(dice,)))))
    texts = drawn(wide)
    lit = {key.removeprefix("box.").removesuffix(".lit") for key in texts if key.endswith(".lit")}
    payouts = load_ruleset().payouts(dice)
    assert lit == {payout.box.id for payout in payouts}
    for payout in payouts:
        assert texts[f"pays.{payout.box.id}"] == str(payout.pays)


def test_all_boxes_stand_on_the_layout_with_their_ratios(wide: CustomerWindow) -> None:
    wide.show_view(scene("bets_open"))
    texts = drawn(wide)
    assert len([key for key in texts if key.startswith("box.")]) == len(BOXES) == 50
    for box in BOXES:
        ratios = load_ruleset().ratios(box)
        assert texts[f"pays.{box.id}"] == "/".join(map(str, ratios))


@settings(max_examples=25)
@given(
    st.lists(maybe_dice, min_size=1, max_size=260),
    st.sampled_from([20, 50, 100, 200, None]),
    st.sampled_from([1, 20]),
)
def test_counts_shown_are_those_of_a_recount(
    qapp: QApplication, results: Sequence[Dice | None], window: int | None, least: int
) -> None:
    customer = screen(modules=("faces", "totals", "voids", "last")).customer
    statistics = StatisticsSettings(minimum_sample=least)
    made = CustomerWindow(Settings(customer=customer, statistics=statistics))
    made.resize(1920, 1080)
    history = tuple(finished(n, dice) for n, dice in enumerate(results, start=1))
    sampling = Sampling(window=window, minimum_sample=least)
    made.show_view(public_view(state(Phase.SHAKING, history), load_ruleset(), sampling))
    texts = drawn(made)
    valid = [dice for dice in results if dice is not None][-(window or 1000) :]
    appearances = Counter(face for dice in valid for face in set(dice.faces))
    if len(valid) < least:
        assert not [key for key in texts if key.startswith("faces.count")]
        assert texts["faces.more"].split()[1] == str(least - len(valid))
    else:
        shown = {face: int(texts[f"faces.count.{face}"]) for face in FACES}
        assert shown == {face: appearances[face] for face in FACES}
    assert texts["voids.count"] == str(sum(dice is None for dice in results))
    newest = results[-1]
    key = f"last.1.{len(results)}"
    if newest is None:
        assert texts[f"{key}.void"] == "coup nul"
    else:
        assert texts[f"{key}.total"] == str(sum(newest.faces))
        assert [int(texts[f"{key}.die{n}"]) for n in range(3)] == sorted(newest.faces)
    gone(made)


def test_the_window_of_the_count_is_said(window: Make) -> None:
    shown = window(screen(modules=("faces",)))
    shown.show_view(scene("shaking"))
    assert drawn(shown)["note"] == "sur les 100 derniers coups"
    assert drawn(shown)["title"] == "Fréquences"


def test_the_last_rounds_go_up_to_twenty_with_voids_in_their_place(window: Make) -> None:
    shown = window(screen(modules=("last",), diagonal_inches=75, distance_m=1.2))
    view = scene("shaking")
    shown.show_view(view)
    texts = drawn(shown)
    told = [
        int(key.split(".")[2])
        for key in texts
        if key.startswith("last.") and key.endswith((".total", ".void"))
    ]
    assert told == [mark.round for mark in view.history[:20]]
    assert texts["last.1.125.void"] == "coup nul"


@pytest.mark.parametrize(
    ("results", "double", "triple"),
    [
        ([(1, 2, 3), (2, 2, 2)], "ce coup-ci", "ce coup-ci"),
        ([(2, 2, 2), (1, 2, 3)], "1 coup", "1 coup"),
        ([(4, 4, 5), (1, 2, 3), (1, 2, 4)], "2 coups", "plus de 3 coups"),
    ],
)
def test_waits_carry_their_means(
    window: Make, results: list[tuple[int, int, int]], double: str, triple: str
) -> None:
    shown = window(screen(modules=("waits",)))
    history = tuple(finished(n, Dice.of(*faces)) for n, faces in enumerate(results, start=1))
    shown.show_view(seen(state(Phase.SHAKING, history)))
    texts = drawn(shown)
    assert texts["waits.double.rounds"] == double
    assert texts["waits.triple.rounds"] == triple
    assert texts["waits.double.mean"] == "moyenne 2,25"
    assert texts["waits.triple.mean"] == "moyenne 36"


def test_modules_switched_off_are_gone_and_the_order_is_that_of_the_settings(window: Make) -> None:
    shown = window(screen(modules=("totals", "road"), diagonal_inches=75, distance_m=1.5))
    shown.show_view(scene("shaking"))
    plan = shown.plan()
    assert plan is not None
    assert list(plan.modules.placed) == ["totals", "road"]
    assert plan.modules.placed["totals"].y < plan.modules.placed["road"].y
    shown.show_view(scene("bets_open"))
    assert "limits.minimum" not in drawn(shown)
    shown.show_view(scene("confirmed"))
    assert "result.total" not in drawn(shown)
    assert drawn(shown)["banner"] == "RÉSULTAT"


def test_before_the_first_round_the_screen_explains_the_game(window: Make) -> None:
    shown = window(screen(diagonal_inches=55))
    shown.show_view(scene("ready"))
    plan = shown.plan()
    assert plan is not None
    assert set(plan.modules.placed) == {"layout", "how_to_play"}
