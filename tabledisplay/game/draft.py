"""Events about to be journaled, and the state they would lead to."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tabledisplay.game.apply import apply
from tabledisplay.game.events import AlarmRaised, AnyEvent
from tabledisplay.game.parts import Alarm
from tabledisplay.game.state import TableState

ALIKE_KEPT: Final = 8
"""Alarms of one code in one round that may stand: a broken device must not fill the panel."""


class Draft:
    """Grows by `tell`. Nothing here is true until the journal has taken `events`."""

    def __init__(self, state: TableState, at: datetime) -> None:
        self.state = state
        self.at = at
        self.events: list[AnyEvent] = []

    def tell(self, event: AnyEvent) -> None:
        """One more event, seen by all that is decided after it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def alarm(self, code: str, key: str | None = None, *, again: bool = False) -> None:
        """Raise an alarm, once for each cause in a round; `again`: also if none of it stands."""
        alike = sum((a.code, a.round) == (code, self.state.number) for a in self.state.alarms)
        is_new = (code, key) not in self.state.current.raised
        if (is_new and alike < ALIKE_KEPT) or (again and not alike):
            alarm = Alarm(self.state.last_alarm + 1, code, self.state.number)
            self.tell(AlarmRaised(at=self.at, alarm=alarm, key=key))
