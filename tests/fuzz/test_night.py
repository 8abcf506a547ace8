"""Whatever a line does to a shaker's words: no false draw, no exception, no leak, and it recovers.

TABLEDISPLAY_NIGHTS=5000 plays more of them than an ordinary run.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tabledisplay.croupier_view import LinkState
from tabledisplay.rules.dice import FACES
from tests.fuzz.line import SpoiledLine, Trouble, troubles
from tests.fuzz.night import Night, Twist

NIGHTS = int(os.environ.get("TABLEDISPLAY_NIGHTS", "100"))

face = st.sampled_from(FACES)
rounds = st.lists(st.tuples(st.tuples(face, face, face), st.sampled_from(Twist)), max_size=6)


@settings(max_examples=NIGHTS)
@given(script=rounds, spoiled=troubles())
def test_no_line_makes_a_false_draw(
    script: list[tuple[tuple[int, int, int], Twist]], spoiled: list[Trouble | None]
) -> None:
    with TemporaryDirectory() as folder:
        night = Night(Path(folder), SpoiledLine(spoiled))
        for dice, twist in script:
            night.play(dice, twist)
        history = night.bench.public.history[: len(night.results)]
        assert [mark.dice for mark in reversed(history)] == night.results

        counters = night.bench.croupier.counters
        if night.line.whole:
            assert (counters.bad_crc, counters.noise, counters.unknown) == (0, 0, 0)
            assert counters.rejected == 0
        assert counters.repeats <= counters.good

        # One whole frame is enough to be heard again.
        night.line.heal()
        before = counters.good
        night.passes(1.0)
        assert night.bench.croupier.link is LinkState.CONNECTED
        assert night.bench.croupier.counters.good > before


@settings(max_examples=NIGHTS)
@given(script=st.lists(st.tuples(face, face, face), min_size=1, max_size=4))
def test_a_clean_line_needs_no_hand(script: list[tuple[int, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        night = Night(Path(folder), SpoiledLine(()))
        for dice in script:
            night.play(dice, Twist.NOTHING)
        history = night.bench.public.history
        assert [mark.dice for mark in reversed(history)] == night.results
        assert not any(mark.manual for mark in history)
        assert night.bench.alarms == []
