"""The program, whose window hangs as soon as a file says so. Then it tells that its ears do not.

python -m tests.ui.hanging_program DATA PORT
"""

import argparse
import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer

from tabledisplay.startup import Options
from tabledisplay.words import Words
from ui import app

data, port = Path(sys.argv[1]), sys.argv[2]


class Hanging(app.Stage):
    """Waits for the file `hang` in the data folder."""

    def open(self) -> None:
        super().open()
        self._look = QTimer(self, interval=20)
        self._look.timeout.connect(self._perhaps)
        self._look.start()

    def _perhaps(self) -> None:
        while (data / "hang").exists():
            sys.stdout.write(f"{self.listening.turned_at}\n")
            sys.stdout.flush()
            time.sleep(0.2)


if __name__ == "__main__":
    app.Stage = Hanging  # type: ignore[misc]  # this program only
    options = Options(data, ports=(port,))
    sys.exit(app.run(argparse.Namespace(), options, Words()))
