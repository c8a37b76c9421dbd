"""Going back to earlier points of a line: what it costs, and how far it reaches."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.histories import (
    BACK,
    BACK_EACH,
    BACK_OVER,
    BACK_TILT,
    Line,
    Passed,
    Past,
    ancestors,
    back_price,
    trimmed,
)
from vision.icecult.belief.prices import Closed

BEGUN = TurnInProgress.begin(State.setup("r"), players="ry")


def _played(*words: str) -> TurnInProgress:
    turn = BEGUN.play_words(list(words))
    assert isinstance(turn, TurnInProgress)
    return turn


def _chain(*turns: TurnInProgress) -> Line:
    """A line that was seen in all these states."""
    line = Line(BEGUN)
    for turn in turns:
        line = Line(turn, cost=line.cost + 2.0, parent=line)
    return line


def _next_turn(line: Line, turn: TurnInProgress) -> Line:
    past = Past(Closed(line.turn, ()), line.number, 0.0, 0.0, line.past)
    return Line(turn, cost=line.cost, past=past, parent=line)


def test_every_view_passed_over_has_its_price() -> None:
    line = _chain(_played("Nn"), _played("Nn", "Ee"))
    found = list(ancestors([line]))
    assert [found[0].cost, found[1].cost] == [2.0 + BACK + BACK_EACH, BACK + BACK_EACH + BACK_EACH + 1]
    assert [passed.tilts for passed in found[1].back] == [2, 1]


def test_what_is_settled_is_not_gone_back_to() -> None:
    line = _next_turn(_chain(_played("Nn"), _played("Nn", "Ee")), _played("Ss"))
    assert [at.number for at in ancestors([line])] == [1, 1, 1]
    assert list(ancestors([line], settled=1)) == []


def test_what_was_passed_over_once_stays_so() -> None:
    first = _chain(_played("Nn", "Ee"))
    back = next(iter(ancestors([first])))
    again = Line(_played("Nn", "Ww"), cost=back.cost, parent=trimmed(back, 8))
    twice = next(iter(ancestors([again])))
    assert twice.cost == back.cost + BACK + BACK_EACH
    assert twice.back == (Passed.of(again), Passed.of(first))


def test_tilts_are_not_taken_back_after_both_were_made() -> None:
    seen = _chain(_played("Nn", "Ee"))
    back = next(iter(ancestors([seen])))
    assert back_price(back, _played("Nn", "Ww"), 1) == BACK_TILT
    assert back_price(back, _played("Nn", "Ee"), 1) == 0.0
    one = next(iter(ancestors([_chain(_played("Nn"))])))
    assert back_price(one, _played("Ww"), 1) == 0.0
    assert back_price(replace(back, back=()), _played("Nn", "Ww"), 1) == 0.0


def test_nobody_puts_a_table_right_and_the_next_one_plays_at_once() -> None:
    back = next(iter(ancestors([_chain(_played("Nn", "Ee"))])))
    assert back_price(back, _played("Ss"), 2) == BACK_OVER
