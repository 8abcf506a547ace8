"""What a package leaves on a system: two lists of all files, and the difference as JSON.

left_over.py list ROOT > before.txt
left_over.py compare before.txt after.txt --kept GLOB… > difference.json
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

VOLATILE = ("dev", "proc", "run", "sys", "tmp", "var/tmp", "var/log", "var/cache")
"""Folders that say nothing about a package."""

BOOKKEEPING = (
    "/var/lib/dpkg/*",
    "/var/lib/apt/*",
    "/etc/.pwd.lock",
    "/etc/ld.so.cache",
    "/etc/*-",
    "/var/lib/systemd/catalog/*",
)
"""What dpkg, apt and ldconfig write for themselves."""


def listed(root: Path) -> Iterator[str]:
    """One line a file or folder: path, mode, owner, what is in it."""
    for folder, folders, files in os.walk(root):
        at = Path(folder)
        inside = at.relative_to(root).as_posix()
        folders[:] = sorted(
            name for name in folders if f"{inside}/{name}".removeprefix("./") not in VOLATILE
        )
        for name in sorted([*files, *folders]):
            path = at / name
            facts = path.lstat()
            shown = "/" + path.relative_to(root).as_posix()
            yield f"{shown}\t{stat.filemode(facts.st_mode)}\t{facts.st_uid}:{facts.st_gid}\t" + (
                _content(path, facts)
            )


def _content(path: Path, facts: os.stat_result) -> str:
    if stat.S_ISLNK(facts.st_mode):
        return f"-> {path.readlink()}"
    if stat.S_ISREG(facts.st_mode):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return "-"


def difference(
    before: Sequence[str], after: Sequence[str], kept: Sequence[str]
) -> Mapping[str, list[str]]:
    """`left`, `lost`, `changed` beyond what is meant to stay, and `kept`: what was meant to."""
    was = dict(line.split("\t", 1) for line in before)
    now = dict(line.split("\t", 1) for line in after)
    meant = [path for path in now if _any(path, kept) and was.get(path) != now[path]]
    told = {
        "kept": meant,
        "left": [path for path in now if path not in was],
        "lost": [path for path in was if path not in now],
        "changed": [path for path in now if path in was and was[path] != now[path]],
    }
    for kind in ("left", "lost", "changed"):
        told[kind] = [p for p in told[kind] if not _any(p, BOOKKEEPING) and not _any(p, kept)]
    return {kind: sorted(paths) for kind, paths in told.items()}


def _any(path: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def main(arguments: Sequence[str] | None = None) -> int:
    """`compare` returns 1 if anything was left, lost or changed that was not meant to be."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list").add_argument("root", type=Path)
    compare = commands.add_parser("compare")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    compare.add_argument("--kept", nargs="*", default=[])
    args = parser.parse_args(arguments)
    if args.command == "list":
        sys.stdout.writelines(f"{line}\n" for line in listed(args.root))
        return 0
    before, after = (path.read_text().splitlines() for path in (args.before, args.after))
    told = difference(before, after, args.kept)
    json.dump(told, sys.stdout, indent=1)
    sys.stdout.write("\n")
    return 1 if told["left"] or told["lost"] or told["changed"] else 0


if __name__ == "__main__":
    sys.exit(main())
