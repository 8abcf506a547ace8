"""What customers see: never a draw before it is confirmed, and true numbers afterwards."""

from dataclasses import fields, is_dataclass, replace
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.game.commands import CloseTable, CorrectResult, StartShake, VoidRound
from tabledisplay.game.state import ROUND_OPEN, Phase
from tabledisplay.public_view import (
    ROUNDS_SHOWN,
    Banner,
    PublicView,
    Result,
    RoundMark,
    Sampling,
    public_view,
)
from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import Tag
from tests.game.sitting import OPEN, Sitting, seated

DICE = Dice.of(5, 2, 5)
BANNERS = {
    Phase.CLOSED: Banner.CLOSED,
    Phase.READY: Banner.READY,
    Phase.SHAKING: Banner.SHAKING,
    Phase.BETS_OPEN: Banner.PLACE_YOUR_BETS,
    Phase.NO_MORE_BETS: Banner.NO_MORE_BETS,
    Phase.PROPOSED: Banner.NO_MORE_BETS,
    Phase.CONFIRMED: Banner.RESULT,
    Phase.VOID: Banner.VOID,
}
phases = pytest.mark.parametrize("phase", list(Phase))


def in_phase(phase: Phase) -> Sitting:
    """A device that has read 5-2-5 wherever it may."""
    if phase is Phase.CLOSED:
        return Sitting()
    sitting = seated()
    if phase in ROUND_OPEN:
        sitting.frame("M")
    sitting.to(phase)
    if phase is not Phase.NO_MORE_BETS:
        sitting.read(5, 2, 5)
    return sitting


@phases
def test_each_phase_says_one_thing(phase: Phase) -> None:
    """« `public`: `phase` (never `proposed`: it stays `no_more_bets`), `banner` »"""
    public = in_phase(phase).public
    assert public.banner is BANNERS[phase]
    assert public.phase is (Phase.NO_MORE_BETS if phase is Phase.PROPOSED else phase)


@phases
def test_dice_only_when_confirmed(phase: Phase) -> None:
    public = in_phase(phase).public
    assert (public.result is not None) == (phase is Phase.CONFIRMED)
    if phase is not Phase.CONFIRMED:
        assert "faces=(2, 5, 5)" not in repr(public)
        assert "faces=(1, 2, 4)" not in repr(public)
        assert public.counts.rounds == 0


def test_the_type_has_no_room_for_a_draw_that_is_not_confirmed() -> None:
    """« The type has no field for an unconfirmed result »"""

    def dice_in(kind: type, path: str) -> set[str]:
        found = set()
        for field in fields(kind):
            hint = get_type_hints(kind)[field.name]
            for part in [hint, *get_args(hint)]:
                if part is Dice:
                    found.add(f"{path}.{field.name}")
                elif is_dataclass(part) and isinstance(part, type):
                    found |= dice_in(part, f"{path}.{field.name}")
        return found

    assert dice_in(PublicView, "view") == {"view.result.dice", "view.history.dice"}


@phases
def test_a_dead_journal_shows_nothing_live(phase: Phase) -> None:
    """« Journal or core trouble makes the public view `unavailable` at once »"""
    sitting = in_phase(phase)
    public = public_view(sitting.state, load_ruleset(), Sampling(), available=False)
    assert public.banner is Banner.UNAVAILABLE
    assert public.result is None
    assert public.history == sitting.public.history


@phases
def test_untrusted_results_are_not_shown_at_all(phase: Phase) -> None:
    state = replace(in_phase(phase).state, untrusted=True)
    public = public_view(state, load_ruleset(), Sampling())
    assert public.banner is Banner.UNAVAILABLE
    assert public.result is None
    assert public.history == ()
    assert public.counts.rounds == public.voids == 0


def test_a_result_with_all_that_it_lights() -> None:
    public = Sitting().to(Phase.READY).round(5, 2, 5).public
    assert isinstance(public.result, Result)
    assert public.result.dice.faces == (2, 5, 5)
    assert public.result.tag is Tag.BIG
    assert {p.box.id: p.pays for p in public.result.payouts} == {
        "big": 1,
        "double:5": 10,
        "total:12": 7,
        "duo:2-5": 5,
        "single:2": 1,
        "single:5": 2,
    }
    assert not public.result.corrected
    assert (public.opening, public.round) == (1, 1)


def test_history_is_newest_first_with_its_voids() -> None:
    sitting = Sitting().to(Phase.READY).round(1, 1, 1).round(1, 2, 3)
    sitting.must(StartShake(), VoidRound("broken"), CorrectResult(2, DICE, "mal lu"))
    assert sitting.public.history == (
        RoundMark(1, 3, None, corrected=False, late=False, manual=False),
        RoundMark(1, 2, DICE, corrected=True, late=False, manual=True),
        RoundMark(1, 1, Dice.of(1, 1, 1), corrected=False, late=False, manual=True),
    )
    assert [(m.void, m.tag) for m in sitting.public.history] == [
        (True, None),
        (False, Tag.BIG),
        (False, Tag.TRIPLE),
    ]
    assert sitting.public.voids == 1
    assert (sitting.public.wait_double, sitting.public.wait_triple) == (0, 1)


