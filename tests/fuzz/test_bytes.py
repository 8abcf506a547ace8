"""Any bytes at all, in any phase, from the port to the screens: no exception, and no dice of them.

What a person asks in between is random too, refusals included.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tabledisplay.console_asked import Asked, read
from tabledisplay.console_told import told
from tabledisplay.game.commands import CloseBets, EndShake, EnterDice, StartShake
from tabledisplay.game.decide import Refused
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.slp1 import seal
from tabledisplay.words import Words
from tests.cases.bench import Bench
from tests.fuzz.test_night import NIGHTS

WORDS = Words("fr")

field = st.sampled_from(
    ["0000A7F3", "0C21", "0102", "0001DA70", "RS", "HB", "ST", "EV", "ID", "O", "C", "M", "S",
     "-", "5", "7", "00", "01", "", "?ID", "SLP2"]
)  # fmt: skip
almost = st.lists(field, max_size=14).map(lambda fields: seal(",".join(["SLP1", *fields])))
heads = st.sampled_from([b"$", b"\r\n", b"\0", b"$SLP1,0000A7F3,0C21,"])
heard = st.lists(st.binary(max_size=60) | almost | heads, max_size=30)


@settings(max_examples=NIGHTS)
@given(pieces=heard, seconds=st.lists(st.sampled_from([0.0, 0.1, 1.0, 4.0]), max_size=30))
def test_bytes_without_sense_do_nothing_but_count(
    pieces: list[bytes], seconds: list[float]
) -> None:
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for at, piece in enumerate(pieces):
            bench.hear(piece)
            if at < len(seconds):
                bench.passes(seconds[at])
            if at == len(pieces) // 2 and bench.phase is Phase.READY:
                bench.ok(StartShake(), EndShake(), CloseBets())
        assert bench.public.result is None
        if bench.phase is Phase.NO_MORE_BETS:
            assert bench.croupier.proposed is None
            bench.ok(EnterDice(Dice.of(1, 2, 3)))
            assert bench.croupier.proposed == Dice.of(1, 2, 3)
        told(bench.table.snapshot, WORDS)


values = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10), st.floats(), st.text(max_size=8),
    st.lists(st.integers(0, 7), max_size=4), st.sampled_from(["broken", "other", "0000A7F3"]),
)  # fmt: skip
names = st.sampled_from(
    ["open_table", "start_shake", "end_shake", "close_bets", "reopen_bets", "lift_bell",
     "enter_dice", "confirm", "void", "correct", "close_table", "acknowledge", "state", "dance"]
)  # fmt: skip
keys = st.sampled_from(["minimum", "float_ref", "dice", "reason", "round", "id", "device", "do"])
orders = st.builds(lambda do, more: more | {"do": do}, names, st.dictionaries(keys, values))


@settings(max_examples=NIGHTS)
@given(asked=st.lists(orders | values, max_size=40))
def test_any_order_is_answered(asked: list[object]) -> None:
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for order in asked:
            answer = read(json.dumps(order))
            refused: Refused | None = None
            if isinstance(answer, Asked):
                if answer.command is not None:
                    refused = bench.ask(answer.command, answer.pin)
            else:
                refused = answer[0]
            line = json.loads(told(bench.table.snapshot, WORDS, no=refused))
            assert line["refused"] is None or line["refused"]["text"]
            assert line["public"]["dice"] is None or line["phase"] == "confirmed"
