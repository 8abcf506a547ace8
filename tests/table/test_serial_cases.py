"""The published serial cases, from bytes to a result, on a table whose journal is a list.

`V` is a good reading of 5, 2, 5. Every case begins with the device accepted and one heartbeat.
"""

import pytest

from tabledisplay.game.commands import (
    CloseBets,
    ConfirmDice,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.game.state import Phase
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.listener import slp1_listener
from tests.game.sitting import OPEN, PORT, Sitting

HEARTBEAT = b"$SLP1,0000A7F3,0C21,0041,0001DA70,HB,I,C,S,0100,00*2BCC\r\n"
SETTLED = b"$SLP1,0000A7F3,0C21,0042,0001E240,ST,S,C,S,0101,00*4E62\r\n"
V = b"$SLP1,0000A7F3,0C21,0043,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
AGAIN = (
    b"$SLP1,0000A7F3,0C21,0044,0001F6A8,RS,0101,O,S,5,2,5,00,00,00,00*C720\r\n"
    b"$SLP1,0000A7F3,0C21,0045,0001F89C,RS,0101,O,S,5,2,5,00,00,00,00*065F\r\n"
)
NEXT = b"$SLP1,0000A7F3,0C21,0046,00025000,RS,0102,O,S,5,2,5,00,00,00,00*1A33\r\n"
LEAK = b"$SLP1,0000A7F3,0C21,0053,00020300,RS,0104,C,S,6,6,6,00,00,00,00*0FD5\r\n"
LEANING = b"$SLP1,0000A7F3,0C21,0054,00020400,RS,0105,O,S,3,4,1,00,04,00,00*EF27\r\n"
MIXER = b"$SLP1,0000A7F3,0C21,0055,00020500,RS,0106,O,F,-,-,-,20,20,20,08*8A6A\r\n"
STRANGER = b"$SLP1,0000BEEF,0001,0001,000003E8,ID,ACME,SB3,1.4.2,3*D9DC\r\n"
KNOWN = b"$SLP1,0000A7F3,0C23,0001,000003E8,ID,ACME,SB3,1.4.2,3*A984\r\n"
SECOND = "/dev/ttyUSB1"
DICE = Dice.of(5, 2, 5)


class Wired:
    """A table with its ports; bytes arrive at the time of the table's clock."""

    def __init__(self, sitting: Sitting | None = None, *, first: bytes = HEARTBEAT) -> None:
        self.sitting = sitting or Sitting(ports=(PORT, SECOND))
        self.ports = {port: slp1_listener(port) for port in (PORT, SECOND)}
        if self.sitting.phase is Phase.CLOSED:
            self.sitting.must(OPEN)
        self.send(first)

    def send(self, data: bytes, port: str = PORT) -> None:
        self.sitting.hear(*self.ports[port].hear(data, self.sitting.clocks.monotonic()))

    def wait(self, seconds: float) -> None:
        self.sitting.clocks.pass_by(seconds)
        for port in self.ports:
            self.send(b"", port)

    def unplug(self, port: str = PORT) -> None:
        self.sitting.hear(*self.ports[port].port_lost())

    def closed(self) -> Sitting:
        """Bets of the open round, or of a new one, are closed by hand."""
        if self.sitting.phase in (Phase.READY, Phase.CONFIRMED, Phase.VOID):
            self.sitting.must(EndShake())
        self.sitting.must(CloseBets())
        return self.sitting

    @property
    def draws(self) -> list[Dice | None]:
        return [finished.dice for finished in self.sitting.state.history]


@pytest.fixture
def wired() -> Wired:
    return Wired()


def test_1_happy_path(wired: Wired) -> None:
    wired.send(SETTLED)
    sitting = wired.sitting
    assert sitting.phase is Phase.BETS_OPEN
    sitting.must(CloseBets())
    wired.send(V)
    assert sitting.proposed == (2, 5, 5)
    assert sitting.public.result is None
    sitting.must(ConfirmDice())
    assert sitting.public.result is not None
    assert {p.box.id for p in sitting.public.result.payouts} >= {"big", "double:5", "total:12"}
    assert wired.draws == [DICE]
    assert sitting.alarms == []


def test_2_byte_by_byte(wired: Wired) -> None:
    sitting = wired.closed()
    pauses = {V.index(b"5,2") + 1, V.index(b"\r")}
    for at, byte in enumerate(V):
        wired.send(bytes([byte]))
        wired.wait(0.4 if at in pauses else 0.005)
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE]
    assert sitting.croupier.counters.repeats == 0


def test_3_coalesced(wired: Wired) -> None:
    sitting = wired.closed()
    late = b"$SLP1,0000A7F3,0C21,0045,0001FC9C,HB,O,O,S,0101,00*2C1A\r\n"
    wired.send(V + b"$SLP1,0000A7F3,0C21,0044,0001F8B4,HB,O,O,S,0101,00*A54F\r\n" + late[:20])
    wired.wait(2)
    wired.send(late[20:])
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE]
    counters = sitting.croupier.counters
    assert (counters.good, counters.bad_crc, counters.noise, counters.unknown) == (4, 0, 0, 0)


def test_4_repeats(wired: Wired) -> None:
    sitting = wired.closed()
    wired.send(V + AGAIN)
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE]
    assert sitting.croupier.counters.repeats == 2
    sitting.must(StartShake(), EndShake(), CloseBets())
    wired.send(NEXT)
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE, DICE]


