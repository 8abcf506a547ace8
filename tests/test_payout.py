"""`tabledisplay payout`: published JSON, tables for people, plain words for bad input."""

import argparse
import json
import re
from decimal import Decimal

import pytest

from tabledisplay.payout import (
    add_payout_parser,
    run_payout,
    sicbo_payout,
    twenty_one_three_payout,
)
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import ROLLS
from tabledisplay.rules.twenty_one_three import Ace, Card
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import LANGUAGES, Words

RULES = load_ruleset()
FRENCH = Words("fr")


def payout(line: str, words: Words = FRENCH, **chosen: Ace) -> int:
    """Runs `payout` with the words of a command line; its output goes to stdout."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_payout_parser(parser.add_subparsers(dest="command"), words)
    return run_payout(parser.parse_args(["payout", *line.split()]), words, **chosen)


JSON_LINES = {
    "sicbo 5 2 5 --json": '{"dice":[2,5,5],"total":12,"boxes":[{"box":"big","pays":1},'
    '{"box":"double:5","pays":10},{"box":"total:12","pays":7},{"box":"duo:2-5","pays":5},'
    '{"box":"single:2","pays":1},{"box":"single:5","pays":2}]}',
    "sicbo --json 6 6 6": '{"dice":[6,6,6],"total":18,"boxes":[{"box":"double:6","pays":10},'
    '{"box":"triple:6","pays":180},{"box":"any_triple","pays":30},{"box":"single:6","pays":12}]}',
    "sicbo 1 1 1 --minimum 2,50 --json": '{"dice":[1,1,1],"total":3,"boxes":['
    '{"box":"double:1","pays":10,"maximum":50,"gain":500},'
    '{"box":"triple:1","pays":180,"maximum":50,"gain":9000},'
    '{"box":"any_triple","pays":30,"maximum":50,"gain":1500},'
    '{"box":"single:1","pays":12,"maximum":50,"gain":600}]}',
    "21+3 7H 7D 7S --json": '{"cards":["7H","7D","7S"],"hand":"three_of_a_kind","pays":20}',
    "21+3 td jh 9C --json": '{"cards":["10D","JH","9C"],"hand":"straight","pays":10}',
    "21+3 KC AD 2H --json": '{"cards":["KC","AD","2H"],"hand":null,"pays":0}',
    "21+3 QH KD AS --ace low --json": '{"cards":["QH","KD","AS"],"hand":null,"pays":0}',
    "21+3 QH KD AS --ace high --json": '{"cards":["QH","KD","AS"],"hand":"straight","pays":10}',
    "21+3 7H 7D 7S --stake 12.5 --json": '{"cards":["7H","7D","7S"],"hand":"three_of_a_kind",'
    '"pays":20,"gain":250,"returned":262.5}',
    "21+3 7H 7D 8S --stake 5 --json": '{"cards":["7H","7D","8S"],"hand":null,"pays":0,'
    '"gain":0,"returned":0}',
}


@pytest.mark.parametrize("line", JSON_LINES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_published_json(line: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert payout(line, Words(lang)) == 0
    assert capsys.readouterr() == (JSON_LINES[line] + "\n", "")


def test_money_in_json_has_no_trailing_zeros() -> None:
    told = sicbo_payout(Dice.of(1, 2, 3), RULES, Decimal("0.01"))
    small = json.dumps(told["boxes"][0])
    assert small == '{"box": "small", "pays": 1, "maximum": 0.5, "gain": 0.5}'
    cards = [Card.parse(text) for text in ("2C", "8C", "QC")]
    flush = twenty_one_three_payout(cards, RULES, Ace.BOTH, Decimal("0.50"))
    assert (flush["gain"], flush["returned"]) == (2.5, 3)
    assert type(flush["returned"]) is int


def test_the_tables_ace_holds_unless_the_line_says_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    payout("21+3 QH KD AS --json", ace=Ace.LOW)
    payout("21+3 QH KD AS --json --ace both", ace=Ace.LOW)
    hands = [json.loads(line)["hand"] for line in capsys.readouterr().out.splitlines()]
    assert hands == [None, "straight"]


TABLES = {
    ("fr", "sicbo 5 2 5"): """\
Dés 2 5 5, total 12

Case                    Gain   Total rendu
Grand            1 × la mise   2 × la mise
Doublé 5        10 × la mise  11 × la mise
Somme 12         7 × la mise   8 × la mise
Duo 2-5          5 × la mise   6 × la mise
Numéro plein 2   1 × la mise   2 × la mise
Numéro plein 5   2 × la mise   3 × la mise
""",
    ("en", "sicbo 2 2 2 --minimum 500"): """\
Dice 2 2 2, total 6

Box                    Pays  Maximum stake       Gain  Total returned
Double 2     10 × the stake         10,000    100,000         110,000
Triple 2    180 × the stake         10,000  1,800,000       1,810,000
Any triple   30 × the stake         10,000    300,000         310,000
Total 6      18 × the stake         10,000    180,000         190,000
Single 2     12 × the stake         10,000    120,000         130,000
""",
    ("fr", "21+3 7h 8h 9h --stake 500,5"): """\
