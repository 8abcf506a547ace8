"""Money of the table: decimal, above 0, at most 2 places. Its currency is a setting, not a rule."""

from __future__ import annotations

import re
from decimal import Decimal

WRITTEN = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,2})?")
LONGEST_WRITTEN = 12
CENT = Decimal("0.01")


def parse_money(given: object) -> Decimal:
    """An amount above 0 with at most 9 digits before the point and 2 after, exactly as meant.

    Takes str (point or comma), int, float as JSON gives it (by its shortest text), Decimal.
    ValueError: anything else, signs, exponents, NaN, infinities, spaces, non-ASCII digits, bool.
    """
    text = written(given)
    if len(text) > LONGEST_WRITTEN or WRITTEN.fullmatch(text) is None:
        raise ValueError("not an amount with at most 9 digits and 2 decimals")
    amount = Decimal(text.replace(",", "."))
    if amount == 0:
        raise ValueError("an amount is above 0")
    return Decimal(plain(amount))


def written(given: object) -> str:
    """The text of an amount, not yet checked. ValueError: no type of amount, or out of range."""
    match given:
        case str():
            return given
        case int() | float():
            return repr(given)
        case Decimal() if given.is_finite() and 0 < given < 10**9:
            if given != given.quantize(CENT):
                raise ValueError("an amount has at most 2 decimals")
            return plain(given.quantize(CENT))
        case _:
            raise ValueError("not an amount above 0 with at most 9 digits")


def plain(amount: Decimal) -> str:
    """Digits without trailing zeros or exponent: `5`, `2.5`. ValueError: NaN, inf."""
    if not amount.is_finite():
        raise ValueError("an amount is a finite number")
    text = format(amount, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def number(amount: Decimal) -> int | float:
    """The amount for JSON: int when whole, else float. ValueError: NaN, inf."""
    text = plain(amount)
    return float(text) if "." in text else int(text)
