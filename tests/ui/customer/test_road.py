"""The petit/grand road: a column a run, tails to the right, triples that break nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.rules.sicbo import Tag
from ui.customer.road import ROWS, road

LETTERS = {"P": Tag.SMALL, "G": Tag.BIG, "T": Tag.TRIPLE}
tags = st.lists(st.sampled_from(list(Tag)), max_size=120)


def places(written: str) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in road(LETTERS[letter] for letter in written)]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", []),
        ("P", [(0, 0)]),
        ("PPG", [(0, 0), (0, 1), (1, 0)]),
        ("PTP", [(0, 0), (0, 1), (0, 2)]),
        ("PTG", [(0, 0), (0, 1), (1, 0)]),
        ("TTP", [(0, 0), (0, 1), (0, 2)]),
        ("TPG", [(0, 0), (0, 1), (1, 0)]),
        ("PPPPPPPP", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5)]),
        ("PPPPPPPG", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (1, 0)]),
    ],
)
def test_known_roads(written: str, expected: list[tuple[int, int]]) -> None:
    assert places(written) == expected


def test_a_run_turns_aside_before_the_tail_of_another() -> None:
    cells = places("P" * 8 + "G" * 6)
    assert cells[8:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4)]


@given(tags)
def test_every_round_has_one_cell_of_its_own_and_none_is_lost(rounds: list[Tag]) -> None:
    cells = road(rounds)
    assert [cell.tag for cell in cells] == rounds
    assert len({(cell.column, cell.row) for cell in cells}) == len(cells)
    assert all(0 <= cell.row < ROWS for cell in cells)


@given(tags)
def test_the_road_without_triples_has_the_same_runs(rounds: list[Tag]) -> None:
    def starts(given: list[Tag]) -> list[Tag]:
        cells = road(given, rows=10_000)
        return [cell.tag for cell in cells if cell.row == 0]

    plain = [tag for tag in rounds if tag is not Tag.TRIPLE]
    with_triples = [tag for tag in starts(rounds) if tag is not Tag.TRIPLE]
    if rounds and rounds[0] is Tag.TRIPLE:
        assert len(starts(rounds)) == max(1, len(starts(plain)))
    else:
        assert with_triples == starts(plain)


@given(tags)
def test_what_is_added_moves_nothing(rounds: list[Tag]) -> None:
    assert road(rounds)[:-1] == road(rounds[:-1])
