"""Where the bundled program begins: PyInstaller wants a file, the program is a package."""

import sys

from tabledisplay.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
