"""What the screen shows, in one sentence for screen readers."""

from __future__ import annotations

from tabledisplay.public_view import PublicView
from tabledisplay.words import Words


def spoken(view: PublicView, words: Words) -> str:
    """The phase, and the result where there is one."""
    said = words.say(f"banner.{view.banner}")
    if view.result is None:
        return said
    tag = words.say(f"tag.{view.result.tag}")
    told = f"{said}, {view.result.dice}, {view.result.dice.total}, {tag}"
    return f"{told}, {words.say('result.corrected')}" if view.result.corrected else told
