"""The arithmetic and the law of the game, each against an answer found in another way."""
