"""Art. 55-23: how a sic-bo result is called, and what counts."""

from itertools import product

from tabledisplay.rules.dice import Dice
from tests.law import quote

TEXT = "arrete-2015-sic-bo"


def test_the_points_are_called_from_the_smallest_to_the_largest() -> None:
    quote(
        TEXT,
        "il annonce à haute et intelligible voix le point de chaque dé, du plus petit au plus "
        "grand.",
    )
    for roll in product(range(1, 7), repeat=3):
        first, second, third = Dice(roll)
        assert first <= second <= third
        assert sorted(roll) == [first, second, third]


def test_the_game_is_played_with_three_dice() -> None:
    quote(TEXT, "Le sic-bo se joue avec trois dés.")
    assert len(Dice.of(6, 1, 4).faces) == 3


def test_only_the_upper_faces_count() -> None:
    quote(
        TEXT,
        "Seuls les numéros qui apparaissent sur la face supérieure de chaque dé sont réputés "
        "gagnants.",
    )
    assert [Dice.of(6, 1, 4).count(face) for face in range(1, 7)] == [1, 0, 0, 1, 0, 1]
