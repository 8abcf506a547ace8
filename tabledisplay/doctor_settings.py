"""The doctor's look at the settings: each value with where it comes from."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from tabledisplay.doctor_finding import Finding, Part, bad, care, good
from tabledisplay.settings import Settings
from tabledisplay.startup import (
    LAST_GOOD_FILE,
    SETTINGS_FILE,
    Options,
    load_settings,
)
from tabledisplay.trouble import KnownTrouble


@dataclass(frozen=True, slots=True)
class Known:
    """The settings that the table would play by; `trouble` where they are a copy or defaults."""

    settings: Settings
    trouble: KnownTrouble | None = None
    copy: bool = False


def known_settings(options: Options) -> Known:
    """As `run` loads them, but nothing is written; defaults where there is no good copy either."""
    try:
        return Known(load_settings(options))
    except KnownTrouble as trouble:
        copy = options.data / LAST_GOOD_FILE
        try:
            kept = msgspec.json.decode(copy.read_bytes(), type=Settings)
        except (OSError, msgspec.MsgspecError):
            return Known(Settings(), trouble)
        return Known(kept, trouble, copy=True)


def look_at_settings(options: Options, known: Known) -> Iterator[Finding]:
    """What is wrong with them, and each value that is not a default."""
    if known.trouble is not None:
        facts = {name: str(value) for name, value in known.trouble.values.items()}
        yield bad(Part.SETTINGS, known.trouble.key, **facts)
        key = "settings_copy" if known.copy else "settings_none"
        yield (care if known.copy else bad)(Part.SETTINGS, key)
        return
    told = origins(options, known.settings)
    yield good(Part.SETTINGS, "settings", count=len(told))
    for name, origin in told.items():
        yield good(Part.SETTINGS, "setting", name=name, value=origin.value, origin=origin.where)


@dataclass(frozen=True, slots=True)
class Origin:
    """A value as JSON, and where it was said."""

    value: str
    where: str


def origins(options: Options, settings: Settings) -> dict[str, Origin]:
    """Each setting that something says, by dotted name; the last one to say it wins."""
    said: dict[str, str] = {}
    own = options.data / SETTINGS_FILE
    for path in (own, options.config):
        if path is not None and path.exists():
            found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
            said |= dict.fromkeys(dotted(found), str(path))
    if options.ports:
        said["shaker.ports"] = "--port"
    values = dotted(msgspec.to_builtins(settings))
    return {
        name: Origin(json.dumps(values[name], ensure_ascii=False), said[name])
        for name in sorted(said)
        if name in values
    }


def dotted(tables: Mapping[str, Any], before: str = "") -> dict[str, object]:
    """Nested tables as one, names joined with dots."""
    flat: dict[str, object] = {}
    for name, value in tables.items():
        if isinstance(value, dict) and value:
            flat |= dotted(value, f"{before}{name}.")
        else:
            flat[before + name] = value
    return flat
