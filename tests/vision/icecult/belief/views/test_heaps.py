"""Readers make the same mistake again and again: a pawn behind another, a stack half behind the cubes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.icecult.cube import STANDARD_SET, Top
from engine.icecult.moves import parse_action
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.vision.synthetic import match, observe, sight_of, table_with, views
from vision.icecult.belief.explaining.points import TILT_ACTIONS
from vision.icecult.belief.tracker import CultTracker
from vision.icecult.belief.views.heaps import HeapMemory
from vision.icecult.belief.views.readings import HeapReadings, difference

pytestmark = pytest.mark.slow

START = State.setup("r")


def _short(seen: dict[str, Any], colour: str, confidence: float = 0.99) -> dict[str, Any]:
    """The observation with one pawn of the start out of sight."""
    seen["confidences"]["start"] = confidence
    return seen | {"start": seen["start"].replace(colour, "", 1)}


def _half_hidden(seen: dict[str, Any], path: str) -> dict[str, Any]:
    """The observation where only the upper part of that path's stacks is seen."""
    seen["hidden"] += [f"{path}{n}" for n, stack in enumerate(seen["paths"][path], 1) if len(stack) > 1]
    seen["paths"][path] = [f"?{stack[-1]}" if len(stack) > 1 else stack for stack in seen["paths"][path]]
    return seen


def _confused(seen: dict[str, Any], path: str) -> dict[str, Any]:
    """The observation where the lowest pawns of that path's higher stacks are taken for each other."""
    stacks = seen["paths"][path]
    seen["paths"][path] = [s[1] + s[0] + s[2:] if len(s) > 2 else s for s in stacks]
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_a_pawn_out_of_sight_at_the_start_accuses_nobody(seed: int) -> None:
    turns, rng = list(match(seed, 7)), random.Random(seed)
    tracker = CultTracker(IceCult(), START)
    tracker.see(sight_of([_short(observe(START), "y")] * 2), 0, 0.0)
    for rest, (_, state) in enumerate(views(rng, turns, 0.5), start=1):
        seen = _half_hidden(observe(state, rng=rng), "W")
        seen = seen if rest % 5 == 1 else _short(seen, "y")
        tracker.see(sight_of([seen] * 2, 0.1), rest, float(rest))
        tracker.see(sight_of([seen] * 9, 1.0), rest, float(rest))
        assert not tracker.best.breaches, f"rest {rest}"
    assert tracker.best.past is not None
    assert all(past.closed.lawful for past in tracker.best.turns())


@pytest.mark.parametrize("seed", range(3))
def test_a_stack_that_is_always_misread_accuses_nobody(seed: int) -> None:
    turns, rng = list(match(seed, 7)), random.Random(seed)
    tracker = CultTracker(IceCult(), START)
    tracker.see(sight_of([observe(START)] * 2), 0, 0.0)
    for rest, (_, state) in enumerate(views(rng, turns, 0.5), start=1):
        seen = _confused(observe(state, rng=rng), "W")
        tracker.see(sight_of([seen] * 2, 0.1), rest, float(rest))
        assert not tracker.best.breaches, f"rest {rest}"
    assert tracker.best.past is not None
    assert all(past.closed.lawful for past in tracker.best.turns())


def test_two_stacks_taken_for_each_other_are_not_exchanged() -> None:
    table = table_with(N1="bbgr", W1="yrbgg")
    tracker = CultTracker(IceCult(), table)
    half = _half_hidden(_half_hidden(observe(table), "N"), "W")
    tracker.see(sight_of([half] * 9, 1.0), 0, 0.0)
    wrong = observe(table_with(N1="ybgr", W1="brbgg"))
    tracker.see(sight_of([wrong] * 9, 1.0), 1, 1.0)
    assert not tracker.best.breaches


def test_a_pawn_counted_for_the_wrong_goal_did_not_change_its_path() -> None:
    table = table_with(E5="rb", W2="y")
    tracker = CultTracker(IceCult(), table)
    tracker.see(sight_of([observe(table)] * 9, 1.0), 0, 0.0)
    turn = IceCult().begin(table)
    tops = STANDARD_SET.tops(table.cubes)
    red = Top("red", "E")
    turn = replace(turn, tilts=TILT_ACTIONS[:2], tops=(red, *tops[1:]))
    tracker.histories = (replace(tracker.best, turn=turn),)
    after = turn.after(parse_action("rE5.0@NW")).state
    seen = observe(after)
    seen["goal"] |= {"E": "b", "N": "r"}
    tracker.see(sight_of([seen] * 9, 1.0), 1, 1.0)
    assert not tracker.best.breaches
    assert tracker.best.state.goal == after.goal


def test_what_a_heap_is_always_short_of_is_no_surprise() -> None:
    heaps = HeapMemory()
    heaps.note(sight_of([_short(_short(observe(START), "y"), "y")] * 2), START)
    assert heaps.known()["start"] == {(0, -1, 0, 0), (0, -2, 0, 0)}
    assert not heaps.steady("start")
    seen = HeapReadings({"rrrrryyyygggggbbbbb": 6.0}, heaps.known()["start"])
    assert seen.cost(START.start) < 1
    assert seen.cost("rrrrryyyygggggbbbbb") == 0
    assert seen.cost("rrrryyyygggggbbbbb") > 5
    assert seen.out_of_sight("y") == 2


def test_a_pawn_that_may_have_been_played_is_not_usually_out_of_sight() -> None:
    tracker = CultTracker(IceCult(), START)
    short = sight_of([_short(observe(START), "y")] * 9, 1.0)
    tracker.see(short, 0, 0.0)
    played = replace(tracker.best, turn=replace(tracker.best.turn, state=table_with(W1="y")), cost=1.0)
    tracker.histories = (*tracker.histories, played)
    tracker.see(short, 1, 1.0)
    assert tracker.sight is not None
    assert tracker.sight.start_cost(START.start) > 2.0
    tracker.see(short, 2, 2.0)
    assert tracker.sight.start_cost(START.start) < 1.0, "nobody can have played it any more"


def test_a_heap_is_trusted_after_it_was_read_right_twice() -> None:
    heaps = HeapMemory()
    for times in (1, 2):
        heaps.note(sight_of([observe(START)] * 2), START)
        assert heaps.steady("start") == (times == 2)
    heaps.note(sight_of([_short(observe(START), "b")] * 2), START, but={"start"})
    assert heaps.steady("start")


def test_a_pawn_too_many_is_news_only_where_there_was_none_before() -> None:
    five, six = sight_of([observe(START)]), sight_of([observe(START) | {"extra": "b"}])
    heaps = HeapMemory()
    assert heaps.news("b") == ""
    heaps.note(six, START)
    assert heaps.news("b") == "", "seen from the beginning on"
    heaps.note(five, START)
    assert heaps.news("b") == "", "it comes and goes"
    assert heaps.news("g") == "g"
    calm = HeapMemory()
    for sight in (five, five, six):
        calm.note(sight, START)
    assert calm.news("b") == "b", "still there"


def test_differences_count_every_colour() -> None:
    assert difference("rry", "ryg") == (1, 0, -1, 0)
