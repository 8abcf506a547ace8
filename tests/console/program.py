"""The console as its users run it: a process, JSON lines, and a shaker at the end of a pty."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE = 120.0
"""Seconds to wait for something that must come: only a hang takes them, never a busy machine."""
REPEATS = 0.5
"""Seconds after which what a shaker says is said again, as real ones do."""

Line = dict[str, Any]


class Pty:
    """A serial line: the program opens `path`, the test holds the other end."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.master, data) :]

    def unplug(self) -> None:
        """The port vanishes with whatever was unread."""
        os.close(self.master)
        os.close(self._slave)


class Program:
    """`tabledisplay console` on its own data folder."""

    def __init__(
        self, data: Path, *ports: str, extra: tuple[str, ...] = (), under: tuple[str, ...] = ()
    ) -> None:
        options = [option for port in ports for option in ("--port", port)]
        self._process = subprocess.Popen(
            [
                *under,
                sys.executable,
                "-m",
                "tabledisplay",
                "console",
                "--data",
                str(data),
                *options,
                *extra,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._lines: queue.SimpleQueue[Line] = queue.SimpleQueue()
        self.all: list[Line] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.last = self.next()

    @property
    def pid(self) -> int:
        """The process, or what it runs under."""
        return self._process.pid

    def _read(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            self._lines.put(json.loads(text))

    def next(self, patience: float = PATIENCE) -> Line:
        line = self._lines.get(timeout=patience)
        self.all.append(line)
        self.last = line
        return line

    def ask(self, do: str, **fields: object) -> Line:
        """Give a command; the line that answers it, by its echoed id."""
        mark = fields.pop("mark", None) or f"m{len(self.all)}-{time.monotonic_ns()}"
        command = {"do": do, "id": mark, **fields}
        self.type(json.dumps(command))
        while True:
            line = self.next()
            if line["id"] == command["id"]:
                return line

    def type(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()

    def until(self, holds: Callable[[Line], bool]) -> Line:
        """Wait until a line is told for which it holds, the last one included."""
        deadline = time.monotonic() + PATIENCE
        while not holds(self.last):
            assert time.monotonic() < deadline, self.last
            self.next()
        return self.last

    def hears(self, pty: Pty, data: bytes, holds: Callable[[Line], bool]) -> Line:
        """Say it again and again until a line is told for which it holds.

        What is said once may be lost: the program opens its port when it comes to it, which
        empties the line, and drops half a frame when the rest comes late. A real shaker repeats.
        """
        deadline = time.monotonic() + PATIENCE
        pty.write(data)
        while not holds(self.last):
            assert time.monotonic() < deadline, self.last
            try:
                self.next(REPEATS)
            except queue.Empty:
                pty.write(data)
        return self.last

    def everything(self) -> list[Line]:
        """All lines told after the first, once the program has ended."""
        self._reader.join(PATIENCE)
        while not self._lines.empty():
            self.all.append(self._lines.get())
        return self.all[1:]

    def state(self) -> Line:
        return self.ask("state")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._close()

    def quit(self) -> tuple[int, str]:
        """Ask to end; exit code and what was said on standard error."""
        self.type('{"do":"quit"}')
        return self.ended()

    def end_input(self) -> tuple[int, str]:
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self.ended()

    def ended(self) -> tuple[int, str]:
        assert self._process.stderr is not None
        code = self._process.wait(PATIENCE)
        said = self._process.stderr.read()
        self._close()
        return code, said

    def _close(self) -> None:
        self._reader.join(PATIENCE)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self.kill()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """One command of the program, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tabledisplay", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE * 2,
        check=False,
    )
