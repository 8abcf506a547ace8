"""The value of each setting of an installation, as people say it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from tabledisplay.settings_file import Value
from ui.croupier.installing import (
    CHIPS,
    DISTANCE,
    HAND,
    LANGUAGE,
    NAME,
    PANEL_INCHES,
    PANEL_MONITOR,
    PORTS,
    PUBLIC_INCHES,
    PUBLIC_MONITOR,
    Choice,
    shortened,
)
from ui.croupier.scene import PanelWords


def told(words: PanelWords, key: str, value: Value, found: Sequence[Choice]) -> str:
    """The value on its key. `found`: what there is to choose from, with its words."""
    match key:
        case _ if key == PORTS:
            assert isinstance(value, list)
            return _ports(words, [str(port) for port in value], found)
        case _ if key in (PUBLIC_MONITOR, PANEL_MONITOR):
            return shortened(_named(str(value), found)) or words.say("install.automatic")
        case _ if key == CHIPS:
            assert isinstance(value, list)
            return words.say("install.from", amount=words.money(Decimal(str(value[0]))))
        case _ if key in (PUBLIC_INCHES, PANEL_INCHES, DISTANCE):
            unit = "metres" if key == DISTANCE else "inches"
            return words.say(f"install.{unit}", number=words.number(Decimal(str(value))))
        case _ if key in (HAND, LANGUAGE):
            return words.say(f"install.{value}")
        case _:
            assert key == NAME
            return shortened(str(value), 22, 11) or "—"


def said(words: PanelWords, key: str, value: Value, found: Sequence[Choice]) -> str:
    """The value in full, for a screen reader."""
    if key == CHIPS and isinstance(value, list):
        return ", ".join(words.number(Decimal(str(chip))) for chip in value)
    if key == NAME:
        return str(value)
    return told(words, key, value, found)


def tail(text: str, word: int = 36) -> str:
    """The text as it is written; its end alone where a word is longer than a line."""
    return text if all(len(part) <= word for part in text.split()) else f"…{text[-word:]}"


def _named(value: str, found: Sequence[Choice]) -> str:
    return next((choice.told for choice in found if choice.value == value), value)


def _ports(words: PanelWords, ports: Sequence[str], found: Sequence[Choice]) -> str:
    match ports:
        case []:
            return words.say("install.no_shaker")
        case [port]:
            named = _named(port, found)
            return shortened(named if named != port else port.rsplit("/", 1)[-1])
        case _:
            return words.say("install.ports", count=len(ports))
