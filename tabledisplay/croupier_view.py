"""What the croupier's panel and the console's `croupier` object are told."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from tabledisplay.game.commands import allowed
from tabledisplay.game.held import Held
from tabledisplay.game.parts import Alarm, Role, Source
from tabledisplay.game.state import Phase, Round, Suggestion, TableState
from tabledisplay.rules.dice import Dice


class LinkState(StrEnum):
    """How the accepted shaker is heard (contract: « Link »)."""

    NONE = "none"
    CONNECTED = "connected"
    LOST = "lost"
    ABSENT = "absent"
    DENIED = "denied"
    BUSY = "busy"
    OTHER_DEVICE = "other_device"


@dataclass(frozen=True, slots=True)
class Counters:
    """What was heard since the program started, in frames or readings.

    `other_version` counts those of the unknown that speak another version of SLP.
    """

    good: int = 0
    bad_crc: int = 0
    noise: int = 0
    unknown: int = 0
    gaps: int = 0
    repeats: int = 0
    rejected: int = 0
    late: int = 0
    other_version: int = 0


UNHEARD = frozenset({LinkState.LOST, LinkState.ABSENT, LinkState.OTHER_DEVICE})
"""Links that a shaker of another version explains."""


@dataclass(frozen=True, slots=True)
class CroupierView:
    """Everything the panel shows beside the public view.

    `rival`: the device's dice against the croupier's entry. `takeable`: « rien ne va plus » may
    be taken back while 3 s have not passed. `recorded` is False while the journal takes nothing.
    `link_word` names the link in words: as `link`, or `other_version` where that explains it.
    """

    phase: Phase
    opening: int
    round: int
    minimum: Decimal | None
    float_ref: str
    proposed: Dice | None
    proposed_from: Source | None
    late: bool
    device_dice: Dice | None
    rival: Dice | None
    disputed: bool
    suggestion: Suggestion | None
    takeable: bool
    bell_up: bool
    allowed: tuple[str, ...]
    link: LinkState
    link_word: str
    device: str | None
    alarms: tuple[Alarm, ...]
    counters: Counters
    history: tuple[Round, ...] = field(repr=False)
    roles_with_pin: frozenset[Role]
    recorded: bool
    untrusted: bool


def croupier_view(
    state: TableState,
    held: Held,
    *,
    link: LinkState,
    other_version: bool,
    counters: Counters,
    roles_with_pin: frozenset[Role],
    recorded: bool,
) -> CroupierView:
    """What the croupier may see of this state and of what is held in memory.

    The sealed reading is no part of it. `history` holds this opening's rounds, oldest first.
    """
    now = state.current
    return CroupierView(
        phase=state.phase,
        opening=state.opening,
        round=state.number,
        minimum=state.minimum,
        float_ref=state.float_ref,
        proposed=now.proposed,
        proposed_from=now.proposed_from,
        late=now.late,
        device_dice=now.device_dice,
        rival=held.rival.dice if held.rival and now.disputed else None,
        disputed=now.disputed,
        suggestion=now.suggestion,
        takeable=now.takeable,
        bell_up=now.bell_up,
        allowed=allowed(state),
        link=link,
        link_word="other_version" if other_version and link in UNHEARD else link.value,
        device=state.device,
        alarms=state.alarms,
        counters=counters,
        history=tuple(r for r in state.history if r.opening == state.opening),
        roles_with_pin=roles_with_pin,
        recorded=recorded,
        untrusted=state.untrusted,
    )
