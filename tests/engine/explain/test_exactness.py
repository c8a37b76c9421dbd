"""Whatever a legal turn can leave is explained legally, and nothing else is; the right fault is named."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from engine.icecult.board import COLOURS, SLOTS, in_order
from engine.icecult.cube import ROLLED, STANDARD_SET, TURNED, CubeSet
from engine.icecult.ends.ends import outcomes
from engine.icecult.explain.explain import explain
from engine.icecult.moves import Step
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.engine.tables import position, random_rules, random_state, random_turn, seeds, vectors

pytestmark = pytest.mark.slow


def known(cube_set: CubeSet) -> bool:
    """Is every face of the set known?"""
    return all(text is not None for cube in cube_set.cubes for text in cube.prints)


@given(seeds())
@settings(max_examples=25)
def test_whatever_ends_lists_is_explained_legally(rng: Random) -> None:
    rules = random_rules(rng)
    state = random_state(rng, rules.players)
    ends = list(outcomes(rules.begin(state)))
    for end, winners in rng.sample(ends, min(4, len(ends))):
        found = explain(rules.begin(state), end)
        if not known(rules.cube_set) and found.legal is None:
            continue  # a face that nobody has seen yet leaves it open
        verdict = rules.judge(state, found.turn)
        assert (found.legal, found.winners) == (True, winners)
        assert (verdict.legal, verdict.next, verdict.winners) == (True, end, winners)


@pytest.mark.parametrize("number", range(10))
def test_ends_of_the_vectors_are_explained_legally(number: int) -> None:
    rules, state = position(vectors("ends.jsonl")[number]["in"])
    begun = rules.begin(state)
    for end, winners in list(outcomes(begun))[::97]:
        found = explain(begun, end)
        assert (found.legal, found.winners) == (True, winners)


@given(seeds())
@settings(max_examples=25)
def test_a_corruption_that_leaves_the_ends_is_called_illegal(rng: Random) -> None:
    rules = random_rules(rng)
    rules = IceCult(STANDARD_SET, rules.house, rules.players)
    state = random_state(rng, rules.players)
    ends = dict.fromkeys(end for end, _ in outcomes(rules.begin(state)))
    if not ends:
        return
    end = rng.choice(list(ends))
    for _ in range(4):
        other = corrupted(rng, end)
        if other in ends:
            continue
        found = explain(rules.begin(state), other)
        assert found.legal is False, found
        assert found.violations
        assert found.to_json("it")["violations"]


def corrupted(rng: Random, state: State) -> State:
    """The state with one thing changed: a cube rolled or turned, a pawn elsewhere, a stack in another order."""
    cubes, paths = list(state.cubes), [list(path) for path in state.paths]
    start, goal = list(state.start), [list(pawns) for pawns in state.goal]
    kind = rng.randrange(4)
    if kind == 0:
        i = rng.randrange(4)
        cubes[i] = rng.choice([*ROLLED[cubes[i]].values(), *TURNED[cubes[i]].values()])
    elif kind == 1:
        path = rng.choice(paths)
        i = rng.randrange(len(path))
        path[i] = "".join(rng.sample(path[i], len(path[i])))
    else:
        places: list[list[str]] = [*paths, start, *goal]
        taken = rng.choice([(place, i) for place in places for i, pawns in enumerate(place) if pawns])
        pawn = taken[0][taken[1]][-1]
        if taken[0] in paths:
            taken[0][taken[1]] = taken[0][taken[1]][:-1]
        else:
            del taken[0][taken[1]]
        space = rng.randrange(state.spaces)
        rng.choice(paths)[space] += pawn
    stacks = tuple(tuple(path) for path in paths)
    goals = tuple(in_order("".join(pawns)) for pawns in goal)
    return State(tuple(cubes), stacks, in_order("".join(start)), goals, state.to_move)


@given(seeds())
@settings(max_examples=25)
def test_a_lawful_beginning_is_no_fault_while_the_turn_goes_on(rng: Random) -> None:
    rules = random_rules(rng)
    rules = IceCult(STANDARD_SET, rules.house, rules.players)
    begun = rules.begin(random_state(rng, rules.players))
    if begun.over:
        return
    turn = random_turn(rng, begun)
    words = [str(action) for action in turn.actions][: rng.randrange(len(turn.actions) + 1)]
    partway = begun.play_words(words)
    assert isinstance(partway, TurnInProgress)
    found = explain(begun, partway.state, over=False)
    assert found.legal is not False, (words, found)


@given(seeds())
@settings(max_examples=25)
def test_what_is_hidden_accuses_nobody(rng: Random) -> None:
    rules = random_rules(rng)
    begun = rules.begin(random_state(rng, rules.players))
    verdict = random_turn(rng, begun).end()
    if verdict.next is None:
        return
    view = blurred(rng, PartialState.of(verdict.next), rules.cube_set)
    assert explain(begun, view).legal is not False


def blurred(rng: Random, view: PartialState, cube_set: CubeSet) -> PartialState:
    """The view with cubes seen from above only, and some places not seen."""
    tops = cube_set.tops(tuple(sight[0] for sight in view.cubes if isinstance(sight, tuple)))
    cubes = tuple(None if rng.random() < 0.1 else top or sight for top, sight in zip(tops, view.cubes, strict=True))
    paths = tuple(tuple(_blurred(rng, stack or "") for stack in path) for path in view.paths)
    start = None if rng.random() < 0.3 else view.start
    return PartialState(cubes, paths, start, tuple(None if rng.random() < 0.2 else g for g in view.goal))


def _blurred(rng: Random, stack: str) -> str | None:
    if rng.random() < 0.1:
        return None
    return f"?{stack[rng.randrange(len(stack)) :]}" if stack and rng.random() < 0.3 else stack


Spoil = Callable[[Random, TurnInProgress, State], PartialState | None]


def with_cube(rng: Random, view: PartialState, change: Callable[[str], str]) -> PartialState:
    """The view with one cube changed."""
    i = rng.randrange(4)
    cubes = list(view.cubes)
    cubes[i] = (change(str(cubes[i][0])),) if isinstance(cubes[i], tuple) else cubes[i]  # type: ignore[index]
    return PartialState(tuple(cubes), view.paths, view.start, view.goal)


def rolled_alone(rng: Random, _: TurnInProgress, end: State) -> PartialState:
    return with_cube(rng, PartialState.of(end), lambda pose: ROLLED[pose][rng.choice("nesw")])


def exchanged(rng: Random, _: TurnInProgress, end: State) -> PartialState:
    a, b = rng.sample(range(4), 2)
    cubes: list[tuple[str, ...]] = [(pose,) for pose in end.cubes]
    cubes[a], cubes[b] = (f"{SLOTS[b]}:{end.cubes[b]}",), (f"{SLOTS[a]}:{end.cubes[a]}",)
    return PartialState(tuple(cubes), end.paths, end.start, end.goal)


def tilted_back(_: Random, turn: TurnInProgress, end: State) -> PartialState:
    return PartialState.of(State.trusted(turn.before.cubes, end.paths, end.start, end.goal, end.to_move))


def _spoiled(end: State, path: int, stacks: list[str], start: str | None = None) -> PartialState:
    paths = (*end.paths[:path], tuple(stacks), *end.paths[path + 1 :])
    cubes = tuple((pose,) for pose in end.cubes)
    return PartialState(cubes, paths, end.start if start is None else start, end.goal)


def one_missing(rng: Random, _: TurnInProgress, end: State) -> PartialState | None:
    occupied = [(p, i) for p, path in enumerate(end.paths) for i, stack in enumerate(path) if stack]
    if not occupied:
        return None
    p, i = rng.choice(occupied)
    stacks = list(end.paths[p])
    at = rng.randrange(len(stacks[i]))
    stacks[i] = stacks[i][:at] + stacks[i][at + 1 :]
    return _spoiled(end, p, stacks)


def one_extra(rng: Random, _: TurnInProgress, end: State) -> PartialState:
    p, i = rng.randrange(4), rng.randrange(end.spaces)
    stacks = list(end.paths[p])
    stacks[i] += rng.choice(COLOURS)
    return _spoiled(end, p, stacks)


def changed_path(rng: Random, turn: TurnInProgress, end: State) -> PartialState | None:
    still = [
        (p, i)
        for p, path in enumerate(end.paths)
        for i, stack in enumerate(path)
        if stack and turn.before.paths[p] == path
    ]
    if not still:
        return None
    p, i = rng.choice(still)
    to = rng.choice([q for q in range(4) if q != p])
    stacks, others = list(end.paths[p]), list(end.paths[to])
    stacks[i], pawn = stacks[i][:-1], stacks[i][-1]
    others[i] += pawn
    view = _spoiled(end, p, stacks)
    paths = (*view.paths[:to], tuple(others), *view.paths[to + 1 :])
    return PartialState(view.cubes, paths, view.start, view.goal)


def left_out(rng: Random, turn: TurnInProgress, _: State) -> PartialState | None:
    """The last arrow's own step not made."""
    if not isinstance(turn.actions[-1], Step) or turn.actions[-1].circle or turn.tops.count(None):
        return None
    if any(top and top.symbol == "circle" for top in turn.tops):
        return None
    partway = IceCult(turn.cube_set, turn.house, turn.players).begin(turn.before)
    shorter = partway.play_words([str(action) for action in turn.actions[:-1]])
    assert isinstance(shorter, TurnInProgress)
    return None if shorter.may_end() else PartialState.of(shorter.state)


