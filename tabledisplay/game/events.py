"""What happened at the table: past tense, one frozen struct each, with wire name and version.

The journal keeps these for ever, so a published field never changes its meaning: a new meaning
is a new version (`….2`) with its own struct. Dice are three ints, smallest first. Draw keys are
`device/boot/round` texts, opaque here. No event has room for dice read before bets were closed
and the bell was up.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from tabledisplay.game.parts import (
    Alarm,
    Carried,
    EntryReason,
    Evidence,
    Faces,
    Frame,
    Role,
    Source,
    VoidReason,
    Who,
)


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """Something that happened at `at` (UTC). `by` says who did it, `pin` if a PIN proved it."""

    at: datetime


class ProgramStarted(Event, frozen=True, tag="program_started.1"):
    """The program opened the journal; what the shaker did before that was not heard."""

    version: str


class ProgramStopped(Event, frozen=True, tag="program_stopped.1"):
    """The program ended in good order."""


class TableOpened(Event, frozen=True, tag="table_opened.1"):
    """The chef de table opened the table at a minimum, with a float (art. 53, 55-23-2)."""

    opening: int
    minimum: str
    float_ref: str
    rules: str
    connected: bool
    carried: Carried
    by: Who = "chef"
    pin: bool = False


class TableClosed(Event, frozen=True, tag="table_closed.1"):
    """The chef de table closed the table."""

    by: Who = "chef"
    pin: bool = False


class ShakeStarted(Event, frozen=True, tag="shake_started.1"):
    """The mixer runs. `first` opens the round; otherwise it is a second shake of the same round."""

    round: int
    first: bool
    by: Who


class BetsOpened(Event, frozen=True, tag="bets_opened.1"):
    """The dice lie under the bell, bets are open. `first` also opens the round (hand-shaken)."""

    round: int
    first: bool
    by: Who


class BetsClosed(Event, frozen=True, tag="bets_closed.1"):
    """« Rien ne va plus » (art. 55-23)."""

    round: int
    by: Who = "croupier"


class BettingReopened(Event, frozen=True, tag="betting_reopened.1"):
    """A mis-tapped « rien ne va plus » was taken back within 3 s."""

    round: int
    by: Who = "croupier"


class BellLifted(Event, frozen=True, tag="bell_lifted.1"):
    """The opaque bell is up, said by the croupier or seen by the device."""

    round: int
    by: Who


class DrawHeard(Event, frozen=True, tag="draw_heard.1"):
    """The device spoke of this draw, by a `reading` or only by a state frame.

    Outside an open round that spends the key.
    """

    key: str
    reading: bool


class ShakerMoved(Event, frozen=True, tag="shaker_moved.1"):
    """A state frame of the accepted device that differs from its previous one, or is its first."""

    frame: Frame
    edge: bool = True


class ShakerRestarted(Event, frozen=True, tag="shaker_restarted.1"):
    """A new device session: its next state frame is an edge."""

    device: str
    boot: str


class ReadingSealed(Event, frozen=True, tag="reading_sealed.1"):
    """A reading came before bets were closed; its values wait in memory and are not here."""

    round: int
    key: str


class DiceProposed(Event, frozen=True, tag="dice_proposed.1"):
    """Dice on the croupier's panel, not yet a result. `key` names the device's draw.

    `disputed` says that the device read other dice than the croupier entered.
    """

    round: int
    dice: Faces
    source: Source
    key: str | None = None
    late: bool = False
    reason: EntryReason | None = None
    disputed: bool = False
    by: Who = "device"
    pin: bool = False


class VoidSuggested(Event, frozen=True, tag="void_suggested.1"):
    """The device found no valid draw, or shook after the close; only the croupier voids."""

    round: int
    cause: VoidReason
    die: int | None
    key: str
    quality: tuple[int, int, int, int] = (0, 0, 0, 0)


class ResultConfirmed(Event, frozen=True, tag="result_confirmed.1"):
    """The official result of the round: it may now be shown to customers."""

    round: int
    dice: Faces
    by: Who
    manual: bool
    late: bool = False
    pin: bool = False
    evidence: tuple[Evidence, ...] = ()


class RoundVoided(Event, frozen=True, tag="round_voided.1"):
    """« Les dés sont cassés : coup nul » (art. 55-23), or the chef voided a confirmed round.

    `moves` says whether the table goes to the phase VOID.
    """

    round: int
    reason: VoidReason
    by: Who
    moves: bool
    die: int | None = None
    pin: bool = False
    evidence: tuple[Evidence, ...] = ()


class ResultCorrected(Event, frozen=True, tag="result_corrected.1"):
    """The chef de table put other dice in the place of a confirmed result; the first are kept."""

    round: int
    dice: Faces
    reason: str
    by: Who = "chef"
    pin: bool = False


class LinkRestored(Event, frozen=True, tag="link_restored.1"):
    """The accepted device is heard."""


class LinkInterrupted(Event, frozen=True, tag="link_interrupted.1"):
    """The accepted device is no longer heard: a shake may pass unseen."""


class DeviceAccepted(Event, frozen=True, tag="device_accepted.1"):
    """From now on only this device is believed. `first_use`: it was the first one heard."""

    device: str
    first_use: bool
    by: Who
    pin: bool = False


class AlarmRaised(Event, frozen=True, tag="alarm_raised.1"):
    """A warning for the croupier. `key` names the draw it is about, if any."""

    alarm: Alarm
    key: str | None = None


class AlarmAcknowledged(Event, frozen=True, tag="alarm_acknowledged.1"):
    """The chef de table has taken note."""

    id: int
    by: Who = "chef"
    pin: bool = False


class PinSet(Event, frozen=True, tag="pin_set.1"):
    """A role's PIN was set or changed. The PIN itself is nowhere in the journal."""

    role: Role
    by: Who
    changed: bool


class PinRefused(Event, frozen=True, tag="pin_refused.1"):
    """A wrong PIN was given for this role."""

    role: Role
    failures: int


class PinAccepted(Event, frozen=True, tag="pin_accepted.1"):
    """The right PIN opened this role's page."""

    role: Role


class TrustChanged(Event, frozen=True, tag="trust_changed.1"):
    """The journal can, or can no longer, be trusted (repair, failed verify, impossible clock)."""

    untrusted: bool
    why: str


AnyEvent = (
    ProgramStarted
    | ProgramStopped
    | TableOpened
    | TableClosed
    | ShakeStarted
    | BetsOpened
    | BetsClosed
    | BettingReopened
    | BellLifted
    | DrawHeard
    | ShakerMoved
    | ShakerRestarted
    | ReadingSealed
    | DiceProposed
    | VoidSuggested
    | ResultConfirmed
    | RoundVoided
    | ResultCorrected
    | LinkRestored
    | LinkInterrupted
    | DeviceAccepted
    | AlarmRaised
    | AlarmAcknowledged
    | PinSet
    | PinRefused
    | PinAccepted
    | TrustChanged
)
