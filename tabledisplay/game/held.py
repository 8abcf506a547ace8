"""What the table knows of readings that no journal and no screen may know yet.

It lives in memory only and dies with the process: the device's repeat brings it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tabledisplay.game.events import AnyEvent, ShakeStarted
from tabledisplay.game.parts import Clash, Evidence
from tabledisplay.game.state import ROUND_OPEN, TableState
from tabledisplay.rules.dice import Dice

WEAK = 0x10 | 0x20
"""Quality bits that only say that the device saw badly: low confidence, not visible."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading by the accepted device. `dice` is None where they are not three faces 1-6.

    `quality` holds q1, q2, q3 and Q; any non-zero bit means no valid draw.
    """

    key: str
    dice: Dice | None = field(repr=False)
    quality: tuple[int, int, int, int] = (0, 0, 0, 0)
    late: bool = False
    lid_known: bool = True

    @property
    def flawed(self) -> bool:
        """Whether the device says that there is no valid draw."""
        return any(self.quality)


def is_weak(quality: tuple[int, int, int, int]) -> bool:
    """Whether no other bits than low confidence and not visible are set."""
    q1, q2, q3, whole = quality
    return (q1 | q2 | q3 | whole) & ~WEAK == 0


@dataclass(frozen=True, slots=True)
class Held:
    """The sealed slot, and what contradicts the panel in the open round.

    `clashed`: the device gave other dice for the sealed draw; `rival`: what it says against the
    croupier's entry; `rejected`: readings rejected in a row.
    """

    sealed: Reading | None = field(default=None, repr=False)
    clashed: bool = False
    rival: Reading | None = field(default=None, repr=False)
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    rejected: int = 0

    def after(self, events: Sequence[AnyEvent], state: TableState) -> Held:
        """What may still be held once these events are journaled."""
        if state.phase not in ROUND_OPEN:
            return Held(rejected=self.rejected)
        if any(isinstance(event, ShakeStarted) for event in events):
            return replace(self, sealed=None, clashed=False)
        return self

    def with_evidence(self, reading: Reading, code: Clash) -> Held:
        """Remember other dice of the open round until it is confirmed or void, each once."""
        assert reading.dice is not None
        found = Evidence(reading.key, reading.dice.faces, code)
        if found in self.evidence or len(self.evidence) >= EVIDENCE_KEPT:
            return self
        return replace(self, evidence=(*self.evidence, found))


EVIDENCE_KEPT = 16
"""Different dice remembered in one round: a broken device must not fill the memory."""
