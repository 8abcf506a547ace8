"""`DATA/settings.toml`: the only settings file that the program writes, comments kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from tabledisplay.files import write_atomically
from tabledisplay.settings import Settings, parse
from tabledisplay.trouble import KnownTrouble

Value = str | int | float | bool | list[str] | list[int] | list[float]


def change_settings(path: Path, changes: Mapping[str, Value]) -> Settings:
    """Write new values for keys such as `shaker.ports`; the rest of the file stays as it is.

    The outcome is checked before it is written. KnownTrouble: the file is broken, a value does
    not fit, or the disk refuses.
    """
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, TOMLKitError):
        raise KnownTrouble("settings.unreadable", file=str(path)) from None
    for dotted, value in changes.items():
        *sections, key = dotted.split(".")
        place: tomlkit.TOMLDocument | Table = document
        for section in sections:
            inner = place.setdefault(section, tomlkit.table())
            if not isinstance(inner, Table):
                raise KnownTrouble("settings.unreadable", file=str(path))
            place = inner
        place[key] = value
    written = tomlkit.dumps(document)
    settings = parse((path.name, written))
    try:
        write_atomically(path, written.encode())
    except OSError:
        raise KnownTrouble("main.data_folder", folder=str(path.parent)) from None
    return settings
