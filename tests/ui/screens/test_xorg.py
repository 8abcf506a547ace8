"""Real outputs switched off and on under two real windows: what is seen where, pixel by pixel."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.screens.xserver import Server, State, Watched, two_windows, xorg, xvfb

pytestmark = pytest.mark.xorg

PANEL_AREA, PUBLIC_AREA = [0, 0, 1280, 800], [1280, 0, 1280, 720]
CROUPIER_ON = ("--output", "DUMMY0", "--mode", "1280x800", "--pos", "0x0", "--primary")
CUSTOMER_ON = ("--output", "DUMMY1", "--mode", "1280x720", "--pos", "1280x0")
CROUPIER_OFF, CUSTOMER_OFF = ("--output", "DUMMY0", "--off"), ("--output", "DUMMY1", "--off")


@pytest.fixture(scope="module")
def x(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with xorg(tmp_path_factory.mktemp("xorg")) as server:
        yield server


@pytest.fixture
def both_on(x: Server) -> Server:
    x.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
    return x


def apart(state: State) -> bool:
    """Each window alone on its own monitor, over all of it."""
    return (
        state["seen"] == {"DUMMY0": ["croupier"], "DUMMY1": ["customer"]}
        and (state["croupier"], state["customer"]) == (PANEL_AREA, PUBLIC_AREA)
        and state["troubles"] == []
    )


def panel_alone(state: State) -> bool:
    return (
        state["seen"] == {"DUMMY0": ["croupier"]}
        and state["customer"] is None
        and state["troubles"] == ["screens.customer_absent"]
    )


def customer_alone(state: State) -> bool:
    return (
        state["seen"] == {"DUMMY1": ["customer"]}
        and state["croupier"] is None
        and state["troubles"] == ["screens.croupier_absent"]
    )


def picture_repeated(state: State) -> bool:
    """The panel is hidden for that reason, be it by what Qt says or by where the window went."""
    return (
        state["croupier"] is None
        and state["customer"] is not None
        and set(state["troubles"]) & {"screens.mirrored", "screens.astray"} != set()
    )


def nothing(state: State) -> bool:
    return (state["croupier"], state["customer"]) == (None, None)


def never_public(watched: Watched) -> None:
    """The public's monitor never showed the panel.

    Looked at three times: a picture taken while X rearranges the outputs shows anything.
    """
    assert not [s for s in watched.told if s["panel_on"].get("DUMMY1", 0) > 2]


CHOICES = pytest.mark.parametrize(
    "choice",
    [(), ("--customer", "DUMMY1", "--croupier", "DUMMY0")],
    ids=["automatic", "chosen"],
)


@CHOICES
def test_customer_monitor_goes_and_returns(both_on: Server, choice: tuple[str, ...]) -> None:
    with both_on.two_windows(*choice) as windows:
        windows.comes_to_rest("both at the start", apart)
        for _ in range(2):
            both_on.xrandr(*CUSTOMER_OFF)
            windows.comes_to_rest("the panel alone", panel_alone)
            both_on.xrandr(*CUSTOMER_ON)
            windows.comes_to_rest("both again", apart)
        never_public(windows)


@CHOICES
def test_croupier_monitor_goes_and_returns(both_on: Server, choice: tuple[str, ...]) -> None:
    with both_on.two_windows(*choice) as windows:
        windows.comes_to_rest("both at the start", apart)
        for _ in range(2):
            both_on.xrandr(*CROUPIER_OFF)
            windows.comes_to_rest("the customer window alone", customer_alone)
            both_on.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
            windows.comes_to_rest("both again", apart)
        never_public(windows)


@CHOICES
def test_both_monitors_go_and_return(both_on: Server, choice: tuple[str, ...]) -> None:
    with both_on.two_windows(*choice) as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr(*CROUPIER_OFF, *CUSTOMER_OFF)
        windows.comes_to_rest("none", lambda s: nothing(s) and s["troubles"] == ["screens.none"])
        both_on.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both again", apart)
        both_on.xrandr(*CROUPIER_OFF, *CUSTOMER_OFF)
        windows.comes_to_rest("none", nothing)
        both_on.xrandr("--output", "DUMMY1", "--mode", "1280x720", "--pos", "0x0")
        windows.comes_to_rest("the public's alone", customer_alone)
        both_on.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both again", apart)
        never_public(windows)


def test_resolution_changes_under_the_windows(both_on: Server) -> None:
    with both_on.two_windows() as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr("--output", "DUMMY1", "--mode", "1920x1080")
        windows.comes_to_rest(
            "the customer window larger",
            lambda s: (
                s["customer"] == [1280, 0, 1920, 1080]
                and s["seen"] == {"DUMMY0": ["croupier"], "DUMMY1": ["customer"]}
            ),
        )
        both_on.xrandr(
            *("--output", "DUMMY0", "--mode", "1280x720"),
            *("--output", "DUMMY1", "--mode", "1280x720", "--pos", "1280x0"),
        )
        windows.comes_to_rest(
            "both smaller",
            lambda s: (
                (s["croupier"], s["customer"]) == ([0, 0, 1280, 720], PUBLIC_AREA)
                and s["troubles"] == []
            ),
        )
        never_public(windows)


def test_scaled_customer_monitor_goes_and_returns(both_on: Server) -> None:
    def scaled(state: State) -> bool:
        return (
            state["seen"] == {"DUMMY0": ["croupier"], "DUMMY1": ["customer"]}
            and state["customer"] == state["screens"]["DUMMY1"] == [1280, 0, 853, 480]
            and state["dpr"] == {"croupier": 1.0, "customer": 1.5}
            and state["troubles"] == []
        )

    factors = {"QT_SCREEN_SCALE_FACTORS": "DUMMY0=1;DUMMY1=1.5"}
    with two_windows(both_on.environment() | factors) as windows:
        windows.comes_to_rest("both at the start", scaled)
        both_on.xrandr(*CUSTOMER_OFF)
        windows.comes_to_rest("the panel alone", panel_alone)
        both_on.xrandr(*CUSTOMER_ON)
        windows.comes_to_rest("both again", scaled)
        never_public(windows)


def test_monitors_return_the_other_way_round(both_on: Server) -> None:
    with both_on.two_windows() as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr(*CROUPIER_OFF, *CUSTOMER_OFF)
        windows.comes_to_rest("none", nothing)
        both_on.xrandr(
            *("--output", "DUMMY1", "--mode", "1280x720", "--pos", "0x0", "--primary"),
            *("--output", "DUMMY0", "--mode", "1280x800", "--pos", "1280x0"),
        )
        windows.comes_to_rest(
            "each on the monitor it had",
            lambda s: (
                (s["customer"], s["croupier"]) == ([0, 0, 1280, 720], [1280, 0, 1280, 800])
                and s["seen"] == {"DUMMY0": ["croupier"], "DUMMY1": ["customer"]}
            ),
        )
        never_public(windows)


def test_another_primary_moves_nothing(both_on: Server) -> None:
    with both_on.two_windows() as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr("--output", "DUMMY1", "--primary")
        windows.comes_to_rest("both where they were", apart)
        never_public(windows)


def test_start_with_the_customer_monitor_off(x: Server) -> None:
    x.xrandr(*CROUPIER_ON, *CUSTOMER_OFF)
    with x.two_windows("--customer", "DUMMY1") as windows:
        windows.comes_to_rest("the panel alone", panel_alone)
        x.xrandr(*CUSTOMER_ON)
        windows.comes_to_rest("both", apart)
        never_public(windows)


def test_start_with_the_croupier_monitor_off(x: Server) -> None:
    x.xrandr(*CROUPIER_OFF, "--output", "DUMMY1", "--mode", "1280x720", "--pos", "0x0")
    with x.two_windows("--customer", "DUMMY1") as windows:
        windows.comes_to_rest("the customer window alone", customer_alone)
        x.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both", apart)
        never_public(windows)


def test_start_with_none(x: Server) -> None:
    x.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
    x.xrandr(*CROUPIER_OFF, *CUSTOMER_OFF)
    with x.two_windows("--customer", "DUMMY1") as windows:
        windows.comes_to_rest("none", lambda s: nothing(s) and s["troubles"] == ["screens.none"])
        x.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both", apart)
        never_public(windows)


def test_one_monitor_and_no_choice(x: Server) -> None:
    x.xrandr(*CROUPIER_ON, *CUSTOMER_OFF)
    with x.two_windows() as windows:
        windows.comes_to_rest("the panel alone", panel_alone)
    with x.two_windows("--side-by-side") as windows:
        windows.comes_to_rest(
            "both in frames",
            lambda s: (
                {"customer", "croupier"} <= set(s["seen"]["DUMMY0"])
                and s["croupier"][0] + s["croupier"][2] <= s["customer"][0]
            ),
        )


def test_the_same_picture_on_both_monitors_never_holds_the_panel(both_on: Server) -> None:
    with both_on.two_windows() as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr("--output", "DUMMY1", "--mode", "1280x800", "--same-as", "DUMMY0")
        # X repeats the picture before anyone can know: only what remains is judged.
        windows.comes_to_rest("the customer window alone, and said so", picture_repeated)
        both_on.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both again", apart)


def test_panel_stays_hidden_where_qt_does_not_hear_that_the_picture_is_repeated(
    both_on: Server,
) -> None:
    with both_on.two_windows() as windows:
        windows.comes_to_rest("both at the start", apart)
        both_on.xrandr(*CUSTOMER_OFF)
        windows.comes_to_rest("the panel alone", panel_alone)
        both_on.xrandr(*CUSTOMER_ON)
        windows.comes_to_rest("both again", apart)
        both_on.xrandr(*CROUPIER_OFF)
        windows.comes_to_rest("the customer window alone", customer_alone)
        # X has moved DUMMY1 to the origin: now both show the same pixels, and Qt has it elsewhere.
        both_on.xrandr(*CROUPIER_ON)
        windows.comes_to_rest("the customer window alone, and said so", picture_repeated)
        never_public(windows)
        both_on.xrandr(*CROUPIER_ON, *CUSTOMER_ON)
        windows.comes_to_rest("both again", apart)


LEFT = ("--setmonitor", "LEFT", "1280/340x720/190+0+0", "screen")
RIGHT = ("--setmonitor", "RIGHT", "1280/340x720/190+1280+0", "none")


def test_monitors_of_one_wide_screen(tmp_path: Path) -> None:
    def halves(state: State) -> bool:
        return (
            state["seen"] == {"LEFT": ["croupier"], "RIGHT": ["customer"]}
            and state["croupier"] == [0, 0, 1280, 720]
            and state["customer"] == [1280, 0, 1280, 720]
        )

    with xvfb(tmp_path) as wide:
        wide.xrandr(*LEFT)
        wide.xrandr(*RIGHT)
        with wide.two_windows("--customer", "RIGHT") as windows:
            windows.comes_to_rest("both at the start", halves)
            wide.xrandr("--delmonitor", "RIGHT")
            windows.comes_to_rest(
                "the panel alone",
                lambda s: s["customer"] is None and s["seen"] == {"LEFT": ["croupier"]},
            )
            wide.xrandr(*RIGHT)
            windows.comes_to_rest("both again", halves)
        assert not [s for s in windows.told if s["panel_on"].get("RIGHT", 0) > 2]
