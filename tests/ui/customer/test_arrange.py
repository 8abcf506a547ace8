"""Where modules stand: inside their area, apart, as tall as they need, the last named left out."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.customer.arrange import Arrangement, Box, Needs, Wanted, arranged, shared

AREA = Box(10, 20, 1000, 600)
GAP = 10.0


def at_least(width: float, needs: Needs, given_width: float) -> Needs | None:
    return needs if given_width >= width else None


def wanted(name: str, least: float, best: float, side: int = 0, width: float = 0) -> Wanted:
    return Wanted(name, side, partial(at_least, width, Needs(least, best)))


modules = st.lists(
    st.tuples(
        st.floats(20, 500), st.floats(0, 300), st.integers(0, 1), st.sampled_from([0.0, 450.0])
    ),
    max_size=8,
).map(
    lambda found: [
        wanted(f"m{at}", least, least + more, side, width)
        for at, (least, more, side, width) in enumerate(found)
    ]
)


def least(module: Wanted) -> float:
    needs = module.needs(10_000)
    assert needs is not None
    return needs.least


@given(modules, st.sampled_from([(1.0,), (1.7, 1.0)]))
def test_what_is_placed_is_inside_apart_and_tall_enough(
    order: list[Wanted], shares: tuple[float, ...]
) -> None:
    found = arranged(AREA, order, shares, GAP)
    assert set(found.placed) | set(found.dropped) == {module.name for module in order}
    assert not set(found.placed) & set(found.dropped)
    boxes = list(found.placed.items())
    for at, (name, box) in enumerate(boxes):
        assert box.x >= AREA.x - 0.01
        assert box.right <= AREA.right + 0.01
        assert box.y >= AREA.y - 0.01
        assert box.bottom <= AREA.bottom + 0.01
        module = next(module for module in order if module.name == name)
        assert box.height >= least(module) - 0.05
        assert module.needs(box.width) is not None
        for _, other in boxes[at + 1 :]:
            apart = box.right <= other.x + 0.01 or other.right <= box.x + 0.01
            above = box.bottom <= other.y + 0.01 or other.bottom <= box.y + 0.01
            assert apart or above


@given(modules)
def test_columns_are_filled_to_the_bottom(order: list[Wanted]) -> None:
    found = arranged(AREA, order, (1.7, 1.0), GAP)
    if found.placed:
        bottoms: dict[float, float] = {}
        for box in found.placed.values():
            bottoms[box.x] = max(bottoms.get(box.x, 0), box.bottom)
        assert all(bottom == pytest.approx(AREA.bottom) for bottom in bottoms.values())


def test_modules_that_do_not_fit_are_left_out_from_the_end() -> None:
    order = [wanted(name, 250, 300) for name in "abcdef"]
    found = arranged(AREA, order, (1.0,), GAP)
    assert found == Arrangement(found.placed, ("c", "d", "e", "f"))
    assert list(found.placed) == ["a", "b"]


def test_a_small_module_may_still_take_the_rest() -> None:
    order = [wanted("a", 500, 500), wanted("b", 300, 300), wanted("c", 80, 80)]
    assert arranged(AREA, order, (1.0,), GAP).dropped == ("b",)


def test_an_empty_column_gives_its_width_away() -> None:
    found = arranged(AREA, [wanted("a", 100, 900)], (1.7, 1.0), GAP)
    assert found.placed["a"].width == AREA.width
    assert found.placed["a"].height == AREA.height


def test_the_other_column_takes_what_the_preferred_one_cannot() -> None:
    order = [wanted("a", 500, 500), wanted("b", 200, 200), wanted("wide", 200, 200, width=500)]
    found = arranged(AREA, order, (1.7, 1.0), GAP)
    assert found.placed["b"].x > found.placed["a"].right
    assert found.dropped == ("wide",)


def test_spare_height_goes_first_to_those_who_gain_from_it() -> None:
    assert shared([100, 100], [100, 200], 50) == [100, 150]
    assert shared([100, 100], [150, 150], 200) == pytest.approx([200, 200])
    assert shared([], [], 50) == []


def test_edges_that_nearly_meet_are_brought_to_one_line() -> None:
    order = [
        wanted("a", 295, 300), wanted("b", 240, 300),
        wanted("c", 285, 300, side=1), wanted("d", 260, 300, side=1),
    ]  # fmt: skip
    placed = arranged(AREA, order, (1.7, 1.0), GAP).placed
    assert placed["a"].bottom == pytest.approx(placed["c"].bottom)
