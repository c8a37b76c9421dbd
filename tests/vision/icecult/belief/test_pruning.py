"""Which actions the search need not try, and which it must not leave out."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.cube import STANDARD_SET
from engine.icecult.moves import parse_action, perform
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import observe, table_with
from vision.icecult.belief.breaches import breaches
from vision.icecult.belief.evidence import Sight
from vision.icecult.belief.prices import TILT_ACTIONS, Node
from vision.icecult.belief.pruning import aimless
from vision.icecult.belief.search import explore

START = State.setup("r")


def test_a_step_between_spaces_that_look_right_leads_away() -> None:
    table = table_with(E1="r", W2="g")
    sight = Sight.of([observe(table)])
    turn = TurnInProgress.begin(table, STANDARD_SET, HouseRules(), "ry")
    assert aimless(turn, parse_action("rE1@NW"), sight)
    assert aimless(turn, parse_action("rE0@NW"), sight)
    assert aimless(turn, parse_action("gW2@NW"), sight)


def test_a_step_towards_what_is_seen_does_not() -> None:
    table = table_with(E1="r")
    turn = TurnInProgress.begin(table, STANDARD_SET, HouseRules(), "ry")
    for seen in (table_with(E2="r"), table_with(E3="r"), table_with(E1="r", E2="r")):
        sight = Sight.of([observe(seen)])
        assert not aimless(turn, parse_action("rE1@NW"), sight)
    entered = Sight.of([observe(table_with(E1="r", E4="y"))])
    assert not aimless(turn, parse_action("yE0@NW"), entered)


def test_what_is_out_of_sight_may_have_changed() -> None:
    table = table_with(E1="r")
    seen = observe(table)
    seen["hidden"] = ["E2"]
    seen["paths"]["E"][1] = None
    step = parse_action("rE1@NW")
    turn = TurnInProgress.begin(table, STANDARD_SET, HouseRules(), "ry")
    assert not aimless(turn, step, Sight.of([seen]))


def test_only_the_last_arc_is_not_wasted_on_a_cube_that_looks_right() -> None:
    begun = TurnInProgress.begin(START, STANDARD_SET, HouseRules(), "ry")
    turn = replace(begun, tilts=TILT_ACTIONS[:2], tops=STANDARD_SET.tops(START.cubes))
    sight = Sight.of([observe(START)])
    turned = parse_action("NW+@NE")
    assert not aimless(turn, turned, sight), "four arcs are on top: it can be turned back"
    last = replace(turn, spent=frozenset({"NW", "SE", "SW"}))
    assert aimless(last, turned, sight)


def test_cubes_are_not_moved_by_breaches_that_show_nothing_seen() -> None:
    begun = TurnInProgress.begin(START, STANDARD_SET, HouseRules(), "ry")
    after = perform(perform(START, parse_action("Nn")), parse_action("Ee"))
    turn = replace(begun, state=after, tilts=TILT_ACTIONS[:2], tops=STANDARD_SET.tops(after.cubes))
    third = perform(after, parse_action("Ss"))
    sight = Sight.of([observe(third)] * 3, 0.1)
    moved = [node for node in breaches(Node(turn), sight) if node.turn.state.cubes != after.cubes]
    assert third.cubes in [node.turn.state.cubes for node in moved]
    tops = STANDARD_SET.tops(third.cubes)
    for node in moved:
        shown = STANDARD_SET.tops(node.turn.state.cubes)
        changed = [k for k in range(4) if node.turn.state.cubes[k] != after.cubes[k]]
        assert all(shown[k] is not None and shown[k].symbol == tops[k].symbol for k in changed)  # type: ignore[union-attr]


def test_exchanged_cubes_are_found_after_a_whole_turn() -> None:
    begun = TurnInProgress.begin(START, STANDARD_SET, HouseRules(), "ry")
    turn = begun.play_words(["Nn", "Ee"])
    assert isinstance(turn, TurnInProgress)
    while turn.owed():
        turn = turn.after(next(iter(turn.owed().values()))[0])
    seen = observe(turn.state)
    cubes = seen["cubes"]
    pairs = [(a, b) for a in cubes for b in cubes if a < b and cubes[a]["symbol"] != cubes[b]["symbol"]]
    a, b = pairs[0]
    cubes[a], cubes[b] = cubes[b], cubes[a]
    found = explore([Node(begun)], [Sight.of([seen] * 9, 1.0)], 6.0)
    best = min(found, key=lambda node: node.cost)
    assert best.fouls in ((f"cubes-exchanged@{a}+{b}",), (f"cubes-exchanged@{b}+{a}",))
    assert best.turn.state.paths == turn.state.paths
