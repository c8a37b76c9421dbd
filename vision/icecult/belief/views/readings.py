"""Readings of stacks and of loose heaps, of which some pawns may be out of sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.icecult.board import COLOURS
from vision.belief.readings import Readings
from vision.icecult.belief.prices import STANDARD

Difference = tuple[int, int, int, int]
"""How many pawns too many of each colour were read; negative where too few."""


@dataclass(frozen=True, slots=True)
class StackReadings(Readings):
    """Readings of a stack, where `?rg` fits every stack that ends with `rg`."""

    def cost(self, value: Any, most: float = STANDARD.misread_most) -> float:
        """How much worse this stack explains the readings than the best one."""
        score = sum(s for text, s in self.scores.items() if fits(str(text), value))
        return min(max(self.top_score - score, 0.0), most)


@dataclass(frozen=True, slots=True)
class HeapReadings(Readings):
    """Readings of a loose heap; misreading it again as in the last rests (`habits`) costs little."""

    habits: frozenset[Difference] = frozenset()
    habit_cost: float = STANDARD.habit

    def cost(self, value: Any, most: float = STANDARD.misread_most) -> float:
        """How much worse these pawns explain the readings; the same pawn out of sight again is no surprise."""
        score = self.scores.get(value, 0.0)
        usual = [s for text, s in self.scores.items() if difference(text, value) in self.habits]
        return min(self.top_score - max([score, *(s - self.habit_cost for s in usual)]), most)

    def out_of_sight(self, colour: str) -> int:
        """How many pawns of a colour are usually not seen."""
        return max((-habit[COLOURS.index(colour)] for habit in self.habits), default=0)


def difference(read: str, pawns: str) -> Difference:
    """How many pawns more of each colour were read than there are."""
    r, y, g, b = (read.count(colour) - pawns.count(colour) for colour in COLOURS)
    return r, y, g, b


def fits(reading: str, stack: str) -> bool:
    """Whether a stack could have been read so; a hidden lower part may be anything."""
    return stack.endswith(reading[1:]) if reading.startswith("?") else stack == reading
