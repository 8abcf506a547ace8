"""Makes resources/sounds/*.wav: short soft notes, one sound a phase. Run it again after a change.

    .venv/bin/python tools/make_sounds.py

A sound says that a phase began and nothing else: it is the same whatever the dice are.
"""

from __future__ import annotations

import math
import struct
import sys
import wave
from pathlib import Path

RATE = 16_000
LOUDNESS = 0.35
EDGE = 0.012
"""Seconds in which a note swells and fades, so that it does not click."""

Note = tuple[float, float]
"""Hertz (0: silence) and seconds."""

SOUNDS: dict[str, tuple[Note, ...]] = {
    "shaking": ((294.0, 0.08),),
    "bets_open": ((440.0, 0.09), (0.0, 0.03), (587.3, 0.14)),
    "no_more_bets": ((392.0, 0.12), (0.0, 0.04), (261.6, 0.2)),
    "proposed": ((523.3, 0.06),),
    "confirmed": ((523.3, 0.08), (659.3, 0.08), (784.0, 0.16)),
    "void": ((220.0, 0.14), (0.0, 0.05), (220.0, 0.14)),
    "alarm": ((880.0, 0.09), (0.0, 0.06), (880.0, 0.09), (0.0, 0.06), (880.0, 0.09)),
}


def samples(notes: tuple[Note, ...]) -> list[int]:
    """The notes as 16-bit samples: a sine with a little of its octave."""
    made: list[int] = []
    for hertz, seconds in notes:
        count = round(seconds * RATE)
        for n in range(count):
            at = n / RATE
            swell = min(1.0, at / EDGE, (seconds - at) / EDGE)
            wave_at = 0.8 * math.sin(2 * math.pi * hertz * at)
            wave_at += 0.2 * math.sin(4 * math.pi * hertz * at)
            made.append(round(32767 * LOUDNESS * max(0.0, swell) * wave_at))
    return made


def write(path: Path, notes: tuple[Note, ...]) -> None:
    """One mono file of 16 bits."""
    made = samples(notes)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(made)}h", *made))


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, notes in SOUNDS.items():
        write(folder / f"{name}.wav", notes)
        print(f"{name}.wav")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent.parent / "resources" / "sounds"))
