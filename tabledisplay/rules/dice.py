"""Three dice at rest, called as the croupier calls them: smallest first (art. 55-23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """Three faces 1-6, held smallest first. ValueError: anything that is not three ints 1-6."""

    faces: tuple[int, int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", sorted_faces(self.faces))

    @classmethod
    def of(cls, *faces: int) -> Dice:
        """The dice with these three faces, given in any order."""
        return cls(sorted_faces(faces))

    @property
    def total(self) -> int:
        """Sum of the three faces, 3-18."""
        return sum(self.faces)

    @property
    def is_triple(self) -> bool:
        """All three dice show one face."""
        return self.faces[0] == self.faces[2]

    def count(self, face: int) -> int:
        """On how many of the three dice the face shows, 0-3."""
        return self.faces.count(face)

    def __iter__(self) -> Iterator[int]:
        return iter(self.faces)

    def __str__(self) -> str:
        return "-".join(map(str, self.faces))


def sorted_faces(given: object) -> tuple[int, int, int]:
    """Three faces smallest first. ValueError unless a tuple or list of exactly three ints 1-6."""
    if not isinstance(given, tuple | list) or len(given) != 3:
        raise ValueError("dice are three faces")
    if not all(type(face) is int and face in FACES for face in given):
        raise ValueError("a face is a whole number from 1 to 6")
    first, second, third = sorted(given)
    return first, second, third


def parse_face(text: str) -> int:
    """A typed face: one ASCII digit 1-6 and nothing else. ValueError: any other text."""
    if len(text) != 1 or text not in "123456":
        raise ValueError("a face is one digit from 1 to 6")
    return int(text)
