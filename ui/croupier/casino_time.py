"""Times of the journal, which are UTC, on the casino's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone(name: str) -> tzinfo:
    """The zone of that IANA name; UTC where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def hour(at: datetime, timezone: str) -> str:
    """Hours and minutes."""
    return at.astimezone(zone(timezone)).strftime("%H:%M")


def day_and_hour(at: datetime, timezone: str) -> str:
    """Day, month, year, hours and minutes, as in French."""
    return at.astimezone(zone(timezone)).strftime("%d/%m/%Y %H:%M")
