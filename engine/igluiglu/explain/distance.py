"""How far Inuit have to walk, on the ice as it lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.igluiglu.board import NEXT_TO, SEA

FAR: Final = 99  # more steps than any way takes
KAYAK: Final = 3
"""No way costs more points than a kayak does, as far as the sea goes; a lower bound needs no more."""


class Walks:
    """Walking distances from a space, remembered for each board; bears are not looked at, so they are lower bounds."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], list[int]] = {}

    def from_cell(self, board: str, cell: int) -> list[int]:
        """The steps from a space to every other; FAR where no ice leads."""
        key = board, cell
        if key not in self._known:
            self._known[key] = _flood(board, cell)
        return self._known[key]

    def points(self, board: str, starts: Iterable[int], goal: int) -> int:
        """The least points that bring an Inuit from one of these spaces to the goal."""
        steps = self.from_cell(board, goal)
        return min((min(KAYAK, steps[start]) for start in starts), default=FAR)

    def nearer(self, board: str, start: int, goal: int, aims: Iterable[int]) -> bool:
        """Does the step from start to goal come nearer to one of the aims?"""
        here, there = self.from_cell(board, start), self.from_cell(board, goal)
        return any(there[aim] < here[aim] for aim in aims)


def _flood(board: str, cell: int) -> list[int]:
    steps = [FAR] * len(board)
    steps[cell] = 0
    edge = [cell]
    while edge:
        further: list[int] = []
        for at in edge:
            for beside in NEXT_TO[at]:
                if board[beside] != SEA and steps[beside] == FAR:
                    steps[beside] = steps[at] + 1
                    further.append(beside)
        edge = further
    return steps
