"""Rulings on turns with several breaches at once."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.cube import POSES, STANDARD_SET, TURNED, CubeSet
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import table_with
from vision.belief.breach import Breach
from vision.icecult.belief.breach import RELOCATED
from vision.icecult.belief.explaining.breaches import with_stacks
from webui.icecult.watch.ruling import ruling


def test_a_breach_that_was_seen_is_named_before_what_may_have_been_missed() -> None:
    turn = IceCult(players="ry").begin(table_with(N1="yb")).play_words(["Nn", "Sn"])
    assert isinstance(turn, TurnInProgress)
    left = replace(turn, state=with_stacks(turn.state, {"N1": "b", "N2": "y"}))
    judged = ruling(left, (RELOCATED,))
    assert judged.rule == "rider-left"
    assert [violation["rule"] for violation in judged.verdict["violations"]] == ["rider-left", "missed-arrow"]


def test_a_cube_moved_against_the_rules_is_judged_by_what_it_shows() -> None:
    alike = {"U": "arc:NE", "D": "green>S", "N": "yellow>D", "E": "yellow>N", "S": "circle", "W": "yellow>D"}
    prints = STANDARD_SET.to_json()
    cube_set = CubeSet.from_json(prints | {"cubes": prints["cubes"] | {"SW": alike}})
    begun = IceCult(cube_set, players="ry").begin(table_with(E3="y"))
    turn = begun.play_words(["Nn", "Ss"])
    assert isinstance(turn, TurnInProgress)
    *others, tilted = turn.state.cubes
    turned = TURNED[tilted]["+"]
    like = [pose for pose in POSES if cube_set.cubes[3].top(pose) == cube_set.cubes[3].top(turned)]
    states = [State((*others, pose), turn.state.paths, turn.state.start, turn.state.goal, "r") for pose in like]
    rules = [ruling(replace(turn, state=state), (Breach("cube-turned"),), over=False).rule for state in states]
    assert rules == ["cube-turned"] * 3, "poses that look alike are judged alike"
