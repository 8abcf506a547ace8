"""Short sounds, one a phase; tools/make_sounds.py makes them."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def sound_file(name: str) -> Path:
    """Where the sound of that name is, or would be."""
    return _HERE / f"{name}.wav"
