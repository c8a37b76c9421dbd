"""How odd it is to put pawns where no rule puts them."""

from __future__ import annotations

import pytest

from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.vision.synthetic import observe, sight_of, table_with
from vision.belief.points import Node
from vision.icecult.belief.breach import RELOCATED
from vision.icecult.belief.explaining.breaches import breaches
from vision.icecult.belief.prices import STANDARD

ONE = STANDARD.relocated


@pytest.mark.parametrize(
    ("before", "after", "price"),
    [
        (table_with(E1="r"), table_with(E1="ry"), ONE),
        (table_with(E1="r"), table_with(E1="ryy"), ONE + STANDARD.another_pawn),
        (table_with(E1="r"), table_with(E1="r", E3="y"), ONE + 2 * STANDARD.farther_in),
        (table_with(E1="r"), table_with(W1="r"), ONE),
        (table_with(E1="r"), table_with(E1="y"), ONE + STANDARD.stacks_swapped),
    ],
    ids=["one put in", "two put in", "put in far out", "carried to another path", "exchanged with one at the start"],
)
def test_pawns_carried_about_cost_what_their_story_is_worth(before: State, after: State, price: float) -> None:
    turn = IceCult(players="ry").begin(before)
    sight = sight_of([observe(after)] * 8, 1.0)
    found = [node for node in breaches(Node(turn), sight) if node.turn.state.paths == after.paths]
    assert min(node.cost for node in found if node.breaches == (RELOCATED,)) == price
