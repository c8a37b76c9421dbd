"""One path followed pawn by pawn: where each one can be after given steps, and how that differs from what is seen.

Pawns of one colour look alike, but it matters which of them moved: a rider stays behind, a lower pawn is dragged along.
So every pawn has a number here. A *trail* is one thing that lawful steps can make of a path; its *gaps* are the pawns
that would have to be elsewhere, and those that would have to come from elsewhere, for it to look as it was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.icecult.board import COLOURS, PATHS
from engine.icecult.partial import PartialState, may_be
from engine.icecult.state import State

START: Final = -1
"""The place where pawns wait."""
_ENTERING: Final = 100  # numbers from here on are pawns that came in during the turn
_ALIGNMENTS: Final = 6  # how many equally good alignments of a stack are followed up


def place_of(path: int, space: int) -> int:
    """A space as a number; one beyond the last is the path's destination."""
    return path * 16 + space


class Hop(NamedTuple):
    """One lawful step: who, from which space, who rode along and who stayed below."""

    mover: int
    space: int
    height: int
    riders: tuple[int, ...]
    below: tuple[int, ...]


class Trail(NamedTuple):
    """What lawful steps can make of one path."""

    stacks: tuple[tuple[int, ...], ...]
    goal: tuple[int, ...]
    entered: tuple[int, ...]
    """How many of each colour came in."""
    hops: tuple[Hop, ...]


class Gap(NamedTuple):
    """How one place of a trail differs from what is seen there."""

    place: int
    away: tuple[int, ...]
    """Pawns that are not there."""
    here: str
    """Pawns that came from elsewhere."""


class Gaps(NamedTuple):
    """The differences along one path: the ways to explain each of them, and the fewest faults that explain all."""

    choices: tuple[tuple[Gap, ...], ...]
    order: tuple[int, ...]
    """Places where the right pawns stand in another order."""
    away: int
    here: int


_NO_GAPS: Final = Gaps((), (), 0, 0)


