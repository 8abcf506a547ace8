"""`self-check`: the installed program proves itself, off screen, and touches nobody's data.

What a bundle can lose on its way is looked for: fonts, sentences, rules, law, kinds of ports,
modules loaded by name, Qt's way to the screen. Then a round is played through the real parts.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QLibraryInfo, QPluginLoader
from PySide6.QtGui import QFontDatabase

from resources.fonts import CHINESE, LATIN, font_files
from tabledisplay import __version__
from tabledisplay.__main__ import CHECK_FAILED, DONE, QT_FRONTS
from tabledisplay.rulebook import DEFAULT_RULESET, law_texts, load_ruleset, ruleset_names
from tabledisplay.rules.ruleset import RulesetFault
from tabledisplay.settings import PublicLanguage, Settings
from tabledisplay.shaker.pretend_port import TcpPort
from tabledisplay.shaker.serial_port import PORT_TROUBLE, SerialPort
from tabledisplay.startup import Options, timezone_of
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import LANGUAGES, Words, sentences
from ui import fonts
from ui.display import application
from ui.trial_round import play_trial

PART = "self_check"

LANGUAGES_OF: Mapping[str, tuple[str, ...]] = {
    "core": LANGUAGES,
    "panel": LANGUAGES,
    "customer": get_args(PublicLanguage),
    PART: LANGUAGES,
}
"""The parts of the program and the languages each must speak."""

LATE = ("ui.customer.charts",)
"""Modules that are imported only once the first picture stands."""

PLATFORM = {"win32": "qwindows.dll"}.get(sys.platform, "libqxcb.so")
SENT = b"123"
TROUBLE: tuple[type[Exception], ...] = (*PORT_TROUBLE, KnownTrouble)
LOOKS = 20
"""Times that a port is read, each waiting 0.1 s, before it counts as silent."""

Say = Callable[..., str]


def run(args: argparse.Namespace, options: Options, words: Words) -> int:  # noqa: ARG001 - every front has one form
    """`self-check`: 0 if all is there and the trial round succeeds; else 1, and why."""
    try:
        say = Words(words.lang, PART).say
    except (ValueError, OSError):
        _tell(NO_WORDS)
        return CHECK_FAILED
    app = application(words, offscreen=True)
    found = [fault for check in CHECKS for fault in check(say)]
    if not found:
        with tempfile.TemporaryDirectory(prefix="tabledisplay-self-check-") as data:
            found = play_trial(app, Path(data), words.lang, say)
    for fault in found:
        _tell(f"- {fault}")
    key = "bad" if found else "good"
    _tell(say(key, count=len(found), version=__version__))
    return CHECK_FAILED if found else DONE


def _tell(line: str) -> None:
    """A windowed build has no standard output: there the exit code has to do."""
    if sys.stdout is not None:
        sys.stdout.write(line + "\n")


NO_WORDS = (
    "Les phrases du programme manquent\u00a0: réinstallez-le. / "
    "The program's sentences are missing: install it again."
)


def missing_fonts(say: Say) -> Iterator[str]:
    """Files or families that are not there."""
    if not font_files():
        yield say("missing.fonts")
    for file in fonts.install():
        yield say("missing.font", file=file)
    there = set(QFontDatabase.families())
    for family in (LATIN, *CHINESE.values()):
        if family not in there:
            yield say("missing.family", family=family)


def missing_words(say: Say) -> Iterator[str]:
    """Languages a part does not speak, or not wholly."""
    for part, wanted in LANGUAGES_OF.items():
        every: set[str] = set()
        spoken: dict[str, set[str]] = {}
        for lang in wanted:
            try:
                spoken[lang] = set(sentences(lang, part))
            except (ValueError, OSError):
                yield say("missing.words", part=part, lang=lang)
            else:
                every |= spoken[lang]
        for lang, keys in spoken.items():
            if lacking := every - keys:
                yield say("missing.word_keys", part=part, lang=lang, count=len(lacking))


def missing_law(say: Say) -> Iterator[str]:
    """Rules and legal texts, and the timezones that dates need."""
    for name in sorted({DEFAULT_RULESET, *ruleset_names()}):
        try:
            load_ruleset(name)
        except (RulesetFault, KnownTrouble, ValueError, OSError) as why:
            yield say("missing.rules", name=name, why=why)
    try:
        if not law_texts() or not all(text.text.strip() for text in law_texts()):
            yield say("missing.law", why="0")
    except (KeyError, ValueError, OSError) as why:
        yield say("missing.law", why=why)
    try:
        timezone_of(Settings())
    except KnownTrouble as trouble:
        yield say("missing.module", name="tzdata", why=trouble)


def missing_ports(say: Say) -> Iterator[str]:
    """Kinds of ports that pyserial would load by name."""
    for scheme, speak in (("loop://", _through_loop), ("socket://", _through_socket)):
        try:
            heard = speak()
        except TROUBLE as why:
            yield say("missing.port", scheme=scheme, why=why)
            continue
        if heard != SENT:
            yield say("missing.port_silent", scheme=scheme)


def _through_loop() -> bytes:
    with closing(SerialPort("loop://", 115200)) as port:
        port.write(SENT)
        return _heard(port)


def _through_socket() -> bytes:
    with (
        closing(TcpPort("127.0.0.1", 0)) as there,
        closing(SerialPort(there.url, 115200)) as here,
    ):
        there.say(SENT)
        return _heard(here)


def _heard(port: SerialPort) -> bytes:
    heard = b""
    for _ in range(LOOKS):
        heard += port.read()
        if len(heard) >= len(SENT):
            break
    return heard


def missing_modules(say: Say) -> Iterator[str]:
    """What is imported late or by name."""
    fronts = (target.partition(":")[0] for target in QT_FRONTS.values())
    for name in (*sorted(fronts), *LATE):
        try:
            importlib.import_module(name)
        except ImportError as why:
            yield say("missing.module", name=name, why=why)


def missing_platform(say: Say) -> Iterator[str]:
    """What Qt needs to open a window where there is a screen; said with the library's name."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    loader = QPluginLoader(str(folder / PLATFORM))
    if not loader.load():
        yield say("missing.platform", file=PLATFORM, why=loader.errorString())


CHECKS = (
    missing_fonts,
    missing_words,
    missing_law,
    missing_ports,
    missing_modules,
    missing_platform,
)
"""In this order; the trial round is played only when all of them find nothing."""
