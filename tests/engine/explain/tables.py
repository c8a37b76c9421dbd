"""Boards for the stories: what lies on top is chosen, the turn is `Nn Sn`, the view afterwards is written out."""

from __future__ import annotations

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS, in_order
from engine.icecult.cube import Cube, CubeSet
from engine.icecult.explain.explain import explain
from engine.icecult.explain.explanation import Explanation
from engine.icecult.moves import parse_action, perform
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine import tables


def shows(nw: str, ne: str, se: str, sw: str) -> CubeSet:
    """A set that shows these after `Nn Sn` ('R>N' an arrow, 'O' a circle, 'A' an arc); all other faces are circles."""
    cubes = tables.showing(NW=nw, NE=ne, SE=se, SW=sw).cubes
    a, b, c, d = (Cube(tuple(text or "circle" for text in cube.prints)) for cube in cubes)
    return CubeSet((a, b, c, d))


def board(to_move: str = "r", start: str = "", **paths: str) -> State:
    """A state with the cubes at home; pawns not named are out of the way, one of a colour on W5, the others home."""
    every = [paths.get(name, "5") for name in PATHS]
    shown = "".join(every) + start
    rest = [colour * (PAWNS - shown.count(colour)) for colour in COLOURS]
    waits = "".join(pawns[0] for pawns in rest if len(pawns) == PAWNS)
    home = "".join(pawns[len(pawns) // PAWNS :] for pawns in rest)
    if waits:
        assert every[3] == "5", "the west path is needed for pawns that are out of the way"
        every[3] = f"4.{waits}"
    return State.parse(f"UNUNUNUN {'/'.join(every)} {in_order(start) or '-'} -/-/-/{home or '-'} {to_move}")


def after(state: State, words: str) -> State:
    """The table after these actions, lawful or not."""
    for word in words.split():
        state = perform(state, parse_action(word))
    return state


def seen(state: State, start: str | None = None, goal: str | None = None, **parts: str) -> PartialState:
    """The state as a view, with these paths (N='1.rg.3'), start, goals ('-/-/-/rr') or cubes (NE='UE') instead."""
    whole = State.parse(str(state))
    cubes = tuple((parts.get(slot, pose),) for slot, pose in zip(SLOTS, whole.cubes, strict=True))
    paths = tuple(
        _stacks(parts[name]) if name in parts else path for name, path in zip(PATHS, whole.paths, strict=True)
    )
    goals = whole.goal if goal is None else tuple(g.replace("-", "") for g in goal.split("/"))
    return PartialState(cubes, paths, whole.start if start is None else start, goals)


def _stacks(text: str) -> tuple[str, ...]:
    """'1.rg.3' as five stacks."""
    found: list[str] = []
    for item in text.split("."):
        found += [""] * int(item) if item.isdecimal() else [item]
    return tuple(found)


def rules(explanation: Explanation) -> list[str]:
    """The rules of an accusation, in the order in which they are told."""
    assert explanation.legal is False, explanation
    return [str(violation.rule) for violation in explanation.violations]


def told(
    before: State, view: State | PartialState, cube_set: CubeSet, players: str = "rygb", over: bool = True
) -> Explanation:
    """What `explain` says, by the default house rules."""
    return explain(IceCult(cube_set, players=players).begin(before), view, over)
