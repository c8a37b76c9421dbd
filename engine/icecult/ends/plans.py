"""What the symbols on top can do, before any pawn is looked at: tables made once for every mixture of symbols.

A place where an arrow can move a pawn is a pair of path and colour, numbered 0..15 (`place`). Sets of places are bit
masks of 16 bits; how often a turn moves at each place is one integer with 3 bits a place (`moves`). Both are small
enough to be keys, so whatever depends on them alone is worked out once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

MOVE = 0
"""In a timeline: a step with the arrow; +1 and -1 are quarter turns of its cube."""

Timeline = tuple[int, ...]


class Route(NamedTuple):
    """What one arrow does in a turn."""

    spin: int
    """Quarter turns clockwise that its cube ends up turned by, 0..3."""
    at: tuple[int, ...]
    """By how much it is turned at each of its steps."""
    timeline: Timeline


class Plan(NamedTuple):
    """One way to use the arrows on top with circles and arcs; an order that makes no difference makes no other plan."""

    choice: tuple[int, ...]
    """Each arrow's route, by its number in `routes`."""
    spins: tuple[int, ...]
    """Quarter turns clockwise that each arrow's cube ends up turned by."""
    cost: int
    """How many steps and turns it takes."""
    arcs: int
    """How many arcs stay unused."""
    moves: int
    """How often it steps at each place, 3 bits a place."""
    owing: tuple[int, ...]
    """The turn may end if one of these sets of places has no pawn (R16, R17)."""
    choices: tuple[tuple[int, ...], ...]
    """The arrows behind each of these sets."""
    finish: int
    """Where some arrow can make the very last step of the turn."""


def place(path: int, colour: int) -> int:
    """The number of a path and colour."""
    return path * 4 + colour


@cache
def spins(cubes: int, arcs: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way to turn that many cubes with at most that many arcs, and how many it takes."""
    cost = (0, 1, 2, 1)
    every = ((turned, sum(cost[t] for t in turned)) for turned in product(range(4), repeat=cubes))
    return tuple((turned, arcs_used) for turned, arcs_used in every if arcs_used <= arcs)


@cache
def routes(circles: int, arcs: int) -> tuple[Route, ...]:
    """Every route of one arrow, with its own step and up to `circles` copies, its cube turned at most `arcs` times.

    Only the cheapest timeline of each is kept, its steps as late as possible: so the last event is a step whenever one
    can be.
    """
    found: dict[tuple[int, tuple[int, ...]], Route] = {}
    for turns in range(arcs + 1):
        for walk in product((1, -1), repeat=turns):
            facing = [sum(walk[:i]) % 4 for i in range(turns + 1)]
            for steps in range(circles + 2):
                for at in combinations_with_replacement(sorted({*facing}), steps):
                    found.setdefault((facing[-1], at), Route(facing[-1], at, _late(walk, facing, at)))
    return tuple(found.values())


def _late(walk: tuple[int, ...], facing: list[int], at: tuple[int, ...]) -> Timeline:
    """The walk with each step put at the last moment at which the arrow points there."""
    last = {spin: i for i, spin in enumerate(facing)}
    events: list[int] = []
    for i, spin in enumerate(facing):
        events += [MOVE] * (at.count(spin) if last[spin] == i else 0)
        events += walk[i : i + 1]
    return tuple(events)


@cache
def _owing(steps: tuple[int, ...], circles: int, must: bool) -> tuple[tuple[int, ...], ...]:
    """The arrows of which none may have a move left, for each way to share the steps among arrows and circles.

    A step may be an arrow's own or a circle's copy. Where circles must be used, one left over forbids that any arrow
    still moves; letting it make an arrow's own step instead forbids it for that arrow alone.
    """
    every = tuple(range(len(steps)))
    unused = tuple(i for i in every if steps[i] == 0)
    moved = tuple(i for i in every if steps[i])
    left = circles - sum(max(0, n - 1) for n in steps)
    if not must or left == 0:
        return (unused,)
    if left > len(moved):
        return (every,)
    return tuple(tuple(sorted((*unused, *spare))) for spare in combinations(moved, left))


class _Draft(NamedTuple):
    """What some arrows do together, while a plan is put together arrow by arrow."""

    choice: tuple[int, ...]
    spins: tuple[int, ...]
    steps: tuple[int, ...]
    final: tuple[int, ...]
    """The place to which each points in the end."""
    cost: int
    turns: int
    copies: int
    moves: int
    finish: int


@cache
def _placed(path: int, colour: int, circles: int, arcs: int) -> tuple[tuple[_Draft, int], ...]:
    """The routes of an arrow of this colour that points to this path, each as a draft with the places of its steps."""
    at = [place((path + spin) % 4, colour) for spin in range(4)]
    out = []
    for number, route in enumerate(routes(circles, arcs)):
        n, turns = len(route.at), len(route.timeline) - len(route.at)
        moves = sum(1 << 3 * at[spin] for spin in route.at)
        places = sum({1 << at[spin] for spin in route.at})
        final = 1 << at[route.spin]
        draft = _Draft((number,), (route.spin,), (n,), (final,), n + turns, turns, max(0, n - 1), moves, final & places)
        out.append((draft, places))
    return tuple(out)


def _drafts(arrows: tuple[tuple[int, int], ...], circles: int, arcs: int, dead: int) -> list[_Draft]:
    """Everything these arrows can do together, without a step at a dead place."""
    drafts = [_Draft((), (), (), (), 0, 0, 0, 0, 0)]
    for path, colour in arrows:
        row = [draft for draft, places in _placed(path, colour, circles, arcs) if not places & dead]
        # Both drafts are taken apart in the order of their fields, which is much faster than by name.
        drafts = [
            _Draft(a + i, b + j, c + k, d + m, cost + e, turns + t, copies + q, moves + u, finish | f)
            for a, b, c, d, cost, turns, copies, moves, finish in drafts
            for i, j, k, m, e, t, q, u, f in row
            if turns + t <= arcs and copies + q <= circles
        ]
    return drafts


@lru_cache(maxsize=4096)
def plans(
    arrows: tuple[tuple[int, int], ...], circles: int, arcs: int, must: bool, dead: int, certain: int
) -> tuple[Plan, ...]:
    """Every plan for these arrows, each given as (path it points to, colour), that can end a turn.

    Left out are plans with a step at a `dead` place, where no pawn can be, and plans that leave an owed move at a
    `certain` one, where a pawn is in any case.
    """
    out = []
    for choice, spun, steps, final, cost, turns, _, moves, finish in _drafts(arrows, circles, arcs, dead):
        choices = _owing(steps, circles, must)
        owing = [_union([final[i] for i in unused]) for unused in choices]
        if certain:
            kept = [i for i, places in enumerate(owing) if not places & certain]
            owing, choices = [owing[i] for i in kept], tuple([choices[i] for i in kept])
        if owing:
            out.append(Plan(choice, spun, cost, arcs - turns, moves, tuple(owing), choices, finish))
    return tuple(out)


def _union(places: list[int]) -> int:
    """All these places as one set."""
    union = 0
    for one in places:
        union |= one
    return union
