"""The pictures of one rest taken together: what they say about each place, as evidence.

A misreading happens in the same way in several pictures of one rest, so pictures add up slowly; those that leave doubt
do not add up at all: what cannot be told from where the camera stands cannot be told in the next picture either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vision.belief.prices import Prices
from vision.belief.readings import weight

Reading = tuple[Any, float]
"""What was read at a place, with the confidence."""


class Fusing:
    """Adds up what the pictures of one rest, which has lasted so long, say about a place."""

    def __init__(self, held_s: float, prices: Prices) -> None:
        self._prices = prices
        self._most = prices.held_most if held_s >= prices.held_s else prices.pictures_most

    def scores(self, readings: Sequence[Reading | None], loose: bool = False) -> dict[Any, float]:
        """Each value that was read with its evidence; empty where no picture shows the place.

        Of pieces that stand `loose` some are in sight in one picture and some in another: there doubts add up.
        """
        seen = [reading for reading in readings if reading is not None]
        if not seen:
            return {}
        prices = self._prices
        together = 1.0 + prices.picture_more * (len(seen) - 1)
        most, least = (min(together, bound) / len(seen) for bound in (self._most, prices.doubtful_most))
        scores: dict[Any, float] = {}
        for value, confidence in seen:
            sure = 1.0 if loose else (confidence - prices.doubtful) / (prices.undoubted - prices.doubtful)
            scale = least + (most - least) * min(max(sure, 0.0), 1.0)
            scores[value] = scores.get(value, 0.0) + weight(confidence, prices) * scale
        return {value: round(score, 3) for value, score in scores.items()}