class Pawns:
    """The pawns of a state, numbered; and where each stood."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.colour: dict[int, str] = {}
        self.stood: dict[int, int] = {}
        self.stacks = tuple(
            tuple(
                tuple(self._new(pawn, place_of(p, space)) for pawn in stack)
                for space, stack in enumerate(path, start=1)
            )
            for p, path in enumerate(state.paths)
        )
        beyond = state.spaces + 1
        self.goals = tuple(tuple(self._new(c, place_of(p, beyond)) for c in goal) for p, goal in enumerate(state.goal))
        self.waiting = tuple(state.start.count(colour) for colour in COLOURS)
        for p in range(4):
            for c, colour in enumerate(COLOURS):
                for k in range(self.waiting[c]):
                    self.colour[entering(p, c, k)] = colour
                    self.stood[entering(p, c, k)] = START

    def _new(self, colour: str, place: int) -> int:
        number = len(self.colour)
        self.colour[number], self.stood[number] = colour, place
        return number

    def letters(self, pawns: Sequence[int]) -> str:
        """The colours of these pawns."""
        return "".join([self.colour[pawn] for pawn in pawns])


def entering(path: int, colour: int, count: int) -> int:
    """The number of a pawn that comes in on this path as the `count`-th of its colour."""
    return _ENTERING + path * 20 + colour * 5 + count


class TrackedLane:
    """All trails of one path, by the steps made on it (3 bits a colour)."""

    def __init__(self, path: int, pawns: Pawns, after: PartialState) -> None:
        self.path, self.pawns = path, pawns
        self.seen = after.paths[path]
        self.seen_goal = after.goal[path]
        first = Trail(pawns.stacks[path], pawns.goals[path], (0, 0, 0, 0), ())
        self._trails: dict[int, list[Trail]] = {0: [first]}
        self._gaps: dict[int, list[tuple[Trail, Gaps]]] = {}
        self._exact: dict[int, list[Trail]] = {}

    def trails(self, moves: int) -> list[Trail]:
        """Every trail of these steps in any order; those with the same steps and result once."""
        known = self._trails.get(moves)
        if known is None:
            found: dict[tuple[object, ...], Trail] = {}
            for c, colour in enumerate(COLOURS):
                if moves >> 3 * c & 7:
                    for trail in self.trails(moves - (1 << 3 * c)):
                        for further in self._steps(trail, c, colour):
                            steps = tuple(sorted([hop[:2] for hop in further.hops]))
                            found.setdefault((further.stacks, further.goal, steps), further)
            known = self._trails[moves] = list(found.values())
        return known

    def _steps(self, trail: Trail, c: int, colour: str) -> Iterator[Trail]:
        """Every trail with one more step of this colour."""
        came = trail.entered[c]
        # A pawn comes in from the start, on top of what stands on the first space.
        if came < self.pawns.waiting[c]:
            pawn = entering(self.path, c, came)
            stacks = ((*trail.stacks[0], pawn), *trail.stacks[1:])
            entered = (*trail.entered[:c], came + 1, *trail.entered[c + 1 :])
            yield Trail(stacks, trail.goal, entered, (*trail.hops, Hop(pawn, 0, 0, (), ())))
        # Or one that stands on this path goes out by a space, with all that sit on it.
        colours = self.pawns.colour
        for i, stack in enumerate(trail.stacks):
            for height, pawn in enumerate(stack):
                if colours[pawn] == colour:
                    yield self._moved(trail, i, height)

    def _moved(self, trail: Trail, i: int, height: int) -> Trail:
        """The trail after the pawn at this height of stack `i`, and all above it, went one space out."""
        stack = trail.stacks[i]
        below, goes = stack[:height], stack[height:]
        hop = Hop(goes[0], i + 1, height, goes[1:], below)
        stacks = [*trail.stacks]
        stacks[i] = below
        goal = trail.goal
        # Beyond the tip there is no order any more.
        if i + 1 == len(stacks):
            goal = tuple(sorted(goal + goes))
        else:
            stacks[i + 1] += goes
        return Trail(tuple(stacks), goal, trail.entered, (*trail.hops, hop))

    def exact(self, moves: int) -> list[Trail]:
        """The trails that leave the path as it is seen."""
        known = self._exact.get(moves)
        if known is None:
            known = self._exact[moves] = [trail for trail in self.trails(moves) if self._is_exact(trail)]
        return known

    def _is_exact(self, trail: Trail) -> bool:
        letters = self.pawns.letters
        for stack, seen in zip(trail.stacks, self.seen, strict=True):
            if seen is not None and not may_be(seen, letters(stack)):
                return False
        return self.seen_goal is None or sorted(letters(trail.goal)) == sorted(self.seen_goal)

    def judged(self, moves: int) -> list[tuple[Trail, Gaps]]:
        """Every trail with its gaps, those that need the fewest faults first."""
        known = self._gaps.get(moves)
        if known is None:
            known = [(trail, self._gaps_of(trail)) for trail in self.trails(moves)]
            known.sort(key=lambda item: max(item[1].away, item[1].here) + len(item[1].order))
            self._gaps[moves] = known
        return known

    def _gaps_of(self, trail: Trail) -> Gaps:
        """How a trail differs from what is seen, place by place."""
        choices: list[tuple[Gap, ...]] = []
        order: list[int] = []
        for i, (stack, seen) in enumerate(zip(trail.stacks, self.seen, strict=True)):
            if seen is None:
                continue
            letters = self.pawns.letters(stack)
            if letters == seen or (seen[:1] == "?" and letters.endswith(seen[1:])):
                continue
            at = place_of(self.path, i + 1)
            # The right pawns in another order: no pawn is away.
            if sorted(letters) == sorted(seen):
                order.append(at)
                continue
            choices.append(tuple(Gap(at, tuple(stack[k] for k in away), here) for away, here in aligned(letters, seen)))
        choices += self._goal_gaps(trail)
        if not choices and not order:
            return _NO_GAPS
        away = sum(any(gap.away for gap in choice) for choice in choices)
        here = sum(any(gap.here for gap in choice) for choice in choices)
        return Gaps(tuple(choices), tuple(order), away, here)

    def _goal_gaps(self, trail: Trail) -> list[tuple[Gap, ...]]:
        """Beyond the tip pawns have no order."""
        if self.seen_goal is None:
            return []
        away: list[int] = []
        here = ""
        for colour in COLOURS:
            there = [pawn for pawn in trail.goal if self.pawns.colour[pawn] == colour]
            seen = self.seen_goal.count(colour)
            # Who arrived last is the first to be doubted.
            there.sort(key=lambda pawn: self.pawns.stood[pawn] == place_of(self.path, len(trail.stacks) + 1))
            away += there[: max(0, len(there) - seen)]
            here += colour * max(0, seen - len(there))
        return [(Gap(place_of(self.path, len(trail.stacks) + 1), tuple(away), here),)] if away or here else []

    def name(self, place: int) -> str:
        """A place by its name: 'N3', 'goalN' or 'start'."""
        return place_name(place, len(self.seen))


def place_name(place: int, spaces: int) -> str:
    """'N3', 'goalN' or 'start'."""
    if place == START:
        return "start"
    path, space = divmod(place, 16)
    return f"goal{PATHS[path]}" if space > spaces else f"{PATHS[path]}{space}"


@lru_cache(maxsize=65536)
def aligned(stack: str, seen: str) -> tuple[tuple[tuple[int, ...], str], ...]:
    """The best ways to match a stack with what is seen: (heights that are gone, pawns that are new)."""
    if seen[:1] == "?":
        # Only the upper pawns are seen: any number of the lower ones may be hidden.
        options = [_aligned(stack[k:], seen[1:]) for k in range(len(stack) + 1)]
        best = min(cost for cost, _ in options)
        found = [
            (tuple(h + k for h in away), here)
            for k, (cost, ways) in enumerate(options)
            if cost == best
            for away, here in ways
        ]
        return tuple(found[:_ALIGNMENTS])
    return _aligned(stack, seen)[1]


@lru_cache(maxsize=65536)
def _aligned(stack: str, seen: str) -> tuple[int, tuple[tuple[tuple[int, ...], str], ...]]:
    """(unmatched pawns, the ways to leave so few)."""
    if not stack or not seen:
        return len(stack) + len(seen), ((tuple(range(len(stack))), seen),)
    found: dict[int, dict[tuple[tuple[int, ...], str], None]] = {}
    if stack[0] == seen[0]:
        cost, ways = _aligned(stack[1:], seen[1:])
        found.setdefault(cost, {}).update({(tuple(h + 1 for h in away), here): None for away, here in ways})
    cost, ways = _aligned(stack[1:], seen)
    found.setdefault(cost + 1, {}).update({((0, *(h + 1 for h in away)), here): None for away, here in ways})
    cost, ways = _aligned(stack, seen[1:])
    found.setdefault(cost + 1, {}).update({(away, seen[0] + here): None for away, here in ways})
    least = min(found)
    return least, tuple(found[least])[:_ALIGNMENTS]
