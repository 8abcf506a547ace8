"""Dice are three whole numbers from 1 to 6, smallest first, and nothing else."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.rules.dice import FACES, Dice, parse_face

faces = st.integers(1, 6)


@given(st.tuples(faces, faces, faces))
def test_any_order_of_three_faces_is_the_same_dice(roll: tuple[int, int, int]) -> None:
    dice = Dice(roll)
    assert dice.faces == tuple(sorted(roll))
    assert {Dice.of(*order) for order in permutations(roll)} == {dice}
    assert list(dice) == sorted(roll)
    assert dice.total == sum(roll)
    assert dice.is_triple == (len(set(roll)) == 1)
    assert [dice.count(face) for face in FACES] == [roll.count(face) for face in FACES]


def test_there_are_56_results() -> None:
    results = {Dice(roll) for roll in product(FACES, repeat=3)}
    assert len(results) == 56
    assert min(results) == Dice.of(1, 1, 1)
    assert max(results) == Dice.of(6, 6, 6)


@pytest.mark.parametrize(
    "faces",
    [
        (),
        (1, 2),
        (1, 2, 3, 4),
        (0, 2, 3),
        (1, 2, 7),
        (-1, 2, 3),
        (True, 2, 3),
        (1, 2, False),
        (1.0, 2, 3),
        ("1", 2, 3),
        ("1", "2", "3"),
        (None, 2, 3),
        ([1], 2, 3),
        (float("nan"), 2, 3),
    ],
)
def test_refuses_what_is_not_three_faces(faces: tuple[object, ...]) -> None:
    with pytest.raises(ValueError):
        Dice(faces)
    with pytest.raises(ValueError):
        Dice.of(*faces)


@pytest.mark.parametrize("given", ["123", b"\x01\x02\x03", 5, None, {1, 2, 3}, {1: 1, 2: 2, 3: 3}])
def test_refuses_what_is_no_sequence_of_faces(given: object) -> None:
    with pytest.raises(ValueError):
        Dice(given)


def test_a_list_as_json_gives_it_is_held_as_a_tuple() -> None:
    assert Dice([5, 2, 5]).faces == (2, 5, 5)


def test_dice_never_change_and_are_written_as_they_are_called() -> None:
    dice = Dice.of(5, 2, 5)
    with pytest.raises(FrozenInstanceError):
        dice.faces = (1, 1, 1)
    with pytest.raises((AttributeError, TypeError)):
        dice.colour = "red"
    assert str(dice) == "2-5-5"
    assert pickle.loads(pickle.dumps(dice)) == copy.deepcopy(dice) == dice


@given(st.text(max_size=3) | st.sampled_from("1234560789"))
def test_a_typed_face_is_one_ascii_digit(text: str) -> None:
    if text in {"1", "2", "3", "4", "5", "6"}:
        assert parse_face(text) == int(text)
    else:
        with pytest.raises(ValueError):
            parse_face(text)


TRAPS = [
    "",
    "0",
    "7",
    "12",
    "1.0",
    "+1",
    "-1",
    " 1",
    "1 ",
    "1\n",
    "１",
    "٣",
    "²",
    "①",
    "Ⅵ",
    "1_",
    "0x1",
]


@pytest.mark.parametrize("text", TRAPS)
def test_a_typed_face_is_not(text: str) -> None:
    with pytest.raises(ValueError):
        parse_face(text)
