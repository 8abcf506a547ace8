"""A line that spoils what is said on it, as told: hypothesis finds the worst telling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

from hypothesis import strategies as st

Kind = Literal["drop", "double", "cut", "damage", "noise", "nul", "glue", "hold", "at"]
MOST_HELD = 4
"""Lines that may overtake one. A stream that is late as a whole is no other than a slow shaker."""
AT_COMMANDS = (b"AT\r", b"AT+GCAP\r", b"\x7e\x00\x78\xf0\x7e")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens to one line. `where` and `what` are taken modulo what the line allows."""

    kind: Kind
    where: int = 0
    what: int = 1


class SpoiledLine:
    """Lends itself to a pretend shaker as its `spoil`; None in the troubles is a whole line."""

    def __init__(self, troubles: Sequence[Trouble | None]) -> None:
        self._troubles = cycle(troubles or (None,))
        self._held: list[tuple[int, bytes]] = []
        self.said = 0
        self.whole = True

    def heal(self) -> None:
        """From now on lines arrive whole; what was held back never arrives."""
        self._troubles = cycle((None,))
        self._held = []

    def __call__(self, line: bytes) -> Iterable[bytes]:
        self.said += 1
        trouble = next(self._troubles)
        now = [line] if trouble is None else list(self._spoiled(line, trouble))
        self.whole = self.whole and trouble is None
        due = [held for left, held in self._held if left <= 1]
        self._held = [(left - 1, held) for left, held in self._held if left > 1]
        if trouble is not None and trouble.kind == "hold":
            self._held.append((1 + trouble.what % MOST_HELD, line))
        return now + due

    def _spoiled(self, line: bytes, trouble: Trouble) -> Iterable[bytes]:
        at = 1 + trouble.where % (len(line) - 2)
        match trouble.kind:
            case "drop" | "hold":
                return ()
            case "double":
                return (line, line)
            case "cut":
                return (line[:at],)
            case "damage":
                burst = (trouble.what % 0xFFFF + 1).to_bytes(2, "big")
                return (
                    line[:at],
                    bytes(a ^ b for a, b in zip(line[at:], burst, strict=False)),
                    line[at + 2 :],
                )
            case "noise":
                return (line[:at], trouble.what.to_bytes(4, "big"), line[at:])
            case "nul":
                return (bytes(trouble.what % 9), line[:at], bytes(trouble.what % 2), line[at:])
            case "glue":
                return (line[:-2],)
            case "at":
                return (line, AT_COMMANDS[trouble.what % len(AT_COMMANDS)])


KINDS: tuple[Kind, ...] = (
    "drop", "double", "cut", "damage", "noise", "nul", "glue", "hold", "at",
)  # fmt: skip


def troubles(most: int = 40) -> st.SearchStrategy[list[Trouble | None]]:
    """What happens to the lines one after the other, over and over."""
    one = st.builds(Trouble, st.sampled_from(KINDS), st.integers(0, 127), st.integers(0, 2**32 - 1))
    return st.lists(st.none() | one, max_size=most)
