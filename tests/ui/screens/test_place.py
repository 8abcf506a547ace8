"""Placement is a pure function: monitors in, areas out, and the panel never before the public."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.settings import CroupierSettings, CustomerSettings, Settings
from ui.monitors import (
    NOTHING,
    Area,
    Monitor,
    Placement,
    Remembered,
    Show,
    Window,
    meant,
    monitor_key,
    name_for_settings,
    overlap,
    place,
    remember,
    usable,
)

BOTH = frozenset(Window)
DESK = Monitor("eDP-1", "AUO", "B140", "17", Area(0, 0, 1280, 800), 1.0, True)
WALL = Monitor("HDMI-1", "SAM", "Q55", "H4ZN", Area(1280, 0, 1920, 1080), 1.0, False)
SPARE = Monitor("DP-2", "DEL", "U24", "", Area(3200, 0, 1920, 1200), 1.0, False)
DUMMY = Monitor("DUMMY1", "", "", "", Area(1280, 0, 1280, 720), 1.0, False)


def chosen(customer: str = "", croupier: str = "") -> Settings:
    return Settings(
        customer=CustomerSettings(monitor=customer), croupier=CroupierSettings(monitor=croupier)
    )


def where(
    *monitors: Monitor,
    customer: str = "",
    croupier: str = "",
    seen: Remembered = NOTHING,
    alone: bool = False,
) -> tuple[str | None, str | None]:
    """The connectors where (customer window, panel) are shown full screen."""
    settings = chosen(customer, croupier)
    placements = place(BOTH, monitors, settings, seen, alone_is_public=alone)
    by_key = {monitor_key(monitor): monitor for monitor in monitors}
    found: dict[Window, str | None] = {}
    for p in placements:
        if p.monitor is None:
            assert p == Placement(p.window, Show.HIDDEN)
            found[p.window] = None
        else:
            assert p.area == by_key[p.monitor].geometry
            assert p.show is Show.FULL_SCREEN
            found[p.window] = by_key[p.monitor].name
    return found[Window.CUSTOMER], found[Window.CROUPIER]


ON_WALL, ON_DESK = monitor_key(WALL), monitor_key(DESK)
SEEN = Remembered(ON_WALL, ON_DESK)


@pytest.mark.parametrize(
    ("monitor", "key"),
    [
        (DESK, "AUO B140 17"),
        (replace(DESK, name="DP-9", geometry=Area(5, 5, 800, 600), primary=False), "AUO B140 17"),
        (SPARE, "DEL U24 @DP-2"),
        (DUMMY, "DUMMY1 1280x720+1280+0"),
        (replace(DUMMY, geometry=Area(-1280, 0, 1280, 720)), "DUMMY1 1280x720-1280+0"),
    ],
)
def test_key_comes_from_the_edid_else_from_connector_and_geometry(
    monitor: Monitor, key: str
) -> None:
    assert monitor_key(monitor) == key


def test_automatic_panel_on_the_primary_customer_on_the_other() -> None:
    assert where(DESK, WALL) == ("HDMI-1", "eDP-1")
    assert where(WALL, DESK) == ("HDMI-1", "eDP-1")
    other = replace(DESK, primary=False), replace(WALL, primary=True)
    assert where(*other) == ("eDP-1", "HDMI-1")


@pytest.mark.parametrize("customer", [ON_WALL, "HDMI-1", "hdmi-1", " HDMI-1 "])
@pytest.mark.parametrize("croupier", ["", ON_DESK, "eDP-1"])
def test_choice_by_key_or_by_connector(customer: str, croupier: str) -> None:
    for primary in (DESK, WALL):
        monitors = [replace(m, primary=m is primary) for m in (DESK, WALL)]
        assert where(*monitors, customer=customer, croupier=croupier) == ("HDMI-1", "eDP-1")


def test_customer_stays_away_from_any_but_its_chosen_monitor() -> None:
    assert where(DESK, customer=ON_WALL) == (None, "eDP-1")
    assert where(DESK, SPARE, customer=ON_WALL) == (None, "eDP-1")
    assert where(SPARE, customer=ON_WALL, croupier=ON_DESK) == (None, None)


def test_panel_stays_away_from_the_chosen_public_monitor() -> None:
    assert where(WALL, customer=ON_WALL) == ("HDMI-1", None)
    assert where(replace(WALL, primary=True), customer="HDMI-1", croupier="eDP-1") == (
        "HDMI-1",
        None,
    )
    assert where(replace(WALL, primary=True), croupier=ON_DESK) == ("HDMI-1", None)


def test_broken_panel_monitor_is_replaced_by_any_that_is_not_the_public_one() -> None:
    assert where(SPARE, WALL, customer=ON_WALL, croupier=ON_DESK) == ("HDMI-1", "DP-2")
    assert where(SPARE, WALL, seen=SEEN) == ("HDMI-1", "DP-2")


def test_one_monitor_and_no_choice_shows_the_panel_alone() -> None:
    assert where(DESK) == (None, "eDP-1")


def test_one_monitor_of_which_a_kiosk_knows_nothing_is_the_publics() -> None:
    """« never show the panel on the public screen »: not even with the croupier's off at boot."""
    for monitor in (DESK, WALL, SPARE, DUMMY):
        only = replace(monitor, primary=True)
        customer, panel = place(BOTH, [only], chosen(), alone_is_public=True)
        assert (customer.monitor, panel.show) == (monitor_key(only), Show.HIDDEN)
    assert where(DESK, seen=SEEN, alone=True) == (None, "eDP-1"), "it was the panel's before"
    assert where(DESK, croupier=ON_DESK, alone=True) == (None, "eDP-1")
    assert where(DESK, customer=ON_WALL, alone=True) == (None, "eDP-1")
    assert where(DESK, WALL, alone=True) == ("HDMI-1", "eDP-1"), "both are there to be seen"


