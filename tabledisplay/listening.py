"""All configured ports, each read by its own link; the settings say how."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from tabledisplay.settings import LinesSettings, ShakerSettings
from tabledisplay.shaker.lines import LinesFormat
from tabledisplay.shaker.lines_watch import LinesListener
from tabledisplay.shaker.link import STOP_WITHIN, Hearing, Link
from tabledisplay.shaker.listener import slp1_listener
from tabledisplay.shaker.messages import Message, PortChanged
from tabledisplay.shaker.ports import check_port_url


class Listening:
    """The links of one table. KnownTrouble at construction: a port URL or format that cannot be.

    `deliver` is called in the reader threads.
    """

    def __init__(
        self, settings: ShakerSettings, deliver: Callable[[tuple[Message, ...]], None]
    ) -> None:
        make = listener_maker(settings)
        self._hand_on = deliver
        self._untried = set(settings.ports)
        self._all_tried = Event()
        self.links = tuple(
            Link(port, settings.baud, make, self._deliver, queries=settings.queries)
            for port in settings.ports
        )

    def start(self) -> None:
        """Begin to read every port."""
        for link in self.links:
            link.start()

    def wait_until_tried(self, timeout: float) -> None:
        """Wait until every port was opened or refused once, at most that many seconds."""
        if self.links:
            self._all_tried.wait(timeout)

    def _deliver(self, messages: tuple[Message, ...]) -> None:
        self._untried -= {news.port for news in messages if isinstance(news, PortChanged)}
        if not self._untried:
            self._all_tried.set()
        self._hand_on(messages)

    def stop(self) -> bool:
        """Stop reading, within 2 s in all; False if a port hangs."""
        share = STOP_WITHIN / max(1, len(self.links))
        stopped = [link.stop(share) for link in self.links]
        return all(stopped)

    def shake_commanded(self) -> None:
        """The croupier has started a shake: a device without round numbers counts it."""
        for link in self.links:
            if isinstance(link.listener, LinesListener):
                link.listener.shake_commanded()

    @property
    def turned_at(self) -> float | None:
        """When the slowest reader's loop last went round, in monotonic seconds; None: no ports."""
        return min((link.turned_at for link in self.links), default=None)

    def tap(self, taker: Callable[[bytes], None] | None) -> None:
        """Give all bytes to the technician's raw view as well, or to nobody."""
        for link in self.links:
            link.raw_tap = taker


def lines_format(settings: LinesSettings) -> LinesFormat:
    """The format of the `lines` adapter. KnownTrouble where it cannot be used."""
    return LinesFormat(
        settings.device,
        settings.pattern,
        settings.end_of_line,
        settings.checksum,
        settings.states,
        settings.lids,
    )


def listener_maker(settings: ShakerSettings) -> Callable[[str], Hearing]:
    """What makes the listener of each port. KnownTrouble: a port URL or format that cannot be."""
    for port in settings.ports:
        check_port_url(port)
    if settings.format == "slp1":
        return slp1_listener
    form = lines_format(settings.lines)

    def make(port: str) -> Hearing:
        return LinesListener(port, form)

    return make
