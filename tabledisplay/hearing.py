"""Turns what a shaker says into what the game decides on. The shaker knows no game."""

from __future__ import annotations

from typing import assert_never

from tabledisplay.game import frames, readings
from tabledisplay.game.draft import Draft
from tabledisplay.game.events import (
    DeviceAccepted,
    LinkInterrupted,
    LinkRestored,
    ShakerRestarted,
)
from tabledisplay.game.held import Held, Reading
from tabledisplay.links import Links
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import (
    DeviceRestarted,
    FaultNoted,
    IdentityHeard,
    LeakHeard,
    Message,
    OtherVersion,
    PortChanged,
    Presence,
    ReadingHeard,
    StateHeard,
    TrafficCounted,
)


def hear(
    draft: Draft, held: Held, links: Links, message: Message, *, automatic: bool
) -> tuple[Held, readings.Counted]:
    """Tell the draft what one message leads to; strangers' frames lead to nothing.

    Returns what is held in memory after it, and which counter it adds to.
    """
    match message:
        case Presence() | PortChanged() | TrafficCounted() | IdentityHeard() | OtherVersion():
            links.hear(message, draft.state.device)
            note_link(draft, links)
        case StateHeard(key=key, state=state, lid=lid):
            if key.device == draft.state.device:
                frames.judge(draft, frames.Spoken(str(key), state.value, lid and lid.value))
        case ReadingHeard(key=key):
            if key.device == draft.state.device:
                return readings.judge(draft, held, _reading(message), automatic=automatic)
        case LeakHeard(key=key):
            if key.device == draft.state.device:
                draft.alarm("leak", str(key))
        case DeviceRestarted(device=device, boot=boot):
            if device == draft.state.device:
                draft.tell(ShakerRestarted(at=draft.at, device=device, boot=boot))
        case FaultNoted():
            pass
        case _:
            assert_never(message)
    return held, None


def note_link(draft: Draft, links: Links) -> None:
    """The first device heard is accepted once; the link to it comes and goes."""
    if draft.state.device is None and links.present:
        device = min(name for _, name in links.present)
        draft.tell(DeviceAccepted(at=draft.at, device=device, first_use=True, by="program"))
    if draft.state.connected and links.lapsed(draft.state.device):
        draft.tell(LinkInterrupted(at=draft.at))
    if not draft.state.connected and links.hears(draft.state.device):
        draft.tell(LinkRestored(at=draft.at))


def _reading(heard: ReadingHeard) -> Reading:
    dice = None if heard.dice is None else Dice(heard.dice)
    return Reading(str(heard.key), dice, heard.quality, heard.late, heard.lid_known)
