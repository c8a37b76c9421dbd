"""What follows from the belief, as values: what is sure, who is to blame, what differs, which pawn is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.icecult.moves import parse_action, perform
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.vision.synthetic import observe
from vision.icecult.belief.conclusions import Begun, Conclusions
from vision.icecult.belief.explaining.breaches import with_stacks
from vision.icecult.observation import Observation

START = State.setup("r")
HOLD_S = 1.0


class Seen:
    """A true table and what is concluded from looking at it."""

    def __init__(self, behind: str = "") -> None:
        """`behind`: a space that something stands before."""
        self.state, self.behind = START, behind
        self.belief = Conclusions(IceCult(players="ry"), Begun(START), HOLD_S)
        self.look()

    def look(self, held_s: float = 0.1) -> None:
        """Look at the table, which has stood so long."""
        self.belief.rest += held_s < HOLD_S
        self.belief.at_s += 1.0
        seen = observe(self.state)
        if self.behind:
            seen["paths"][self.behind[0]][int(self.behind[1:]) - 1] = None
        pictures = [Observation.from_json(seen)] * (8 if held_s >= HOLD_S else 2)
        self.belief.see(pictures, held_s)
        self.belief.hold()

    def do(self, *words: str) -> None:
        """Do these actions one by one, each with a look."""
        for word in words:
            self.state = perform(self.state, parse_action(word))
            self.look()


def test_a_turn_in_progress_is_told_in_words() -> None:
    table = Seen()
    table.do("Nn", "Ee")
    told = table.belief.in_progress()
    assert (told.number, told.words, told.breaches) == (1, ("Nn", "Ee"), ())
    assert table.belief.over(1) is None
    assert table.belief.won(1) is None
    assert table.belief.owing()
    assert not table.belief.finished()


def test_a_turn_that_is_over_is_sure_and_its_player_to_blame_for_what_was_missed() -> None:
    table = Seen()
    table.do("Nn", "Ee", "Ss", "Ss")
    told, certain = table.belief.over(1), table.belief.certainty(1)
    assert told is not None
    assert (told.words, told.after.to_move) == (("Nn", "Ee"), "y")
    assert certain.sure
    assert certain.blamed
    assert not certain.followed
    assert table.belief.ways(1) is None


def test_a_breach_is_told_once_it_has_stood() -> None:
    table = Seen()
    table.do("Nn", "Ee")
    owed = {str(action) for actions in table.belief.in_progress().turn.owed().values() for action in actions}
    table.do("rN0@NW" if "rN0@NW" not in owed else "bS0@NW")
    assert table.belief.breach(1) is None, "it has not stood yet"
    table.look(held_s=HOLD_S)
    told = table.belief.breach(1)
    assert told is not None
    assert [breach.rule for breach in told.breaches] == ["pawn-unearned"]
    assert table.belief.breach(2) is None


@pytest.mark.parametrize("behind", ["", "W2"])
def test_what_comes_in_sight_on_a_space_that_was_never_seen_before_is_nobodys_fault(behind: str) -> None:
    table = Seen(behind)
    table.do("Nn", "Ee")
    table.behind, table.state = (
        "",
        with_stacks(table.state, {"W2": "g", "start": table.state.start.replace("g", "", 1)}),
    )
    table.look()
    table.look(held_s=HOLD_S)
    assert table.belief.in_progress().breaches
    assert (table.belief.breach(1) is None) == bool(behind)


def test_a_view_reads_otherwise_only_where_something_changed() -> None:
    table = Seen()
    same = [Observation.from_json(observe(START))]
    other = [Observation.from_json(observe(perform(START, parse_action("Nn"))))]
    assert not table.belief.reads_otherwise(same)
    assert table.belief.reads_otherwise(other)
    assert table.belief.unseen() == ()
    assert table.belief.differs() == ()


def test_a_stored_view_leads_to_the_same_belief() -> None:
    table, again = Seen(), Conclusions(IceCult(players="ry"), Begun(START), HOLD_S)
    table.state = perform(START, parse_action("Nn"))
    table.belief.rest += 1
    view = table.belief.see([Observation.from_json(observe(table.state))] * 2, 0.1)
    again.see_again(view, 1, 1.0)
    assert again.in_progress().words == table.belief.in_progress().words == ("Nn",)


def test_a_player_is_accused_only_where_nothing_likelier_than_one_in_a_hundred_clears_him() -> None:
    table = Seen()
    table.do("Nn", "Ee", "Ss", "Ss")
    belief, missed = table.belief, table.belief.tracker.best
    past = missed.record(1)
    assert past is not None
    assert not past.closed.lawful, "what was owed was not played"
    turn = past.closed.turn
    while not turn.may_end():
        turn = turn.play(next(action for actions in turn.owed().values() for action in actions))
    lawful = replace(missed, past=replace(past, closed=replace(past.closed, turn=turn)))
    after, words = turn.handed_on(), turn.words
    misread = frozenset(missed.paid | {(("N1", "r"), 3.0)})
    for paid, behind, blamed in (
        (missed.paid, 2.4, False),
        (missed.paid, 2.6, True),
        (misread, 4.5, False),
        (misread, 4.7, True),
    ):
        belief.tracker.histories = (missed, replace(lawful, cost=missed.cost + behind, paid=paid))
        assert belief.outdated(1, after, words)
        assert belief.certainty(1).blamed is blamed
