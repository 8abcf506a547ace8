"""Trouble that a person can do something about: disk, port, screen, settings, input."""

from __future__ import annotations


class KnownTrouble(Exception):  # noqa: N818 - not an error of ours: a person can end it
    """Shown as one plain sentence, `Words.say(trouble.key, **trouble.values)`."""

    key: str
    values: dict[str, object]

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.key}({told})"


LONGEST_ECHO = 40


def echoed(given: object) -> str:
    """What a person typed, fit for a sentence: one printable line, at most 40 characters."""
    text = "".join(c if c.isprintable() else "?" for c in str(given))
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
