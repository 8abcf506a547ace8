"""The program's own settings file: what is not changed stays, what does not fit is not written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabledisplay.settings_file import change_settings
from tabledisplay.trouble import KnownTrouble


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings = change_settings(
        path, {"shaker.ports": ["/dev/ttyUSB0"], "customer.theme.red_faces": [1], "table.name": "A"}
    )
    assert settings.shaker.ports == ("/dev/ttyUSB0",)
    assert settings.customer.theme.red_faces == (1,)
    assert change_settings(path, {}) == settings


def test_comments_and_other_keys_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# ours\n[table]\nname = "A" # old\ncurrency = "F"\n', encoding="utf-8")
    settings = change_settings(path, {"table.name": "B", "kiosk.enabled": True})
    text = path.read_text(encoding="utf-8")
    assert text.startswith('# ours\n[table]\nname = "B" # old\ncurrency = "F"\n')
    assert settings.kiosk.enabled


@pytest.mark.parametrize(
    ("before", "changes"),
    [
        ("", {"table.colour": "red"}),
        ("", {"shaker.baud": 300}),
        ("[table", {"table.name": "B"}),
        ("table = 3\n", {"table.name": "B"}),
    ],
)
def test_what_does_not_fit_is_not_written(
    before: str, changes: dict[str, str | int], tmp_path: Path
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(before, encoding="utf-8")
    with pytest.raises(KnownTrouble):
        change_settings(path, dict(changes))
    assert path.read_text(encoding="utf-8") == before
