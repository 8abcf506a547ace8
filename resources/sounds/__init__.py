"""Short sounds, one a phase; tools/make_sounds.py makes them."""

from pathlib import Path


def sound_file(name: str) -> Path:
    """Where the sound of that name is, or would be."""
    return Path(__file__).resolve().parent / f"{name}.wav"
