"""`tabledisplay doctor`: what a technician would ask on the phone at three in the morning.

Each finding is one sentence with a mark and, where something is wrong, what to do. Nothing here
tells dice, bytes of a line or anything else of a draw. Nothing is changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo

from tabledisplay.doctor_finding import SIGNS, Finding, Mark, Part
from tabledisplay.doctor_journal import look_at_journal
from tabledisplay.doctor_machine import (
    look_at_clock,
    look_at_data,
    look_at_health,
    look_at_program,
    thieves,
)
from tabledisplay.doctor_ports import look_at_ports, look_at_shaker
from tabledisplay.doctor_rights import look_at_groups
from tabledisplay.doctor_settings import Known, known_settings, look_at_settings
from tabledisplay.instance import LOCK_FILE, Instance
from tabledisplay.journal import FILE_NAME, JournalTrouble
from tabledisplay.journal_open import hold
from tabledisplay.settings import Settings
from tabledisplay.startup import Options, timezone_of
from tabledisplay.table import SystemClock
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import Words

HELD_FILE = "journal.lock"


def run_doctor(
    options: Options, words: Words, *, as_json: bool, shown: Iterable[Finding] = ()
) -> int:
    """Tells everything, with what the screens' part has `shown`. 1 if anything is broken."""
    found = in_order([*shown, *examine(options, known_settings(options))])
    said = json_of(found, words) if as_json else "\n".join(lines(found, words))
    sys.stdout.write(said + "\n")
    return 1 if is_broken(found) else 0


def examine(options: Options, known: Known) -> Iterator[Finding]:
    """All but screens and fonts."""
    settings, now = known.settings, SystemClock().now()
    runs = is_running(options)
    yield from look_at_program()
    yield from look_at_settings(options, known)
    yield from look_at_shaker(settings.shaker, runs=runs, thieves=thieves())
    yield from look_at_groups()
    yield from look_at_ports(settings.shaker)
    yield from look_at_journal(options.data / FILE_NAME, _zone(settings))
    yield from look_at_data(options.data, settings)
    yield from look_at_clock(now, settings)
    yield from look_at_health(options.data, now, runs=runs)


def is_running(options: Options) -> bool:
    """Whether a table holds the data folder, windows or console. Leaves nothing behind."""
    if (options.data / LOCK_FILE).exists():
        try:
            instance = Instance.take(options.data)
        except OSError:
            return False
        if instance is None:
            return True
        instance.close()
    if not (options.data / HELD_FILE).exists():
        return False
    try:
        hold(options.data / FILE_NAME).close(True)
    except JournalTrouble as trouble:
        return trouble.reason == "busy"
    return False


def in_order(found: Iterable[Finding]) -> list[Finding]:
    """Part by part, each as it was found."""
    order = list(Part)
    return sorted(found, key=lambda finding: order.index(finding.part))


def is_broken(found: Iterable[Finding]) -> bool:
    """Whether anything is broken."""
    return any(finding.mark is Mark.BAD for finding in found)


def lines(found: Sequence[Finding], words: Words) -> Iterator[str]:
    """For people: a heading a part, a sign and a sentence a finding, and the sum."""
    part = None
    for finding in found:
        if finding.part is not part:
            if part is not None:
                yield ""
            part = finding.part
            yield words.say(f"doctor.part_{part}")
        yield f"  {SIGNS[finding.mark]} {finding.text(words)}"
    counts = {mark: sum(finding.mark is mark for finding in found) for mark in Mark}
    yield ""
    yield words.say(
        "doctor.sum_bad" if counts[Mark.BAD] else "doctor.sum_good",
        bad=counts[Mark.BAD],
        care=counts[Mark.CARE],
    )


def json_of(found: Sequence[Finding], words: Words) -> str:
    """The published JSON: `{"ok","findings":[{"part","mark","code","text","facts"}]}`."""
    value = {
        "ok": not is_broken(found),
        "findings": [
            {
                "part": finding.part.value,
                "mark": finding.mark.value,
                "code": finding.key,
                "text": finding.text(words),
                "facts": dict(finding.facts),
            }
            for finding in found
        ],
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _zone(settings: Settings) -> tzinfo | None:
    """The table's time zone; None, the system's, where the setting is wrong."""
    try:
        return timezone_of(settings)
    except KnownTrouble:
        return None
