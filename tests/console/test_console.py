"""The console end to end: bytes on a pty to JSON lines, through the real link and journal."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cases.bench import HEARTBEAT, V, line
from tests.cases.test_serial import LEAK, SETTLED
from tests.console.program import Program, Pty, run


@pytest.fixture
def pty() -> Pty:
    return Pty()


def opened(program: Program, pty: Pty) -> None:
    """The cases' preamble: a fresh table in READY, the device accepted by its first heartbeat."""
    assert program.ask("open_table", minimum=5, float_ref="A-17")["refused"] is None
    program.hears(pty, HEARTBEAT, lambda told: told["croupier"]["link"] == "connected")
    assert program.last["croupier"]["device"] == "0000A7F3"


def test_a_round_from_bytes_to_the_public(tmp_path: Path, pty: Pty) -> None:
    with Program(tmp_path, pty.path) as program:
        assert program.last["phase"] == "closed"
        assert program.last["round"] == 0
        opened(program, pty)
        program.hears(pty, SETTLED, lambda told: told["phase"] == "bets_open")
        assert program.ask("close_bets")["phase"] == "no_more_bets"
        told = program.hears(pty, V, lambda told: told["phase"] == "proposed")
        assert told["croupier"]["proposed"] == [2, 5, 5]
        assert told["croupier"]["proposed_from"] == "device"
        assert told["public"]["phase"] == "no_more_bets"
        assert told["public"]["dice"] is None
        told = program.ask("confirm")
        assert told["public"]["dice"] == [2, 5, 5]
        assert told["public"]["tags"] == ["big"]
        assert {"box": "double:5", "pays": 10} in told["public"]["boxes"]
        assert told["public"]["limits"] == {
            "minimum": 5,
            "maximum": 100,
            "maximum_small_big": 250,
        }
        assert program.quit() == (0, "")
    listed = run("rounds", "--data", str(tmp_path), "--format", "jsonl")
    (row,) = [json.loads(text) for text in listed.stdout.splitlines()]
    assert (row["opening"], row["round"], row["dice"], row["manual"]) == (1, 1, [2, 5, 5], False)
    assert run("verify", "--data", str(tmp_path)).returncode == 0


def test_a_leak_stands_in_no_file(tmp_path: Path, pty: Pty) -> None:
    with Program(tmp_path, pty.path) as program:
        opened(program, pty)
        for command in ("start_shake", "end_shake", "close_bets"):
            program.ask(command)
        leaks = ["leak"]
        program.hears(
            pty, LEAK, lambda told: [a["code"] for a in told["croupier"]["alarms"]] == leaks
        )
        assert program.quit()[0] == 0
    for file in tmp_path.rglob("*"):
        if file.is_file():
            held = file.read_bytes()
            assert b"6,6,6" not in held
            assert b"6-6-6" not in held


def test_unplugged_by_hand_and_back(tmp_path: Path, pty: Pty) -> None:
    with Program(tmp_path, pty.path) as program:
        opened(program, pty)
        pty.write(SETTLED[:20])
        pty.unplug()
        program.until(lambda told: told["croupier"]["link"] == "lost")
        for command in ("start_shake", "end_shake", "close_bets"):
            assert program.ask(command)["refused"] is None
        told = program.ask("enter_dice", dice=[4, 1, 2], reason="device_silent")
        assert told["phase"] == "proposed"
        told = program.ask("confirm")
        assert told["public"]["history"][0]["manual"] is True
        assert program.end_input() == (0, "")


def test_killed_in_a_round_it_goes_on_where_it_was(tmp_path: Path, pty: Pty) -> None:
    with Program(tmp_path, pty.path) as program:
        opened(program, pty)
        program.hears(pty, SETTLED, lambda told: told["phase"] == "bets_open")
        program.ask("close_bets")
        program.kill()
    with Program(tmp_path, pty.path) as program:
        assert program.last["phase"] == "no_more_bets"
        assert program.last["round"] == 1
        refused = program.ask("reopen_bets")["refused"]
        assert refused["code"] == "too_late"
        told = program.hears(pty, V, lambda told: told["phase"] == "proposed")
        assert told["croupier"]["proposed"] == [2, 5, 5]
        program.ask("confirm")
        assert program.quit()[0] == 0


