"""What the symbols on top can do, before any pawn is looked at: tables made once for every mixture of symbols.

A place where an arrow can move a pawn is a pair of path and colour, numbered 0..15 (`place`). Sets of places are bit
masks of 16 bits; how often a turn moves at each place is one integer with 3 bits a place (`moves`). Both are small
enough to be keys, so whatever depends on them alone is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

MOVE = 0
"""In a timeline: a step with the arrow; +1 and -1 are quarter turns of its cube."""

Timeline = tuple[int, ...]


class Sketch(NamedTuple):
    """One way to use `n` arrows with circles and arcs, up to the order of what does not matter."""

    spins: tuple[int, ...]
    """Quarter turns clockwise that each arrow ends up turned by, 0..3."""
    turns: int
    """How many arcs that takes."""
    moves: tuple[tuple[int, int], ...]
    """(arrow, quarter turns at that moment) for each step."""
    owing: tuple[tuple[int, ...], ...]
    """The turn may end if for one of these choices none of its arrows has a move left (R16, R17)."""
    timelines: tuple[Timeline, ...]


class Plan(NamedTuple):
    """A sketch for real arrows: places instead of arrows."""

    sketch: Sketch
    moves: int
    owing: tuple[int, ...]
    finish: int
    """Places at which some arrow can make the very last step of the turn."""
    steps: int


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
def _itineraries(steps: int, arcs: int) -> tuple[tuple[int, tuple[int, ...], Timeline], ...]:
    """What one arrow can do with its cube turned at most `arcs` times: (final spin, spin at each step, timeline).

    Only the cheapest timeline of each is kept, its steps as late as possible: so the last event is a step whenever one
    can be.
    """
    found: dict[tuple[int, tuple[int, ...]], Timeline] = {}
    for turns in range(arcs + 1):
        for walk in product((1, -1), repeat=turns):
            facing = [sum(walk[:i]) % 4 for i in range(turns + 1)]
            for when in combinations_with_replacement(range(turns + 1), steps):
                at = tuple(sorted(facing[i] for i in when))
                found.setdefault((facing[-1], at), _late(walk, facing, at))
    return tuple((final, at, timeline) for (final, at), timeline in found.items())


def _late(walk: tuple[int, ...], facing: list[int], at: tuple[int, ...]) -> Timeline:
    """The walk with each step put at the last moment at which the arrow points there."""
    last = {spin: i for i, spin in enumerate(facing)}
    events: list[int] = []
    for i, spin in enumerate(facing):
        events += [MOVE] * (at.count(spin) if last[spin] == i else 0)
        events += walk[i : i + 1]
    return tuple(events)


def _steps_per_arrow(arrows: int, circles: int) -> Iterator[tuple[int, ...]]:
    """How many steps each arrow makes: its own, and copies by circles."""
    for steps in product(range(circles + 2), repeat=arrows):
        if sum(max(0, n - 1) for n in steps) <= circles:
            yield steps


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


@cache
def _sketches(arrows: int, circles: int, arcs: int, must: bool) -> tuple[Sketch, ...]:
    """Every different use of so many arrows, circles and arcs."""
    found: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], Sketch] = {}
    for steps in _steps_per_arrow(arrows, circles):
        owing = _owing(steps, circles, must)
        for choice in product(*(_itineraries(n, arcs) for n in steps)):
            turns = sum(len(timeline) for _, _, timeline in choice) - sum(steps)
            if turns > arcs:
                continue
            final = tuple(spin for spin, _, _ in choice)
            moves = tuple((i, spin) for i, (_, at, _) in enumerate(choice) for spin in at)
            sketch = Sketch(final, turns, moves, owing, tuple(timeline for _, _, timeline in choice))
            if (final, moves) not in found or turns < found[final, moves].turns:
                found[final, moves] = sketch
    return tuple(found.values())


@lru_cache(maxsize=8192)
def plans(arrows: tuple[tuple[int, int], ...], circles: int, arcs: int, must: bool) -> tuple[Plan, ...]:
    """Every plan for these arrows, each given as (path it points to, colour)."""
    at = [[place((path + spin) % 4, colour) for spin in range(4)] for path, colour in arrows]
    unit = [[1 << 3 * number for number in row] for row in at]
    bit = [[1 << number for number in row] for row in at]
    out = []
    for sketch in _sketches(len(arrows), circles, arcs, must):
        spin = sketch.spins
        moves = sum([unit[i][s] for i, s in sketch.moves])
        owing = tuple([sum({bit[i][spin[i]] for i in choice}) for choice in sketch.owing])
        finish = sum({bit[i][s] for i, s in sketch.moves if s == spin[i]})
        out.append(Plan(sketch, moves, owing, finish, len(sketch.moves)))
    return tuple(out)
