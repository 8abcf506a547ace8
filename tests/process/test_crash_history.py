"""Three crashes in five minutes start the program plainly; nothing else does."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.crash_history import (
    CRASHES_FILE,
    MANY,
    WITHIN,
    CrashHistory,
    begin_run,
    begun,
    end_run,
    ended,
    plain,
    read_history,
    safe_mode,
    write_history,
)
from tabledisplay.settings import CroupierSettings, CustomerSettings, Settings

T = 1_800_000_000.0


def starts(*times: float) -> CrashHistory:
    """Runs begun at these times, none of which ended in order."""
    history = CrashHistory()
    for at in times:
        history = begun(history, at)
    return history


@pytest.mark.parametrize(
    ("times", "safe"),
    [
        ([], False),
        ([T], False),
        ([T, T + 1, T + 2], False),
        ([T, T + 1, T + 2, T + 3], True),
        ([T, T + 100, T + 200, T + 300], True),
        ([T, T, T, T], True),
        ([T, T + 100, T + 250, T + 399], True),
        ([T, T + 100, T + 250, T + 400], False),
        ([T, T + 1, T + 2, T + 10_000], False),
        ([T, T + 1, T + 2, T + 3, T + 4], True),
        ([T + 3600, T + 3601, T + 3602, T], False),
        ([T + 3600, T + 3601, T, T + 1, T + 2, T + 3], True),
    ],
)
def test_three_crashes_in_five_minutes(times: list[float], safe: bool) -> None:
    assert safe_mode(starts(*times)) is safe


def test_runs_that_end_in_order_are_no_crashes() -> None:
    history = CrashHistory()
    for at in range(10):
        history = ended(begun(history, T + at))
    assert history == CrashHistory(starts=10)
    assert not safe_mode(begun(history, T + 11))


def test_safe_mode_ends_once_a_run_has_lasted() -> None:
    history = starts(T, T + 1, T + 2, T + 3)
    assert safe_mode(history)
    assert not safe_mode(begun(ended(history), T + 3 + WITHIN))
    assert history.total == 3
    assert history.starts == 4


@given(st.lists(st.tuples(st.floats(0, 2e9), st.booleans()), max_size=40))
def test_history_stays_small_and_counts_all(runs: list[tuple[float, bool]]) -> None:
    history, crashed = CrashHistory(), 0
    for at, in_order in runs:
        history = begun(history, at)
        assert all(at - WITHIN < crash <= at for crash in history.crashes)
        if in_order:
            history = ended(history)
        else:
            crashed += 1
    assert len(history.crashes) <= MANY
    assert history.starts == len(runs)
    assert history.total == crashed - history.running


def test_written_and_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "health"
    assert read_history(folder) == CrashHistory()
    history = starts(T, T + 1)
    write_history(folder, history)
    assert read_history(folder) == history


def test_runs_one_after_another(tmp_path: Path) -> None:
    folder = tmp_path / "health"
    for at in range(4):
        history = begin_run(folder, T + at)
    assert safe_mode(history)
    end_run(folder)
    assert read_history(folder) == ended(history)
    assert begin_run(folder, T + 1000).crashes == ()


def test_a_disk_that_refuses_stops_no_run(tmp_path: Path) -> None:
    (tmp_path / "health").write_bytes(b"a file where the folder should be")
    assert begin_run(tmp_path / "health", T).running
    end_run(tmp_path / "health")


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"crashes": "often"}', b'{"unknown": 1}', b"\xff\xfe", b"null"]
)
def test_damaged_memory_is_no_memory(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / CRASHES_FILE).write_bytes(damage)
    assert read_history(tmp_path) == CrashHistory()


def test_plain_settings_keep_the_game_and_the_screens() -> None:
    rich = Settings(
        customer=CustomerSettings(
            monitor="HDMI-1", logo="logo.png", pictures="pictures", language="en", distance_m=4
        ),
        croupier=CroupierSettings(monitor="DP-1", hand="left", sounds=True),
    )
    simple = plain(rich)
    assert simple.customer.animations == "none"
    assert (simple.customer.logo, simple.customer.pictures) == ("", "")
    assert simple.customer.modules == ("result", "layout", "last", "road", "limits", "how_to_play")
    assert not simple.croupier.sounds
    assert (simple.customer.monitor, simple.croupier.monitor) == ("HDMI-1", "DP-1")
    assert (simple.customer.language, simple.customer.distance_m) == ("en", 4)
    assert simple.croupier.hand == "left"
    for name in ("table", "rules", "shaker", "round", "statistics", "kiosk", "data"):
        assert getattr(simple, name) == getattr(rich, name)
    assert plain(simple) == simple
