"""The rules of the game, played on a real table whose journal is a list."""
