"""How a reading of the accepted device is judged (contract: « Readings »).

The order is: spent key → quality → dice → late → phase. The lid was judged before, in `watch`:
a reading that arrives here was taken with the bell up, or by a device that has no lid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tabledisplay.game.draft import Draft
from tabledisplay.game.events import (
    BellLifted,
    DiceProposed,
    DrawHeard,
    ReadingSealed,
    ResultConfirmed,
    VoidSuggested,
)
from tabledisplay.game.held import Held, Reading, is_weak
from tabledisplay.game.parts import VoidReason
from tabledisplay.game.state import AFTER_CLOSE, ROUND_OPEN, Current, Phase

Counted = Literal["repeats", "rejected", "late"] | None

CAUSES: tuple[tuple[int, VoidReason], ...] = (
    (0x01, "broken"),
    (0x02, "stacked"),
    (0x04, "leaning"),
    (0x08, "mixer_fault"),
)
"""Quality bits with the law's reasons (art. 55-23), in the order in which they are named."""

BETTING = frozenset({Phase.BETS_OPEN, Phase.NO_MORE_BETS})
"""Phases in which it matters for a take-back whether the bell is up."""

ALL_STEPS = frozenset({"M", "S", "lid"})
"""What must have been heard of a draw before it may be confirmed without the croupier."""


def judge(draft: Draft, held: Held, reading: Reading, *, automatic: bool) -> tuple[Held, Counted]:
    """Tell the draft what a reading means; returns what is held after it and what to count."""
    if reading.key in draft.state.spent:
        return held, "repeats"
    if reading.dice is None and not reading.flawed:
        return _rejected(draft, held, reading)
    held = replace(held, rejected=0)
    if draft.state.phase not in ROUND_OPEN:
        draft.tell(DrawHeard(at=draft.at, key=reading.key, reading=True))
        return held, "late" if reading.late else None
    first_time = reading.key not in draft.state.current.read
    if first_time:
        draft.tell(DrawHeard(at=draft.at, key=reading.key, reading=True))
    now = draft.state.current
    if reading.key in now.barred or (reading.late and now.shake_key not in (None, reading.key)):
        return held, "late" if reading.late else None
    if draft.state.phase in (Phase.SHAKING, Phase.BETS_OPEN):
        if reading.lid_known:
            draft.alarm("reading_early", reading.key)
        return _sealed(draft, held, reading, first_time), None
    if _waits_for_bell(draft, reading):
        return _sealed(draft, held, reading, first_time), None
    return weigh(draft, held, reading, automatic=automatic)


def _waits_for_bell(draft: Draft, reading: Reading) -> bool:
    """Whether only the croupier can say that the bell is up (a device without a lid)."""
    state = draft.state
    return not reading.lid_known and state.phase is Phase.NO_MORE_BETS and not state.current.bell_up


def unseal(draft: Draft, held: Held, *, automatic: bool) -> Held:
    """Judge the sealed reading again, as if heard now, once bets are closed and the bell is up.

    One that the device has contradicted meanwhile is never confirmed without the croupier.
    """
    sealed, clashed = held.sealed, held.clashed
    if sealed is None or draft.state.phase not in AFTER_CLOSE or _waits_for_bell(draft, sealed):
        return held
    held = replace(held, sealed=None, clashed=False)
    held, _ = judge(draft, held, sealed, automatic=automatic and not clashed)
    if clashed and draft.state.phase is Phase.PROPOSED:
        draft.alarm("contradiction")
    return held


def _rejected(draft: Draft, held: Held, reading: Reading) -> tuple[Held, Counted]:
    """No dice at all; but its lid still says that the bell is up, which ends the take-back."""
    state = draft.state
    if reading.lid_known and state.phase in BETTING and not state.current.bell_up:
        draft.tell(BellLifted(at=draft.at, round=state.number, by="device"))
    held = replace(held, rejected=held.rejected + 1)
    if held.rejected >= 2:
        draft.alarm("bad_dice")
    return held, "rejected"


def _sealed(draft: Draft, held: Held, reading: Reading, first_time: bool) -> Held:
    """Put the reading into the one slot; the first of a draw stays, unless it only saw badly.

    A flaw worse than that takes the place of dice, as it does once they are on the panel.
    """
    if draft.state.current.shake_key not in (None, reading.key):
        return held
    if first_time:
        draft.tell(ReadingSealed(at=draft.at, round=draft.state.number, key=reading.key))
    slot = held.sealed
    if slot is None or slot.key != reading.key:
        return replace(held, sealed=reading, clashed=False)
    strong = reading.flawed and not is_weak(reading.quality)
    gives_way = is_weak(slot.quality) if slot.flawed else strong
    if gives_way:
        return replace(held, sealed=reading)
    clash = not slot.flawed and not reading.flawed and slot.dice != reading.dice
    return replace(held, clashed=held.clashed or clash)


