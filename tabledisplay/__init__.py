"""The table: rules, game, shaker, journal. No Qt in here."""

__version__ = "0.1.0"

BUILD_YEAR = 2026
"""A clock that says an earlier year is wrong."""
