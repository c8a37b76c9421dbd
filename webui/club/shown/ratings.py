"""How strong people are, estimated from who finished ahead of whom: Plackett-Luce as Weng and Lin update it (2011).

The numbers are those of `openskill`, to the last digit that is shown (a test holds them against it), in a tenth of its
time; and what was worked out once is gone on from when more has been played.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

import numpy as np

from webui.club.shown.index import Array

SKILL: Final = 25.0
SPREAD: Final = SKILL / 3
"""Where everybody begins, and how uncertain that is."""
NOISE2: Final = (SKILL / 6) ** 2
"""How much one evening's luck is worth, squared."""
DRIFT2: Final = (SKILL / 300) ** 2
"""How much more uncertain everybody becomes from match to match, squared."""
LEAST: Final = 0.0001
REMEMBERED: Final = 8
Strength = dict[int, tuple[float, float]]
"""Person -> skill, and its variance."""


def rate(known: Strength, people: Sequence[int], worth: Sequence[float]) -> None:
    """One match: who is worth more finished ahead, who is worth the same shares the place. 0 is nobody."""
    seats = [(one, score) for one, score in zip(people, worth, strict=True) if one]
    if len(seats) < 2:
        return
    before = [known.get(one, (SKILL, SPREAD * SPREAD)) for one, _ in seats]
    wide = [variance + DRIFT2 for _, variance in before]
    all2 = sum(wide) + len(seats) * NOISE2
    scale = sqrt(all2)
    strong = [exp(skill / scale) for skill, _ in before]
    scores = [score for _, score in seats]
    behind = [sum([s for s, other in zip(strong, scores, strict=True) if other <= score]) for score in scores]
    shared = [scores.count(score) for score in scores]
    for k, (one, score) in enumerate(seats):
        gain = loss = 0.0
        for q, other in enumerate(scores):
            if other >= score:
                chance = strong[k] / behind[q]
                gain += ((q == k) - chance) / shared[q]
                loss += chance * (1 - chance) / shared[q]
        variance = wide[k]
        loss *= variance / all2 * sqrt(variance) / scale
        known[one] = before[k][0] + gain * variance / scale, variance * max(1 - loss, LEAST)


@dataclass(slots=True)
class Rated:
    """What came of the matches up to now, and which those were."""

    rows: Array
    people: Array
    stamp: int
    known: Strength


class Ratings:
    """The ratings of the longest spans that were asked for."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Rated] = {}

    def of(self, key: Hashable, rows: Array, stamps: Array, people: Array, worth: Array) -> Strength:
        """Everybody's rating after these matches in order; only what came since the last time is worked out."""
        kept = self._kept.pop(key, None)
        done = 0 if kept is None else len(kept.rows)
        if kept is None or not _goes_on(kept, rows, stamps, people):
            kept, done = Rated(rows, people, 0, {}), 0
        for who, score in _pairs(people[done:], worth[done:]):
            rate(kept.known, who, score)
        last = int(stamps.max(initial=0))
        self._kept[key] = Rated(rows, people, max(kept.stamp, last), kept.known)
        if len(self._kept) > REMEMBERED:  # what is soonest worked out again goes first
            del self._kept[min(self._kept, key=lambda each: len(self._kept[each].rows))]
        return kept.known


def _goes_on(kept: Rated, rows: Array, stamps: Array, people: Array) -> bool:
    """Whether all that was rated is there as it was, with the same people, and all else was played later."""
    count = len(kept.rows)
    same = len(rows) >= count and np.array_equal(rows[:count], kept.rows)
    return bool(same and np.array_equal(people[:count], kept.people) and stamps[:count].max(initial=0) <= kept.stamp)


def _pairs(people: Array, worth: Array) -> Iterable[tuple[list[int], list[float]]]:
    return zip(people.tolist(), worth.tolist(), strict=True)