def weigh(draft: Draft, held: Held, reading: Reading, *, automatic: bool) -> tuple[Held, Counted]:
    """Judge a reading that may be seen: bets are closed and the bell is up."""
    state, now = draft.state, draft.state.current
    croupiers = state.phase is Phase.PROPOSED and now.proposed_from == "croupier"
    if state.phase is Phase.PROPOSED and not croupiers and _other_draw(now, reading):
        return _contradicted(draft, held, reading), None
    if now.shake_key not in (None, reading.key):
        draft.alarm("shake_unseen", reading.key)
        return held, None
    if now.flaw is not None and not is_weak(now.flaw.quality):
        if now.flaw.key != reading.key:
            return _contradicted(draft, held, reading), None
        return held, "repeats"
    if reading.flawed:
        return _flawed(draft, held, reading, croupiers)
    if state.phase is Phase.PROPOSED and not croupiers:
        if reading.dice == now.device_dice:
            return held, "repeats"
        return _contradicted(draft, held, reading), None
    if now.shake_key is None and state.unseen:
        draft.alarm("shake_unseen", reading.key)
        return held, None
    if croupiers:
        return _compared(draft, held, reading)
    _propose(draft, reading, automatic=automatic)
    return held, None


def _other_draw(now: Current, reading: Reading) -> bool:
    return now.device_key not in (None, reading.key)


def _flawed(draft: Draft, held: Held, reading: Reading, croupiers: bool) -> tuple[Held, Counted]:
    """No valid draw. Weak bits change nothing once dice were seen: a hand may hide them."""
    now = draft.state.current
    flaw = now.flaw
    if flaw is not None and (flaw.key, flaw.quality) == (reading.key, reading.quality):
        return held, "repeats"
    if is_weak(reading.quality) and (croupiers or now.device_key == reading.key):
        return held, "repeats"
    cause, die = cause_of(reading.quality)
    draft.tell(
        VoidSuggested(
            at=draft.at,
            round=draft.state.number,
            cause=cause,
            die=die,
            key=reading.key,
            quality=reading.quality,
        )
    )
    return held, None


def cause_of(quality: tuple[int, int, int, int]) -> tuple[VoidReason, int | None]:
    """The reason for a void and the first die (1-3) that has its bit, None if only the draw has."""
    q1, q2, q3, whole = quality
    union = q1 | q2 | q3 | whole
    bit, cause = next(((b, c) for b, c in CAUSES if union & b), (union, "other"))
    die = next((n for n, bits in enumerate((q1, q2, q3), start=1) if bits & bit), None)
    return cause, die


def _contradicted(draft: Draft, held: Held, reading: Reading) -> Held:
    draft.alarm("contradiction")
    return held if reading.dice is None else held.with_evidence(reading, "contradiction")


def _compared(draft: Draft, held: Held, reading: Reading) -> tuple[Held, Counted]:
    """A reading beside the croupier's entry: the same dice, those he corrected, or others."""
    now = draft.state.current
    if held.rival is None and now.disputed:
        held = replace(held, rival=reading)  # what it was, a restart has forgotten
    if reading.dice in (now.proposed, now.device_dice):
        return held, "repeats"
    if held.rival is not None:
        if held.rival.dice == reading.dice:
            return held, "repeats"
        return _contradicted(draft, held, reading), None
    held = replace(held.with_evidence(reading, "disagreement"), rival=reading)
    draft.alarm("disagreement", reading.key)
    return held, None


def _propose(draft: Draft, reading: Reading, *, automatic: bool) -> None:
    assert reading.dice is not None
    number, faces = draft.state.number, reading.dice.faces
    draft.tell(
        DiceProposed(
            at=draft.at,
            round=number,
            dice=faces,
            source="device",
            key=reading.key,
            late=reading.late,
        )
    )
    now = draft.state.current
    undoubted = not reading.late and now.suggestion is None
    if automatic and undoubted and now.shake_key == reading.key and now.steps >= ALL_STEPS:
        draft.tell(
            ResultConfirmed(at=draft.at, round=number, dice=faces, by="device", manual=False)
        )
