"""Whole simulated matches, as far as a story goes that was once told wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.play.matches import script_for
from bench.referee import by_truth
from tests.cases import larger

pytestmark = pytest.mark.slow

STORIES = {
    2: (4, "a pawn is dragged along, and the next player's fast turn would fit a lawful one too"),
    3: (2, "a player misses a circle in four resting views, and the next one wins fast"),
    6: (2, "a fault follows a fault, and both stand while the table rests"),
    10: (4, "an honest fast turn after several misread pictures"),
    24: (5, "something is owed while it is still open which of two faults came before"),
    37: (7, "after a fault a stack is misread for a moment: that is no second fault"),
    50: (4, "a pair was tilted there and back unseen, and the next player is fast"),
    51: (3, "a pawn is carried too far and put back after a while"),
    52: (3, "cubes change places, which looks as if each had been turned on the spot"),
    61: (3, "a tilt is undone, and two fast players would have come to the same"),
    68: (4, "cubes are exchanged after a fast turn while the turn before is not certain yet"),
    74: (8, "later sight must not tell again what was settled long ago"),
    85: (3, "a pawn is moved inwards at the end of a turn and put back: nothing was owed before it was right"),
    99: (3, "a pawn is carried too far after a fast turn with five other actions"),
    147: (3, "something is missed, and the next player carries a pawn too far and puts it back"),
    243: (4, "a circle is missed, the next player is fast, and then a pawn is carried too far and put back"),
    266: (5, "a rider is left behind after a fast turn, and a misread stack would explain that too"),
    356: (3, "cubes are exchanged and put back at once: that excuses nothing in the next turn"),
}


@pytest.mark.parametrize(("number", "turns"), larger(((number, turns) for number, (turns, _) in STORIES.items()), 9))
def test_a_story_is_told_as_it_was(number: int, turns: int) -> None:
    script = script_for(number)
    score = by_truth(number, replace(script, turns=script.turns[:turns], winners=script.winners * (number == 3)))
    assert score.notes == []
    assert score.counts["turns exact"] == turns
    assert score.counts["accusations"] == 0


@pytest.mark.parametrize(
    ("number", "turns"),
    [
        pytest.param(244, 6, id="a stack in another order is seen in one short view, and its pawns are moved then"),
        pytest.param(240, 5, id="a pawn put back one space, or a stack that is misread again and again"),
    ],
)
def test_nobody_is_blamed_where_it_is_open_who_broke_a_rule(number: int, turns: int) -> None:
    script = script_for(number)
    score = by_truth(number, replace(script, turns=script.turns[:turns], winners=""))
    assert score.counts["turns exact"] == turns
    assert score.counts["accusations"] == score.counts["other rules told"] == 0