def test_the_longest_road() -> None:
    sitting = Sitting().to(Phase.CONFIRMED)
    (only,) = sitting.state.history
    many = tuple(replace(only, number=n) for n in range(1, ROUNDS_SHOWN + 8))
    state = replace(sitting.state, history=many, number=many[-1].number)
    public = public_view(state, load_ruleset(), Sampling())
    assert [mark.round for mark in public.history] == list(range(ROUNDS_SHOWN + 7, 7, -1))
    assert public.counts.rounds == 100


def two_openings() -> Sitting:
    sitting = Sitting().to(Phase.READY).round(1, 1, 1).round(1, 1, 1)
    sitting.must(StartShake(), VoidRound("broken"), CloseTable(), OPEN)
    return sitting.round(6, 6, 6)


@pytest.mark.parametrize(
    ("sampling", "counted", "shown"),
    [
        (Sampling(100, 1), 1, 1),
        (Sampling(None, 1), 1, 1),
        (Sampling(100, 1, across_openings=True), 3, 4),
        (Sampling(2, 1, across_openings=True), 2, 4),
        (Sampling(None, 1, across_openings=True), 1, 4),
    ],
    ids=["opening", "this opening", "across", "window across", "this opening, history across"],
)
def test_what_openings_share(sampling: Sampling, counted: int, shown: int) -> None:
    """« Windows 20, 50, 100, 200, 500 or this opening »; « reset ("opening"|"never") »"""
    public = public_view(two_openings().state, load_ruleset(), sampling)
    assert public.counts.rounds == counted
    assert len(public.history) == shown
    assert public.counts.window == sampling.window
    assert public.counts.faces[5] == 1
    assert public.counts.faces[0] == counted - 1


rolls = st.tuples(*[st.integers(1, 6)] * 3).map(lambda faces: Dice(faces))
acts = st.lists(
    st.one_of(
        st.tuples(st.just("round"), rolls),
        st.tuples(st.just("void"), rolls),
        st.tuples(st.just("correct"), rolls),
        st.tuples(st.just("void earlier"), rolls),
    ),
    max_size=12,
)


@given(acts, st.data())
def test_counts_of_any_course_of_rounds(
    course: list[tuple[str, Dice]], data: st.DataObject
) -> None:
    """« Valid rounds only; voids excluded; corrections included »"""
    sitting = Sitting(sampling=Sampling(None, 1)).to(Phase.READY)
    true: dict[int, Dice | None] = {}
    for what, dice in course:
        valid = [n for n, known in true.items() if known is not None]
        if what == "round":
            sitting.round(*dice)
            true[sitting.state.number] = dice
        elif what == "void":
            sitting.must(StartShake(), VoidRound("leaning"))
            true[sitting.state.number] = None
        elif valid:
            number = data.draw(st.sampled_from(valid))
            if what == "correct" and true[number] != dice:
                sitting.must(CorrectResult(number, dice, "mal lu"))
                true[number] = dice
            elif what == "void earlier":
                sitting.must(VoidRound("other", round=number))
                true[number] = None
    kept = [dice for dice in true.values() if dice is not None]
    counts = sitting.public.counts
    assert counts.rounds == len(kept)
    assert counts.faces == tuple(sum(face in dice.faces for dice in kept) for face in range(1, 7))
    assert counts.totals == tuple(sum(dice.total == t for dice in kept) for t in range(3, 19))
    assert [mark.dice for mark in sitting.public.history] == [true[n] for n in sorted(true)][::-1]
    assert sitting.public.voids == len(true) - len(kept)


@given(st.lists(rolls, min_size=1, max_size=6), rolls, st.data())
def test_a_correction_counts_as_if_the_right_dice_had_come_first(
    dice: list[Dice], wrong: Dice, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(dice) - 1))
    right = Sitting().to(Phase.READY)
    corrected = Sitting().to(Phase.READY)
    for n, roll in enumerate(dice):
        right.round(*roll)
        corrected.round(*(wrong if n == at else roll))
    if wrong != dice[at]:
        corrected.must(CorrectResult(at + 1, dice[at], "mal lu"))
    for name in ("counts", "wait_double", "wait_triple", "voids", "banner", "round"):
        assert getattr(corrected.public, name) == getattr(right.public, name)
    assert [mark.dice for mark in corrected.public.history] == dice[::-1]
