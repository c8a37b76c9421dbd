"""States and where their stacks stand: what is laid out is what was drawn, for both painters."""

from __future__ import annotations

import numpy as np
import pytest

from engine.icecult.board import in_order
from engine.icecult.state import State
from vision.icecult.sim.arranging import TIDY, Stack, arrange, position, standing
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.states import KINDS, full_state, random_state

GEO = Dimensions()


@pytest.mark.parametrize("kind", ["", *KINDS])
def test_every_drawn_position_is_one_of_the_game(kind: str) -> None:
    state = State.from_json(random_state(np.random.default_rng(7), GEO, kind)).to_json()
    assert len(state["cubes"]) == 4
    assert (state["start"] == "rrrrryyyyygggggbbbbb") == (kind == "setup")


@pytest.mark.parametrize("most", [TIDY, (1, 5), (5, 3)])
@pytest.mark.parametrize("full", [False, True])
def test_what_stands_on_the_table_is_the_position(full: bool, most: tuple[int, int]) -> None:
    rng = np.random.default_rng(11)
    state = full_state(rng, GEO) if full else random_state(rng, GEO, "spread")
    placement = arrange(state, GEO, rng, 5.0, 0.3, most=most)
    told = position(placement, GEO)
    assert told["paths"] == state["paths"]
    assert in_order(told["start"]) == state["start"]
    assert {arm: in_order(home) for arm, home in told["goal"].items()} == state["goal"]
    heights = {part: [len(s.colours) for w, s in placement.items() if w.startswith(part)] for part in ("start", "goal")}
    assert max(heights["start"]) <= most[0]
    assert max(heights["goal"]) <= most[1]
    beside = [stack for where, stack in placement.items() if not where[1:].isdigit()]
    feet = np.array([(stack.x_mm, stack.y_mm) for stack in beside])
    apart = np.hypot(*(feet[:, None] - feet[None]).transpose(2, 0, 1)) + np.eye(len(feet)) * 1000
    assert apart.min() > GEO.cone_foot_size, "no two stand in each other"


def test_a_stack_rises_by_the_sets_pitch_or_by_its_own() -> None:
    pawns = standing({"N0": Stack("ryg", 0.0, 70.0), "start0": Stack("bb", 80.0, 80.0, rise_mm=7.5)}, GEO)
    heights = [pawn.origin_mm[2] for pawn in pawns]
    assert np.diff(heights[:3]) == pytest.approx([GEO.stack_pitch] * 2)
    assert np.diff(heights[3:]) == pytest.approx([7.5])
    assert heights[0] - heights[3] == pytest.approx(GEO.board_thickness)
    assert "".join(pawn.colour for pawn in pawns) == "rygbb"