def test_after_a_restart_a_draw_whose_shake_was_not_heard_is_not_proposed(
    tmp_path: Path, pty: Pty
) -> None:
    with Program(tmp_path, pty.path) as program:
        opened(program, pty)
        for command in ("start_shake", "end_shake", "close_bets"):
            program.ask(command)
        program.kill()
    with Program(tmp_path, pty.path) as program:
        unseen = ["shake_unseen"]
        program.hears(
            pty, V, lambda told: [a["code"] for a in told["croupier"]["alarms"]] == unseen
        )
        assert program.last["croupier"]["proposed"] is None
        program.ask("enter_dice", dice=[2, 5, 5])
        assert program.ask("confirm")["public"]["dice"] == [2, 5, 5]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("{", "bad_input"),
        ("[]", "bad_input"),
        ('{"do":7}', "bad_input"),
        ('{"do":"dance"}', "bad_input"),
        ('{"do":"open_table"}', "bad_input"),
        ('{"do":"open_table","minimum":0}', "bad_input"),
        ('{"do":"open_table","minimum":NaN}', "bad_input"),
        ('{"do":"open_table","minimum":5,"pin":5}', "bad_input"),
        ('{"do":"confirm"}', "wrong_phase"),
        ('{"do":"enter_dice","dice":[1,2,7]}', "bad_input"),
        ('{"do":"enter_dice","dice":"123"}', "bad_input"),
        ('{"do":"enter_dice","dice":[1,2,3]}', "wrong_phase"),
        ('{"do":"acknowledge","id":99}', "bad_input"),
        ('{"do":"set_pin","role":"chef","new":"12"}', "bad_input"),
        ('{"do":"set_pin","role":"king","new":"123456"}', "bad_input"),
        ("[" * 100_000, "bad_input"),
        ("é\x00" * 50_000, "bad_input"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(typed: str, code: str, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        program.type(typed)
        told = program.next()
        assert told["refused"]["code"] == code
        assert told["refused"]["text"]
        assert told["phase"] == "closed"
        assert program.state()["refused"] is None
        assert program.quit() == (0, "")


def test_one_line_a_command_and_one_an_event(tmp_path: Path, pty: Pty) -> None:
    with Program(tmp_path, pty.path) as program:
        opened(program, pty)
        program.state()
        before = len(program.all)
        for command in ("start_shake", "end_shake", "close_bets"):
            program.ask(command)
        links = [told["croupier"]["link"] for told in program.all[before - 1 :]]
        changes = sum(link != last for last, link in pairwise(links))
        of_link = sum(told["id"] is None for told in program.all[before:])
        assert (len(program.all), of_link) == (before + 3 + changes, changes)
        pty.write(line("SLP1,0000A7F3,0C21,0042,0001DE58,HB,I,C,S,0100,00"))
        pty.write(b"$noise\r\n")
        program.hears(pty, V, lambda told: told["phase"] == "proposed")
        assert program.state()["croupier"]["counters"]["good"] >= 3


def test_pins_guard_the_chefs_commands(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        assert program.ask("set_pin", role="chef", new="246810")["refused"] is None
        assert program.ask("open_table", minimum=5)["refused"]["code"] == "pin_required"
        assert program.ask("open_table", minimum=5, pin="000000")["refused"]["code"] == "pin_wrong"
        assert program.ask("open_table", minimum=2.5, pin="246810")["refused"] is None
        assert program.last["public"]["limits"]["maximum"] == 50
        assert (
            program.ask("set_pin", role="chef", new="111111")["refused"]["code"] == "pin_required"
        )
        program.kill()
    with Program(tmp_path) as program:
        for _ in range(5):
            assert program.ask("close_table", pin="999999")["refused"]["code"] == "pin_wrong"
        assert program.ask("close_table", pin="246810")["refused"]["code"] == "pin_locked"
        assert program.ask("start_shake")["refused"] is None
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert b"246810" not in file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("bogus",), 2),
        (("console", "--port", "nonsense://x"), 2),
        (("payout", "sicbo", "1", "2"), 2),
        (("rounds", "--last", "x"), 2),
    ],
)
def test_bad_usage_is_one_clear_line(arguments: tuple[str, ...], code: int, tmp_path: Path) -> None:
    ended = run(*arguments, "--data", str(tmp_path))
    assert ended.returncode == code
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ended.stderr


def test_broken_settings_name_the_line(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[table]\nname = "x"\nfoo = 1\n', encoding="utf-8")
    ended = run("console", "--data", str(tmp_path))
    assert ended.returncode == 2
    assert "ligne 3" in ended.stderr
    ended = run("console", "--data", str(tmp_path), "--lang", "en")
    assert "line 3" in ended.stderr


def test_a_journal_that_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"something else entirely" * 100)
    ended = run("console", "--data", str(tmp_path))
    assert ended.returncode in (0, 2)
    assert "Traceback" not in ended.stderr
    assert b"something else entirely" in (tmp_path / "journal.db").read_bytes()


def test_a_console_whose_input_was_closed_before_it_began_ends_at_once(tmp_path: Path) -> None:
    """« End of input is quit »"""
    closed = ("sh", "-c", 'exec "$@" <&-', "sh")
    with Program(tmp_path, under=closed) as program:
        assert program.last["phase"] == "closed"
        assert program.ended() == (0, "")
