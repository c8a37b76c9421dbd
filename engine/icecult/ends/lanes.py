"""One path explored alone: everything that steps with given colours can make of it, each result found once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.icecult.board import COLOURS, PAWNS, in_order
from engine.icecult.ends.plans import place
from engine.icecult.moves import entered, stepped
from engine.icecult.state import Stacks, State

FIELD: Final = 4
"""Bits for each colour in packed counts of pawns: the top one stays free as a guard."""


def packed(pawns: str) -> int:
    """How many of each colour, in one number."""
    return sum(pawns.count(colour) << FIELD * i for i, colour in enumerate(COLOURS))


class Result(NamedTuple):
    """What can become of one path."""

    stacks: Stacks
    goal: str
    present: int
    """Places (`plans.place`) of the colours that stand on this path."""
    entered: int
    """Pawns that came from the start, packed."""
    home: int
    """Pawns beyond the tip, packed."""
    tower: str
    """Whose five pawns stand in one stack, of those whose tower counts."""


class Hop(NamedTuple):
    """One step on one path: from which result, with which colour, from where, and who left the ice."""

    origin: int
    colour: int
    space: int
    height: int
    cargo: str


class Lane:
    """The results of one path, numbered as they are found, and the steps that lead to each.

    tower: the colours whose tower counts. stops: whether such a tower ends the match at once.
    """

    def __init__(self, index: int, state: State, tower: str, stops: bool) -> None:
        self.index, self.tower, self.stops = index, tower, stops
        self.results: list[Result] = []
        self.numbers: dict[tuple[Stacks, str], int] = {}
        self._pool = [state.start.count(colour) for colour in COLOURS]
        self._steps: dict[tuple[int, int], list[tuple[int, Hop]]] = {}
        self._ways: dict[int, dict[int, list[Hop]]] = {0: {0: []}}
        self._number(state.paths[index], state.goal[index], 0)

    def ways(self, moves: int) -> dict[int, list[Hop]]:
        """Every result of these steps (3 bits a colour) in any order, with each last step that leads to it."""
        known = self._ways.get(moves)
        if known is not None:
            return known
        found: dict[int, list[Hop]] = {}
        for colour in range(4):
            if moves >> 3 * colour & 7:
                for origin in self.ways(moves - (1 << 3 * colour)):
                    for number, hop in self._next(origin, colour):
                        found.setdefault(number, []).append(hop)
        self._ways[moves] = found
        return found

    def _next(self, origin: int, colour: int) -> list[tuple[int, Hop]]:
        """Every result of one more step with this colour; none after a tower that ends the match."""
        known = self._steps.get((origin, colour))
        if known is None:
            stopped = self.stops and bool(self.results[origin].tower)
            known = self._steps[origin, colour] = [] if stopped else list(self._explore(origin, colour))
        return known

    def _explore(self, origin: int, colour: int) -> Iterator[tuple[int, Hop]]:
        stacks, goal, _, came, _, _ = self.results[origin]
        pawn = COLOURS[colour]
        if came >> FIELD * colour & 7 < self._pool[colour]:
            number = self._number(entered(stacks, pawn), goal, came + (1 << FIELD * colour))
            yield number, Hop(origin, colour, 0, 0, "")
        for space, stack in enumerate(stacks, start=1):
            for height, other in enumerate(stack):
                if other == pawn:
                    after, cargo = stepped(stacks, space, height)
                    number = self._number(after, in_order(goal + cargo) if cargo else goal, came)
                    yield number, Hop(origin, colour, space, height, cargo)

    def _number(self, stacks: Stacks, goal: str, came: int) -> int:
        """The number of a result, a new one if it has not been seen."""
        number = self.numbers.setdefault((stacks, goal), len(self.results))
        if number == len(self.results):
            every = "".join(stacks)
            present = sum([1 << place(self.index, i) for i, colour in enumerate(COLOURS) if colour in every])
            tall = [stack for stack in stacks if len(stack) >= PAWNS]
            tower = "".join(c for c in self.tower if any(stack.count(c) == PAWNS for stack in tall)) if tall else ""
            self.results.append(Result(stacks, goal, present, came, packed(goal), tower))
        return number
