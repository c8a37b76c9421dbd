"""The pictures of one rest taken together: what they say about each place, as evidence.

A misreading happens in the same way in several pictures of one rest, so pictures add up slowly; those that leave doubt
do not add up at all: what cannot be told from where the camera stands cannot be told in the next picture either.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from vision.belief.prices import Prices
from vision.belief.readings import weight

Reading = tuple[Any, float]
"""What was read at a place, with the confidence."""


Likely = Mapping[Any, float]
"""The likeliest values of a place with their probabilities."""

BY_CHANCE: Final = 0.05
"""How likely any one value is read at a place that cannot be seen."""
REST_LEAST: Final = 1e-4
"""What a reader leaves out is no less likely than this."""


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
            sure = 1.0 if loose else self._undoubted(confidence)
            scale = least + (most - least) * sure
            scores[value] = scores.get(value, 0.0) + weight(confidence, prices) * scale
        return {value: round(score, 3) for value, score in scores.items()}

    def likely(self, told: Sequence[tuple[Likely, float]]) -> dict[Any, float]:
        """The same where each picture says how likely the values are, and how likely the place cannot be seen.

        The evidence of a value is by how much likelier it is than any that no picture names.
        """
        prices, values = self._prices, {value for likely, _ in told for value in likely}
        count = max(sum(1.0 - unseen for _, unseen in told), 1.0)
        means = {v: sum((1.0 - u) * _log_odds(likely, u, v) for likely, u in told) / count for v in values}
        best = max(means, key=lambda value: means[value], default=None)
        sure = sum((1.0 - unseen) * likely.get(best, 0.0) for likely, unseen in told) / count
        together = 1.0 + prices.picture_more * (count - 1.0)
        most, least = min(together, self._most), min(together, prices.doubtful_most)
        scale = least + (most - least) * self._undoubted(sure)
        scores = {value: round(mean * scale, 3) for value, mean in means.items()}
        return {value: score for value, score in scores.items() if score >= prices.picture_least}

    def _undoubted(self, confidence: float) -> float:
        """From 0 for a reading in doubt to 1 for one in none."""
        prices = self._prices
        return min(max((confidence - prices.doubtful) / (prices.undoubted - prices.doubtful), 0.0), 1.0)


def _log_odds(likely: Likely, unseen: float, value: Any) -> float:
    """By how much likelier a picture makes a value than one that it does not name, in nats."""
    rest = min(max(1.0 - sum(likely.values()), REST_LEAST), *likely.values()) if likely else 1.0
    named, unnamed = ((1.0 - unseen) * p + unseen * BY_CHANCE for p in (likely.get(value, rest), rest))
    return math.log(max(named, REST_LEAST) / max(unnamed, REST_LEAST))
