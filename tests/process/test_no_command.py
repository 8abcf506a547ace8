"""`tabledisplay` alone is `run`, as shortcuts, kiosks and services start it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HIDDEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def without_display(*arguments: str) -> tuple[int, str]:
    """Exit code and complaint where no window can be shown."""
    ran = subprocess.run(
        (sys.executable, "-m", "tabledisplay", *arguments),
        env={name: value for name, value in os.environ.items() if name not in HIDDEN},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows always has a display")
def test_without_a_command_the_table_runs(tmp_path: Path) -> None:
    told = without_display("--data", str(tmp_path), "run")
    assert told[0] == 2
    assert "Traceback" not in told[1]
    assert without_display("--data", str(tmp_path)) == told
