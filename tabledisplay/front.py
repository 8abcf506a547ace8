"""The commands that need no Qt, and the parsers of all commands (contract: « Command line »)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tabledisplay.console import Console, utf8_streams
from tabledisplay.listening import Listening
from tabledisplay.logs import Log
from tabledisplay.payout import add_payout_parser, run_payout
from tabledisplay.phases import diagram
from tabledisplay.rounds import add_rounds_parser, run_rounds
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.twenty_one_three import Ace
from tabledisplay.simulate import add_simulate_parser, run_simulate
from tabledisplay.startup import (
    Options,
    load_settings,
    make_data_folder,
    start_table,
    timezone_of,
)
from tabledisplay.verify import add_verify_parser, run_verify
from tabledisplay.words import Words

PORTS_OPEN_WITHIN = 1.0
"""Seconds that the console waits for its ports before it says that it is there."""

Front = Callable[[argparse.Namespace, Options, Words], int]


def add_commands(
    parser: argparse.ArgumentParser, common: argparse.ArgumentParser, words: Words
) -> None:
    """Adds every command with its options to the command line's parser."""
    say, parents = words.say, (common,)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help=say("main.help_run"), parents=parents)
    console = commands.add_parser("console", help=say("main.help_console"), parents=parents)
    doctor = commands.add_parser("doctor", help=say("main.help_doctor"), parents=parents)
    for takes_port in (run, console, doctor):
        takes_port.add_argument(
            "--port", action="append", metavar="URL", help=say("main.help_port")
        )
    demo = commands.add_parser("demo", help=say("main.help_demo"), parents=parents)
    demo.add_argument("--shots", type=Path, metavar="DIR", help=say("main.help_shots"))
    add_simulate_parser(commands, words, parents)
    add_payout_parser(commands, words, parents)
    add_rounds_parser(commands, words, parents)
    add_verify_parser(commands, words, parents)
    doctor.add_argument("--json", action="store_true", help=say("main.help_json"))
    commands.add_parser("phases", help=say("main.help_phases"), parents=parents)
    commands.add_parser("self-check", parents=parents)


def run_console(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    """`console`: the table as text. Quits within 2 s in any phase."""
    settings = load_settings(options)
    stdin, stdout = utf8_streams()
    console = Console(words, stdout)
    listening = Listening(settings.shaker, console.deliver)
    make_data_folder(options.data)
    started = start_table(options, settings)
    started.table.on_shake = listening.shake_commanded
    log = Log(options.data / "logs", settings.data.log_mb)
    listening.start()
    listening.wait_until_tried(PORTS_OPEN_WITHIN)
    try:
        console.run(started.table, stdin)
    finally:
        listening.stop()
        started.table.stop()
        started.journal.close()
        log.close()
    return 0


def _payout(args: argparse.Namespace, options: Options, words: Words) -> int:
    rules = load_settings(options).rules
    return run_payout(args, words, ruleset=load_ruleset(rules.set), ace=Ace(rules.ace))


def _simulate(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    return run_simulate(args, words)


def _rounds(args: argparse.Namespace, options: Options, words: Words) -> int:
    return run_rounds(args, words, options.data, timezone_of(load_settings(options)))


def _verify(args: argparse.Namespace, options: Options, words: Words) -> int:
    return run_verify(args, words, options.data)


def _phases(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    sys.stdout.write(diagram() + "\n")
    return 0


COMMANDS: Mapping[str, Front] = {
    "console": run_console,
    "payout": _payout,
    "phases": _phases,
    "rounds": _rounds,
    "simulate": _simulate,
    "verify": _verify,
}
"""Each command that runs without Qt, called with (args, options, words)."""
