"""Frozen settings from TOML; every fault is named with its line.

Command line goes over the `--config` file over `DATA/settings.toml` over these defaults.
Unknown keys are refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tabledisplay.trouble import KnownTrouble, echoed

Positive = Annotated[float, Meta(gt=0, le=1_000_000)]
Inches = Annotated[float, Meta(ge=5, le=120)]
Language = Literal["fr", "en"]
PublicLanguage = Literal["fr", "en", "zh-Hans", "zh-Hant"]
Module = Literal[
    "result",
    "layout",
    "last",
    "road",
    "totals",
    "faces",
    "waits",
    "limits",
    "voids",
    "how_to_play",
    "countdown",
    "pictures",
]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One [table] of the file."""


class TableSettings(Section, frozen=True):
    """Names and money. `denominations`: chip values, smallest first. `timezone`: IANA name."""

    name: Annotated[str, Meta(max_length=60)] = "Sic-bo"
    currency: Annotated[str, Meta(min_length=1, max_length=3)] = "€"
    denominations: tuple[Annotated[float, Meta(gt=0, le=1_000_000)], ...] = (
        1, 2, 5, 10, 25, 50, 100, 500, 1000,
    )  # fmt: skip
    timezone: str = "Europe/Paris"


class RulesSettings(Section, frozen=True):
    """Which rule set, and the casino's own 21+3 rules (art. 55-4, 7°). `side_*` None: not fixed."""

    set: str = "fr-2015-05-15"
    ace: Literal["low", "high", "both"] = "both"
    decks: Annotated[int, Meta(ge=1, le=8)] = 6
    side_minimum: Positive | None = None
    side_maximum: Positive | None = None
    seated_only: bool = False


class LinesSettings(Section, frozen=True):
    """A shaker that speaks its own text lines; see docs/shaker.md."""

    device: Annotated[str, Meta(min_length=1, max_length=24)] = "LINES"
    end_of_line: Literal["cr", "lf", "crlf"] = "lf"
    pattern: str = ""
    checksum: Literal["none", "xor8", "crc16"] = "none"
    states: dict[str, Literal["I", "M", "S", "O", "F"]] = {}
    lids: dict[str, Literal["C", "O", "U"]] = {}


class ShakerSettings(Section, frozen=True):
    """Where the shaker speaks. `queries` lets the program send `?ID`; off, it only listens."""

    ports: tuple[str, ...] = ()
    baud: Literal[9600, 19200, 38400, 57600, 115200] = 115200
    format: Literal["slp1", "lines"] = "slp1"
    lines: LinesSettings = LinesSettings()
    queries: bool = False


class RoundSettings(Section, frozen=True):
    """`betting_seconds`: countdown shown while bets are open, 0 for none; it closes nothing."""

    confirmation: Literal["croupier", "automatic"] = "croupier"
    betting_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


class StatisticsSettings(Section, frozen=True):
    """Window in rounds or the opening; `label` names the module."""

    window: Literal[20, 50, 100, 200, 500, "opening"] = 100
    minimum_sample: Annotated[int, Meta(ge=1, le=500)] = 20
    label: Literal["frequencies", "hot_cold"] = "frequencies"
    reset: Literal["opening", "never"] = "opening"


Colour = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}$")]


class ThemeSettings(Section, frozen=True):
    """The casino's own colours; those that would break the contrast rules are refused."""

    accent: Colour | None = None
    red_faces: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = (1, 4)


class CustomerSettings(Section, frozen=True):
    """The customer screen. `monitor`: its stable name, empty for the first that is free."""

    monitor: str = ""
    diagonal_inches: Inches = 43
    distance_m: Annotated[float, Meta(ge=0.5, le=15)] = 3
    orientation: Literal["auto", "landscape", "portrait"] = "auto"
    language: PublicLanguage = "fr"
    alternate_seconds: Annotated[int, Meta(ge=0, le=3600)] = 0
    alternate_languages: tuple[PublicLanguage, ...] = ("fr", "en", "zh-Hans")
    modules: tuple[Module, ...] = (
        "result", "layout", "last", "road", "totals", "faces", "waits", "limits", "how_to_play",
    )  # fmt: skip
    theme: ThemeSettings = ThemeSettings()
    animations: Literal["full", "reduced", "none"] = "full"
    logo: str = ""
    pictures: str = ""


