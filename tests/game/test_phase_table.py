"""The phase table, typed here a second time: what may be asked in each phase, and by whom."""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import get_args

import pytest

from tabledisplay.game import commands
from tabledisplay.game.commands import (
    ALLOWED,
    ALWAYS,
    NAMES,
    WHILE_OPEN,
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
    allowed,
    role_needed,
)
from tabledisplay.game.state import Phase
from tabledisplay.pins import Pins
from tabledisplay.rules.dice import Dice
from tests.game.sitting import Sitting, seated

TABLE = """
CLOSED        open_table(chef)
READY         start_shake end_shake close_table(chef)
SHAKING       end_shake void
BETS_OPEN     start_shake close_bets lift_bell void
NO_MORE_BETS  lift_bell enter_dice reopen_bets confirm void
PROPOSED      enter_dice confirm void
CONFIRMED     start_shake end_shake void(chef) close_table(chef)
VOID          start_shake end_shake close_table(chef)
"""
AT_ANY_TIME = "state acknowledge(chef) set_pin accept_device(technician) quit"
OF_CONFIRMED_ROUNDS = "correct(chef) void(chef)"


def words(row: str) -> dict[str, str | None]:
    """`void(chef)` → {"void": "chef"}; `void` → {"void": None}."""
    found = {}
    for entry in row.split():
        name, _, role = entry.rstrip(")").partition("(")
        found[name] = role or None
    return found


ROWS: Mapping[str, Mapping[str, str | None]] = {
    line.split()[0]: words(line.partition(" ")[2]) for line in TABLE.strip().splitlines()
}

ONE_OF_EACH: tuple[Command, ...] = (
    OpenTable(Decimal(5)),
    CloseTable(),
    StartShake(),
    EndShake(),
    CloseBets(),
    ReopenBets(None),
    LiftBell(),
    EnterDice(Dice.of(1, 2, 4)),
    ConfirmDice(),
    VoidRound("broken"),
    CorrectResult(1, Dice.of(6, 6, 5), "mal lu"),
    Acknowledge(1),
    AcceptDevice("0000BEEF"),
    SetPin("chef", "123456"),
)

pairs = pytest.mark.parametrize(
    ("phase", "command"),
    [
        pytest.param(phase, command, id=f"{phase}-{NAMES[type(command)]}")
        for phase in Phase
        for command in ONE_OF_EACH
    ],
)


def test_the_table_has_no_hole() -> None:
    assert set(ALLOWED) == set(Phase)
    assert {type(command) for command in ONE_OF_EACH} == set(NAMES) == set(get_args(Command))
    known = {word for row in (*ALLOWED.values(), WHILE_OPEN, ALWAYS) for word in row}
    assert known == {*NAMES.values(), "state", "quit"}


def test_the_table_is_the_one_that_was_agreed() -> None:
    assert {phase.name: dict(row) for phase, row in ALLOWED.items()} == ROWS
    assert dict(ALWAYS) == words(AT_ANY_TIME)
    assert dict(WHILE_OPEN) == words(OF_CONFIRMED_ROUNDS)


def test_names_of_phases_are_published() -> None:
    """« Names: closed ready shaking bets_open no_more_bets proposed confirmed void »"""
    names = "closed ready shaking bets_open no_more_bets proposed confirmed void"
    assert [phase.value for phase in Phase] == names.split()


def expected(phase: Phase, word: str, confirmed: bool) -> bool:
    row = {**ROWS[phase.name], **words(AT_ANY_TIME)}
    if confirmed and phase is not Phase.CLOSED:
        row |= words(OF_CONFIRMED_ROUNDS)
    return word in row


@pytest.mark.parametrize(
    ("phase", "command", "confirmed"),
    [
        pytest.param(phase, command, confirmed, id=f"{phase}-{NAMES[type(command)]}-{confirmed}")
        for phase in Phase
        for command in ONE_OF_EACH
        for confirmed in (False, True)
        if not (confirmed and phase is Phase.READY)  # before the first round of an opening
    ],
)
def test_each_command_in_each_phase(phase: Phase, command: Command, confirmed: bool) -> None:
    """« one table; panel, console and `decide` read it »"""
    sitting = Sitting()
    if confirmed:
        sitting.to(Phase.READY).round(1, 1, 2)
    if not (confirmed and phase is Phase.CONFIRMED):
        if confirmed and phase is Phase.CLOSED:
            sitting.must(CloseTable())
        sitting.to(phase)
    confirmed = confirmed or phase is Phase.CONFIRMED
    word = NAMES[type(command)]
    before, events = sitting.state, len(sitting.journal.bodies)
    code = sitting.do(command)
    if not expected(phase, word, confirmed):
        assert code == "wrong_phase"
        assert (sitting.state, len(sitting.journal.bodies)) == (before, events)
    else:
        assert code != "wrong_phase"
        assert code is None or (word, code) in {
            ("confirm", "no_dice"),  # * in NO_MORE_BETS
            ("acknowledge", "bad_input"),  # there is no alarm
            ("void", "bad_input"),  # the latest round is void already
            ("set_pin", "journal_failed"),  # there is no folder for the file
        }


