"""Which actions the search need not try, and which it must not leave out."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.board import PATHS
from engine.icecult.cube import STANDARD_SET, Top
from engine.icecult.moves import Step, parse_action, perform
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import observe, sight_of, table_with
from vision.belief.points import Node
from vision.icecult.belief.explaining.breaches import breaches
from vision.icecult.belief.explaining.points import TILT_ACTIONS
from vision.icecult.belief.explaining.pruning import leads_away
from vision.icecult.belief.explaining.search import distinct, explore

START = State.setup("r")


def test_a_step_between_spaces_that_look_right_leads_away() -> None:
    table = table_with(E1="r", W2="g")
    sight = sight_of([observe(table)] * 3)
    turn = IceCult(players="ry").begin(table)
    assert leads_away(turn, parse_action("rE1@NW"), sight)
    assert leads_away(turn, parse_action("rE0@NW"), sight)
    assert leads_away(turn, parse_action("gW2@NW"), sight)


def test_a_step_towards_what_is_seen_does_not() -> None:
    table = table_with(E1="r")
    turn = IceCult(players="ry").begin(table)
    for seen in (table_with(E2="r"), table_with(E3="r"), table_with(E1="r", E2="r")):
        sight = sight_of([observe(seen)])
        assert not leads_away(turn, parse_action("rE1@NW"), sight)
    entered = sight_of([observe(table_with(E1="r", E4="y"))])
    assert not leads_away(turn, parse_action("yE0@NW"), entered)


def test_what_is_out_of_sight_may_have_changed() -> None:
    table = table_with(E1="r")
    seen = observe(table)
    seen["hidden"] = ["E2"]
    seen["paths"]["E"][1] = None
    step = parse_action("rE1@NW")
    turn = IceCult(players="ry").begin(table)
    assert not leads_away(turn, step, sight_of([seen]))


def test_what_is_not_read_plainly_may_have_changed() -> None:
    table = table_with(N1="byb")
    turn = IceCult(players="ry").begin(table)
    for confidence, away in ((0.7, False), (0.999, True)):
        seen = observe(table)
        seen["confidences"]["N1"] = confidence
        assert leads_away(turn, parse_action("bN0@SE"), sight_of([seen] * 3)) is away


def test_only_the_last_arc_is_not_wasted_on_a_cube_that_looks_right() -> None:
    begun = IceCult(players="ry").begin(START)
    turn = replace(begun, tilts=TILT_ACTIONS[:2], tops=STANDARD_SET.tops(START.cubes))
    sight = sight_of([observe(START)])
    turned = parse_action("NW+@NE")
    assert not leads_away(turn, turned, sight), "four arcs are on top: it can be turned back"
    last = replace(turn, spent=frozenset({"NW", "SE", "SW"}))
    assert leads_away(last, turned, sight)


def test_cubes_are_not_moved_by_breaches_that_show_nothing_seen() -> None:
    begun = IceCult(players="ry").begin(START)
    after = perform(perform(START, parse_action("Nn")), parse_action("Ee"))
    turn = replace(begun, state=after, tilts=TILT_ACTIONS[:2], tops=STANDARD_SET.tops(after.cubes))
    third = perform(after, parse_action("Ss"))
    sight = sight_of([observe(third)] * 3, 0.1)
    moved = [node for node in breaches(Node(turn), sight) if node.turn.state.cubes != after.cubes]
    assert third.cubes in [node.turn.state.cubes for node in moved]
    tops = STANDARD_SET.tops(third.cubes)
    for node in moved:
        shown = STANDARD_SET.tops(node.turn.state.cubes)
        changed = [k for k in range(4) if node.turn.state.cubes[k] != after.cubes[k]]
        assert all(shown[k] is not None and shown[k].symbol == tops[k].symbol for k in changed)  # type: ignore[union-attr]


def test_exchanged_cubes_are_found_after_a_whole_turn() -> None:
    begun = IceCult(players="ry").begin(START)
    turn = begun.play_words(["Nn", "Ee"])
    assert isinstance(turn, TurnInProgress)
    while turn.owed():
        turn = turn.after(next(iter(turn.owed().values()))[0])
    seen = observe(turn.state)
    cubes = seen["cubes"]
    pairs = [(a, b) for a in cubes for b in cubes if a < b and cubes[a]["symbol"] != cubes[b]["symbol"]]
    a, b = pairs[0]
    cubes[a], cubes[b] = cubes[b], cubes[a]
    found = explore([Node(begun)], [sight_of([seen] * 9, 1.0)])
    best = min(found, key=lambda node: node.cost)
    assert [(breach.rule, {*breach.places}) for breach in best.breaches] == [("cubes-exchanged", {a, b})]
    assert best.turn.state.paths == turn.state.paths


def test_it_matters_which_of_two_equal_arrows_was_used_while_an_arc_may_turn_one_of_them() -> None:
    begun = IceCult(players="ry").begin(START)
    arrow, arc = Top("red", "S"), Top("arc", "NE")
    turn = replace(begun, tilts=TILT_ACTIONS[:2], tops=(arrow, arc, arrow, Top("circle", None)))
    entering = {parse_action("rS0@NW"), parse_action("rS0@SE")}
    assert entering <= {*distinct(turn)}
    assert len(entering & {*distinct(replace(turn, spent=frozenset({"NE"})))}) == 1


def test_who_paid_for_a_misreading_before_is_not_taken_for_one_who_has_to_pay_now() -> None:
    turn = IceCult(players="ry").begin(START).play_words(["Ew", "Sn"])
    assert isinstance(turn, TurnInProgress)
    step = next(action for action in turn.legal_actions() if isinstance(action, Step) and action.space == 0)
    entered = turn.after(step)
    seen = observe(entered.state)
    place, k = f"{step.path}1", PATHS.index(step.path)
    seen["paths"][step.path][0], seen["confidences"][place] = "", 0.9
    sight = sight_of([seen] * 3, 0.5)
    misread = sight.space_cost(k, 1, step.colour)
    paid = sight.forgiving([(place, misread)])
    seeds = [Node(turn, cost=10.0), Node(entered, cost=10.0 + sight.prices.step + misread / 2, seed=1)]
    costs = [node.cost for node in explore(seeds, [sight, paid]) if node.turn.state == entered.state]
    assert min(costs) < 10.0 + sight.prices.step + misread
