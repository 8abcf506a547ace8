"""X servers for tests, with outputs that can be plugged and unplugged, and programs on them."""

import json
import os
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120.0
"""Seconds until a condition that does not come is a failure."""

CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "any"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "any"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 3840 2160
  EndSubSection
EndSection
"""
DUMMY_DRIVER = Path("/usr/lib/xorg/modules/drivers/dummy_drv.so")

State = dict[str, Any]


def program(name: str) -> str | None:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/bin", "/usr/sbin", "/usr/lib/xorg"])
    return shutil.which(name, path=path)


class Server:
    """One X server. A test gets it with its outputs as `laid_out` leaves them."""

    def __init__(self, display: str, home: Path) -> None:
        self.display, self._home = display, home

    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("QT_", "XDG_", "WAYLAND"))}
        home = {"HOME": str(self._home), "XDG_RUNTIME_DIR": str(self._home)}
        return kept | home | {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}

    def xrandr(self, *arguments: str) -> None:
        subprocess.run(
            ["xrandr", *arguments],
            env=self.environment(),
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )

    @contextmanager
    def two_windows(self, *arguments: str) -> Iterator["Watched"]:
        with two_windows(self.environment(), *arguments) as windows:
            yield windows


@contextmanager
def started(environment: dict[str, str], *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs until the block ends."""
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def two_windows(environment: dict[str, str], *arguments: str) -> Iterator["Watched"]:
    command = (sys.executable, "-m", "tests.ui.screens.two_windows", *arguments)
    with started(environment, *command) as process:
        yield Watched(process)


class Watched:
    """The states that a two_windows program tells, waited for by conditions."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        self._process, self._out = process, process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._rest = b""
        self.told: list[State] = []

    def until(self, what: str, true: Callable[[State], bool]) -> State:
        """The first state, the present one included, for which that is true."""
        last = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            while not (self.told and true(self.told[-1])):
                left = last - time.monotonic()
                if left <= 0 or not selector.select(left):
                    pytest.fail(f"not within {PATIENCE} s: {what}; last state: {self.told[-1:]}")
                if not (heard := self._out.read()):
                    pytest.fail(f"the program ended ({self._process.wait()}) before: {what}")
                *lines, self._rest = (self._rest + heard).split(b"\n")
                for line in lines:
                    self.told.append(json.loads(line))
                    if true(self.told[-1]):
                        break
        return self.told[-1]

    def comes_to_rest(self, what: str, true: Callable[[State], bool]) -> State:
        """That becomes true with all timers at rest, and is still so two regular checks later."""
        state = self.until(what, lambda s: s["resting"] and true(s))
        checks = state["checks"] + 2
        state = self.until("two more checks", lambda s: s["resting"] and s["checks"] >= checks)
        assert true(state), f"did not stay so: {what}; {state}"
        return state


@contextmanager
def server(home: Path, *command: str) -> Iterator[Server]:
    """A server on a display number of its own choice, with a window manager."""
    path = program(command[0])
    if path is None:
        pytest.skip(f"{command[0]} is not installed")
    for needed in ("xrandr", "openbox"):
        if program(needed) is None:
            pytest.skip(f"{needed} is not installed")
    reading, writing = os.pipe()
    with (home / "server.out").open("wb") as out:
        process = subprocess.Popen(
            [path, "-displayfd", str(writing), "-noreset", "-nolisten", "tcp", *command[1:]],
            pass_fds=[writing],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as number:
            if not (display := number.readline().decode().strip()):
                pytest.skip(f"{command[0]} does not start here: {last_words(home)}")
        running = Server(f":{display}", home)
        with started(running.environment(), "openbox", "--sm-disable"):
            yield running
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def last_words(home: Path) -> str:
    lines = (home / "server.out").read_text(encoding="utf-8", errors="replace").splitlines()
    return " / ".join(line for line in lines if "rror" in line or "(EE)" in line)[:300]


@contextmanager
def xorg(home: Path) -> Iterator[Server]:
    """Xorg with the dummy driver: real outputs, DUMMY0 and DUMMY1."""
    if not DUMMY_DRIVER.exists():
        pytest.skip("the dummy video driver of Xorg is not installed")
    configuration = home / "xorg.conf"
    configuration.write_text(CONFIGURATION, encoding="utf-8")
    options = ["-config", str(configuration), "-logfile", str(home / "xorg.log")]
    with server(home, "Xorg", *options, "-novtswitch", "-sharevts") as running:
        for output in ("DUMMY0", "DUMMY1"):
            for mode in ("1280x800", "1280x720", "1920x1080"):
                running.xrandr("--addmode", output, mode)
        yield running


@contextmanager
def xvfb(home: Path) -> Iterator[Server]:
    """Xvfb, one wide screen that --setmonitor divides."""
    with server(home, "Xvfb", "-screen", "0", "2560x720x24") as running:
        yield running
