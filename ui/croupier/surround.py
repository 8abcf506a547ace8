"""What is around every page: the phase, how things stand, the words, the pages' keys, and the
round's dominant key, which lies on some pages and never moves."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tabledisplay.game.state import Phase
from ui.croupier import theme
from ui.croupier.acts import Act, Acts, called
from ui.croupier.book import NAV, UNDER, WITH_DOMINANT
from ui.croupier.gate import Fingers, Gate
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key
from ui.croupier.page import PageName, put
from ui.croupier.places import Frame
from ui.croupier.scene import Scene
from ui.croupier.sizes import Scale
from ui.croupier.strip import Saying, Strip
from ui.croupier.track import Status, Track

COLOURS = {
    Act.OPEN_TABLE: theme.QUIET,
    Act.START_SHAKE: theme.SKY,
    Act.END_SHAKE: theme.GREEN,
    Act.CLOSE_BETS: theme.ORANGE,
    Act.VALIDATE: theme.YELLOW,
}
"""The dominant key has the colour of the phase it leads to."""


class Surround:
    """The widgets; they belong to the panel."""

    def __init__(self, panel: QWidget, fingers: Fingers, gate: Gate) -> None:
        self.track, self.status, self.strip = Track(panel), Status(panel), Strip(panel)
        self.dominant = Key(Look.DOMINANT, panel, fingers=fingers, gate=gate)
        self.nav = {name: Key(Look.QUIET, panel) for name in NAV}

    def arrange(self, frame: Frame, scale: Scale) -> None:
        """Place everything but the dominant key."""
        put(self.track, frame.track, scale)
        put(self.status, frame.status, scale)
        put(self.strip, frame.strip, scale)
        for key, place in zip(self.nav.values(), frame.nav, strict=True):
            put(key, place, scale)

    def show_scene(self, scene: Scene, page: PageName, said: Saying, acts: Acts | None) -> None:
        """Show this moment around that page."""
        self.track.show_scene(scene)
        self.status.show_scene(scene)
        more = scene.words.say("strip.more", count=said.more) if said.more > 0 else ""
        self.strip.show_saying(said, more)
        self._show_nav(scene, page)
        if acts is not None:
            self._show_dominant(scene, acts)

    def _show_nav(self, scene: Scene, page: PageName) -> None:
        here = UNDER.get(page, page)
        waiting = scene.croupier.phase in (Phase.NO_MORE_BETS, Phase.PROPOSED)
        wanted = page not in WITH_DOMINANT and (waiting or bool(called(scene.croupier)))
        for number, (name, key) in enumerate(self.nav.items(), start=1):
            key.show_face(
                scene.words.say(f"nav.{name}"),
                hint=scene.hint(f"F{number}"),
                chosen=name is here,
                called=name is PageName.ROUND and wanted,
                wished_mm=4.6,
            )

    def _show_dominant(self, scene: Scene, acts: Acts) -> None:
        self.dominant.show_face(
            scene.words.say(f"dominant.{acts.dominant}"),
            hint=scene.hint("0" if acts.dominant is Act.CLOSE_BETS else "⏎"),
            wished_mm=10,
            colour=COLOURS[acts.dominant],
            called=acts.dominant in acts.called,
        )
        self.dominant.set_live(acts.dominant in acts.live)
