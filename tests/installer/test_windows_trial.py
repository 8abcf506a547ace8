"""The trial's own tools, without Wine: the croupier that plays a round, and the mended library."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from installer.windows.playing import Failed, play_round, rounds_of, simulator
from installer.windows.wine_ucrt import CODE, ROOM, STUB, mended

PROGRAM = Path(sys.executable).with_name("tabledisplay")
PATIENCE = 60


@pytest.mark.skipif(not PROGRAM.exists(), reason="the program is not installed beside this Python")
def test_a_round_is_played_from_the_shaker_s_line_to_the_journal(tmp_path: Path) -> None:
    with simulator(PROGRAM, (2, 5, 5)) as port:
        command = (PROGRAM, "--data", tmp_path, "console", "--port", port)
        assert play_round(command, PATIENCE) == [2, 5, 5]
    assert rounds_of(PROGRAM, tmp_path) == [[2, 5, 5]]


def test_a_console_that_ends_at_once_fails_the_trial() -> None:
    with pytest.raises(Failed, match=r"ended by itself"):
        play_round((sys.executable, "-c", ""), PATIENCE)


def test_a_console_that_refuses_fails_the_trial() -> None:
    line = '{"phase": "closed", "refused": {"code": "wrong_phase"}, "public": {"dice": null}}'
    with pytest.raises(Failed, match=r"wrong_phase"):
        play_round((sys.executable, "-c", f"print({line!r}); input()"), PATIENCE)


def test_journals_that_cannot_be_read_fail_the_trial(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"rounds ended with"):
        rounds_of(Path(sys.executable), tmp_path)


def test_only_stubs_are_filled_and_nothing_is_done_twice() -> None:
    stub = STUB.ljust(ROOM, b"\x90")
    real = b"\xf2\x0f\x10\x01\xc3".ljust(ROOM, b"\x90")
    library = b"head" + stub + real + b"tail"
    filled = mended(library, {"crealf": 4, "creal": 4 + ROOM, "unheard": 0})
    assert filled[4 : 4 + ROOM] == CODE["crealf"].ljust(ROOM, b"\xcc")
    assert filled[4 + ROOM :] == library[4 + ROOM :]
    assert mended(filled, {"crealf": 4}) == filled
    assert all(len(code) < ROOM for code in CODE.values())
