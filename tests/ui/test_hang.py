"""A window that hangs: no more signs of life, so that the supervisor acts; the ears go on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.console.program import PATIENCE, Pty, run
from tests.ui.screens.xserver import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd's socket")

SILENCE = 4.0
"""Seconds without a sign of life, where one a second is asked for."""


def forget_what_was_said(supervisor: socket.socket) -> None:
    """Signs of life from before the window hung."""
    supervisor.setblocking(False)
    try:
        while True:
            supervisor.recv(4096)
    except BlockingIOError:
        return


def test_a_window_that_hangs_gives_no_sign_of_life_and_the_reader_reads_on(tmp_path: Path) -> None:
    data, pty = tmp_path / "data", Pty()
    data.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(f"\0tabledisplay-hang-{tmp_path.name}-{os.getpid()}")
        supervisor.settimeout(PATIENCE)
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": f"@tabledisplay-hang-{tmp_path.name}-{os.getpid()}",
            "WATCHDOG_USEC": "2000000",
        }
        command = [sys.executable, "-m", "tests.ui.hanging_program", str(data), pty.path]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                heard = set[bytes]()
                while not heard >= {b"READY=1", b"WATCHDOG=1"}:
                    heard.update(supervisor.recv(4096).split(b"\n"))
                (data / "hang").touch()
                assert process.stdout is not None
                turned = {process.stdout.readline()}
                forget_what_was_said(supervisor)
                supervisor.settimeout(SILENCE)
                with pytest.raises(TimeoutError):
                    supervisor.recv(4096)
                while len(turned) < 3:
                    turned.add(process.stdout.readline())
            finally:
                process.kill()
    assert run("verify", "--data", str(data)).returncode == 0
