"""The doctor's look at the journal: quick, read only, beside a running table. No full check."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from tabledisplay.disk import MEGABYTE
from tabledisplay.doctor_finding import Fact, Finding, Part, bad, care, good
from tabledisplay.journal_glance import Glance, glance
from tabledisplay.journal_schema import JournalTrouble

OLD_BACKUP = timedelta(days=2)
"""How far the youngest backup may lie behind the last event."""


def look_at_journal(path: Path, zone: tzinfo | None) -> Iterator[Finding]:
    """Whether it opens, how it ends, how large it is; its backups."""
    if not path.exists():
        yield care(Part.JOURNAL, "journal_missing", path=str(path))
        return
    try:
        seen = glance(path)
    except JournalTrouble as trouble:
        yield bad(Part.JOURNAL, trouble.key, path=str(path))
        return
    yield good(
        Part.JOURNAL,
        "journal",
        events=seen.head.seq,
        opening=seen.opening,
        megabytes=round(seen.size / MEGABYTE, 1),
        head=seen.head.hash[:16],
    )
    if seen.last is not None:
        time = f"{seen.last.astimezone(zone):%Y-%m-%d %H:%M:%S}"
        yield good(Part.JOURNAL, "last_event", time=time)
    yield from of_backups(seen)


def of_backups(seen: Glance) -> Iterator[Finding]:
    """How many there are, how old the youngest is, and what is wrong with any of them."""
    for name in seen.unreadable:
        yield bad(Part.JOURNAL, "backup_unreadable", name=name)
    for name in seen.differing:
        yield bad(Part.JOURNAL, "backup_differs", name=name)
    if not seen.agreeing:
        yield care(Part.JOURNAL, "no_backup")
        return
    youngest = max(seen.agreeing)
    made = datetime.strptime(youngest, "journal-%Y%m%dT%H%M%SZ.db").replace(tzinfo=UTC)
    facts: dict[str, Fact] = {"count": len(seen.agreeing), "youngest": youngest}
    if seen.last is not None and seen.last - made > OLD_BACKUP:
        yield care(Part.JOURNAL, "backup_old", **facts)
    else:
        yield good(Part.JOURNAL, "backups", **facts)