class CroupierSettings(Section, frozen=True):
    """The croupier panel. `hand`: the croupier's own, for the mirrored layout."""

    monitor: str = ""
    diagonal_inches: Inches = 10.1
    hand: Literal["right", "left"] = "right"
    language: Language = "fr"
    sounds: bool = False


class KioskSettings(Section, frozen=True):
    """Full screen, no way out but the technician's PIN."""

    enabled: bool = False


class DataSettings(Section, frozen=True):
    """Backups kept, and the most the logs may take, in MB."""

    backups: Annotated[int, Meta(ge=1, le=1000)] = 30
    log_mb: Annotated[int, Meta(ge=1, le=1000)] = 20


class Settings(Section, frozen=True):
    """All settings; the defaults run a table."""

    table: TableSettings = TableSettings()
    rules: RulesSettings = RulesSettings()
    shaker: ShakerSettings = ShakerSettings()
    round: RoundSettings = RoundSettings()
    statistics: StatisticsSettings = StatisticsSettings()
    customer: CustomerSettings = CustomerSettings()
    croupier: CroupierSettings = CroupierSettings()
    kiosk: KioskSettings = KioskSettings()
    data: DataSettings = DataSettings()


def parse(*layers: tuple[str, str]) -> Settings:
    """The settings of these (file name, TOML text) layers, the later over the earlier.

    KnownTrouble names the file and the line of what is wrong.
    """
    merged: dict[str, Any] = {}
    for file, text in layers:
        merged = _over(merged, _checked(file, text))
    return msgspec.convert(merged, Settings)


def _checked(file: str, text: str) -> dict[str, Any]:
    """One layer, in which nothing is wrong."""
    fault = _fault(text)
    if not isinstance(fault, Exception):
        return fault
    if isinstance(fault, tomllib.TOMLDecodeError):
        at = re.search(r"\(at line (\d+), column \d+\)$", str(fault))
        line = int(at[1]) if at else text.count("\n") + 1
        raise KnownTrouble("settings.not_toml", file=file, line=line)
    line = _line_of_fault(text)
    if not isinstance(fault, msgspec.ValidationError):
        raise KnownTrouble("settings.not_toml", file=file, line=line)
    name, unknown = _named(fault)
    key = "settings.unknown_key" if unknown else "settings.bad_value"
    raise KnownTrouble(key, file=file, line=line, name=echoed(name))


def _fault(text: str) -> dict[str, Any] | Exception:
    """What is wrong with the text, or what it says if nothing is."""
    try:
        layer = tomllib.loads(text)
        msgspec.convert(layer, Settings)
    except (ValueError, RecursionError) as fault:  # ValueError: also a number of 5,000 digits
        return fault
    return layer


def _line_of_fault(text: str) -> int:
    """The line (from 1) on which the first wrong statement begins, however it is written.

    A text cut after a whole statement is TOML too, and only the statement can have brought the
    fault. What is cut within a statement is not.
    """
    lines, good = text.split("\n"), 0
    for count in range(1, len(lines)):
        fault = _fault("\n".join(lines[:count]) + "\n")
        if not isinstance(fault, Exception):
            good = count
        elif not isinstance(fault, tomllib.TOMLDecodeError):
            break
    return good + 1


def _named(fault: msgspec.ValidationError) -> tuple[str, bool]:
    """The dotted name of what is wrong, and whether it is unknown.

    msgspec says « Object contains unknown field `key` - at `$.section` ».
    """
    words = str(fault)
    place = re.search(r" - at `\$\.?([^`]*)`$", words)
    section = re.sub(r"\[[^]]*\]", "", place[1]) if place else ""
    unknown = re.search(r"unknown field `(.*?)`(?: - at `[^`]*`)?$", words, re.DOTALL)
    if unknown is None:
        return section, False
    return f"{section}.{unknown[1]}" if section else unknown[1], True


def _over(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two nested mappings as one; what stands in `above` wins."""
    merged = dict(below)
    for name, value in above.items():
        old = merged.get(name)
        merged[name] = (
            _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged
