"""`tabledisplay verify`: whether the journal is whole and unchanged, and where its chain ends."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tabledisplay.journal import (
    FILE_NAME,
    Fault,
    JournalTrouble,
    Verification,
    rebuild_file,
    verify_file,
)
from tabledisplay.rounds import printable
from tabledisplay.words import Words


def add_verify_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    words: Words | None = None,
    parents: Sequence[argparse.ArgumentParser] = (),
) -> None:
    """Adds `verify`; `parents` are the options that every command takes."""
    say = (words or Words()).say
    verify = subparsers.add_parser(
        "verify", help=say("verify.help"), parents=parents, allow_abbrev=False
    )
    verify.add_argument("--rebuild", action="store_true", help=say("verify.help_rebuild"))
    verify.add_argument("--head", metavar="HEX", help=say("verify.help_head"))
    verify.add_argument("--json", action="store_true", help=say("main.help_json"))


def run_verify(args: argparse.Namespace, words: Words, data_dir: Path) -> int:
    """Writes head, counts and faults to stdout; 1 if there is any fault. KnownTrouble: no check."""
    path = data_dir / FILE_NAME
    rebuilt = args.rebuild and rebuild(path)
    found = verify_file(path, None if args.head is None else args.head.strip().lower())
    told = (
        as_json(found, words)
        if args.json
        else "\n".join(lines(path, found, words, rebuilt=rebuilt))
    )
    sys.stdout.write(told + "\n")
    return 1 if found.faults else 0


def rebuild(path: Path) -> bool:
    """Counts the rounds anew. False: the file is too damaged, as the check will tell."""
    try:
        rebuild_file(path)
    except JournalTrouble as trouble:
        if trouble.reason != "damaged":
            raise
        return False
    return True


def as_json(found: Verification, words: Words) -> str:
    """The published JSON: `{"ok","head":{"seq","hash"},"events","openings","rounds","faults"}`."""
    value = {
        "ok": not found.faults,
        "head": {"seq": found.head.seq, "hash": found.head.hash},
        "events": found.events,
        "openings": found.openings,
        "rounds": found.rounds,
        "faults": [
            {"code": fault.code, "where": fault.where, "text": fault_text(fault, words)}
            for fault in found.faults
        ],
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines(path: Path, found: Verification, words: Words, *, rebuilt: bool) -> Iterator[str]:
    """For people: file, counts, head of the chain, every fault in words."""
    say = words.say
    yield say("verify.file", path=path)
    if rebuilt:
        yield say("verify.rebuilt")
    yield say("verify.counts", events=found.events, openings=found.openings, rounds=found.rounds)
    yield say("verify.head", seq=found.head.seq, hash=found.head.hash)
    if not found.faults:
        yield say("verify.good")
        return
    yield say("verify.bad", count=len(found.faults))
    for fault in found.faults:
        yield f"- {fault_text(fault, words)}"


def fault_text(fault: Fault, words: Words) -> str:
    """One fault in words."""
    return words.say(f"verify.fault_{fault.code}", where=printable(fault.where))
