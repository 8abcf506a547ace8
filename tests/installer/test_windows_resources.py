"""What Windows reads from our programs: version, descriptions, icon."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from installer.windows.version_resource import DESCRIPTIONS, ICON, four_numbers, resource


def told(program: str, version: str) -> dict[str, Any]:
    """The version file, read with constructors that keep what they are given."""

    def keep(name: str) -> Any:
        return lambda *args, **named: (name, args, named)

    names = (
        "VSVersionInfo",
        "FixedFileInfo",
        "StringFileInfo",
        "StringTable",
        "StringStruct",
        "VarFileInfo",
        "VarStruct",
    )
    _, _, info = eval(resource(program, version), {name: keep(name) for name in names})
    strings, variables = info["kids"]
    return {
        "fixed": info["ffi"][2],
        "tables": {table[1][0]: dict(entry[1] for entry in table[1][1]) for table in strings[1][0]},
        "languages": variables[1][0][0][1][1],
    }


@pytest.mark.parametrize("program", DESCRIPTIONS)
def test_version_and_name_are_told_in_french_and_english(program: str) -> None:
    seen = told(program, "1.22.3")
    assert seen["fixed"]["filevers"] == seen["fixed"]["prodvers"] == (1, 22, 3, 0)
    assert set(seen["tables"]) == {"040C04B0", "040904B0"}
    assert seen["languages"] == [0x040C, 1200, 0x0409, 1200]
    for table in seen["tables"].values():
        assert table["ProductVersion"] == table["FileVersion"] == "1.22.3"
        assert table["OriginalFilename"] == program
    assert seen["tables"]["040C04B0"]["FileDescription"].startswith("Affichage")


def test_every_program_is_described_differently() -> None:
    assert len({text for texts in DESCRIPTIONS.values() for text in texts.values()}) == 4


@pytest.mark.parametrize(
    ("version", "numbers"), [("0.1.0", (0, 1, 0, 0)), ("1.2.3rc1", (1, 2, 3, 0))]
)
def test_versions_become_four_numbers(version: str, numbers: tuple[int, ...]) -> None:
    assert four_numbers(version) == numbers


@pytest.mark.parametrize("version", ["1.2", "", "v1.2.3", "1.2.70000"])
def test_versions_that_windows_cannot_hold_are_refused(version: str) -> None:
    with pytest.raises(ValueError, match="^" + version + "$"):
        four_numbers(version)


def test_the_icon_holds_every_size_as_png() -> None:
    icon = ICON.read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", icon)
    assert (zero, kind) == (0, 1)
    sizes = []
    for number in range(count):
        entry = struct.unpack_from("<BBBBHHII", icon, 6 + 16 * number)
        picture = icon[entry[7] : entry[7] + entry[6]]
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack_from(">II", picture, 16) == (entry[0] or 256, entry[1] or 256)
        sizes.append(entry[0] or 256)
    assert sizes == [16, 32, 48, 64, 128, 256]
