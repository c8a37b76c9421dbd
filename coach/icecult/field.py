"""All ends of one turn as arrays, so that thousands of tables are valued at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coach.icecult.lanes import facts
from engine.icecult.ends.ends import Found, Turns
from engine.icecult.rules import IceCult
from engine.icecult.state import State

Poses = tuple[str, ...]
End = tuple[State, str]


@dataclass(frozen=True, slots=True)
class Field:
    """Tables with the same player to move: how the cubes stand, and facts as [table, path, colour, fact]."""

    cubes: Sequence[Poses]
    standing: NDArray[np.intp]
    """For each table, which of `cubes`."""
    facts: NDArray[np.int8]
    winners: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.standing)


def of_states(ends: Sequence[End]) -> Field:
    """The field of tables given one by one."""
    cubes = {state.cubes: 0 for state, _ in ends}
    number = {poses: i for i, poses in enumerate(cubes)}
    rows = [[facts(p, g) for p, g in zip(state.paths, state.goal, strict=True)] for state, _ in ends]
    standing = np.array([number[state.cubes] for state, _ in ends], np.intp)
    return Field(list(cubes), standing, np.array(rows, np.int8).reshape(-1, 4, 4, 8), tuple(won for _, won in ends))


class Ends:
    """Every end of the turn of the player to move; states and words are told only for those that are asked for."""

    def __init__(self, rules: IceCult, state: State) -> None:
        turns = Turns(rules.begin(state))
        self._found = turns.all()
        self._list: list[End] | None = None
        self.field = self._arrays(turns)

    def _arrays(self, turns: Turns) -> Field:
        if not isinstance(self._found, Found):
            self._list = list(self._found)
            return of_states(self._list)
        self._turns = turns
        self._groups = list(self._found.groups())
        boards = [board for _, group in self._groups for board in group]
        self._boards = np.array(boards, np.uint64)
        sizes = [len(group) for _, group in self._groups]
        standing = np.repeat(np.arange(len(sizes)), sizes)
        won = turns.winners
        winners = tuple([won.get(board, "") for board in boards]) if won else ("",) * len(boards)
        return Field([poses for poses, _ in self._groups], standing, self._facts(turns), winners)

    def _facts(self, turns: Turns) -> NDArray[np.int8]:
        out = np.empty((len(self._boards), 4, 4, 8), np.int8)
        for i, lane in enumerate(turns.lanes):
            numbers = (self._boards >> np.uint64(16 * i)) & np.uint64(0xFFFF)
            table = np.array([facts(result.stacks, result.goal) for result in lane.results], np.int8)
            out[:, i] = table[numbers.astype(np.intp)]
        return out

    def __len__(self) -> int:
        return len(self.field)

    def end(self, number: int) -> End:
        """The table of this end, and who has won by it."""
        if self._list is not None:
            return self._list[number]
        poses = self.field.cubes[self.field.standing[number]]
        return self._turns.state_of(poses, int(self._boards[number])), self.field.winners[number]

    def words(self, number: int) -> tuple[str, ...]:
        """A shortest turn that leads there."""
        return self._found[self.end(number)]

    def find(self, state: State) -> int | None:
        """The number of the end that is this table; None if no legal turn leads there."""
        for number in np.flatnonzero(self.field.standing == self._stand(state)):
            if self.end(int(number))[0] == state:
                return int(number)
        return None

    def _stand(self, state: State) -> int:
        return list(self.field.cubes).index(state.cubes) if state.cubes in self.field.cubes else -1
