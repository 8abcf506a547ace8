"""Snapshots as the console's JSON lines (contract: « console », « Out »)."""

from __future__ import annotations

import json

from tabledisplay.croupier_view import CroupierView
from tabledisplay.game.decide import Refused
from tabledisplay.hot_cold import Counts
from tabledisplay.public_view import Limits, PublicView, RoundMark
from tabledisplay.rules.money import number
from tabledisplay.rules.ruleset import Payout
from tabledisplay.table import Snapshot
from tabledisplay.words import Words

HISTORY_TOLD = 20
"""Rounds in the published history."""


def told(
    snapshot: Snapshot, words: Words, *, echo: object = None, no: Refused | None = None
) -> str:
    """One line out."""
    croupier, public = snapshot.croupier, snapshot.public
    line = {
        "phase": croupier.phase,
        "round": croupier.round,
        "opening": croupier.opening,
        "id": echo,
        "refused": None if no is None else refused_json(no, words),
        "public": public_json(public),
        "croupier": croupier_json(croupier, words),
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def refused_json(refused: Refused, words: Words) -> dict[str, object]:
    """A refusal with its sentence."""
    return {"do": refused.do, "code": refused.code, "text": refusal_text(refused, words)}


def refusal_text(refused: Refused, words: Words) -> str:
    """The one plain sentence that says what to do."""
    if refused.code in ("pin_required", "pin_wrong", "pin_locked"):
        return words.say(f"refused.{refused.code}", role=words.say(f"role.{refused.detail}"))
    name, _, field = refused.detail.partition(":")
    return words.say(f"refused.{name or refused.code}", field=field)


def public_json(public: PublicView) -> dict[str, object]:
    """The published `public` object."""
    result = public.result
    return {
        "phase": public.phase,
        "banner": public.banner,
        "dice": None if result is None else list(result.dice),
        "total": None if result is None else result.dice.total,
        "tags": [] if result is None else [result.tag],
        "boxes": [] if result is None else [box_json(paid) for paid in result.payouts],
        "history": [mark_json(mark) for mark in public.history[:HISTORY_TOLD]],
        "counts": counts_json(public.counts),
        "hot": list(public.counts.hot) if public.counts.hot else None,
        "cold": list(public.counts.cold) if public.counts.cold else None,
        "limits": None if public.limits is None else limits_json(public.limits),
    }


def box_json(paid: Payout) -> dict[str, object]:
    """A winning box and its ratio, as in `payout`."""
    return {"box": paid.box.id, "pays": paid.pays}


def mark_json(mark: RoundMark) -> dict[str, object]:
    """A finished round in the history."""
    return {
        "round": mark.round,
        "dice": None if mark.dice is None else list(mark.dice),
        "total": None if mark.dice is None else mark.dice.total,
        "void": mark.void,
        "corrected": mark.corrected,
        "late": mark.late,
        "manual": mark.manual,
    }


def counts_json(counts: Counts) -> dict[str, object]:
    """Counts by face and by total, keys as text."""
    return {
        "window": "opening" if counts.window is None else counts.window,
        "rounds": counts.rounds,
        "faces": {str(face): n for face, n in enumerate(counts.faces, start=1)},
        "totals": {str(total): n for total, n in enumerate(counts.totals, start=3)},
    }


def limits_json(limits: Limits) -> dict[str, object]:
    """Minimum and maxima as plain numbers."""
    return {
        "minimum": number(limits.minimum),
        "maximum": number(limits.maximum),
        "maximum_small_big": number(limits.maximum_small_big),
    }


def croupier_json(croupier: CroupierView, words: Words) -> dict[str, object]:
    """The published `croupier` object."""
    suggestion = croupier.suggestion
    return {
        "proposed": None if croupier.proposed is None else list(croupier.proposed),
        "proposed_from": croupier.proposed_from,
        "suggestion": suggestion and {"void": suggestion.cause, "die": suggestion.die},
        "allowed": list(croupier.allowed),
        "link": croupier.link,
        "device": croupier.device,
        "alarms": [
            {
                "id": alarm.id,
                "code": alarm.code,
                "text": words.say(f"alarm.{alarm.code}"),
                "round": alarm.round,
            }
            for alarm in croupier.alarms
        ],
        "counters": {name: getattr(croupier.counters, name) for name in COUNTER_NAMES},
    }


COUNTER_NAMES = ("good", "bad_crc", "noise", "unknown", "gaps", "repeats", "rejected", "late")