def test_what_was_public_in_this_run_stays_public_when_it_is_left_alone() -> None:
    assert where(replace(WALL, primary=True), seen=SEEN) == ("HDMI-1", None)
    assert where(DESK, seen=SEEN) == (None, "eDP-1")
    assert where(SPARE, seen=SEEN) == ("DP-2", None)
    assert where(DESK, SPARE, seen=SEEN) == ("DP-2", "eDP-1")
    assert where(replace(WALL, primary=True), DESK, seen=SEEN) == ("HDMI-1", "eDP-1")


def test_both_replaced_by_others_is_automatic_again() -> None:
    new = replace(SPARE, primary=True), DUMMY
    assert where(*new, seen=SEEN) == ("DUMMY1", "DP-2")


def test_none_at_all_hides_both() -> None:
    assert where() == (None, None)
    for customer in ("", ON_WALL):
        assert where(customer=customer, croupier=ON_DESK) == (None, None)


@pytest.mark.parametrize(
    "stand_in",
    [
        replace(DUMMY, name=""),
        replace(DUMMY, name=":191.0"),
        replace(DUMMY, geometry=Area(0, 0, 64, 64)),
    ],
)
def test_stand_ins_are_no_monitors(stand_in: Monitor) -> None:
    assert usable([stand_in, DESK]) == (DESK,)
    assert where(stand_in) == (None, None)
    assert where(stand_in, DESK) == (None, "eDP-1")


def test_key_without_edid_survives_a_change_of_resolution() -> None:
    saved = monitor_key(DUMMY)
    changed = replace(DUMMY, geometry=Area(1280, 0, 1920, 1080), dpr=1.5)
    assert where(DESK, changed, customer=saved) == ("DUMMY1", "eDP-1")


def test_twins_are_told_apart_by_connector_only() -> None:
    twins = replace(WALL, primary=True), replace(WALL, name="HDMI-2", geometry=DESK.geometry)
    assert len({monitor_key(m) for m in twins}) == 1
    assert [name_for_settings(m, twins) for m in twins] == ["HDMI-1", "HDMI-2"]
    assert name_for_settings(WALL, [WALL, DESK]) == ON_WALL
    placed = place(BOTH, twins, chosen(customer=ON_WALL))
    assert {p.show for p in placed} == {Show.HIDDEN}, "either may be the public's"
    customer, panel = place(BOTH, twins, chosen(customer="HDMI-2"))
    assert (customer.area, panel.area) == (DESK.geometry, WALL.geometry)


@pytest.mark.parametrize("shift", [0, 1279])
def test_panel_is_not_shown_on_a_picture_that_another_output_repeats(shift: int) -> None:
    clone = replace(WALL, geometry=Area(shift, 0, 1920, 1080))
    assert where(DESK, clone) == ("HDMI-1", None)
    assert where(DESK, clone, customer=ON_WALL, croupier=ON_DESK) == ("HDMI-1", None)
    assert where(DESK, clone, croupier=ON_DESK) == ("HDMI-1", None)
    assert where(DESK, clone, SPARE) == ("HDMI-1", "DP-2")


def test_the_same_choice_for_both_is_the_customers() -> None:
    assert where(DESK, WALL, customer="HDMI-1", croupier="HDMI-1") == ("HDMI-1", "eDP-1")
    assert where(WALL, customer="HDMI-1", croupier="HDMI-1") == ("HDMI-1", None)


def test_one_monitor_in_development_holds_both_in_frames() -> None:
    customer, panel = place(BOTH, [DESK], chosen(), side_by_side=True)
    assert (customer.show, panel.show) == (Show.FRAMED, Show.FRAMED)
    assert customer.area
    assert panel.area
    assert panel.area.x < customer.area.x
    assert not overlap(customer.area, panel.area)
    for area in (customer.area, panel.area):
        assert area.x > 0 < area.y
        assert area.x + area.width < 1280
        assert area.y + area.height < 800


