"""Journals of released versions open for ever, and say what they said when they were kept.

`kept/journal-0.1.0.db`: two openings; a draw from the shaker, rounds by hand, a correction, a void
for a leaning die, a void by the chef, PINs used and refused, a close taken back, dice proposed and
not confirmed when the program ended.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tabledisplay.game.state import Phase
from tabledisplay.journal import Journal
from tabledisplay.rules.dice import Dice
from tabledisplay.startup import state_of

KEPT = Path(__file__).parent / "kept"
HEAD = "9bef3291e79a3a34f5ac07e1f5db1b1a145b5352dec3a4e67b5f9fa06e788f8c"


def test_the_journal_of_0_1_0(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    shutil.copy(KEPT / "journal-0.1.0.db", path)
    opened = Journal.open(
        path, timezone=ZoneInfo("Europe/Paris"), now=datetime(2030, 1, 1, tzinfo=UTC)
    )
    journal = opened.journal
    assert opened.repair is None
    assert (journal.head().seq, journal.head().hash) == (40, HEAD)
    assert journal.verify().faults == ()
    rows = {row.number: row for row in journal.last_rounds(10)}
    assert rows[1].dice == (2, 5, 5)
    assert (rows[2].dice, rows[2].first_dice, rows[2].correction) == (
        (1, 1, 2),
        (1, 1, 1),
        "mal lu",
    )
    assert (rows[3].dice, rows[3].void) == (None, "other")
    assert (rows[4].void, rows[4].die) == ("leaning", 2)
    state = state_of(journal, journal.since_last_opening())
    assert (state.phase, state.opening, state.number) == (Phase.PROPOSED, 2, 1)
    assert state.current.proposed == Dice.of(2, 2, 3)
    assert state.device == "0000A7F3"
    assert "0000A7F3/0C21/0101" in state.spent
    assert [r.opening for r in state.history] == [1, 1, 1, 1]
    journal.close()