@pytest.mark.parametrize(
    ("rule", "spoil"),
    [
        ("tilt-alone", rolled_alone),
        ("cubes-exchanged", exchanged),
        ("tilt-undone", tilted_back),
        ("pawn-missing", one_missing),
        ("pawn-extra", one_extra),
        ("pawn-changed-path", changed_path),
        ("missed-arrow", left_out),
    ],
)
def test_an_injected_fault_is_named(rule: str, spoil: Spoil) -> None:
    """Over random turns of random matches; a fault that happens to look like another is rare."""
    rng = Random(rule)
    named = extra = total = 0
    while total < 40:
        rules = IceCult(STANDARD_SET, players=rng.choice(["ry", "rygb"]))
        begun = rules.begin(random_state(rng, rules.players))
        turn = random_turn(rng, begun)
        verdict = turn.end()
        view = spoil(rng, turn, verdict.next) if verdict.next and not verdict.winners else None
        if view is None:
            continue
        found = explain(begun, view)
        if found.legal is not False:
            continue
        told = {str(violation.rule) for violation in found.violations}
        total += 1
        named += rule in told
        extra += len(told - {rule})
    assert named >= 38, f"{rule} named in {named} of {total}"
    assert extra <= (50 if rule == "tilt-undone" else 8), f"{extra} other faults beside {rule}"