@pytest.mark.parametrize("settings", [chosen(customer="HDMI-1"), chosen(croupier="eDP-1")])
def test_side_by_side_needs_no_choice_and_one_monitor(settings: Settings) -> None:
    shown = {p.show for p in place(BOTH, [DESK], settings, side_by_side=True)}
    assert Show.FRAMED not in shown
    shown = {p.show for p in place(BOTH, [DESK, WALL], chosen(), side_by_side=True)}
    assert shown == {Show.FULL_SCREEN}


def test_only_the_windows_there_are_get_a_place() -> None:
    for window in Window:
        for monitors in ([], [DESK], [DESK, WALL]):
            for side_by_side in (False, True):
                placed = place({window}, monitors, chosen(), side_by_side=side_by_side)
                assert [p.window for p in placed] == [window]


def test_remembered_only_once_both_stand_on_monitors_of_their_own() -> None:
    both = place(BOTH, [DESK, WALL], chosen())
    assert remember(both, NOTHING) == SEEN
    assert remember(place(BOTH, [DESK], chosen()), SEEN) == SEEN
    assert remember(place(BOTH, [DESK], chosen(), side_by_side=True), NOTHING) == NOTHING


POOL = (
    DESK,
    WALL,
    SPARE,
    DUMMY,
    replace(WALL, name="HDMI-2", geometry=Area(0, 1200, 1920, 1080)),
    replace(DUMMY, name="DUMMY2", geometry=Area(0, 0, 1280, 800)),
    replace(DUMMY, name=""),
    replace(DUMMY, name=":9.0", geometry=Area(0, 0, 64, 64)),
)
CHOICES = st.sampled_from(["", *(monitor_key(m) for m in POOL), *(m.name for m in POOL), "gone"])
AREAS = st.builds(
    Area,
    st.sampled_from([-1920, 0, 1280, 1920]),
    st.sampled_from([0, 800]),
    st.sampled_from([64, 1280, 1920]),
    st.sampled_from([64, 720, 1080]),
)


@st.composite
def desktops(draw: st.DrawFn) -> list[Monitor]:
    some = draw(st.lists(st.sampled_from(POOL), unique_by=lambda m: m.name, max_size=5))
    primary = draw(st.integers(0, 5))
    return [
        replace(m, geometry=draw(st.just(m.geometry) | AREAS), primary=n == primary)
        for n, m in enumerate(some)
    ]


@given(
    desktops(),
    CHOICES,
    CHOICES,
    st.builds(Remembered, CHOICES, CHOICES),
    st.sampled_from([{}, {"side_by_side": True}, {"alone_is_public": True}]),
)
def test_whatever_is_plugged(
    monitors: list[Monitor],
    customer: str,
    croupier: str,
    seen: Remembered,
    mode: dict[str, bool],
) -> None:
    settings, side_by_side = chosen(customer, croupier), "side_by_side" in mode
    placed = place(BOTH, monitors, settings, seen, **mode)
    assert [p.window for p in placed] == list(Window)
    assert settings == chosen(customer, croupier)
    shown = {p.window: p for p in placed if p.area}
    areas = [p.area for p in placed if p.area]
    if len(areas) == 2:
        assert not overlap(*areas), "never both on one monitor"
    public, panel = shown.get(Window.CUSTOMER), shown.get(Window.CROUPIER)
    if panel and panel.area and panel.show is Show.FULL_SCREEN:
        for monitor in meant(customer, usable(monitors)):
            assert not overlap(panel.area, monitor.geometry), "the panel before the public"
        if "alone_is_public" in mode and not (customer or croupier) and len(usable(monitors)) == 1:
            assert meant(seen.croupier, usable(monitors)), "unknown, so it may be the public's"
        copies = [m for m in usable(monitors) if overlap(m.geometry, panel.area)]
        assert [monitor_key(m) for m in copies] == [panel.monitor]
    if customer and public:
        assert public.monitor in [monitor_key(m) for m in meant(customer, usable(monitors))]
    if panel and panel.show is Show.FRAMED:
        assert side_by_side
        assert not customer
        assert not croupier


@given(desktops(), CHOICES, CHOICES, st.randoms())
def test_the_order_monitors_are_named_in_changes_nothing(
    monitors: list[Monitor], customer: str, croupier: str, shuffle: object
) -> None:
    again = list(monitors)
    shuffle.shuffle(again)  # type: ignore[attr-defined]  # hypothesis hands a random.Random
    settings = chosen(customer, croupier)
    assert place(BOTH, monitors, settings) == place(BOTH, again, settings)


@given(desktops(), desktops(), CHOICES, CHOICES)
def test_the_monitor_that_was_public_never_gets_the_panel_while_it_says_who_it_is(
    before: list[Monitor], after: list[Monitor], customer: str, croupier: str
) -> None:
    settings = chosen(customer, croupier)
    seen = remember(place(BOTH, before, settings), NOTHING)
    panel = place(BOTH, after, settings, seen)[1]
    if seen.customer and not croupier and panel.area:
        public = meant(seen.customer, usable(after))
        assert not (len(public) == 1 and overlap(public[0].geometry, panel.area))
