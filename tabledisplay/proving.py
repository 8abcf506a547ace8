"""Who asks: the PIN that a command needs or brings is proved before the game decides anything."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import assert_never

from tabledisplay.game.commands import (
    Command,
    ConfirmDice,
    EnterDice,
    SetPin,
    is_allowed,
    name,
    role_needed,
)
from tabledisplay.game.decide import Actor, Refused
from tabledisplay.game.parts import Role
from tabledisplay.game.state import TableState
from tabledisplay.pins import Pins, Verdict, is_pin


def who_asks(
    state: TableState, pins: Pins, command: Command, pin: str | None, at: datetime
) -> Actor | Refused:
    """The croupier, or the role whose PIN is right; a role without a PIN needs none."""
    if isinstance(command, SetPin):
        if not is_pin(command.new):
            return Refused(name(command), "bad_input", "pin_form")
        role: Role | None = command.role
    elif not is_allowed(state, command):
        return Actor()
    else:
        role = role_needed(state, command)
        if pin is not None and isinstance(command, EnterDice | ConfirmDice):
            role = "chef"
    if role is None:
        return Actor()
    if role not in pins.set_roles:
        return Actor(chef=role == "chef")
    if pin is None:
        return Refused(name(command), "pin_required", role, role)
    refused = proved(pins, name(command), role, pin, at)
    return refused or Actor(chef=role == "chef", pin=True)


def proved(pins: Pins, do: str, role: Role, pin: str, at: datetime) -> Refused | None:
    """Why the PIN does not open what the role may do; None if it does. KeyError: none is set."""
    try:
        verdict = pins.judge(role, pin, at.timestamp())
    except OSError:
        return Refused(do, "journal_failed")
    match verdict:
        case Verdict.RIGHT:
            return None
        case Verdict.LOCKED:
            return Refused(do, "pin_locked", role, role)
        case Verdict.WRONG:
            return Refused(do, "pin_wrong", role, role)
        case _:
            assert_never(verdict)


def with_new_pin(pins: Pins, command: Command, journaled: Callable[[], bool]) -> bool:
    """Whether the command was journaled; a new PIN is on disk before, and gone again if not."""
    if not isinstance(command, SetPin):
        return journaled()
    before = pins.kept
    try:
        pins.set(command.role, command.new)
    except OSError:
        return False
    if journaled():
        return True
    with suppress(OSError):
        pins.put_back(before)
    return False
