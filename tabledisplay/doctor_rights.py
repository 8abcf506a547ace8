"""Who may open a serial port: its group, and the groups this process really has.

A person added to a group has its rights only after logging in again, and a service only after its
restart: so the groups of the process count, not those of the user's entry.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tabledisplay.doctor_finding import Finding, Part, care, good

if sys.platform != "win32":
    import grp
    import pwd

SERIAL_GROUPS = ("dialout", "uucp")
"""What the group of serial ports is called, on Debian and on Arch."""

Why = Literal["not_member", "log_in_again", "mode", "unknown"]


@dataclass(frozen=True, slots=True)
class Rights:
    """`effective`: names of the groups of this process. `why`: what keeps it from the port."""

    user: str
    group: str
    effective: tuple[str, ...]
    why: Why


NOBODY_KNOWS = Rights("?", "?", (), "unknown")


def rights_on(port: str) -> Rights:
    """The rights of this process on a port that is a file."""
    if sys.platform == "win32":
        return NOBODY_KNOWS
    try:
        owner = Path(port).stat()
    except OSError:
        return NOBODY_KNOWS
    group = group_name(owner.st_gid)
    mine = effective_groups()
    return Rights(user_name(), group, mine, why_not(group, mine, members(group), user_name()))


def why_not(group: str, effective: Iterable[str], listed: Iterable[str], user: str) -> Why:
    """Why a port of that group may not be opened."""
    if group in effective:
        return "mode"
    return "log_in_again" if user in listed else "not_member"


def effective_groups() -> tuple[str, ...]:
    """Names of the groups this process has now, sorted."""
    if sys.platform == "win32":
        return ()
    return tuple(sorted({group_name(gid) for gid in (*os.getgroups(), os.getegid())}))


def group_name(gid: int) -> str:
    """The group's name, or its number where it has none."""
    if sys.platform == "win32":
        return str(gid)
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def members(group: str) -> tuple[str, ...]:
    """Who is entered in the group; none for an unknown one."""
    if sys.platform == "win32":
        return ()
    try:
        return tuple(grp.getgrnam(group).gr_mem)
    except KeyError:
        return ()


def user_name() -> str:
    """Who this process is."""
    if sys.platform == "win32":
        return "?"
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def look_at_groups() -> Iterator[Finding]:
    """Whether this process is in the group that serial ports belong to."""
    if sys.platform == "win32":
        return
    known = [name for name in SERIAL_GROUPS if _is_there(name)]
    mine, user = effective_groups(), user_name()
    facts = {"user": user, "groups": ", ".join(mine)}
    if os.geteuid() == 0:
        yield good(Part.SHAKER, "rights_root", **facts)
    elif any(name in mine for name in known):
        yield good(Part.SHAKER, "rights", **facts)
    elif known:
        why = why_not(known[0], mine, members(known[0]), user)
        key = "rights_log_in_again" if why == "log_in_again" else "rights_missing"
        yield care(Part.SHAKER, key, group=known[0], **facts)


def _is_there(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True