Cartes 7H 8H 9H

Combinaison       Rapporte   Mise    Gain  Total rendu
Tierce flush  30 × la mise  500,5  15~015     15~515,5
""",
    ("en", "21+3 7h 8d 9h"): """\
Cards 7H 8D 9H

Combination            Gain  Total returned
Straight     10 × the stake  11 × the stake
""",
    ("fr", "21+3 7h 8d Kh"): """\
Cartes 7H 8D KH

Aucune combinaison^: la mise est perdue.
""",
}


@pytest.mark.parametrize(("lang", "line"), TABLES)
def test_tables_for_people(lang: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert payout(line, Words(lang)) == 0
    expected = TABLES[lang, line].replace("~", "\u202f").replace("^", "\u00a0")
    assert capsys.readouterr() == (expected, "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("minimum", ["", " --minimum 2.5"])
def test_every_result_has_a_straight_table(
    lang: str, minimum: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for dice in sorted(set(ROLLS)):
        payout(f"sicbo {' '.join(map(str, dice))}{minimum}", Words(lang))
        _, blank, *rows = capsys.readouterr().out.splitlines()
        assert blank == ""
        assert len(rows) == 1 + len(RULES.payouts(dice))
        assert len({len(row) for row in rows}) == 1
        assert not re.search(r"pour 1\b|for 1\b", "".join(rows))


TROUBLE = {
    "": "payout.no_game",
    "sicbo": "payout.three_dice",
    "sicbo 5 2": "payout.three_dice",
    "sicbo 5 2 5 5": "payout.three_dice",
    "sicbo 5 2 7": "payout.bad_dice",
    "sicbo 5 0 5": "payout.bad_dice",
    "sicbo -1 2 5": "payout.bad_dice",
    "sicbo 5 2 1.0": "payout.bad_dice",
    "sicbo 5 2 １": "payout.bad_dice",
    "sicbo five 2 5": "payout.bad_dice",
    "sicbo 5 2 5 --minimum 0": "payout.bad_money",
    "sicbo 5 2 5 --minimum -5": "payout.bad_money",
    "sicbo 5 2 5 --minimum=": "payout.bad_money",
    "sicbo 5 2 5 --minimum 1e3": "payout.bad_money",
    "sicbo 5 2 5 --minimum 2.555 --json": "payout.bad_money",
    "21+3": "payout.three_cards",
    "21+3 7H 7D": "payout.three_cards",
    "21+3 7H 7D 7S 7C": "payout.three_cards",
    "21+3 7H 7D 1S": "payout.bad_card",
    "21+3 7H 7D 7X": "payout.bad_card",
    "21+3 7H 7D 7S --ace middle": "payout.bad_ace",
    "21+3 7H 7D 7S --ace LOW": "payout.bad_ace",
    "21+3 7H 7D 7S --stake nan": "payout.bad_money",
    "21+3 7H 7D 7S --stake 1000000000 --json": "payout.bad_money",
}


@pytest.mark.parametrize("line", TROUBLE)
def test_bad_input_is_one_plain_sentence(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KnownTrouble) as raised:
        payout(line)
    assert raised.value.key == TROUBLE[line]
    for lang in LANGUAGES:
        sentence = Words(lang).say(raised.value.key, **raised.value.values)
        assert "\n" not in sentence
    assert capsys.readouterr() == ("", "")


def test_what_was_typed_stands_in_the_sentence_without_its_control_characters() -> None:
    args = argparse.Namespace(game="sicbo", dice=["1", "2", "\x1b[2J"], minimum=None, json=True)
    with pytest.raises(KnownTrouble) as raised:
        run_payout(args, FRENCH)
    assert FRENCH.say(raised.value.key, **raised.value.values) == (
        "«\u00a0?[2J\u00a0» n'est pas un dé\u00a0: donnez un seul chiffre de 1 à 6."
    )


def test_the_options_of_every_command_are_taken_after_the_game_too() -> None:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", default=argparse.SUPPRESS)
    parser = argparse.ArgumentParser()
    add_payout_parser(parser.add_subparsers(), parents=[common])
    for line in (["payout", "--lang", "en", "sicbo"], ["payout", "sicbo", "--lang", "en"]):
        assert parser.parse_args(line).lang == "en"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["", "sicbo ", "21+3 "])
def test_help_is_in_the_chosen_language(
    lang: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as raised:
        payout(f"{game}--help", Words(lang))
    assert raised.value.code == 0
    key = {"": "help_sicbo", "sicbo ": "help_minimum", "21+3 ": "help_stake"}[game]
    shown = " ".join(capsys.readouterr().out.split())
    assert " ".join(Words(lang).say(f"payout.{key}").split()) in shown
