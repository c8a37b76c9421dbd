"""How odd it is to put pawns where no rule puts them."""

from __future__ import annotations

import pytest

from engine.icecult.cube import STANDARD_SET
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import observe, table_with
from vision.icecult.belief.breaches import breaches
from vision.icecult.belief.evidence import Sight
from vision.icecult.belief.prices import AGAIN, FARTHER, PRICES, SWAPPED, Node

ONE = PRICES["relocated"]


@pytest.mark.parametrize(
    ("before", "after", "price"),
    [
        (table_with(E1="r"), table_with(E1="ry"), ONE),
        (table_with(E1="r"), table_with(E1="ryy"), ONE + AGAIN),
        (table_with(E1="r"), table_with(E1="r", E3="y"), ONE + 2 * FARTHER),
        (table_with(E1="r"), table_with(W1="r"), ONE),
        (table_with(E1="r"), table_with(E1="y"), ONE + SWAPPED),
    ],
    ids=["one put in", "two put in", "put in far out", "carried to another path", "exchanged with one at the start"],
)
def test_pawns_carried_about_cost_what_their_story_is_worth(before: State, after: State, price: float) -> None:
    turn = TurnInProgress.begin(before, STANDARD_SET, HouseRules(), "ry")
    sight = Sight.of([observe(after)] * 8, 1.0)
    found = [node for node in breaches(Node(turn), sight) if node.turn.state.paths == after.paths]
    assert min(node.cost for node in found if node.fouls == ("relocated",)) == price
