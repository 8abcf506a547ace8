"""The table: rules, game, shaker, journal. No Qt in here."""
