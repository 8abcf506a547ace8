"""Sounds are off by default, soft, short, and only ever say which phase began."""

from __future__ import annotations

import struct
import sys
import wave
from collections.abc import Sequence

import pytest

from resources.sounds import sound_file
from tabledisplay.game.state import Phase
from tabledisplay.settings import Settings
from ui.sounds import PLAYERS, PhaseSounds, detached, found_player

SOUNDS = ("shaking", "bets_open", "no_more_bets", "proposed", "confirmed", "void", "alarm")
linux_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")


class Started:
    """Notes what would have been started."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, ...]] = []

    def __call__(self, program: str, arguments: Sequence[str]) -> None:
        self.commands.append((program, *arguments))


@pytest.mark.parametrize("name", SOUNDS)
def test_sounds_are_short_soft_and_do_not_click(name: str) -> None:
    with wave.open(str(sound_file(name))) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        seconds = file.getnframes() / file.getframerate()
        samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))
    assert 0.05 <= seconds <= 0.5
    assert 2000 < max(map(abs, samples)) < 0.5 * 32767
    assert max(map(abs, (*samples[:8], *samples[-8:]))) < 1500
    assert sound_file(name).stat().st_size < 20_000


def test_silent_by_default() -> None:
    assert Settings().croupier.sounds is False
    started = Started()
    sounds = PhaseSounds(wanted=False, find=str, start=started)
    sounds.phase_began(Phase.BETS_OPEN)
    sounds.alarm_raised()
    assert started.commands == []


@linux_only
def test_the_phase_chooses_the_sound() -> None:
    started = Started()
    sounds = PhaseSounds(wanted=True, find=lambda name: f"/bin/{name}", start=started)
    sounds.phase_began(Phase.NO_MORE_BETS)
    sounds.alarm_raised()
    assert started.commands == [
        ("/bin/pw-play", str(sound_file("no_more_bets"))),
        ("/bin/pw-play", str(sound_file("alarm"))),
    ]


@linux_only
def test_a_phase_without_a_sound_is_silent() -> None:
    started = Started()
    PhaseSounds(wanted=True, find=str, start=started).phase_began(Phase.CLOSED)
    assert started.commands == []


@pytest.mark.parametrize("installed", [name for name, _ in PLAYERS])
def test_the_first_player_found_is_used(installed: str) -> None:
    player = found_player(lambda name: f"/usr/bin/{name}" if name == installed else None)
    assert player[0] == f"/usr/bin/{installed}"


@linux_only
def test_silence_where_nothing_plays() -> None:
    started = Started()
    sounds = PhaseSounds(wanted=True, find=lambda _name: None, start=started)
    sounds.phase_began(Phase.VOID)
    assert started.commands == []


@linux_only
def test_a_player_that_is_gone_breaks_nothing() -> None:
    assert detached("/nonexistent/player", ("x.wav",)) is False
