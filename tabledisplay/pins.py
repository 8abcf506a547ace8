"""The PINs of the chef de table and the technician: scrypt, five tries, then a growing delay.

They live in one small file apart from the journal, so that no export carries their hashes. A try
is counted on disk before it is judged: killing the program does not win tries back.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from tabledisplay.files import write_atomically
from tabledisplay.game.parts import Role
from tabledisplay.trouble import KnownTrouble

FREE_TRIES = 5
FIRST_DELAY = 30.0
LONGEST_DELAY = 3600.0
"""Seconds: after the fifth failure 30, doubled by each further one, never over an hour."""

PIN_FORM = re.compile(r"[0-9]{6,12}")


class Verdict(StrEnum):
    """What came of a PIN."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """One role's secret. `locked_until` is in seconds since the epoch, 0 if not locked."""

    salt: bytes
    hash: bytes
    failures: int = 0
    locked_until: float = 0.0


def is_pin(text: str) -> bool:
    """Whether a text may become a PIN: 6 to 12 digits."""
    return PIN_FORM.fullmatch(text) is not None


class Pins:
    """Reads and writes the file of PINs. OSError where the disk refuses.

    KnownTrouble for a file that cannot be read: to take it for no file would open every page.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries: dict[Role, Entry] = {}
        try:
            self._entries = msgspec.json.decode(path.read_bytes(), type=dict[Role, Entry])
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError):
            raise KnownTrouble("pins.unreadable", path=str(path)) from None

    @property
    def set_roles(self) -> frozenset[Role]:
        """The roles that have a PIN."""
        return frozenset(self._entries)

    def failures(self, role: Role) -> int:
        """Wrong tries since the last right one."""
        entry = self._entries.get(role)
        return 0 if entry is None else entry.failures

    def set(self, role: Role, pin: str) -> None:
        """Give the role a new PIN; ValueError unless it is 6 to 12 digits."""
        if not is_pin(pin):
            raise ValueError("a PIN has 6 to 12 digits")
        salt = secrets.token_bytes(16)
        self._write(self._entries | {role: Entry(salt, _scrypt(pin, salt))})

    @property
    def kept(self) -> Mapping[Role, Entry]:
        """What the file holds, to `put_back`."""
        return self._entries

    def put_back(self, kept: Mapping[Role, Entry]) -> None:
        """Make the file hold what it held."""
        self._write(dict(kept))

    def judge(self, role: Role, pin: str, now: float) -> Verdict:
        """Whether this is the role's PIN. `now`: seconds since the epoch. KeyError: none is set."""
        entry = self._entries[role]
        if entry.locked_until > now and entry.locked_until - now <= LONGEST_DELAY:
            return Verdict.LOCKED
        failures = entry.failures + 1
        tried = Entry(entry.salt, entry.hash, failures, _locked_until(failures, now))
        self._write(self._entries | {role: tried})
        if not hmac.compare_digest(_scrypt(pin, entry.salt), entry.hash):
            return Verdict.WRONG
        self._write(self._entries | {role: Entry(entry.salt, entry.hash)})
        return Verdict.RIGHT

    def _write(self, entries: dict[Role, Entry]) -> None:
        write_atomically(self._path, msgspec.json.encode(entries), mode=0o600)
        self._entries = entries


def _locked_until(failures: int, now: float) -> float:
    over = failures - FREE_TRIES
    return 0.0 if over < 0 else now + min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(over, 20))


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        pin.encode(errors="surrogatepass"), salt=salt, n=2**14, r=8, p=1, dklen=32
    )
