"""The program, which may take longer than 2 s to end in order: a busy machine is no fault.

python -m tests.ui.patient_program COMMAND …
"""

import sys

from tabledisplay.__main__ import main
from ui import session

if __name__ == "__main__":
    session.LIMIT = 120.0
    sys.exit(main())
