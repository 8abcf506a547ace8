"""The command line. Imports no Qt: what needs it is loaded by name from one table."""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NoReturn

from tabledisplay.front import COMMANDS, add_commands
from tabledisplay.startup import Options, default_data_folder
from tabledisplay.trouble import KnownTrouble, echoed
from tabledisplay.words import DEFAULT_LANGUAGE, LANGUAGES, Words

DONE, CHECK_FAILED, BAD_USAGE = 0, 1, 2
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What a disk says that has no room for what a command writes, to its output or beside it."""

QT_FRONTS: Mapping[str, str] = {
    "run": "ui.app:run",
    "demo": "ui.demo:run",
    "doctor": "ui.doctor:run",
    "self-check": "ui.self_check:run",
}
"""Commands whose front end needs Qt: module and function, called with (args, options, words)."""

ARGPARSE_PHRASES: Mapping[str, str] = {
    "positional arguments:": "main.help_to_give",
    "show this help message and exit": "main.help_help",
}


class Parser(argparse.ArgumentParser):
    """Says one plain sentence in the user's language instead of argparse's English."""

    words: ClassVar[Words]
    """Of the class, because argparse makes the commands' parsers of it by itself."""

    def format_help(self) -> str:
        """The help; argparse's own phrases in it, too, are in the user's language."""
        help_ = super().format_help()
        for english, key in ARGPARSE_PHRASES.items():
            help_ = help_.replace(english, self.words.say(key))
        return help_

    def error(self, message: str) -> NoReturn:  # noqa: ARG002 - argparse's words are English
        raise KnownTrouble("main.usage", given=echoed(" ".join(sys.argv[1:])))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; 0 done, 1 a check failed, 2 bad usage, input, settings or port URL."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(_language(arguments))
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        args = _parser(words).parse_args(arguments)
        code = _front(args.command)(args, _options(args), words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KnownTrouble as trouble:
        _complain(words.say(trouble.key, **trouble.values))
        return BAD_USAGE
    except KeyboardInterrupt:
        return DONE
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to tell them.
        _speak_to_nobody()
        return DONE
    except OSError as trouble:
        if trouble.errno not in NO_ROOM:
            raise
        _speak_to_nobody()
        _complain(words.say("main.no_room", why=os.strerror(trouble.errno)))
        return BAD_USAGE


def _speak_to_nobody() -> None:
    """What is still to be written out goes nowhere, or Python would try again at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    """One line to standard error, if this program has one (a windowed build has none)."""
    if sys.stderr is not None:
        sys.stderr.write(sentence + "\n")


def _language(arguments: Sequence[str]) -> str:
    """The language asked for, found before anything can be said; French if none that we know."""
    for before, after in zip(arguments, [*arguments[1:], ""], strict=True):
        asked = after if before == "--lang" else before.removeprefix("--lang=")
        if before.startswith("--lang") and asked in LANGUAGES:
            return asked
    return DEFAULT_LANGUAGE


def _parser(words: Words) -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--config", type=Path, metavar="FILE", help=words.say("main.help_config"))
    common.add_argument("--data", type=Path, metavar="DIR", help=words.say("main.help_data"))
    common.add_argument("--lang", choices=LANGUAGES, help=words.say("main.help_lang"))
    speaking: type[Parser] = type("Parser", (Parser,), {"words": words})
    parser = speaking(
        prog="tabledisplay",
        description=words.say("main.description"),
        parents=[common],
        allow_abbrev=False,
    )
    parser.add_argument("--port", action="append", metavar="URL", help=words.say("main.help_port"))
    add_commands(parser, common, words)
    parser.set_defaults(command="run")  # after the commands: their own default would win
    return parser


def _options(args: argparse.Namespace) -> Options:
    return Options(
        data=_nameable(getattr(args, "data", None) or default_data_folder()),
        config=getattr(args, "config", None),
        lang=getattr(args, "lang", None),
        ports=tuple(getattr(args, "port", None) or ()),
    )


def _nameable(folder: Path) -> Path:
    """A folder that a file system and SQLite can be asked for, there or not."""
    try:
        str(folder).encode()
        folder.stat()
    except UnicodeError:
        raise KnownTrouble("main.data_folder", folder=echoed(folder)) from None
    except OSError as trouble:
        if trouble.errno == errno.ENAMETOOLONG:
            raise KnownTrouble("main.data_folder", folder=echoed(folder)) from None
    return folder


def _front(command: str) -> Callable[[argparse.Namespace, Options, Words], int]:
    if command in COMMANDS:
        return COMMANDS[command]
    module, _, function = QT_FRONTS[command].partition(":")
    front: Callable[[argparse.Namespace, Options, Words], int] = getattr(
        importlib.import_module(module), function
    )
    return front


if __name__ == "__main__":
    sys.exit(main())
