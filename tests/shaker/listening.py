"""What the tests of the link need: a pseudo-terminal to plug and unplug, and patient ears."""

from __future__ import annotations

import os
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tabledisplay.shaker.link import Link
from tabledisplay.shaker.messages import Message, PortChanged, PortStatus

PATIENCE = 120.0
"""Seconds a condition may take on a busy machine; nobody waits longer than it needs."""


class Ears:
    """Collects what a link delivers, from its thread."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self._news = threading.Condition()

    def __call__(self, messages: tuple[Message, ...]) -> None:
        with self._news:
            self.heard += messages
            self._news.notify_all()

    def until(self, condition: Callable[[list[Message]], bool]) -> list[Message]:
        """All that was heard, as soon as it meets the condition."""
        with self._news:
            assert self._news.wait_for(lambda: condition(self.heard), PATIENCE), self.heard
            return list(self.heard)

    def within(self, seconds: float, condition: Callable[[list[Message]], bool]) -> bool:
        """Whether it meets the condition by then."""
        with self._news:
            return self._news.wait_for(lambda: condition(self.heard), seconds)

    def until_heard(self, message: Message, times: int = 1) -> list[Message]:
        """All that was heard, as soon as it holds that message so many times."""
        return self.until(lambda heard: heard.count(message) >= times)

    def until_status(self, *statuses: PortStatus) -> list[Message]:
        """All that was heard, as soon as the port has gone through exactly these."""
        return self.until(lambda heard: tuple(status_changes(heard)) == statuses)


def status_changes(heard: list[Message]) -> list[PortStatus]:
    return [message.status for message in heard if isinstance(message, PortChanged)]


class Cable:
    """A serial cable under one path: plugged in, it is a pseudo-terminal, each time another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None

    def plug(self) -> str:
        """Plug it in; the terminal's own name."""
        ours, theirs = self._ends = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        name = os.ttyname(theirs)
        self.path.symlink_to(name)
        return name

    def say(self, data: bytes) -> None:
        assert self._ends is not None
        assert os.write(self._ends[0], data) == len(data)

    def heard(self) -> bytes:
        """What the host has written."""
        assert self._ends is not None
        try:
            return os.read(self._ends[0], 4096)
        except BlockingIOError:
            return b""

    def unplug(self) -> None:
        if self._ends is not None:
            self.path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None


@contextmanager
def cable_at(path: Path) -> Iterator[Cable]:
    cable = Cable(path)
    try:
        yield cable
    finally:
        cable.unplug()


@contextmanager
def running(link: Link) -> Iterator[Link]:
    """A link that is stopped in the end, and leaves no thread."""
    link.start()
    try:
        yield link
    finally:
        assert link.stop(PATIENCE)
