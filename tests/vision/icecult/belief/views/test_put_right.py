"""Tables that stood for a while and were put right."""

from __future__ import annotations

from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe, sight_of, table_with
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.put_right import stood_otherwise

START = State.setup("r")


def _seen(table: State, confidence: float = 0.999) -> CultView:
    return sight_of([observe(table, noise=Noise(confidence=confidence))] * 9, 1.0)


def test_a_pawn_that_stood_elsewhere_is_remembered() -> None:
    found = stood_otherwise(_seen(table_with(E2="r", N1="gb")), table_with(E3="r", N1="gb"), STANDARD_SET)
    assert found is not None
    assert found.paths == table_with(E2="r", N1="gb").paths


def test_a_stack_that_was_certain_before_and_stood_in_another_order_is_remembered() -> None:
    end = table_with(E3="r", N1="gb")
    seen = _seen(table_with(E3="r", N1="bg")).standing_on({"N1": "gb"})
    found = stood_otherwise(seen, end, STANDARD_SET)
    assert found is not None
    assert found.paths == table_with(E3="r", N1="bg").paths


def test_what_may_be_a_misreading_is_not() -> None:
    end = table_with(E3="r", N1="gb")
    assert stood_otherwise(_seen(end), end, STANDARD_SET) is None
    assert stood_otherwise(_seen(table_with(E3="r", N1="bg")), end, STANDARD_SET) is None, "one stack alone"
    assert stood_otherwise(_seen(table_with(E2="y", N1="gb")), end, STANDARD_SET) is None, "another pawn"
    assert stood_otherwise(_seen(table_with(E2="r", N1="gb"), 0.6), end, STANDARD_SET) is None, "seen badly"
    rolled = State(("SU", *START.cubes[1:]), end.paths, end.start, end.goal, "r")
    assert stood_otherwise(_seen(table_with(E2="r", N1="gb")), rolled, STANDARD_SET) is None, "other cubes"
