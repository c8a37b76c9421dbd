"""Partial knowledge: what follows for certain is said, the rest stays open, and nobody is accused on a doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import NotationError
from engine.icecult.cube import STANDARD_SET, UNKNOWN_SET, Cube, CubeSet, Top
from engine.icecult.explain.explain import explain
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine.explain.tables import after, board, rules, seen, shows, told

CUBES = shows("R>N", "O", "G>S", "A")


def hidden(view: PartialState, *places: str, start: bool = False) -> PartialState:
    """The view with these spaces unseen."""
    paths = tuple(
        tuple(None if f"{name}{i}" in places else stack for i, stack in enumerate(path, start=1))
        for name, path in zip("NESW", view.paths, strict=True)
    )
    return replace(view, paths=paths, start=None if start else view.start)


def test_a_circle_on_top_hides_its_direction_and_nothing_else() -> None:
    before = board("y", N="r.4")
    view = seen(after(before, "Nn Sn rN1@NW rN2@NW*NE"))
    partial = replace(view, cubes=(view.cubes[0], Top("circle", None), *view.cubes[2:]))
    found = told(before, partial, CUBES)
    assert found.legal
    assert found.open == ("NE",)
    assert found.turn == ("Nn", "Sn", "rN1.0@NW", "rN2.0@NW*NE")


def test_cubes_seen_only_by_their_symbols() -> None:
    before = State.setup("r")
    turn = "Nn Ee"
    view = seen(after(before, turn))
    tops = STANDARD_SET.tops(after(before, turn).cubes)
    found = told(before, replace(view, cubes=tops), STANDARD_SET)
    assert found.rule == "missed-arrow"
    assert found.turn == ("Nn", "Ee")


def test_a_hidden_space_where_nothing_depends_on_it() -> None:
    before = board("y", N="r.4", E="2.g.2")
    view = hidden(seen(after(before, "Nn Sn rN1@NW rN2@NW*NE")), "E3")
    assert told(before, view, CUBES).legal


def test_a_hidden_space_that_may_hide_what_is_owed() -> None:
    before = board("y", start="g", S="2.r.2")
    view = hidden(seen(after(before, "Nn Sn gS0@NE")), "S1", start=True)
    cube_set = shows("B>N", "G>S", "B>N", "B>N")
    found = told(before, view, cube_set)
    assert found.legal is None
    assert found.open == ("S1", "start")
    assert found.turn == ("Nn", "Sn", "gS0@NE")
    question = found.to_json()["question"]
    assert question["text"] == "I could not see S1 and the start. What was played?"
    assert [answer["turn"] for answer in question["answers"]] == [["Nn", "Sn", "gS0@NE"], ["Nn", "Sn"]]
    assert [answer["text"] for answer in question["answers"]] == ["Green entered on the south path", "No pawn moved"]


def test_the_start_tells_what_a_hidden_space_does_not() -> None:
    before = board("y", start="g", S="2.r.2")
    view = hidden(seen(after(before, "Nn Sn gS0@NE")), "S1")
    assert told(before, view, shows("B>N", "G>S", "B>N", "B>N")).legal


def test_the_lower_part_of_a_stack_hidden() -> None:
    before = board("y", N="1.bgr.3")
    cube_set = shows("R>N", "Y>S", "A", "Y>S")
    lawful = seen(after(before, "Nn Sn rN2@NW"), N="1.?g.r.2")
    assert told(before, lawful, cube_set).legal
    dragged = seen(after(before, "Nn Sn rN2@NW"), N="1.b.?gr.2")
    assert rules(told(before, dragged, cube_set)) == ["pawn-dragged"]


def test_a_fault_in_plain_sight_is_told_whatever_else_is_hidden() -> None:
    before = board("y", N="1.rg.3", E="2.b.2", S="y.4")
    view = hidden(seen(after(before, "Nn Sn"), N="1.g.r.2"), "E3", "S4")
    assert rules(told(before, view, shows("R>N", "B>S", "A", "A"))) == ["rider-left"]


def test_a_pawn_that_may_be_hidden_is_not_called_missing() -> None:
    before = board("y", E="2.bb.2")
    stands = seen(after(before, "Nn Sn"), E="2.b.2")
    cube_set = shows("Y>N", "Y>S", "A", "A")
    assert rules(told(before, stands, cube_set)) == ["pawn-missing"]
    assert "pawn-missing" not in rules(told(before, hidden(stands, "E4"), cube_set))


def test_faces_not_yet_known_are_left_open() -> None:
    before = State.setup("r")
    found = told(before, after(before, "Nn Ee"), UNKNOWN_SET)
    assert found.legal is None
    assert found.turn == ("Nn", "Ee")
    assert found.text() == "Not checked: a face that is not known yet is on top of NW, NE, SE and SW."


def test_a_single_tilt_needs_no_faces() -> None:
    before = State.setup("r")
    assert rules(told(before, after(before, "Nn"), UNKNOWN_SET)) == ["tilt-count"]


def test_a_face_seen_for_the_first_time_is_used_at_once() -> None:
    before = board("y", N="r.4")
    known = shows("R>N", "Y>S", "A", "Y>S")
    prints = known.cube("NW").prints
    blank = Cube(tuple(None if face == "S" else text for face, text in zip("UDNESW", prints, strict=True)))
    learning = CubeSet((blank, *known.cubes[1:]))
    view = seen(after(before, "Nn Sn rN1@NW"))
    assert told(before, view, learning).legal is None
    watched = replace(view, cubes=(Top("red", "N"), *view.cubes[1:]))
    assert told(before, watched, learning).turn == ("Nn", "Sn", "rN1.0@NW")
    idle = replace(seen(after(before, "Nn Sn")), cubes=watched.cubes)
    assert rules(told(before, idle, learning)) == ["missed-arrow"]


def test_a_turn_that_goes_on_is_no_fault() -> None:
    before = board("y", N="r.4")
    for words in ("", "Nn", "Nn Sn", "Nn Sn rN1@NW"):
        found = told(before, after(before, words), CUBES, over=False)
        assert found.legal is None
        assert found.in_progress
        assert len(found.turn) == len(words.split())
    assert told(before, after(before, "Nn Sn rN1@NW rN2@NW*NE"), CUBES, over=False).legal


def test_a_pawn_moved_before_the_second_tilt() -> None:
    before = board("y", N="r.4")
    found = told(before, seen(after(before, "Nn"), N="1.r.3"), CUBES, over=False)
    assert found.rule == "early-move"
    assert found.text() == "A red pawn moved before the second tilt. Put it back and tilt first. (R12)"


def test_a_fault_is_seen_while_the_turn_goes_on() -> None:
    before = board("y", N="1.rg.3")
    view = seen(after(before, "Nn Sn"), N="1.g.r.2")
    assert rules(told(before, view, CUBES, over=False)) == ["rider-left"]


def test_a_table_of_another_size_is_refused() -> None:
    view = PartialState.of(State.setup("r", spaces=4))
    with pytest.raises(NotationError, match="expected paths of 5 spaces as before, got 4"):
        explain(IceCult().begin(State.setup("r")), view)


def test_pawns_are_counted_whatever_lies_on_top() -> None:
    before = board("r", N="1.rgb.3")
    view = seen(after(before, "Nn Sn"), N="1.rb.3")
    assert rules(told(before, view, UNKNOWN_SET)) == ["pawn-missing"]