def test_5_bad_crc(wired: Wired) -> None:
    sitting = wired.closed()
    wired.send(V.replace(b"A767", b"A768"))
    assert sitting.do(ConfirmDice()) == "no_dice"
    assert sitting.croupier.counters.bad_crc == 1
    assert sitting.croupier.link == "connected"
    assert sitting.alarms == []


def test_6_boot_noise(wired: Wired) -> None:
    sitting = wired.closed()
    noise = (
        b"\xff\xfe\x00\x80\r\nets Jun  8 2016 00:22:57\r\n\r\nrst:0x1\x11\x13\r\n"
        b"43,0001F4B4,RS,0101,O,S,5,2,5,00,00,00,00*A767\r\n"
    )
    wired.send(noise + V)
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE]
    assert sitting.croupier.counters.repeats == 0


def test_7_merged_lines(wired: Wired) -> None:
    sitting = wired.closed()
    wired.send(b"$SLP1,0000A7F3,0C21,00" + V)
    counters = sitting.croupier.counters
    assert counters.bad_crc + counters.noise == 1
    wired.send(V[:-2] + V)
    sitting.must(ConfirmDice())
    assert wired.draws == [DICE]


@pytest.mark.parametrize("closed", [False, True])
def test_8_leak(wired: Wired, closed: bool) -> None:
    sitting = wired.closed() if closed else wired.sitting
    wired.send(LEAK)
    assert sitting.alarms == ["leak"]
    seen = [repr(sitting.table.snapshot), repr(sitting.state), repr(sitting.table._held)]
    seen += map(repr, sitting.shown)
    seen += [body.decode() for body in sitting.journal.bodies]
    for text in seen:
        assert not any(six in text for six in ("6, 6, 6", "6,6,6", "6-6-6"))


@pytest.mark.parametrize(
    ("line", "cause", "die"), [(LEANING, "leaning", 2), (MIXER, "mixer_fault", None)]
)
def test_9_and_10_no_valid_draw(wired: Wired, line: bytes, cause: str, die: int | None) -> None:
    sitting = wired.closed()
    wired.send(line)
    assert sitting.suggestion == (cause, die)
    assert sitting.public.banner == "no_more_bets"
    assert sitting.do(ConfirmDice()) == "no_dice"
    sitting.must(VoidRound())
    assert sitting.public.banner == "void"
    assert (sitting.latest.void, sitting.latest.die) == (cause, die)
    assert sitting.public.counts.rounds == 0


def test_11_unplug(wired: Wired) -> None:
    sitting = wired.closed()
    wired.send(V[:30])
    wired.unplug()
    assert sitting.croupier.link == "lost"
    wired.send(STRANGER, SECOND)
    assert sitting.croupier.link == "other_device"
    assert sitting.croupier.device == "0000A7F3"
    sitting.must(EnterDice(DICE), ConfirmDice())
    assert sitting.latest.manual
    wired.send(KNOWN, SECOND)
    assert sitting.croupier.link == "connected"
    assert wired.draws == [DICE]


@pytest.mark.parametrize("hours", [-2, 2])
def test_12_silence(wired: Wired, hours: int) -> None:
    sitting = wired.sitting
    wired.wait(1.5)
    sitting.clocks.wall = sitting.clocks.wall.replace(hour=sitting.clocks.wall.hour + hours)
    wired.wait(1.4)
    assert sitting.croupier.link == "connected"
    wired.wait(0.6)
    assert sitting.croupier.link == "lost"
    wired.send(SETTLED)
    assert sitting.croupier.link == "connected"


@pytest.mark.parametrize("restarted", [False, True])
def test_13_stale_repeat(wired: Wired, restarted: bool) -> None:
    wired.send(SETTLED)
    sitting = wired.sitting
    sitting.must(CloseBets(), EnterDice(Dice.of(1, 2, 4)), ConfirmDice())
    wired.send(V)
    wired.wait(0.5)
    wired.send(AGAIN[:72])
    if restarted:
        wired = Wired(sitting.restarted(), first=V)
        sitting = wired.sitting
    sitting.must(StartShake(), EndShake(), CloseBets())
    wired.send(V + AGAIN)
    assert sitting.proposed is None
    assert wired.draws == [Dice.of(1, 2, 4)]


def test_13_stale_repeat_of_a_device_that_was_silent_all_along(wired: Wired) -> None:
    """The round was confirmed before anything of it was heard; restart before the first repeat."""
    sitting = wired.closed()
    sitting.must(EnterDice(Dice.of(1, 2, 4)), ConfirmDice())
    wired = Wired(sitting.restarted(), first=V)
    wired.sitting.must(StartShake(), EndShake(), CloseBets())
    wired.send(V)
    assert wired.sitting.proposed is None


@pytest.mark.parametrize("end", ["close", "void"])
def test_14_early_reading(wired: Wired, end: str) -> None:
    wired.send(SETTLED)
    sitting = wired.sitting
    wired.send(V)
    assert sitting.alarms == ["reading_early"]
    assert sitting.proposed is None
    assert b"[2,5,5]" not in b"".join(sitting.journal.bodies)
    if end == "close":
        sitting.must(CloseBets())
        assert sitting.proposed == (2, 5, 5)
    else:
        sitting.must(VoidRound("other"))
        wired.send(V)
        wired.closed()
        wired.send(V)
        assert sitting.proposed is None
