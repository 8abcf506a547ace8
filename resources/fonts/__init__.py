"""The fonts of both screens: the only ones used, whatever the PC has installed.

The families have names of their own, so an installed Inter or Noto can never mix with them.
`QFont.setFamilies([LATIN, CHINESE[language]])` shows digits and Latin in one style everywhere.
"""

from pathlib import Path
from types import MappingProxyType

LATIN = "Table Inter"
"""Weights 400, 500, 600, 700, 900. Digits are of one width; ♠ ♥ ♦ ♣ and U+202F are there."""

CHINESE = MappingProxyType({"zh-Hans": "Table Noto SC", "zh-Hant": "Table Noto TC"})
"""Weights 400 and 700, only the characters our words use: see tools/subset_fonts.py."""


def font_files() -> tuple[Path, ...]:
    """Every font file to register, in a fixed order."""
    folder = Path(__file__).resolve().parent
    return tuple(sorted(path for path in folder.iterdir() if path.suffix in {".ttf", ".otf"}))
