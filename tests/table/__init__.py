"""The table around the game: journal first, PINs, links, views."""
