"""Three dice being typed: kept until they are validated, taken back one by one, never timed out."""

from __future__ import annotations

from dataclasses import dataclass

from tabledisplay.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class Entry:
    """The faces typed so far, at most three, in the order typed."""

    faces: tuple[int, ...] = ()

    def typed(self, face: int) -> Entry:
        """With one more face; a fourth is not taken."""
        return self if self.complete else Entry((*self.faces, face))

    def taken_back(self) -> Entry:
        """Without the last face."""
        return Entry(self.faces[:-1])

    @property
    def empty(self) -> bool:
        """Nothing typed."""
        return not self.faces

    @property
    def complete(self) -> bool:
        """Three faces typed."""
        return len(self.faces) == 3

    @property
    def dice(self) -> Dice | None:
        """The dice, once there are three."""
        return Dice.of(*self.faces) if self.complete else None
