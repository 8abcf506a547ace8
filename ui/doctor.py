"""`doctor` with screens and fonts, where Qt starts; where it cannot, the rest is still told.

Qt aborts the process that it cannot serve (a library is missing, the X server refuses). So it is
asked in a child process, where the system can make one; no module here imports Qt before that.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryFile

import msgspec

from tabledisplay.doctor import run_doctor
from tabledisplay.doctor_finding import Finding, Part, care
from tabledisplay.doctor_settings import known_settings
from tabledisplay.health import FOLDER
from tabledisplay.settings import Settings
from tabledisplay.startup import Options
from tabledisplay.trouble import echoed
from tabledisplay.words import Words
from ui.last_screens import recall
from ui.monitors import NOTHING, Remembered

Look = Callable[[Settings, Words], list[Finding]]

NOT_STARTED = 1


def run(args: argparse.Namespace, options: Options, words: Words) -> int:
    """`doctor`: 0, or 1 if anything is broken."""
    settings = known_settings(options).settings
    look = partial(screens, seen=recall(options.data / FOLDER))
    shown = (look if sys.platform == "win32" else partial(in_a_child, look=look))(settings, words)
    return run_doctor(options, words, as_json=args.json, shown=shown)


def screens(settings: Settings, words: Words, seen: Remembered = NOTHING) -> list[Finding]:
    """What Qt shows; one finding if Qt cannot be imported."""
    try:
        from ui.doctor_screens import look_at_screens
    except ImportError as missing:
        return [care(Part.SCREENS, "qt_missing", why=echoed(_library(str(missing))))]
    return list(look_at_screens(settings, words, seen))


def in_a_child(settings: Settings, words: Words, look: Look = screens) -> list[Finding]:
    """What `look` finds, asked in a child process; one finding if the child dies of it."""
    with TemporaryFile() as told, TemporaryFile() as said:
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.dup2(said.fileno(), 2)
            code = NOT_STARTED
            try:
                told.write(msgspec.json.encode(look(settings, words)))
                told.flush()
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(pid, 0)
        if status != 0:
            said.seek(0)
            why = _why(said.read().decode("utf-8", "replace"))
            return [care(Part.SCREENS, "qt_died", why=echoed(why))]
        told.seek(0)
        return msgspec.json.decode(told.read(), type=list[Finding])


def _library(words_of_import: str) -> str:
    """The library that an ImportError names, or all it says."""
    found = re.match(r"(\S+\.so[.\d]*): cannot open", words_of_import)
    return found[1] if found else words_of_import


def _why(said: str) -> str:
    """The line of Qt's last words that says most."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if "needed" in line or "Could not" in line]
    return (telling or lines or ["?"])[-1 if not telling else 0]
