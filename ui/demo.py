"""`demo`: a simulated shaker on a real port, a scripted croupier, throw-away data.

Without a display, or with `--shots`, both windows of every phase are written to PNG files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    OpenTable,
    StartShake,
    VoidRound,
)
from tabledisplay.rules.dice import FACES, Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.shaker.pretend_port import PretendPort, TcpPort, serve
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.startup import Loaded, Options, load_settings
from tabledisplay.table import Table
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words
from ui.app import Stage, stand
from ui.customer.gallery import render_gallery
from ui.demo_director import CALM, QUICK, Director, Photographer
from ui.display import application, has_display

SHOTS_FOLDER = Path("demo-shots")
"""Where the pictures go if nobody says otherwise and there is no display."""

EARLIER_ROUNDS = 60
"""Rounds played before the demo is seen, so that history and statistics have something to say."""


def run(args: argparse.Namespace, options: Options, words: Words) -> int:
    """`demo`: plays until it is ended; with pictures, until every phase was seen. Exit code 0."""
    shots: Path | None = args.shots
    if shots is None and not has_display():
        shots = SHOTS_FOLDER
    if shots is not None:
        _make_folder(shots)
    app = application(words, offscreen=shots is not None)
    with (
        tempfile.TemporaryDirectory(prefix="tabledisplay-demo-") as data,
        speaking_shaker() as (
            shaker,
            url,
        ),
    ):
        own = Options(Path(data), options.config, options.lang, (url,))
        stage = Stage(own, Loaded(load_settings(own)), demo=True)
        play_earlier_rounds(stage.started.table)
        director = Director(stage.bridge, shaker, QUICK if shots else CALM)
        if shots is None:
            director.begin()
            return stand(app, stage)
        photographer = Photographer(stage.customer, stage.panel, shots)
        director.take_pictures(photographer, app.quit)
        stage.listening.start()
        director.begin()
        app.exec()
        stage.close()
    render_gallery(shots / "gallery")
    sys.stdout.write(words.say("main.shots", folder=shots.resolve()) + "\n")
    return 0


def play_earlier_rounds(table: Table) -> None:
    """An earlier opening's worth of rounds, by hand; always the same ones."""
    chance = Random(2015)  # noqa: S311 - a demonstration, not a draw
    table.submit(OpenTable(parse_money(5), "DEMO-1"))
    for number in range(EARLIER_ROUNDS):
        table.submit(StartShake())
        table.submit(EndShake())
        table.submit(CloseBets())
        if number % 23 == 11:
            table.submit(VoidRound("leaning"))
            continue
        table.submit(EnterDice(Dice.of(*(chance.choice(FACES) for _ in range(3)))))
        table.submit(ConfirmDice())


@contextmanager
def speaking_shaker() -> Iterator[tuple[SimulatedShaker, str]]:
    """A simulated shaker that does what it is told, and the real port it speaks on."""
    shaker = SimulatedShaker(by_itself=False, seed=2015)
    with (
        tempfile.TemporaryDirectory(prefix="tabledisplay-port-") as folder,
        closing(_port(Path(folder))) as port,
    ):
        stop = threading.Event()
        speaking = threading.Thread(
            target=serve, args=(shaker, port, stop), name="simulated shaker"
        )
        speaking.start()
        try:
            yield shaker, port.url
        finally:
            stop.set()
            speaking.join()


def _port(folder: Path) -> PretendPort:
    if sys.platform == "win32":
        return TcpPort("127.0.0.1", 0)
    from tabledisplay.shaker.pretend_port import PtyPort

    return PtyPort(folder / "shaker")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise KnownTrouble("main.data_folder", folder=str(folder)) from None
