"""The link in one word, and which device is believed."""

from collections.abc import Sized

import pytest

from tabledisplay.console_told import COUNTER_NAMES
from tabledisplay.croupier_view import Counters, LinkState
from tabledisplay.game.commands import AcceptDevice
from tabledisplay.game.events import DeviceAccepted
from tabledisplay.links import COUNTED, MOST_KNOWN, Links
from tabledisplay.shaker.messages import (
    FaultNoted,
    IdentityHeard,
    OtherVersion,
    PortChanged,
    PortStatus,
    Presence,
    TrafficCounted,
)
from tests.game.sitting import DEVICE, OPEN, PORT, Sitting, seated

SECOND = "/dev/ttyUSB1"
STRANGER = "0000BEEF"


def links(*ports: str) -> Links:
    return Links(ports or (PORT,))


def test_no_port_no_link() -> None:
    """« `none` (no port configured) »"""
    assert Links(()).state(DEVICE) is LinkState.NONE
    assert Links(()).state(None) is LinkState.NONE


def test_the_known_device_comes_and_goes() -> None:
    """« `connected`, `lost` (was connected in this run), `absent` (never was) »"""
    told = links()
    assert told.state(DEVICE) is LinkState.ABSENT
    told.hear(Presence(PORT, DEVICE, True))
    assert told.state(DEVICE) is LinkState.CONNECTED
    told.hear(Presence(PORT, DEVICE, False))
    assert told.state(DEVICE) is LinkState.LOST
    assert told.state(STRANGER) is LinkState.ABSENT, "that one never was"


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (PortStatus.OPEN, LinkState.ABSENT),
        (PortStatus.ABSENT, LinkState.ABSENT),
        (PortStatus.LOST, LinkState.ABSENT),
        (PortStatus.DENIED, LinkState.DENIED),
        (PortStatus.BUSY, LinkState.BUSY),
    ],
)
def test_what_keeps_a_port_closed(status: PortStatus, word: LinkState) -> None:
    """« `denied`, `busy` »"""
    told = links()
    told.hear(PortChanged(PORT, status))
    assert told.state(DEVICE) is word
    told.hear(Presence(PORT, DEVICE, True))
    assert told.state(DEVICE) is LinkState.CONNECTED
    told.hear(Presence(PORT, DEVICE, False))
    expected = word if word in (LinkState.DENIED, LinkState.BUSY) else LinkState.LOST
    assert told.state(DEVICE) is expected


def test_only_strangers() -> None:
    """« `other_device` (only strangers are heard; outranks lost and absent) »"""
    told = links()
    told.hear(Presence(PORT, STRANGER, True))
    assert told.state(DEVICE) is LinkState.OTHER_DEVICE
    told.hear(Presence(PORT, DEVICE, True))
    assert told.state(DEVICE) is LinkState.CONNECTED
    told.hear(Presence(PORT, DEVICE, False))
    assert told.state(DEVICE) is LinkState.OTHER_DEVICE
    told.hear(Presence(PORT, STRANGER, False))
    assert told.state(DEVICE) is LinkState.LOST


def test_the_known_device_on_another_port_is_the_known_device() -> None:
    """« The known device on another configured port is adopted by itself. »"""
    told = links(PORT, SECOND)
    told.hear(Presence(PORT, DEVICE, True))
    told.hear(Presence(SECOND, DEVICE, True))
    told.hear(Presence(PORT, DEVICE, False))
    assert told.state(DEVICE) is LinkState.CONNECTED
    assert not told.lapsed(DEVICE), "it was heard all the time"
    told.hear(Presence(SECOND, DEVICE, False))
    told.hear(Presence(PORT, DEVICE, True))
    assert told.lapsed(DEVICE)
    told.settled()
    assert not told.lapsed(DEVICE)


def test_news_of_ports_and_devices() -> None:
    told = links(PORT, SECOND)
    told.hear(PortChanged(SECOND, PortStatus.BUSY, "in use"))
    assert told.ports == (
        PortChanged(PORT, PortStatus.ABSENT),
        PortChanged(SECOND, PortStatus.BUSY, "in use"),
    )
    identity = IdentityHeard(DEVICE, "ACME", "SB3", "1.4.2", "3")
    told.hear(identity)
    assert told.identities == {DEVICE: identity}
    told.hear(Presence(PORT, DEVICE, True))
    assert told.present == {(PORT, DEVICE)}


def test_traffic_adds_up() -> None:
    told = links()
    assert told.counters == Counters()
    told.hear(TrafficCounted(PORT, good=3, bad_crc=1, noise=2, unknown=4, gaps=5, other_version=1))
    told.hear(TrafficCounted(PORT, good=1))
    told.count(repeats=1)
    told.count(rejected=2, late=3)
    assert told.counters == Counters(
        good=4,
        bad_crc=1,
        noise=2,
        unknown=4,
        gaps=5,
        repeats=1,
        rejected=2,
        late=3,
        other_version=1,
    )
    published = "good bad_crc noise unknown gaps repeats rejected late"
    assert " ".join(COUNTER_NAMES) == published
    assert set(COUNTED) == {*COUNTER_NAMES, "other_version"}


def flood(told: Links, first: int, count: int, accepted: str | None) -> None:
    """Strangers that say who they are and go, each with an id of its own."""
    for n in range(first, first + count):
        device = f"{n:08X}"
        told.hear(Presence(PORT, device, True), accepted)
        told.hear(IdentityHeard(device, "X", "X", "X", "3"), accepted)
        told.hear(Presence(PORT, device, False), accepted)


