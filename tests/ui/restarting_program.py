"""The program, which saves its installation by itself the first time, and leaves the second.

python -m tests.ui.restarting_program DATA CONFIG: prints its process, page and table each time.
"""

import argparse
import os
import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from tabledisplay.startup import Options
from tabledisplay.words import Words
from ui import app
from ui.croupier.installing import NAME


class Once(app.Stage):
    """Acts as soon as it is open."""

    def open(self) -> None:
        super().open()
        sys.stdout.write(f"{os.getpid()} {self.panel.page} {self.settings.table.name}\n")
        QTimer.singleShot(0, self._act)

    def _act(self) -> None:
        if self.installation.first_run():
            part = self.panel.book.technician.install
            part.draft.change(self.settings, NAME, "Deux")
            part.save.held.emit()
        else:
            self.panel.leave_kiosk.emit()


if __name__ == "__main__":
    app.Stage = Once  # type: ignore[misc]  # this program only
    data, config = map(Path, sys.argv[1:])
    sys.exit(app.run(argparse.Namespace(), Options(data, config), Words()))
