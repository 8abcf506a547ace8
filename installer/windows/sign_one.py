"""What NSIS calls to have the uninstaller signed: sign.py from wherever NSIS stands."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from installer.windows.sign import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
