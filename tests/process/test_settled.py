"""Once the program has settled, its collector of garbage looks at what is new only."""

from __future__ import annotations

import subprocess
import sys

SETTLED = """
import gc, weakref
from ui.upkeep import settle
class Thing: pass
settle()
kept = gc.get_freeze_count()
thing = Thing(); thing.itself = thing
seen = weakref.ref(thing); del thing
gc.collect()
print(kept > 10_000, len(gc.get_objects()) < kept / 10, seen() is None)
"""


def test_what_is_loaded_is_left_alone_and_new_garbage_is_not() -> None:
    told = subprocess.run(
        [sys.executable, "-c", SETTLED], capture_output=True, text=True, check=True, timeout=120
    )
    assert told.stdout.split() == ["True", "True", "True"]
