"""States drawn for people: whatever is on the table is in the text."""

from __future__ import annotations

from random import Random

from hypothesis import given

from engine.icecult.cube import UNKNOWN_SET
from engine.icecult.state import State
from engine.icecult.writing.diagram import text_diagram
from tests.engine.tables import random_set, random_state, seeds

DRAWN = """\
                                             (-)
                                              ·
                                              ·
                                             yyy
                                              ·
                                             rg
                                          ┌───┬───┐
                                          │g↓ │╮  │
  (b)   rbbrg    ·      ·      y      ·   ├───┼───┤   b      ·      ·    ggbr     ·     (g)
                                          │b→ │b↑ │
                                          └───┴───┘
                                              ·
                                              ·
                                              ·
                                              ·
                                              ·
                                             (-)
start ry   green to move
"""


def test_the_text_diagram_reads_like_the_table() -> None:
    state = State.parse("SUUNEDNW rg.1.yyy.2/b.2.ggbr.1/5/1.y.2.rbbrg ry -/g/-/b g")
    assert text_diagram(state) == DRAWN


@given(seeds())
def test_every_stack_is_in_the_text(rng: Random) -> None:
    state = random_state(rng)
    text = text_diagram(state, random_set(rng))
    for stack in (*(stack for path in state.paths for stack in path), *state.goal, state.start):
        assert stack in text


def test_unknown_faces_are_drawn_as_such() -> None:
    assert text_diagram(State.setup(), UNKNOWN_SET).count("?") == 4
