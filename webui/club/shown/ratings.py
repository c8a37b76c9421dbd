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
FRESH: Final = (SKILL, SPREAD * SPREAD)
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
    if 0 in people:
        seats = [k for k, one in enumerate(people) if one]
        people, worth = [people[k] for k in seats], [worth[k] for k in seats]
    if len(people) < 2:
        return
    before = [known.get(one, FRESH) for one in people]
    all2 = sum([variance for _, variance in before]) + len(people) * (DRIFT2 + NOISE2)
    scale = sqrt(all2)
    strong = [exp(skill / scale) for skill, _ in before]
    behind = [(score, sum([s for s, own in zip(strong, worth, strict=True) if own <= score])) for score in set(worth)]
    for one, own, power, (skill, variance) in zip(people, worth, strong, before, strict=True):
        gain, loss = 1 / worth.count(own), 0.0
        for score, weight in behind:  # of each place that was not behind: how likely this one was to come there
            if score >= own:
                chance = power / weight
                gain -= chance
                loss += chance * (1 - chance)
        variance += DRIFT2
        share = variance / all2
        known[one] = skill + gain * share * scale, variance * max(1 - loss * share * sqrt(variance) / scale, LEAST)


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
