"""Whatever people and shakers do, in any order and with a disk that fails: what always holds."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tabledisplay.game.commands import (
    CloseBets,
    Command,
    ConfirmDice,
    CorrectResult,
    EndShake,
    EnterDice,
    LiftBell,
    VoidRound,
)
from tabledisplay.game.events import DiceProposed, ResultConfirmed, ResultCorrected, RoundVoided
from tabledisplay.game.state import ROUND_OPEN, Phase
from tabledisplay.hot_cold import count
from tabledisplay.public_view import Banner, Sampling
from tabledisplay.rules.dice import Dice
from tabledisplay.shaker.messages import (
    DrawKey,
    Lid,
    Presence,
    ReadingHeard,
    ShakerState,
    StateHeard,
)
from tests.game.sitting import BOOT, DEVICE, OPEN, Sitting
from tests.table.drawn import commands, faces, frames, news, readings, usual


def forms(dice: tuple[int, int, int]) -> Iterator[str]:
    """How three faces look in a repr, in JSON and on a screen."""
    for order in {dice, tuple(sorted(dice))}:
        for between in (", ", ",", "-"):
            yield between.join(map(str, order))


class AnyCourse(RuleBasedStateMachine):
    """Steps are drawn at random; the invariants are looked at after each of them."""

    automatic = False

    def __init__(self) -> None:
        super().__init__()
        self.sitting = Sitting(automatic=self.automatic, sampling=Sampling(None, 1))
        self.sitting.present()
        self.sitting.must(OPEN)
        self.draw, self.step = 1, "R"
        self.secret: set[tuple[int, int, int]] = set()
        self.public_dice: set[tuple[int, ...]] = set()

    def done(self) -> None:
        """Known dice are no secret; when a round is over nothing is sealed any more."""
        if self.sitting.phase not in (Phase.SHAKING, Phase.BETS_OPEN):
            self.secret.clear()

    @rule(command=st.one_of(commands, usual), pin=st.sampled_from([None, None, ""]))
    def somebody_presses_a_key(self, command: Command, pin: str | None) -> None:
        self.somebody_presses(command, pin)

    def somebody_presses(self, command: Command, pin: str | None) -> None:
        before, journaled = self.sitting.state, len(self.sitting.journal.bodies)
        code = self.sitting.do(command, pin)
        if isinstance(command, EnterDice | CorrectResult):
            self.public_dice.add(command.dice.faces)
        if code is not None:
            assert self.sitting.state == before
            assert len(self.sitting.journal.bodies) == journaled
        self.done()

    @rule(reading=readings)
    def a_reading_is_heard(self, reading: ReadingHeard) -> None:
        self.hear_reading(reading)

    def hear_reading(self, reading: ReadingHeard) -> None:
        phase = self.sitting.phase
        self.sitting.hear(reading)
        if reading.dice is not None and phase in (Phase.SHAKING, Phase.BETS_OPEN):
            self.secret.add(reading.dice)
        elif reading.dice is not None:
            self.public_dice.add(tuple(sorted(reading.dice)))
        self.done()

    @rule(acts=st.lists(st.sampled_from("kkksssx"), min_size=1, max_size=9), dice=faces)
    def play_goes_on(self, acts: list[str], dice: tuple[int, int, int]) -> None:
        """Keys that are due, and a shaker that goes on in its order: courses get somewhere."""
        due = {
            Phase.CLOSED: OPEN,
            Phase.READY: EndShake(),
            Phase.SHAKING: EndShake(),
            Phase.BETS_OPEN: CloseBets(),
            Phase.NO_MORE_BETS: LiftBell(),
            Phase.PROPOSED: ConfirmDice(),
            Phase.CONFIRMED: EndShake(),
            Phase.VOID: EndShake(),
        }
        for act in acts:
            if act == "k":
                self.somebody_presses(due[self.sitting.phase], None)
            elif act == "x":
                self.somebody_presses(EnterDice(Dice(dice)), None)
            else:
                self.step = "MSOR"["MSOR".index(self.step) - 3]
                self.the_shaker_says(self.step, True, dice)
            self.nothing_sealed_is_anywhere()

    @rule(letter=st.sampled_from("MSOR"), counts=st.sampled_from([True, True, False]), dice=faces)
    def the_shaker_errs(self, letter: str, counts: bool, dice: tuple[int, int, int]) -> None:
        """What a device may say, but at any time."""
        self.the_shaker_says(letter, counts, dice)

    def the_shaker_says(self, letter: str, counts: bool, dice: tuple[int, int, int]) -> None:
        if letter == "M" and counts:
            self.draw = self.draw % 3 + 1
        key = DrawKey(DEVICE, BOOT, self.draw)
        if letter == "R":
            self.hear_reading(ReadingHeard(key, dice, (0, 0, 0, 0)))
        else:
            lid = Lid.OPEN if letter == "O" else Lid.CLOSED
            self.sitting.hear(StateHeard(key, ShakerState(letter), lid))
        self.done()

    @rule(frame=frames)
    def a_frame_is_heard(self, frame: StateHeard) -> None:
        self.sitting.hear(frame)
        self.done()

    @rule(message=news)
    def something_else_is_heard(self, message: Presence) -> None:
        self.sitting.hear(message)
        self.done()

    @rule(seconds=st.sampled_from([0.5, 3.0, 60.0]))
    def time_passes(self, seconds: float) -> None:
        self.sitting.clocks.pass_by(seconds)

    @rule()
    def the_program_is_killed(self) -> None:
        kept = self.sitting.state
        self.sitting = self.sitting.restarted()
        assert self.sitting.state.history == kept.history
        assert self.sitting.state.phase is kept.phase
        assert self.sitting.state.spent == kept.spent

    @rule(kept=st.booleans(), command=usual, message=st.one_of(frames, readings, news))
    def the_disk_fails_for_a_while(self, kept: bool, command: Command, message: StateHeard) -> None:
        sitting, before = self.sitting, self.sitting.state
        sitting.journal.keeps_after_all = kept
        sitting.journal.broken = True
        assert sitting.do(command) is not None
        sitting.hear(message)
        assert sitting.state == before
        if not sitting.croupier.recorded:
            assert sitting.public.banner is Banner.UNAVAILABLE
        sitting.journal.broken = False
        sitting.table.stop()
        sitting.check()
        sitting.table.stop()
        sitting.check()
        assert sitting.croupier.recorded, "the first good append restores the view"
        assert (sitting.public.banner is Banner.UNAVAILABLE) == sitting.state.untrusted
        self.done()

    @invariant()
    def nothing_sealed_is_anywhere(self) -> None:
        known = {tuple(sorted(dice)) for dice in self.public_dice}
        hidden = [d for d in self.secret if tuple(sorted(d)) not in known]
        if not hidden:
            return
        seen = [repr(self.sitting.table.snapshot), repr(self.sitting.state)]
        seen += [repr(self.sitting.table._held), repr(self.sitting.shown[-3:])]
        seen += [body.decode() for body in self.sitting.journal.bodies]
        text = "\n".join(NO_DICE.sub("", one) for one in seen)
        for dice in hidden:
            for form in forms(dice):
                assert form not in text, (dice, form)

    @invariant()
    def customers_see_only_confirmed_dice(self) -> None:
        public, state = self.sitting.public, self.sitting.state
        if public.result is None:
            return
        assert state.phase is Phase.CONFIRMED
        finished = state.of_opening(state.number)
        assert finished is not None
        assert public.result.dice == finished.dice

    @invariant()
    def voids_never_count(self) -> None:
        state = self.sitting.state
        valid = [r.dice for r in state.history if r.opening == state.opening and r.dice]
        assert self.sitting.public.counts == count(valid, None, 1)
        assert all((r.dice is None) == (r.void is not None) for r in state.history)

    @invariant()
    def rounds_are_numbered_without_gaps(self) -> None:
        state = self.sitting.state
        for opening in {r.opening for r in state.history}:
            told = [r.number for r in state.history if r.opening == opening]
            assert told == list(range(1, len(told) + 1))
        finished = sum(r.opening == state.opening for r in state.history)
        assert state.number == finished + (state.phase in ROUND_OPEN)

    @invariant()
    def results_come_from_proposals(self) -> None:
        """« never invent a result »"""
        proposed: tuple[int, ...] | None = None
        for event in self.sitting.journal.events:
            if isinstance(event, DiceProposed):
                proposed = event.dice
            elif isinstance(event, ResultConfirmed):
                assert event.dice == proposed
                proposed = None

    @invariant()
    def a_correction_is_as_if_the_right_dice_had_come_first(self) -> None:
        events = self.sitting.journal.events
        if not any(isinstance(event, ResultCorrected) for event in events):
            return
        right: dict[tuple[int, int], Dice | None] = {}
        opening = 0
        for event in events:
            opening = getattr(event, "opening", opening)
            match event:
                case ResultConfirmed() | ResultCorrected():
                    right[opening, event.round] = Dice(event.dice)
                case RoundVoided():
                    right[opening, event.round] = None
                case _:
                    pass
        assert {(r.opening, r.number): r.dice for r in self.sitting.state.history} == right

    @invariant()
    def what_is_confirmable_is_on_the_panel(self) -> None:
        croupier = self.sitting.croupier
        assert (croupier.proposed is None) == (croupier.proposed_from is None)
        if croupier.phase is not Phase.PROPOSED:
            assert croupier.proposed is None
        if croupier.phase not in ROUND_OPEN:
            assert croupier.suggestion is None
            assert croupier.rival is None

    def teardown(self) -> None:
        """« The game never waits for the device. »: a round can be played by hand from anywhere."""
        sitting = self.sitting.restarted()
        if sitting.phase is Phase.CLOSED:
            sitting.must(OPEN)
        if sitting.phase in ROUND_OPEN:
            sitting.must(VoidRound("other"))
        number = sitting.state.number
        sitting.round(1, 2, 3)
        assert sitting.where == (Phase.CONFIRMED, number + 1)


NO_DICE = re.compile(
    r"counts=Counts\(.*?cold=(?:\([^)]*\)|None)\)"
    r"|quality=\(0, 0, 0, 0\)"
    r"|datetime\.datetime\([^)]*\)"
    r"|\d{4}-\d\d-\d\dT[\d:.]*"
    r"|[0-9A-F]{8}/[0-9A-F]{4}/[0-9A-F]{4}"
)
"""Counts and the faces that lead them, clean readings, moments and keys: numbers too."""


class AnyAutomaticCourse(AnyCourse):
    """The same with confirmation by the device."""

    automatic = True


@pytest.mark.parametrize(("machine", "courses"), [(AnyCourse, 40), (AnyAutomaticCourse, 20)])
def test_any_course(machine: type[AnyCourse], courses: int) -> None:
    run_state_machine_as_test(
        machine, settings=settings(max_examples=courses, stateful_step_count=30, deadline=None)
    )
