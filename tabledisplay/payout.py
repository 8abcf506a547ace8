"""`tabledisplay payout`: what pays, as JSON for programs and as a small table for people."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from decimal import Decimal

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice, parse_face
from tabledisplay.rules.money import number, parse_money
from tabledisplay.rules.ruleset import Ruleset
from tabledisplay.rules.sicbo import Box
from tabledisplay.rules.twenty_one_three import Ace, Card, Hand, best
from tabledisplay.trouble import KnownTrouble, echoed
from tabledisplay.words import Words


def sicbo_payout(dice: Dice, ruleset: Ruleset, minimum: Decimal | None = None) -> dict[str, object]:
    """The published JSON of a result: every winning box, with its maximum and the gain there."""
    boxes: list[dict[str, object]] = []
    for paid in ruleset.payouts(dice):
        box: dict[str, object] = {"box": paid.box.id, "pays": paid.pays}
        if minimum is not None:
            maximum = ruleset.maximum(paid.box, minimum)
            box |= {"maximum": number(maximum), "gain": number(paid.pays * maximum)}
        boxes.append(box)
    return {"dice": list(dice), "total": dice.total, "boxes": boxes}


def twenty_one_three_payout(
    cards: Sequence[Card], ruleset: Ruleset, ace: Ace, stake: Decimal | None = None
) -> dict[str, object]:
    """The published JSON of three cards; with a stake, its gain and all that is handed back."""
    hand = best(cards, ace)
    pays = ruleset.hand_pays(hand)
    told: dict[str, object] = {"cards": [str(card) for card in cards], "hand": hand, "pays": pays}
    if stake is not None:
        gain = pays * stake
        told |= {"gain": number(gain), "returned": number(returned(gain, stake))}
    return told


def returned(gain: Decimal, stake: Decimal) -> Decimal:
    """What the player takes back: gain and stake, or nothing when the bet is lost."""
    return gain + stake if gain else Decimal(0)


def add_payout_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    words: Words | None = None,
    parents: Sequence[argparse.ArgumentParser] = (),
) -> None:
    """Adds `payout sicbo` and `payout 21+3`; `parents` are the options that every command takes."""
    say = (words or Words()).say
    payout = subparsers.add_parser(
        "payout", help=say("payout.help"), parents=parents, allow_abbrev=False
    )
    games = payout.add_subparsers(dest="game", metavar="sicbo|21+3")
    sicbo = games.add_parser(
        "sicbo", help=say("payout.help_sicbo"), parents=parents, allow_abbrev=False
    )
    sicbo.add_argument("dice", nargs="*", metavar="D", help=say("payout.help_dice"))
    sicbo.add_argument("--minimum", metavar="M", help=say("payout.help_minimum"))
    cards = games.add_parser(
        "21+3", help=say("payout.help_21_plus_3"), parents=parents, allow_abbrev=False
    )
    cards.add_argument("cards", nargs="*", metavar="C", help=say("payout.help_cards"))
    cards.add_argument("--ace", metavar="low|high|both", help=say("payout.help_ace"))
    cards.add_argument("--stake", metavar="S", help=say("payout.help_stake"))
    for game in (sicbo, cards):
        game.add_argument("--json", action="store_true", help=say("payout.help_json"))


def run_payout(
    args: argparse.Namespace,
    words: Words,
    *,
    ruleset: Ruleset | None = None,
    ace: Ace = Ace.BOTH,
) -> int:
    """Writes what pays to stdout and returns 0. KnownTrouble: input that is no dice, card or money.

    `ruleset` and `ace` are those of the settings; `--ace` goes over the latter.
    """
    rules = ruleset or load_ruleset()
    match args.game:
        case "sicbo":
            told = told_of_dice(args, rules, words)
        case "21+3":
            told = told_of_cards(args, rules, ace, words)
        case _:
            raise KnownTrouble("payout.no_game")
    sys.stdout.write(told + "\n")
    return 0


def told_of_dice(args: argparse.Namespace, ruleset: Ruleset, words: Words) -> str:
    dice = read_dice(args.dice)
    minimum = read_money(args.minimum)
    if args.json:
        return as_json(sicbo_payout(dice, ruleset, minimum))
    return dice_table(dice, ruleset, minimum, words)


def told_of_cards(args: argparse.Namespace, ruleset: Ruleset, ace: Ace, words: Words) -> str:
    cards = read_cards(args.cards)
    chosen = ace if args.ace is None else read_ace(args.ace)
    stake = read_money(args.stake)
    if args.json:
        return as_json(twenty_one_three_payout(cards, ruleset, chosen, stake))
    return cards_table(cards, ruleset, chosen, stake, words)


def as_json(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_dice(texts: Sequence[str]) -> Dice:
    if len(texts) != 3:
        raise KnownTrouble("payout.three_dice")
    return Dice.of(*map(read_face, texts))


def read_face(text: str) -> int:
    try:
        return parse_face(text)
    except ValueError:
        raise KnownTrouble("payout.bad_dice", given=echoed(text)) from None


def read_cards(texts: Sequence[str]) -> list[Card]:
    if len(texts) != 3:
        raise KnownTrouble("payout.three_cards")
    return [read_card(text) for text in texts]


def read_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except ValueError:
        raise KnownTrouble("payout.bad_card", given=echoed(text)) from None


def read_ace(text: str) -> Ace:
    try:
        return Ace(text)
    except ValueError:
        raise KnownTrouble("payout.bad_ace", given=echoed(text)) from None


def read_money(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        return parse_money(text)
    except ValueError:
        raise KnownTrouble("payout.bad_money", given=echoed(text)) from None


def box_name(box: Box, words: Words) -> str:
    """The box as people call it, such as « Doublé 5 »."""
    return words.say(f"payout.box_{box.group}", numbers="-".join(map(str, box.numbers)))


def hand_name(hand: Hand, words: Words) -> str:
    """The 21+3 combination as people call it, such as « Brelan »."""
    return words.say(f"payout.hand_{hand}")


def dice_table(dice: Dice, ruleset: Ruleset, minimum: Decimal | None, words: Words) -> str:
    """For people: one row a winning box, gain and total returned apart."""
    head = words.say("payout.dice", dice=" ".join(map(str, dice)), total=dice.total)
    rows = [
        (box_name(p.box, words), p.pays, minimum and ruleset.maximum(p.box, minimum))
        for p in ruleset.payouts(dice)
    ]
    return table(head, "payout.column_box", "payout.column_maximum", rows, words)


def cards_table(
    cards: Sequence[Card], ruleset: Ruleset, ace: Ace, stake: Decimal | None, words: Words
) -> str:
    """For people: the best combination, gain and total returned apart."""
    head = words.say("payout.cards", cards=" ".join(map(str, cards)))
    hand = best(cards, ace)
    if hand is None:
        return f"{head}\n\n{words.say('payout.no_hand')}"
    rows = [(hand_name(hand, words), ruleset.hand_pays(hand), stake)]
    return table(head, "payout.column_hand", "payout.column_stake", rows, words)


def table(
    head: str,
    name_key: str,
    stake_key: str,
    rows: Sequence[tuple[str, int, Decimal | None]],
    words: Words,
) -> str:
    """`head` above aligned columns: name, stake if known, gain, total returned.

    A row holds the name, the ratio, and the stake; without one, both are told in stakes.
    """
    lines = [table_head(name_key, stake_key, words, staked=rows[0][2] is not None)]
    for name, pays, stake in rows:
        if stake is None:
            stakes = (words.say("payout.times", count=times) for times in (pays, pays + 1))
            lines.append((name, *stakes))
        else:
            ratio = words.say("payout.times", count=pays)
            gain = pays * stake
            amounts = map(words.amount, (stake, gain, returned(gain, stake)))
            lines.append((name, ratio, *amounts))
    return "\n".join((head, "", *aligned(lines)))


def table_head(name_key: str, stake_key: str, words: Words, *, staked: bool) -> tuple[str, ...]:
    ratio = ("payout.column_ratio", stake_key) if staked else ()
    keys = (name_key, *ratio, "payout.column_gain", "payout.column_returned")
    return tuple(words.say(key) for key in keys)


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns two spaces apart: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])))
        for line in lines
    ]
