"""`tabledisplay rounds` and `tabledisplay verify`: what they print, what they refuse."""

import argparse
import csv
import io
import json
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

import apsw
import pytest

from tabledisplay.game.events import ResultConfirmed
from tabledisplay.journal import FILE_NAME, PUBLISHED_KEYS, JournalTrouble
from tabledisplay.journal_check import FaultCode
from tabledisplay.journal_schema import Reason
from tabledisplay.rounds import add_rounds_parser, read_time, run_rounds
from tabledisplay.trouble import KnownTrouble
from tabledisplay.verify import add_verify_parser, run_verify
from tabledisplay.words import LANGUAGES, Words
from tests.journal.story import (
    NOW,
    PARIS,
    confirmed,
    corrected,
    evening,
    held,
    journal_in,
    table_opened,
    voided,
    written,
)

ROOT = Path(__file__).resolve().parents[2]
FRENCH = Words("fr")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One opening: corrected, void, void after its result, late and manual, plain."""
    minute = timedelta(minutes=1)
    odd = ResultConfirmed(
        at=NOW + 4 * minute, round=4, dice=(6, 6, 6), by="croupier", manual=True, late=True
    )
    written(
        tmp_path,
        [
            [table_opened(1), confirmed(1, (2, 5, 5)), corrected(1, (2, 4, 5), "=mal\x1b lu")],
            [voided(2, NOW + 2 * minute), confirmed(3, (1, 1, 2), NOW + 3 * minute)],
            [voided(3, moves=False), odd, confirmed(5, (1, 2, 3), NOW + timedelta(hours=5))],
        ],
    )
    return tmp_path


def rounds(data: Path, line: str = "", words: Words = FRENCH) -> int:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_rounds_parser(parser.add_subparsers(dest="command"), words)
    return run_rounds(parser.parse_args(["rounds", *line.split()]), words, data, PARIS)


def verify(data: Path, line: str = "", words: Words = FRENCH) -> int:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_verify_parser(parser.add_subparsers(dest="command"), words)
    return run_verify(parser.parse_args(["verify", *line.split()]), words, data)


def test_jsonl_is_the_published_form_oldest_first(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rounds(data, "--format jsonl") == 0
    lines = capsys.readouterr().out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [tuple(one) for one in found] == [PUBLISHED_KEYS] * 5
    assert [one["round"] for one in found] == [1, 2, 3, 4, 5]
    assert lines[1] == (
        '{"opening":1,"round":2,"at":"2026-05-03T20:02:00.000000Z","dice":null,"total":null,'
        '"void":true,"reason":"leaning","corrected":false,"first_dice":null,"late":false,'
        '"manual":false}'
    )
    assert datetime.fromisoformat(found[4]["at"]) == datetime(2026, 5, 4, 1, 0, tzinfo=UTC)
    assert (found[2]["dice"], found[2]["first_dice"]) == (None, [1, 1, 2])


def test_csv_has_the_same_columns_and_no_formulas(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rounds(data, "--format csv") == 0
    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert tuple(head) == PUBLISHED_KEYS
    first = dict(zip(head, rows[0], strict=True))
    assert first["dice"] == "2-4-5"
    assert (first["total"], first["void"], first["corrected"]) == ("11", "false", "true")
    assert first["reason"] == "'=mal\x1b lu"
    second = dict(zip(head, rows[1], strict=True))
    assert (second["dice"], second["total"], second["first_dice"]) == ("", "", "")


def test_the_table_is_for_people(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rounds(data) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Ouverture  Coup                Heure    Dés  Total  Remarques",
        "        1     1  03/05/2026 22:00:00  2 4 5     11  corrigé, d'abord 2 5 5 (=mal? lu)",
        "        1     2  03/05/2026 22:02:00                coup nul (à cheval)",
        "        1     3  03/05/2026 22:03:00                coup nul (à cheval); d'abord 1 1 2",
        "        1     4  03/05/2026 22:04:00  6 6 6     18  lecture tardive; saisi à la main",
        "        1     5  04/05/2026 03:00:00  1 2 3      6",
    ]
    assert rounds(data, "--last 1", Words("en")) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Opening  Round                 Time   Dice  Total  Remarks",
        "      1      5  2026-05-04 03:00:00  1 2 3      6",
    ]


def test_a_journal_without_rounds_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, [[table_opened(1)]])
    assert rounds(tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["Aucun coup."]
    assert rounds(tmp_path, "--format jsonl") == 0
    assert capsys.readouterr().out == ""
    assert rounds(tmp_path, "--format csv") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("--last 2", [4, 5]),
        ("--last 999999999", [1, 2, 3, 4, 5]),
        ("--from 2026-05-04", [5]),
        ("--to 2026-05-03", [1, 2, 3, 4]),
        ("--from 2026-05-03 --to 2026-05-03 --last 1", [4]),
        ("--from 2026-05-03T22:02 --to 2026-05-03T22:03", [2, 3]),
        ("--from 2026-05-03T20:02Z --to 2026-05-03T20:03:00+00:00", [2, 3]),
        ("--from 20260503T220200", [2, 3, 4, 5]),
        ("--to 2026-05-02", []),
    ],
)
def test_some_of_the_rounds(
    line: str, numbers: list[int], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rounds(data, f"{line} --format jsonl") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(one)["round"] for one in lines] == numbers


def test_a_day_of_the_clock_change_has_25_hours() -> None:
    first = read_time("2026-10-25", PARIS, end_of_day=False)
    last = read_time("2026-10-25", PARIS, end_of_day=True)
    assert last - first == timedelta(hours=25) - timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("--last 0", "rounds.bad_last"),
        ("--last -3", "rounds.bad_last"),
        ("--last ²", "rounds.bad_last"),
        ("--last 9999999999", "rounds.bad_last"),
        ("--last many", "rounds.bad_last"),
        ("--from yesterday", "rounds.bad_time"),
        ("--from 2026-13-01", "rounds.bad_time"),
        ("--to 9999-12-31", "rounds.bad_time"),
        ("--from 0001-01-01", "rounds.bad_time"),
        ("--from 2026-05-04 --to 2026-05-03", "rounds.backwards"),
        ("--format xml", "rounds.bad_format"),
    ],
)
def test_input_that_is_none_is_one_sentence(line: str, key: str, data: Path) -> None:
    with pytest.raises(KnownTrouble) as caught:
        rounds(data, line.replace("--last -3", "--last=-3"))
    assert caught.value.key == key
    for lang in LANGUAGES:
        assert Words(lang).say(key, **caught.value.values)


def test_no_journal_is_one_sentence_for_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for act in (rounds, verify):
        with pytest.raises(JournalTrouble) as caught:
            act(tmp_path, "--format csv" if act is rounds else "--rebuild")
        assert caught.value.key == "journal.missing"
        said = FRENCH.say(caught.value.key, **caught.value.values)
        assert str(tmp_path / FILE_NAME) in said
    assert capsys.readouterr().out == ""


def test_verify_tells_head_and_counts(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = held(data / FILE_NAME)[-1].head
    assert verify(data) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Journal\u00a0: {data / FILE_NAME}",
        "Événements\u00a0: 8, ouvertures\u00a0: 1, coups\u00a0: 5",
        f"Tête de chaîne\u00a0: 8 {head.hash}",
        "Aucune anomalie.",
    ]
    assert verify(data, f"--json --head {head.hash.upper()}") == 0
    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "head": {"seq": 8, "hash": head.hash},
        "events": 8,
        "openings": 1,
        "rounds": 5,
        "faults": [],
    }


def test_verify_tells_every_fault_in_words(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(apsw.Connection(str(data / FILE_NAME))) as connection:
        connection.execute("UPDATE round SET dice = '1 1 1' WHERE number = 5")
    assert verify(data, "--head 00ff", Words("en")) == 1
    *_, bad, first, second = capsys.readouterr().out.splitlines()
    assert bad.startswith("Faults: 2.")
    assert first.startswith("- round 1/5 (opening/round) is not what the events say")
    assert second.startswith("- the hash 00ff is not in the journal")
    assert verify(data, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"]
    assert [(fault["code"], fault["where"]) for fault in told["faults"]] == [("rounds", "1/5")]
    assert verify(data, "--rebuild") == 0
    assert "Les coups ont été recomptés." in capsys.readouterr().out
    assert verify(data) == 0


def test_rebuilding_what_is_no_journal_is_a_fault_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no journal at all" * 500)
    assert verify(tmp_path, "--rebuild") == 1
    assert "ne se lit pas jusqu'au bout" in capsys.readouterr().out
    assert (tmp_path / FILE_NAME).read_bytes() == b"no journal at all" * 500


def test_rebuilding_while_the_table_runs_is_refused(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    with pytest.raises(JournalTrouble) as caught:
        verify(tmp_path, "--rebuild")
    assert caught.value.key == "journal.busy"
    assert verify(tmp_path) == 0
    journal.close()


def test_every_trouble_and_fault_has_its_sentence() -> None:
    for lang in LANGUAGES:
        keys = Words.keys(lang)
        assert {f"journal.{reason}" for reason in get_args(Reason)} <= keys
        assert {f"verify.fault_{code}" for code in get_args(FaultCode)} <= keys


def test_a_long_history_comes_page_by_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, [[e for batch in evening(60, 20) for e in batch]])
    assert rounds(tmp_path, "--format jsonl") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1200


def test_from_the_command_line(data: Path) -> None:
    def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tabledisplay", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            encoding="utf-8",
        )

    found = ran("rounds", "--data", str(data), "--last", "1", "--format", "jsonl")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["round"] == 5
    assert ran("verify", "--data", str(data), "--json").returncode == 0
    missing = ran("rounds", "--data", str(data / "nowhere"))
    assert missing.returncode == 2
    assert missing.stdout == ""
    assert len(missing.stderr.splitlines()) == 1
    assert "Il n'y a pas de journal" in missing.stderr
