"""What other programs and wrong speeds put on the line is counted, kept nowhere, and passes."""

from __future__ import annotations

from pathlib import Path

from tabledisplay.shaker.spoil import AT_COMMANDS
from tests.cases.bench import HEARTBEAT, V, line
from tests.cases.test_serial import SETTLED
from tests.console.program import Program, Pty
from tests.shaker.wire import sample

FINGERPRINT = b"AT+NEVERKEPT\r\n\xc3\x28NEVERKEPT\xff\x00\xfe"
STRANGER = line("SLP1,0000BEEF,0001,0001,00000FA0,RS,0101,O,S,6,6,6,00,00,00,00")


def test_a_round_is_played_through_garbage_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    pty = Pty()
    rubbish = b"".join(AT_COMMANDS) + sample("baud_wrong") + FINGERPRINT
    with Program(tmp_path, pty.path) as program:
        program.ask("open_table", minimum=5)
        program.hears(
            pty, rubbish + HEARTBEAT, lambda told: told["croupier"]["link"] == "connected"
        )
        program.hears(
            pty,
            rubbish + SETTLED + rubbish + STRANGER,
            lambda told: told["phase"] == "bets_open",
        )
        program.ask("close_bets")
        told = program.hears(pty, rubbish + V + rubbish, lambda told: told["phase"] == "proposed")
        assert told["croupier"]["proposed"] == [2, 5, 5]
        program.ask("confirm")
        told = program.state()
        assert told["croupier"]["counters"]["noise"] > 0
        assert told["croupier"]["alarms"] == []
        code, said = program.quit()
    assert (code, said) == (0, "")
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"NEVERKEPT" not in path.read_bytes()
