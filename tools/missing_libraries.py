"""Says which Debian packages this machine still lacks: one name a line, nothing when all is there.

What counts is whether the library loads or the program is found, not what a package manager
believes: package names change between releases, the names of the libraries do not.
"""

import ctypes
import os
import shutil
import sys
from pathlib import Path

# Without these Qt cannot even be imported or paint off screen.
QT = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
}
# With these Qt opens windows on an X display.
WINDOWS = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
}
# With these the tests plug and unplug screens: programs, and one driver file of the X server.
SCREENS = {
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "xrandr": "x11-xserver-utils",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "Xorg": "xserver-xorg-core",
    "/usr/lib/xorg/modules/drivers/dummy_drv.so": "xserver-xorg-video-dummy",
}


def loads(library: str) -> bool:
    """True when the dynamic linker finds the library and all it needs."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def found(program: str) -> bool:
    """True for a program on the PATH or where servers live, or for a file that exists."""
    if Path(program).is_absolute():
        return Path(program).exists()
    path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin:/usr/lib/xorg"
    return shutil.which(program, path=path) is not None


def missing(groups: list[str]) -> list[str]:
    """The packages lacking in `groups`, some of qt, windows, screens."""
    lacking: list[str] = []
    if "qt" in groups:
        lacking += [package for library, package in QT.items() if not loads(library)]
    if "windows" in groups:
        lacking += [package for library, package in WINDOWS.items() if not loads(library)]
    if "screens" in groups:
        lacking += [package for program, package in SCREENS.items() if not found(program)]
    return lacking


if __name__ == "__main__":
    for name in missing(sys.argv[1:]):
        print(name)
