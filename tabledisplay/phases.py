"""`tabledisplay phases`: the phase table as a Mermaid diagram, drawn from the table itself."""

from __future__ import annotations

from decimal import Decimal

from tabledisplay.game.commands import (
    ALLOWED,
    CloseBets,
    CloseTable,
    Command,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    ReopenBets,
    StartShake,
    VoidRound,
    name,
)
from tabledisplay.game.decide import Actor, Refused, decide
from tabledisplay.game.draft import Draft
from tabledisplay.game.held import Held
from tabledisplay.game.state import Phase, TableState
from tabledisplay.rules.dice import Dice
from tabledisplay.table import SystemClock

MOVES: tuple[Command, ...] = (
    OpenTable(Decimal(1)),
    StartShake(),
    EndShake(),
    CloseBets(),
    ReopenBets(0.0),
    EnterDice(Dice.of(1, 2, 3)),
    ConfirmDice(),
    VoidRound("other"),
    CloseTable(),
)
"""One command of each kind that can move a phase."""


def diagram() -> str:
    """A Mermaid state diagram: every move that `decide` really makes, found by trying them all."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.CLOSED}"]
    for phase, state in sorted(_reached().items(), key=lambda found: list(Phase).index(found[0])):
        for command in MOVES:
            target = _after(state, command)
            if target is not None and target.phase is not phase:
                role = ALLOWED[phase].get(name(command))
                label = f"{name(command)} ({role})" if role else name(command)
                lines.append(f"    {phase} --> {target.phase}: {label}")
    return "\n".join(lines)


def _reached() -> dict[Phase, TableState]:
    """A state in every phase, reached by the commands from a closed table."""
    found = {Phase.CLOSED: TableState()}
    waiting = list(found.values())
    while waiting:
        state = waiting.pop()
        for command in MOVES:
            target = _after(state, command)
            if target is not None and target.phase not in found:
                found[target.phase] = target
                waiting.append(target)
    return found


def _after(state: TableState, command: Command) -> TableState | None:
    draft = Draft(state, SystemClock().now())
    refused = decide(draft, Held(), command, Actor(chef=True))
    return None if isinstance(refused, Refused) else draft.state
