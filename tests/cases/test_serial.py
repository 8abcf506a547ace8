"""The serial cases: bytes in, and what must and must not be seen of them, at every cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tabledisplay.croupier_view import LinkState
from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.public_view import Banner
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import PortChanged, PortStatus
from tests.cases.bench import OTHER_PORT, PORT, Bench, V, line

SETTLED = b"$SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00*4E62\r\n"
HEARTBEAT_44 = b"$SLP1,0000A7F3,0C21,0044,0001F8B4,HB,O,O,S,0101,00*A54F\r\n"
HEARTBEAT_45 = b"$SLP1,0000A7F3,0C21,0045,0001FC9C,HB,O,O,S,0101,00*2C1A\r\n"
REPEAT_44 = b"$SLP1,0000A7F3,0C21,0044,0001F6A8,RS,0101,O,S,5,2,5,00,00,00,00*C720\r\n"
REPEAT_45 = b"$SLP1,0000A7F3,0C21,0045,0001F89C,RS,0101,O,S,5,2,5,00,00,00,00*065F\r\n"
NEXT_DRAW = b"$SLP1,0000A7F3,0C21,0046,00025000,RS,0102,O,S,5,2,5,00,00,00,00*1A33\r\n"
BAD_CRC = V.replace(b"*A767", b"*A768")
BOOT_NOISE = (
    b"\xff\xfe\x00\x80\r\nets Jun  8 2016 00:22:57\r\n\r\nrst:0x1\x11\x13\r\n"
    b"43,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
)
LEAK = b"$SLP1,0000A7F3,0C21,0053,00020300,RS,0104,C,S,6,6,6,00,00,00,00*0FD5\r\n"
LEANING = b"$SLP1,0000A7F3,0C21,0054,00020400,RS,0105,O,S,3,4,1,00,04,00,00*EF27\r\n"
MIXER_FAULT = b"$SLP1,0000A7F3,0C21,0055,00020500,RS,0106,O,F,-,-,-,20,20,20,08*8A6A\r\n"
STRANGER = b"$SLP1,0000BEEF,0001,0001,000003E8,ID,ACME,SB3,1.4.2,3*D9DC\r\n"
KNOWN = b"$SLP1,0000A7F3,0C23,0001,000003E8,ID,ACME,SB3,1.4.2,3*A984\r\n"

Feed = Callable[[Bench, bytes], None]


def errors(bench: Bench) -> int:
    counters = bench.croupier.counters
    return counters.bad_crc + counters.noise + counters.unknown + counters.rejected


def at_every_cut(sample: bytes, folder: Path, check: Callable[[Bench, Feed], None]) -> None:
    """Play a case cut in two at every place, and byte by byte; `check` must hold each time."""

    def cut_at(cut: int) -> Feed:
        def feed(bench: Bench, data: bytes) -> None:
            bench.hear(data[:cut])
            bench.hear(data[cut:])

        return feed

    def bytewise(bench: Bench, data: bytes) -> None:
        for value in data:
            bench.hear(bytes([value]))

    for feed in (*(cut_at(cut) for cut in range(len(sample) + 1)), bytewise):
        check(Bench(folder), feed)


def no_dice_seen(bench: Bench, dice: str) -> None:
    """Nothing public ever held a result, and no word of the dice stands in the journal."""
    assert all(snapshot.public.result is None for snapshot in bench.seen)
    assert not any(dice.encode() in body for body in bench.paper.bodies)


def test_1_happy_path(tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        feed(bench, SETTLED)
        assert bench.phase is Phase.BETS_OPEN
        bench.ok(CloseBets())
        no_dice_seen(bench, "[2,5,5]")
        assert bench.croupier.proposed is None
        feed(bench, V)
        assert bench.phase is Phase.PROPOSED
        assert bench.croupier.proposed == Dice.of(2, 5, 5)
        assert bench.croupier.proposed_from == "device"
        assert all(snapshot.public.result is None for snapshot in bench.seen)
        assert bench.public.banner is Banner.NO_MORE_BETS
        assert bench.public.phase is Phase.NO_MORE_BETS
        bench.ok(ConfirmDice())
        result = bench.public.result
        assert result is not None
        assert (result.dice, result.dice.total, result.tag) == (Dice.of(2, 5, 5), 12, "big")
        assert "double:5" in [paid.box.id for paid in result.payouts]
        assert bench.draws == [(2, 5, 5)]

    at_every_cut(V, tmp_path, check)


def test_2_byte_by_byte_with_pauses(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.to_closed_bets()
    for at, value in enumerate(V):
        bench.hear(bytes([value]))
        bench.passes(0.4 if V[at : at + 1] == b"\r" or V[at : at + 3] == b",2," else 0.005)
    bench.ok(ConfirmDice())
    assert bench.draws == [(2, 5, 5)]
    assert errors(bench) == 0


def test_3_coalesced(tmp_path: Path) -> None:
    whole = V + HEARTBEAT_44 + HEARTBEAT_45[:20]

    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        good = bench.croupier.counters.good
        feed(bench, whole)
        bench.passes(2)
        bench.hear(HEARTBEAT_45[20:])
        bench.ok(ConfirmDice())
        assert bench.draws == [(2, 5, 5)]
        assert bench.croupier.counters.good == good + 3
        assert errors(bench) == 0

    at_every_cut(whole, tmp_path, check)


def test_4_repeats_are_one_draw_and_equal_values_are_two(tmp_path: Path) -> None:
    repeated = V + REPEAT_44 + REPEAT_45

    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, repeated)
        assert bench.croupier.counters.repeats == 2
        assert bench.alarms == []
        bench.ok(ConfirmDice())
        assert bench.draws == [(2, 5, 5)]
        bench.to_closed_bets()
        feed(bench, NEXT_DRAW)
        bench.ok(ConfirmDice())
        assert bench.draws == [(2, 5, 5), (2, 5, 5)]

    at_every_cut(repeated, tmp_path, check)


def test_5_bad_crc(tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, BAD_CRC)
        assert bench.phase is Phase.NO_MORE_BETS
        assert bench.croupier.counters.bad_crc == 1
        assert errors(bench) == 1
        assert bench.croupier.link is LinkState.CONNECTED
        assert bench.alarms == []

    at_every_cut(BAD_CRC, tmp_path, check)


def test_6_boot_noise(tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, BOOT_NOISE + V)
        bench.ok(ConfirmDice())
        assert bench.draws == [(2, 5, 5)]

    at_every_cut(BOOT_NOISE + V, tmp_path, check)


@pytest.mark.parametrize("before", [b"$SLP1,0000A7F3,0C21,00", V[:-2]])
def test_7_merged_lines(before: bytes, tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, before + V)
        assert errors(bench) == 1
        bench.ok(ConfirmDice())
        assert bench.draws == [(2, 5, 5)]

    at_every_cut(before + V, tmp_path, check)


def test_8_leak(tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, LEAK)
        assert bench.phase is Phase.NO_MORE_BETS
        assert bench.alarms == ["leak"]
        assert bench.draws == []
        no_dice_seen(bench, "6,6,6")
        assert "6-6-6" not in repr(bench.seen)
        assert "(6, 6, 6)" not in repr(bench.seen)

    at_every_cut(LEAK, tmp_path, check)


@pytest.mark.parametrize(
    ("sample", "cause", "die"), [(LEANING, "leaning", 2), (MIXER_FAULT, "mixer_fault", None)]
)
def test_9_and_10_no_valid_draw(sample: bytes, cause: str, die: int | None, tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.to_closed_bets()
        feed(bench, sample)
        suggestion = bench.croupier.suggestion
        assert suggestion is not None
        assert (suggestion.cause, suggestion.die) == (cause, die)
        assert bench.croupier.proposed is None
        refused = bench.ask(ConfirmDice())
        assert refused is not None
        assert refused.code == "no_dice"
        assert bench.public.banner is Banner.NO_MORE_BETS
        bench.ok(VoidRound())
        assert bench.public.banner is Banner.VOID
        assert bench.draws == []
        assert bench.table.state.history[-1].void == cause

    at_every_cut(sample, tmp_path, check)


def test_11_unplug_and_adoption(tmp_path: Path) -> None:
    bench = Bench(tmp_path, ports=(PORT, OTHER_PORT))
    bench.to_closed_bets()
    bench.hear(V)
    bench.ok(ConfirmDice())
    bench.hear(HEARTBEAT_44 + HEARTBEAT_45[:30])
    bench.unplug()
    assert bench.croupier.link is LinkState.LOST
    bench.to_closed_bets()
    bench.by_hand(1, 2, 4)
    bench.take([PortChanged(OTHER_PORT, PortStatus.OPEN)])
    bench.hear(STRANGER, OTHER_PORT)
    assert bench.croupier.link is LinkState.OTHER_DEVICE
    assert bench.croupier.device == "0000A7F3"
    bench.hear(KNOWN, OTHER_PORT)
    assert bench.croupier.link is LinkState.CONNECTED
    assert bench.draws == [(2, 5, 5), (1, 2, 4)]


def test_12_silence_and_a_wall_clock_that_jumps(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.croupier.link is LinkState.CONNECTED
    bench.passes(1)
    bench.clock.wall_offset = 7200
    bench.passes(1)
    assert bench.croupier.link is LinkState.CONNECTED
    bench.clock.wall_offset = -7200
    bench.passes(1.5)
    assert bench.croupier.link is LinkState.LOST
    bench.hear(SETTLED)
    assert bench.croupier.link is LinkState.CONNECTED


@pytest.mark.parametrize("restarted", [False, True])
def test_13_stale_repeat(restarted: bool, tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.to_closed_bets()
    bench.by_hand(1, 2, 4)
    for _ in range(4):
        bench.hear(V)
        bench.passes(0.5)
    if restarted:
        bench.restart()
        bench.hear(line("SLP1,0000A7F3,0C21,0041,0001DA70,HB,O,O,S,0101,00"))
    bench.to_closed_bets()
    for _ in range(4):
        bench.hear(V)
        bench.passes(0.5)
    assert bench.phase is Phase.NO_MORE_BETS
    assert bench.croupier.proposed is None
    assert bench.draws == [(1, 2, 4)]


def test_14_early_reading_then_close(tmp_path: Path) -> None:
    def check(bench: Bench, feed: Feed) -> None:
        bench.ok(StartShake(), EndShake())
        feed(bench, V)
        assert bench.alarms == ["reading_early"]
        assert bench.croupier.proposed is None
        no_dice_seen(bench, "[2,5,5]")
        assert "(2, 5, 5)" not in repr(bench.seen)
        bench.ok(CloseBets())
        assert bench.phase is Phase.PROPOSED
        assert bench.croupier.proposed == Dice.of(2, 5, 5)

    at_every_cut(V, tmp_path, check)


def test_14_early_reading_then_void(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.ok(StartShake(), EndShake())
    bench.hear(V)
    bench.ok(VoidRound("other"))
    bench.hear(V)
    bench.to_closed_bets()
    bench.hear(V)
    assert bench.phase is Phase.NO_MORE_BETS
    no_dice_seen(bench, "[2,5,5]")
    bench.ok(EnterDice(Dice.of(1, 1, 2)))
    assert bench.croupier.proposed_from == "croupier"
