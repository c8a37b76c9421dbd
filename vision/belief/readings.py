"""What the pictures of one rest say about one place, as evidence; costs are in nats."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vision.belief.prices import STANDARD, Prices


def weight(confidence: float, prices: Prices = STANDARD) -> float:
    """The evidence of one reading with this confidence."""
    c = min(max(confidence, prices.confidence_least), prices.confidence_most)
    return min(max(math.log(c / (1.0 - c)) + prices.first_picture, prices.picture_least), prices.misread_most)


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

    def cost(self, value: Any, most: float = STANDARD.misread_most) -> float:
        """How much worse this value explains the readings than the best one."""
        return min(self.top_score - self.scores.get(value, 0.0), most)
