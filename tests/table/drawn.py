"""What may be drawn at random: keys pressed and things heard."""

from hypothesis import strategies as st

from tabledisplay.game.commands import (
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
    StartShake,
    VoidRound,
)
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import (
    DeviceRestarted,
    DrawKey,
    FaultNoted,
    LeakHeard,
    Lid,
    PortChanged,
    PortStatus,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
    TrafficCounted,
)
from tests.game.sitting import BOOT, DEVICE, OPEN, PORT

faces = st.tuples(*[st.integers(1, 6)] * 3)
rolls = faces.map(lambda f: Dice(f))
devices = st.sampled_from([*[DEVICE] * 9, "0000BEEF"])
boots = st.sampled_from([*[BOOT] * 9, "0C22"])
keys = st.builds(DrawKey, devices, boots, st.integers(1, 3))
flaws = st.sampled_from([0, 0, 0, 0, 0x01, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80])
qualities = st.one_of(st.just((0, 0, 0, 0)), st.tuples(flaws, flaws, flaws, flaws))
reasons = st.sampled_from(["broken", "stacked", "leaning", "mixer_fault", "other", None])
numbers = st.one_of(st.none(), st.integers(0, 6))
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(StartShake),
    st.builds(EndShake),
    st.builds(CloseBets),
    st.builds(ReopenBets, st.just(None)),
    st.builds(LiftBell),
    st.builds(EnterDice, rolls),
    st.builds(ConfirmDice),
    st.builds(VoidRound, reasons, numbers),
    st.builds(CorrectResult, st.integers(0, 6), rolls, st.sampled_from(["mal lu", ""])),
    st.builds(Acknowledge, st.integers(0, 9)),
    st.builds(AcceptDevice, devices),
    st.builds(CloseTable),
    st.builds(OpenTable, st.just(OPEN.minimum)),
)
usual = st.sampled_from([EndShake(), CloseBets(), ConfirmDice(), StartShake(), LiftBell()])
frames = st.builds(
    StateHeard, keys, st.sampled_from(ShakerState), st.sampled_from([*Lid, Lid.CLOSED, None])
)
readings = st.builds(
    ReadingHeard,
    keys,
    st.one_of(faces, faces, faces, st.none()),
    qualities,
    late=st.booleans(),
    lid_known=st.sampled_from([True, True, True, False]),
)
news = st.one_of(
    st.builds(Presence, st.just(PORT), devices, st.booleans()),
    st.builds(DeviceRestarted, devices, st.just(BOOT)),
    st.builds(LeakHeard, keys),
    st.builds(FaultNoted, devices),
    st.builds(PortChanged, st.just(PORT), st.sampled_from(PortStatus)),
    st.builds(TrafficCounted, st.just(PORT), good=st.integers(0, 3)),
)
