"""Who is accused: only where whatever is likelier than one in a hundred says so, in two rests or in plain view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bench.play.matches import STUBBORN, TELLING, script_for
from bench.referee import by_truth
from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched
from vision.icecult.belief.explaining.breaches import with_stacks


def unearned(table: Watched, sure: float = 0.99) -> dict[str, Any]:
    """The table with a pawn on W1 that no symbol has allowed there, of which the reader is so sure."""
    seen = observe(with_stacks(table.state, {"W1": "b"}))
    seen["confidences"] |= {"W1": sure, "start": sure}
    return seen


def test_one_rest_in_plain_view_is_enough() -> None:
    table = Watched()
    table.do("Nn", "Ee")
    table.hand()
    table.rest(2.0, unearned(table))
    assert [turn for turn, _ in table.told()] == [1]


def test_a_stack_misread_in_one_rest_accuses_nobody() -> None:
    table = Watched()
    table.do("Nn", "Ee")
    table.hand()
    table.rest(2.0, unearned(table, sure=0.9))
    table.hand()
    table.rest(2.0)
    assert table.told() == []


def test_a_cube_misread_in_one_rest_accuses_nobody() -> None:
    table = Watched()
    table.do("Nn")
    seen = observe(table.state)
    seen["cubes"]["SE"] |= {"symbol": "circle", "facing": None, "confidence": 0.93}
    table.hand()
    table.rest(2.0, seen)
    table.do("Ee")
    assert table.told() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "turns"),
    [
        pytest.param(1234, 10, id="what stood otherwise before this turn has not come about in it"),
        pytest.param(1250, 10, id="while it is open who broke a rule, it is open who plays next"),
        pytest.param(1262, 2, id="cubes that were exchanged look like the next player's first tilt"),
    ],
)
def test_an_honest_player_is_not_accused_by_stacks_misread_again_and_again(number: int, turns: int) -> None:
    script = script_for(number)
    score = by_truth(number, replace(script, turns=script.turns[: turns + 1], winners=""), STUBBORN)
    assert score.counts["accusations"] == 0


@pytest.mark.slow
def test_what_else_a_stack_may_be_tells_a_fault_that_one_reading_hides() -> None:
    """A rider is left behind on a stack that is misread again and again."""
    script = script_for(1205)
    score = by_truth(1205, replace(script, turns=script.turns[:5], winners=""), TELLING)
    assert score.notes == []
