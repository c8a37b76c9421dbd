"""States drawn for people: whatever is on the table is in the picture, and never by colour alone."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from engine.core.colours import COLOUR_NAMES
from engine.icecult.cube import UNKNOWN_SET
from engine.icecult.state import State
from engine.icecult.writing.diagram import svg_diagram, text_diagram
from tests.engine.tables import random_set, random_state, seeds

SVG = "{http://www.w3.org/2000/svg}"

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


@pytest.mark.parametrize("exit_at", ["sides", "corners"])
@given(rng=seeds())
def test_the_svg_is_well_formed_and_shows_every_pawn_with_its_letter(exit_at: str, rng: Random) -> None:
    state = random_state(rng)
    root = ElementTree.fromstring(svg_diagram(state, random_set(rng), exit_at))
    assert root.get("aria-label") == f"ICE CULT, {COLOUR_NAMES[state.to_move]} to move"
    for letter, name in COLOUR_NAMES.items():
        pawns = [group for group in root.iter(f"{SVG}g") if group.get("class") == f"pawn {name}"]
        assert len(pawns) == 5 + (state.to_move == letter)
        assert {group.findtext(f"{SVG}text") for group in pawns} == {letter.upper()}


def test_unknown_faces_are_drawn_as_such() -> None:
    assert text_diagram(State.setup(), UNKNOWN_SET).count("?") == 4
    assert svg_diagram(State.setup(), UNKNOWN_SET).count(">?<") == 4
