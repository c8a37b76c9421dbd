"""A turn left unfinished is told as what was left undone, never as a pawn put back."""

from __future__ import annotations

from engine.icecult.cube import Cube, CubeSet
from engine.icecult.explain.explain import explain
from engine.icecult.rules import IceCult
from engine.icecult.state import State

CUBES = CubeSet(
    (
        Cube(("arc:SE", "yellow>S", "red>E", "yellow>U", "blue>E", "circle")),
        Cube(("arc:SW", "blue>E", "red>D", "green>S", "yellow>U", "circle")),
        Cube(("arc:NW", "yellow>W", "green>E", "circle", "blue>E", "red>S")),
        Cube(("arc:NE", "green>E", "yellow>W", "circle", "blue>W", "red>S")),
    )
)


def test_two_arrows_and_a_circle_left_unused_name_no_pawn() -> None:
    before = State.parse("ENENNWEN r.ygyg.3/1.bgg.3/1.b.1.g.1/b.1.yyb.2 rrrrb -/y/-/- y")
    after = State.parse("SESEENSE r.ygyg.3/1.bgg.3/1.b.1.g.1/b.1.y.yb.1 rrrrb -/y/-/- r")
    found = explain(IceCult(CUBES, players="ry").begin(before), after)
    assert found.legal is False
    assert [str(violation.rule) for violation in found.violations] == ["missed-arrow", "missed-arrow", "missed-circle"]
    assert found.turn == ("Nn", "Sn", "yW3.1@NE")
