"""The estimates that lead the search: what explains a view is never taken for dearer than it is."""

from __future__ import annotations

import pytest

from engine.icecult.moves import parse_action
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import observe, sight_of, table_with
from vision.belief.points import Node
from vision.icecult.belief.explaining.estimate import Estimate
from vision.icecult.belief.explaining.points import Closed
from vision.icecult.belief.views.evidence import CultView

TABLE = table_with(S1="ygrrrr", N2="b")


def seen_with_a_pawn_too_few(state: State) -> CultView:
    """The stack on S1 is read one pawn too low, as the highest ones are."""
    seen = observe(state)
    seen["paths"]["S"][0] = state.paths[2][0][:-1]
    seen["confidences"]["S1"] = 0.9
    return sight_of([seen] * 3, 0.5)


@pytest.mark.parametrize("words", [[], ["Ee"], ["Ee", "Nn"]])
def test_a_misread_stack_does_not_ask_for_another_tilt(words: list[str]) -> None:
    turn = IceCult(players="ry").begin(TABLE).play_words(words)
    assert isinstance(turn, TurnInProgress)
    sight = seen_with_a_pawn_too_few(turn.state)
    node = Node(turn, cost=10.0)
    assert sight.cost(turn.state, turn.cube_set) > sight.prices.step, "dear enough to be taken for a step"
    assert Estimate(sight, [node], wide=False).of(node) <= 10.0 + sight.cost(turn.state, turn.cube_set) + 1e-9


def test_nor_does_it_where_the_next_player_has_tilted_once() -> None:
    ended = IceCult(players="ry").begin(TABLE).play_words(["Ee", "Nn"])
    assert isinstance(ended, TurnInProgress)
    while ended.owed():
        ended = ended.after(next(iter(ended.owed().values()))[0])
    begun = Closed(ended, ()).next_turn().after(parse_action("Ww"))
    sight = seen_with_a_pawn_too_few(begun.state)
    node = Node(ended)
    total = sight.prices.tilt + sight.cost(begun.state, begun.cube_set)
    assert Estimate(sight, [node], wide=False).of(node) <= total + 1e-9
