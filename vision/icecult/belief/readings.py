"""What the pictures of one rest say about one place, as evidence; costs are in nats."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.icecult.board import COLOURS

Difference = tuple[int, int, int, int]

MOST: Final = 7.5
"""What one misread place can cost at most, however sure the reader is."""
HABIT: Final = 0.8
"""What it costs that a pawn of a heap is out of sight (or counted twice) as it was before."""


def weight(confidence: float) -> float:
    """The evidence of one reading with this confidence."""
    c = min(max(confidence, 0.02), 0.9999)
    return min(max(math.log(c / (1.0 - c)) + 1.0, 0.1), MOST)


@dataclass(frozen=True, slots=True)
class Readings:
    """What the pictures of one rest say about one place: value -> evidence. Empty: not seen."""

    scores: Mapping[Any, float]

    @property
    def best(self) -> Any:
        """The value with most evidence; None where nothing was seen."""
        return max(self.scores, key=lambda value: self.scores[value]) if self.scores else None

    @property
    def top_score(self) -> float:
        """The evidence for the best value."""
        return max(self.scores.values(), default=0.0)

    def cost(self, value: Any, most: float = MOST) -> float:
        """How much worse this value explains the readings than the best one."""
        return min(self.top_score - self.scores.get(value, 0.0), most)


@dataclass(frozen=True, slots=True)
class StackReadings(Readings):
    """Readings of a stack, where `?rg` fits every stack that ends with `rg`."""

    def cost(self, value: Any, most: float = MOST) -> float:
        """How much worse this stack explains the readings than the best one."""
        score = sum(s for text, s in self.scores.items() if fits(str(text), value))
        return min(max(self.top_score - score, 0.0), most)


@dataclass(frozen=True, slots=True)
class HeapReadings(Readings):
    """Readings of a loose heap; `habits` are the differences with which it has been read lately."""

    habits: frozenset[Difference] = frozenset()

    def cost(self, value: Any, most: float = MOST) -> float:
        """How much worse these pawns explain the readings; the same pawn out of sight again is no surprise."""
        score = self.scores.get(value, 0.0)
        usual = [s for text, s in self.scores.items() if difference(text, value) in self.habits]
        return min(self.top_score - max([score, *(s - HABIT for s in usual)]), most)

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
