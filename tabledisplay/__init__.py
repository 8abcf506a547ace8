"""The table: rules, game, shaker, journal. No Qt in here."""

__version__ = "0.1.0"
