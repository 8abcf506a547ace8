"""The console's JSON lines become commands (contract: « console », « In »)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from tabledisplay.game.commands import (
    AcceptDevice,
    Acknowledge,
    CloseBets,
    CloseTable,
    Command,
    ConfirmDice,
    CorrectResult,
    EndShake,
    EnterDice,
    LiftBell,
    OpenTable,
    ReopenBets,
    SetPin,
    StartShake,
    VoidRound,
)
from tabledisplay.game.decide import Refused
from tabledisplay.game.parts import EntryReason, Role, VoidReason
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.money import parse_money

LONGEST_TEXT = 200
LARGEST_NUMBER = 10**9


@dataclass(frozen=True, slots=True)
class Asked:
    """One line understood. `command` is None for `state` and `quit`."""

    do: str
    id: object
    pin: str | None
    command: Command | None


class Unfit(Exception):  # noqa: N818 - a line that is refused, not an error of ours
    """The line cannot be a command; `detail` names the sentence."""

    def __init__(self, detail: str, field: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field


def read(line: str) -> Asked | tuple[Refused, object]:
    """The command a line asks for, or its refusal with the id to echo."""
    do, echo = "", None
    try:
        fields = _object(line)
        echo = fields.get("id")
        given = fields.get("do")
        do = given if isinstance(given, str) else ""
        pin = fields.get("pin")
        if pin is not None and not isinstance(pin, str):
            raise Unfit("bad_field", "pin")
        if do in ("state", "quit"):
            return Asked(do, echo, pin, None)
        return Asked(do, echo, pin, _command(do, fields))
    except Unfit as unfit:
        detail = f"{unfit.detail}:{unfit.field}" if unfit.field else unfit.detail
        return Refused(do, "bad_input", detail), echo


def _command(do: str, fields: Mapping[str, Any]) -> Command:
    if do in PLAIN:
        return PLAIN[do]
    if do in READERS:
        return READERS[do](fields)
    raise Unfit("unknown_do")


def _object(line: str) -> Mapping[str, Any]:
    try:
        fields = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Unfit("not_json") from None
    if not isinstance(fields, dict):
        raise Unfit("not_json")
    return fields


def _no_constant(word: str) -> None:
    """NaN and the infinities are not JSON, whatever Python's parser thinks."""
    raise ValueError(word)


def _dice(fields: Mapping[str, Any]) -> Dice:
    try:
        return Dice.of(*fields["dice"])
    except (KeyError, TypeError, ValueError):
        raise Unfit("bad_dice") from None


def _text(fields: Mapping[str, Any], field: str) -> str:
    value = fields.get(field)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise Unfit("bad_field", field)
    return value


def _number(fields: Mapping[str, Any], field: str) -> int:
    value = fields.get(field)
    if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
        raise Unfit("bad_field", field)
    return value


def _one_of(fields: Mapping[str, Any], field: str, choices: object) -> Any:  # noqa: ANN401 - one value of a Literal, which has no name for mypy
    value = fields.get(field)
    if value not in get_args(choices):
        raise Unfit("bad_field", field)
    return value


def _open_table(fields: Mapping[str, Any]) -> OpenTable:
    try:
        minimum = parse_money(fields.get("minimum"))
    except ValueError:
        raise Unfit("bad_minimum") from None
    return OpenTable(minimum, _text(fields, "float_ref") if "float_ref" in fields else "")


def _enter_dice(fields: Mapping[str, Any]) -> EnterDice:
    reason = None
    if fields.get("reason") is not None:
        reason = _one_of(fields, "reason", EntryReason)
    return EnterDice(_dice(fields), reason)


def _void(fields: Mapping[str, Any]) -> VoidRound:
    reason = None
    if fields.get("reason") is not None:
        reason = _one_of(fields, "reason", VoidReason)
    return VoidRound(reason, None if fields.get("round") is None else _number(fields, "round"))


def _correct(fields: Mapping[str, Any]) -> CorrectResult:
    return CorrectResult(_number(fields, "round"), _dice(fields), _text(fields, "reason"))


def _acknowledge(fields: Mapping[str, Any]) -> Acknowledge:
    return Acknowledge(_number(fields, "id"))


def _set_pin(fields: Mapping[str, Any]) -> SetPin:
    return SetPin(_one_of(fields, "role", Role), _text(fields, "new"))


def _accept_device(fields: Mapping[str, Any]) -> AcceptDevice:
    device = _text(fields, "device").strip()
    if not 1 <= len(device) <= 24 or not device.isascii():
        raise Unfit("bad_field", "device")
    return AcceptDevice(device.upper())


PLAIN: Mapping[str, Command] = {
    "close_table": CloseTable(),
    "start_shake": StartShake(),
    "end_shake": EndShake(),
    "close_bets": CloseBets(),
    "reopen_bets": ReopenBets(None),
    "lift_bell": LiftBell(),
    "confirm": ConfirmDice(),
}
"""The words that bring no fields of their own; time is added by the table."""

READERS: Mapping[str, Callable[[Mapping[str, Any]], Command]] = {
    "open_table": _open_table,
    "enter_dice": _enter_dice,
    "void": _void,
    "correct": _correct,
    "acknowledge": _acknowledge,
    "accept_device": _accept_device,
    "set_pin": _set_pin,
}
"""How the fields of the other words are read; the rule set is added by the table."""
