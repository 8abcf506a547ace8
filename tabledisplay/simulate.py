"""`simulate`: a pretend shaker alone, on a pseudo-terminal or a TCP port."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tabledisplay.shaker.frames import Face
from tabledisplay.shaker.pretend_port import PretendPort, TcpPort, serve
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.shaker.spoil import FAULTS
from tabledisplay.shaker.voice import FACES, Dice
from tabledisplay.trouble import KnownTrouble, echoed
from tabledisplay.words import Words

SLOWEST: Final = 0.01
FASTEST: Final = 1000.0
_ROUND: Final = re.compile("([1-6])[ \t]+([1-6])[ \t]+([1-6])")
_NUMBER: Final = re.compile("[0-9]{1,18}")
_FACTOR: Final = re.compile("[0-9]{1,6}([.,][0-9]{1,6})?")
_ADDRESS: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]]*)):([0-9]{1,5})")


def add_simulate_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    words: Words,
    parents: Sequence[argparse.ArgumentParser] = (),
) -> None:
    """Adds `simulate` to the command line."""
    say = words.say
    parser = commands.add_parser(
        "simulate", help=say("simulate.help"), parents=parents, allow_abbrev=False
    )
    parser.add_argument("--pty", metavar="PATH", help=say("simulate.help_pty"))
    parser.add_argument("--tcp", metavar="HOST:PORT", help=say("simulate.help_tcp"))
    parser.add_argument("--seed", metavar="N", help=say("simulate.help_seed"))
    parser.add_argument("--rounds", metavar="FILE", help=say("simulate.help_rounds"))
    parser.add_argument(
        "--fault",
        metavar="NAME",
        nargs="+",
        action="extend",
        default=[],
        help=say("simulate.help_fault"),
    )
    parser.add_argument("--speed", metavar="X", help=say("simulate.help_speed"))
    parser.add_argument("--list-faults", action="store_true", help=say("simulate.help_list_faults"))


def run_simulate(args: argparse.Namespace, words: Words) -> int:
    """Speaks until it is interrupted or terminated; 0. KnownTrouble: an option is no good."""
    if args.list_faults:
        width = max(map(len, FAULTS))
        for name in FAULTS:
            sys.stdout.write(f"{name:{width}}  {words.say(f'simulate.fault_{name}')}\n")
        return 0
    shaker = SimulatedShaker(
        None if args.rounds is None else read_rounds(Path(args.rounds)),
        seed=None if args.seed is None else _seed(args.seed),
        speed=1.0 if args.speed is None else _speed(args.speed),
        faults=_faults(args.fault),
    )
    with closing(_port(args)) as port:
        stop = _stop_on_signals()
        sys.stdout.write(words.say("simulate.speaks", url=port.url) + "\n")
        sys.stdout.flush()
        serve(shaker, port, stop)
    return 0


def read_rounds(path: Path) -> tuple[Dice, ...]:
    """The rounds of a file, `d d d` a line, empty lines apart. KnownTrouble names the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as trouble:
        why = trouble.strerror if isinstance(trouble, OSError) else "UTF-8"
        raise KnownTrouble("simulate.rounds_unread", path=path, why=why) from None
    rounds = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        found = _ROUND.fullmatch(line.strip())
        if found is None:
            raise KnownTrouble("simulate.bad_round", path=path, line=number, given=echoed(line))
        a, b, c = (_face(digit) for digit in found.groups())
        rounds.append((a, b, c))
    if not rounds:
        raise KnownTrouble("simulate.no_rounds", path=path)
    return tuple(rounds)


def _face(digit: str) -> Face:
    return FACES[int(digit) - 1]


def _seed(given: str) -> int:
    if _NUMBER.fullmatch(given) is None:
        raise KnownTrouble("simulate.bad_seed", given=echoed(given))
    return int(given)


def _speed(given: str) -> float:
    speed = float(given.replace(",", ".")) if _FACTOR.fullmatch(given) else 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise KnownTrouble("simulate.bad_speed", given=echoed(given))
    return speed


def _faults(given: Sequence[str]) -> Sequence[str]:
    for name in given:
        if name not in FAULTS:
            raise KnownTrouble("simulate.bad_fault", given=echoed(name))
    return given


def _port(args: argparse.Namespace) -> PretendPort:
    if (args.pty is None) == (args.tcp is None):
        raise KnownTrouble("simulate.one_port")
    if args.tcp is not None:
        found = _ADDRESS.fullmatch(args.tcp)
        if found is None or int(found[3]) > 65_535:
            raise KnownTrouble("simulate.bad_address", given=echoed(args.tcp))
        return TcpPort(found[1] or found[2] or "127.0.0.1", int(found[3]))
    if sys.platform == "win32":
        raise KnownTrouble("simulate.no_pty")
    from tabledisplay.shaker.pretend_port import PtyPort

    return PtyPort(Path(args.pty))


def _stop_on_signals() -> threading.Event:
    """An event that Ctrl-C, SIGTERM or a closed terminal sets."""
    stop = threading.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: stop.set())
    return stop
