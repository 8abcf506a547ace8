"""From the command line's options to a table that runs: folder, settings, journal, ports."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import platformdirs

from tabledisplay import BUILD_YEAR
from tabledisplay.files import write_atomically
from tabledisplay.game.apply import fold
from tabledisplay.game.events import AnyEvent, TableOpened
from tabledisplay.game.state import HISTORY_KEPT, Round, TableState
from tabledisplay.health import FOLDER, read_health
from tabledisplay.journal import FILE_NAME, Journal
from tabledisplay.journal_repair import Repair
from tabledisplay.journal_rounds import RoundRow
from tabledisplay.listening import listener_maker
from tabledisplay.pins import Pins
from tabledisplay.public_view import Sampling
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.settings import Settings, parse
from tabledisplay.table import Clock, SystemClock, Table, TableRules
from tabledisplay.trouble import KnownTrouble, echoed

SETTINGS_FILE = "settings.toml"
LAST_GOOD_FILE = "settings.last-good.json"
PINS_FILE = "pins.json"

LONGEST_SETTINGS = 32 * 2**10
"""Bytes of a settings file; all settings there are, with their comments, have a tenth of it."""

LIFETIME = 30
"""Years after its making in which this program may still be played with."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says. Empty or None: not said."""

    data: Path
    config: Path | None = None
    lang: str | None = None
    ports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings to play by. `trouble` says why they are only the last good copy."""

    settings: Settings
    trouble: KnownTrouble | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A table that stands on its journal. `repair` tells what was done to a damaged one."""

    table: Table
    journal: Journal = field(repr=False)
    repair: Repair | None


def default_data_folder() -> Path:
    """Where this machine keeps the data if nobody says otherwise."""
    return platformdirs.user_data_path("tabledisplay", appauthor=False)


def load_settings(options: Options) -> Settings:
    """The settings of files and command line. KnownTrouble names file and line."""
    layers: list[tuple[str, str]] = []
    own = options.data / SETTINGS_FILE
    if own.exists():
        layers.append((SETTINGS_FILE, _text(own)))
    if options.config is not None:
        layers.append((options.config.name, _text(options.config)))
    settings = _with_ports(parse(*layers), options.ports)
    _check_usable(settings)
    return settings


def load_settings_or_last_good(options: Options) -> Loaded:
    """As `load_settings`, and remembers them; broken ones give way to the last good copy.

    KnownTrouble where there is none. A disk that takes no copy stops nothing: the journal will say.
    """
    copy = options.data / LAST_GOOD_FILE
    try:
        settings = load_settings(options)
    except KnownTrouble as trouble:
        try:
            kept = msgspec.json.decode(copy.read_bytes(), type=Settings)
        except (OSError, msgspec.MsgspecError):
            raise trouble from None
        return Loaded(_with_ports(kept, options.ports), trouble)
    encoded = msgspec.json.encode(settings)
    with contextlib.suppress(OSError):
        if not copy.exists() or copy.read_bytes() != encoded:
            write_atomically(copy, encoded)
    return Loaded(settings)


def _check_usable(settings: Settings) -> None:
    """KnownTrouble for what is well written and yet nothing to play by: it must be no good copy."""
    timezone_of(settings)
    load_ruleset(settings.rules.set)
    listener_maker(settings.shaker)


def _with_ports(settings: Settings, ports: tuple[str, ...]) -> Settings:
    if not ports:
        return settings
    shaker = msgspec.structs.replace(settings.shaker, ports=ports)
    return msgspec.structs.replace(settings, shaker=shaker)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_SETTINGS + 1)
    except OSError:
        raise KnownTrouble("settings.unreadable", file=str(path)) from None
    if len(content) > LONGEST_SETTINGS:
        raise KnownTrouble("settings.too_long", file=path.name, kilobytes=LONGEST_SETTINGS >> 10)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:  # an editor of Windows has saved it in its own way
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise KnownTrouble("settings.not_toml", file=path.name, line=line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def timezone_of(settings: Settings) -> tzinfo:
    """The table's timezone. KnownTrouble for a name that nobody knows."""
    try:
        return ZoneInfo(settings.table.timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise KnownTrouble("settings.timezone", name=echoed(settings.table.timezone)) from None


def make_data_folder(folder: Path) -> None:
    """The data folder, there and writable. KnownTrouble otherwise."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / ".writable", b"")
        (folder / ".writable").unlink()
    except OSError:
        raise KnownTrouble("main.data_folder", folder=str(folder)) from None


def start_table(options: Options, settings: Settings, clock: Clock | None = None) -> Started:
    """Open the journal, fold it, and stand a table on it. KnownTrouble: not our journal."""
    clock = clock or SystemClock()
    ruleset = load_ruleset(settings.rules.set)
    opened = Journal.open(options.data / FILE_NAME, timezone=timezone_of(settings), now=clock.now())
    shortened = opened.journal.head().seq < events_known(options.data)
    events = opened.journal.since_last_opening()
    latest = events[-1].at if events else clock.now()
    window = settings.statistics.window
    rules = TableRules(
        ruleset,
        Sampling(
            None if window == "opening" else window,
            settings.statistics.minimum_sample,
            settings.statistics.reset == "never",
        ),
        automatic=settings.round.confirmation == "automatic",
        ports=settings.shaker.ports,
    )
    table = Table(
        opened.journal,
        rules,
        Pins(options.data / PINS_FILE),
        state=state_of(opened.journal, events),
        clock=clock,
    )
    if opened.repair is not None:
        table.distrust("repaired")
    elif shortened:
        table.distrust("shortened")
    if is_impossible(clock.now(), latest):
        table.warn("clock")
        table.distrust("clock")
    return Started(table, opened.journal, opened.repair)


def events_known(data: Path) -> int:
    """How many events the journal had when the program last told how it is; 0 if it never did.

    A log that was removed, or an older journal put in its place, is whole in itself: only what was
    written down beside it tells that rounds are missing.
    """
    health = read_health(data / FOLDER)
    return 0 if health is None else health.journal_events


def is_impossible(now: datetime, latest: datetime) -> bool:
    """Whether the clock says a day before the latest event, or a year no table plays this in."""
    lifetime = BUILD_YEAR <= now.year <= BUILD_YEAR + LIFETIME
    return not lifetime or now < latest - timedelta(days=1)


def state_of(journal: Journal, events: Sequence[AnyEvent]) -> TableState:
    """The fold of the events since the last opening, after the earlier rounds that still count."""
    opening = next((e.opening for e in events if isinstance(e, TableOpened)), 0)
    earlier = (row for row in journal.last_rounds(HISTORY_KEPT) if row.opening < opening)
    return fold(events, TableState(history=tuple(map(round_of, earlier))))


def round_of(row: RoundRow) -> Round:
    """A round as the state keeps it."""
    return Round(
        row.opening,
        row.number,
        row.at,
        None if row.dice is None else Dice(row.dice),
        void=row.void,
        die=row.die,
        late=row.late,
        manual=row.manual,
        first_dice=None if row.first_dice is None else Dice(row.first_dice),
        correction=row.correction,
    )