@pairs
def test_listed_as_allowed_is_what_is_not_refused_for_its_phase(
    phase: Phase, command: Command
) -> None:
    """« `allowed` (sorted names of the table above) »"""
    sitting = Sitting().to(phase)
    listed = sitting.croupier.allowed
    assert list(listed) == sorted(set(listed))
    assert {"state", "quit"} <= set(listed)
    assert (NAMES[type(command)] in listed) == (sitting.do(command) != "wrong_phase")


def test_void_and_correct_are_listed_only_where_some_round_would_take_them() -> None:
    """« `allowed` lists void and correct only where some round would take them. »"""
    sitting = Sitting().to(Phase.READY)
    assert not {"void", "correct"} & set(sitting.croupier.allowed)
    sitting.must(StartShake())
    assert "void" in sitting.croupier.allowed
    assert "correct" not in sitting.croupier.allowed
    sitting.must(VoidRound("other"))
    assert not {"void", "correct"} & set(sitting.croupier.allowed)
    sitting.round(1, 2, 3)
    assert {"void", "correct"} <= set(sitting.croupier.allowed)
    for phase in (Phase.SHAKING, Phase.BETS_OPEN, Phase.NO_MORE_BETS, Phase.PROPOSED):
        assert {"void", "correct"} <= set(sitting.to(phase).croupier.allowed)
    sitting.must(VoidRound("other"))
    assert {"void", "correct"} <= set(sitting.croupier.allowed)
    sitting.must(VoidRound("other", round=2))
    assert not {"void", "correct"} & set(sitting.croupier.allowed)
    sitting.must(CloseTable())
    assert not {"void", "correct"} & set(sitting.croupier.allowed)
    sitting.to(Phase.READY)
    assert not {"void", "correct"} & set(sitting.croupier.allowed), "rounds of another opening"


@pytest.fixture(scope="module")
def both_pins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pins") / "pins.json"
    pins = Pins(path)
    pins.set("chef", "111111")
    pins.set("technician", "222222")
    return path


@pairs
def test_a_role_is_asked_for_its_pin_once_one_is_set(
    phase: Phase, command: Command, both_pins: Path
) -> None:
    """« `(chef)`, `(technician)`: the role's PIN, if one is set. »"""
    sitting = Sitting()
    sitting.to(phase)
    word = NAMES[type(command)]
    row = {**ROWS[phase.name], **words(AT_ANY_TIME)}
    if phase is Phase.CONFIRMED:
        row |= words(OF_CONFIRMED_ROUNDS)
    role = "chef" if word == "set_pin" else row.get(word)
    guarded = Sitting(sitting.journal, pins=Pins(both_pins))
    refused = guarded.table.submit(command)
    if word not in row:
        assert refused is not None
        assert refused.code == "wrong_phase"
    elif role is None:
        assert refused is None or refused.code not in {"pin_required", "pin_wrong"}
    else:
        assert refused is not None
        assert (refused.code, refused.detail) == ("pin_required", role)


def test_a_void_of_an_earlier_round_is_the_chefs_also_while_the_croupier_may_void(
    both_pins: Path,
) -> None:
    """« every phase but CLOSED: … void of an earlier confirmed round (chef) »"""
    sitting = Sitting().to(Phase.READY).round(1, 2, 3).to(Phase.SHAKING)
    guarded = Sitting(sitting.journal, pins=Pins(both_pins))
    assert role_needed(guarded.state, VoidRound("other")) is None
    assert role_needed(guarded.state, VoidRound("other", round=2)) is None
    assert role_needed(guarded.state, VoidRound("other", round=1)) == "chef"
    assert guarded.do(VoidRound("other", round=1)) == "pin_required"
    assert guarded.do(VoidRound("other", round=1), pin="111111") is None
    assert guarded.where == (Phase.SHAKING, 2)


def test_allowed_reads_the_table_and_nothing_else() -> None:
    state = seated().state
    assert allowed(state) == tuple(sorted({*ROWS["READY"], *words(AT_ANY_TIME)}))
    assert commands.name(StartShake()) == "start_shake"