def test_ids_without_end_fill_no_memory_and_drive_out_only_strangers() -> None:
    told = links()
    told.hear(Presence(PORT, DEVICE, True), DEVICE)
    told.hear(IdentityHeard(DEVICE, "ACME", "SB3", "1.4.2", "3"), DEVICE)
    told.hear(Presence(PORT, DEVICE, False), DEVICE)
    flood(told, 0x10000000, 5000, DEVICE)
    kept = [getattr(told, name) for name in vars(told)]
    assert max(len(part) for part in kept if isinstance(part, Sized)) <= MOST_KNOWN
    assert told.identities[DEVICE].maker == "ACME"
    assert "10001387" in told.identities, "the youngest"
    assert told.state(DEVICE) is LinkState.LOST
    assert told.lapsed(DEVICE), "a shake may have passed unheard"
    told.hear(Presence(PORT, DEVICE, True), DEVICE)
    assert told.lapsed(DEVICE)


def test_a_flood_at_a_table_leaves_its_device_what_it_was() -> None:
    sitting = seated()
    sitting.journal.broken = True
    sitting.present(False)
    for n in range(200):
        sitting.present(device=f"{n:08X}")
        sitting.present(False, device=f"{n:08X}")
    sitting.present()
    sitting.journal.broken = False
    sitting.hear(TrafficCounted(PORT, good=1))
    assert sitting.kinds[-2:] == ["link_interrupted", "link_restored"]
    assert sitting.state.unseen


def test_another_version_says_why_nobody_is_heard() -> None:
    """« `SLP2`: "version non prise en charge" »: beside the published word of the link."""
    sitting = Sitting(ports=(PORT, SECOND))
    sitting.hear(OtherVersion(SECOND, present=True))
    assert (sitting.croupier.link, sitting.croupier.link_word) == ("absent", "other_version")
    assert sitting.shown == [], "the console tells events and changes of the link only"
    sitting.present()
    assert (sitting.croupier.link, sitting.croupier.link_word) == ("connected", "connected")
    sitting.present(False)
    assert (sitting.croupier.link, sitting.croupier.link_word) == ("lost", "other_version")
    sitting.hear(OtherVersion(SECOND, present=False))
    assert (sitting.croupier.link, sitting.croupier.link_word) == ("lost", "lost")
    sitting.hear(OtherVersion(PORT, present=True), PortChanged(SECOND, PortStatus.DENIED))
    assert sitting.croupier.link_word == "denied", "that is the nearer cause"


# At the table


def accepted(sitting: Sitting) -> list[tuple[str, bool, str]]:
    events = sitting.journal.events
    return [(e.device, e.first_use, e.by) for e in events if isinstance(e, DeviceAccepted)]


def test_the_first_device_heard_is_accepted_once() -> None:
    """« While no device is accepted, the first device id in any good frame on a configured port is
    accepted (`DeviceAccepted`, by first use); after that only the technician changes it. »"""
    sitting = Sitting()
    sitting.present()
    assert sitting.croupier.device == DEVICE
    sitting.present(False)
    sitting.present(device=STRANGER)
    assert sitting.croupier.device == DEVICE
    assert sitting.croupier.link == "other_device"
    assert accepted(sitting) == [(DEVICE, True, "program")]
    sitting.must(AcceptDevice(STRANGER))
    assert accepted(sitting)[1:] == [(STRANGER, False, "technician")]
    assert sitting.croupier.link == "connected"
    assert sitting.restarted().croupier.device == STRANGER


def test_a_device_accepted_before_it_is_heard() -> None:
    sitting = Sitting()
    sitting.must(AcceptDevice(STRANGER))
    sitting.present()
    assert sitting.croupier.link == "other_device"
    sitting.present(device=STRANGER)
    assert sitting.croupier.link == "connected"
    assert [who for _, _, who in accepted(sitting)] == ["technician"]


def test_a_first_device_that_could_not_be_journaled_is_accepted_later() -> None:
    sitting = Sitting()
    sitting.journal.broken = True
    sitting.present()
    assert sitting.croupier.device is None
    sitting.journal.broken = False
    sitting.hear(TrafficCounted(PORT, good=1))
    assert sitting.croupier.device == DEVICE
    assert sitting.state.connected


def test_link_loss_never_changes_the_public_screen() -> None:
    """« Link loss never changes the public screen; play goes on by hand. »"""
    sitting = seated()
    sitting.frame("S")
    before = sitting.public
    sitting.present(False)
    assert sitting.public == before
    assert sitting.croupier.link == "lost"
    assert sitting.kinds[-1] == "link_interrupted"
    sitting.present()
    assert sitting.public == before
    assert sitting.kinds[-1] == "link_restored"


def test_a_link_that_changes_its_word_is_told_and_counters_are_not() -> None:
    """« one per event or change of link or alarms; counters alone print none »"""
    sitting = Sitting()
    sitting.hear(PortChanged(PORT, PortStatus.OPEN))
    assert sitting.shown == []
    sitting.hear(PortChanged(PORT, PortStatus.BUSY))
    assert [shown.croupier.link for shown in sitting.shown] == ["busy"]
    sitting.hear(TrafficCounted(PORT, good=1), FaultNoted(DEVICE))
    assert len(sitting.shown) == 1
    sitting.hear(IdentityHeard(DEVICE, "ACME", "SB3", "1.4.2", "3"))
    assert len(sitting.shown) == 1
    assert sitting.croupier.counters.good == 1


def test_a_table_without_a_port() -> None:
    sitting = Sitting(ports=())
    sitting.must(OPEN)
    assert sitting.croupier.link == "none"
    sitting.round(1, 2, 3)
