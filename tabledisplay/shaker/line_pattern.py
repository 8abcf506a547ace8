"""A technician's regular expression, refused unless it is sure to end soon on any line.

The reader thread runs it on whatever the wire brings, so its worst case counts, not its usual
one: a line has at most 128 characters, and the ways in which the pattern's repeats could share
them out are counted before it is ever used.
"""

from __future__ import annotations

import re
from math import comb
from typing import Final

from tabledisplay.shaker.slp1 import LONGEST_LINE
from tabledisplay.trouble import KnownTrouble, echoed

MOST_WAYS: Final = 3_000_000
"""Ways to match that a pattern may have: some 0.1 s of trying at worst, for a crafted line."""
LONGEST_PATTERN: Final = 500
"""Characters."""

_PIECE: Final = re.compile(
    r"""
    (?P<escape>\\.)
  | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
  | (?P<plain_group>\((?!\?)|\(\?:|\(\?P<\w+>)
  | (?P<odd_group>\(\?[^)]*\)?)
  | (?P<close>\))
  | (?P<either>\|)
  | (?P<repeat>[*+?]|\{(?P<least>[0-9]*),?(?P<most>[0-9]*)\})(?P<how>[+?]?)
  | (?P<literal>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class BadLines(KnownTrouble, ValueError):  # noqa: N818 - a KnownTrouble
    """The description of a shaker's text lines cannot be used; says why."""


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The pattern, ready for use. BadLines: not a regular expression, or one that may not end."""
    if len(pattern) > LONGEST_PATTERN:
        raise BadLines("lines.pattern_long", most=LONGEST_PATTERN)
    try:
        compiled = re.compile(pattern, re.ASCII)
    except (re.error, RecursionError, OverflowError) as trouble:
        raise BadLines("lines.pattern_broken", why=str(trouble)) from None
    if ways_to_match(pattern) > MOST_WAYS:
        raise BadLines("lines.pattern_slow", example=r"\s{1,8}")
    return compiled


def ways_to_match(pattern: str) -> int:
    """No fewer than the ways in which the pattern can try a line of 128 characters.

    BadLines: it repeats a group, looks around or looks back, which cannot be counted so simply.
    """
    ways, open_ended, after_group = 1, 0, False
    for piece in _PIECE.finditer(pattern):
        match piece.lastgroup if piece["repeat"] is None else "repeat":
            case "repeat":
                least, most = _range(piece)
                if after_group and most != 1:
                    raise BadLines("lines.pattern_nested", piece=echoed(piece[0]))
                if piece["how"] == "+":  # possessive: gives nothing back
                    continue
                if most is None:
                    open_ended += 1
                else:
                    ways *= max(most - least, 0) + 1
            case "either":
                ways *= 2
            case "odd_group":
                raise BadLines("lines.pattern_odd", piece=echoed(piece[0]))
            case "escape" if piece[0][1] in "123456789":
                raise BadLines("lines.pattern_odd", piece=echoed(piece[0]))
            case _:
                pass
        after_group = piece.lastgroup == "close"
    return ways * comb(LONGEST_LINE + open_ended, open_ended)


def _range(piece: re.Match[str]) -> tuple[int, int | None]:
    """How often at least and at most; None is without end."""
    match piece["repeat"]:
        case "*":
            return 0, None
        case "+":
            return 1, None
        case "?":
            return 0, 1
        case counted:
            least = int(piece["least"] or 0)
            if "," not in counted:
                return least, least
            return least, int(piece["most"]) if piece["most"] else None
