"""How far a stack rises with each pawn, where nobody measured it: at the true rise all pawns are accounted for.

Too small a rise sees pawns that do not exist, too large a one loses some. Each picture with stacks adds its part; once
one rise stands out it is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vision.icecult.observation import COLOURS
from vision.icecult.read.networks import level_log_probs, stack_scores
from vision.icecult.read.pawns import Spot
from vision.icecult.read.rectify import COLUMNS, ROWS, Array, Project, Sampler, SpaceView, space_view
from vision.icecult.read.stacks import guesses

RISES_MM = (8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0)
USUAL_MM, USUAL_SD_MM = 11.5, 2.5
OF_EACH_COLOUR = 5
EXTRA, MISSING, MISSING_UNDER_A_HAND = 2.5, 0.8, 0.5  # what a pawn too many or too few costs
PICTURE_SAYS = 0.75  # how much the certainty of the single stacks counts
LEAD = 0.5  # with less over the usual rise, that one stands
SETTLED = 8.0  # lead over every rise that is not next to the best
KNOWN = 0.8  # a rise that is as sure as this needs no seeking


def is_unknown(profile: Any) -> bool:
    """Whether a profile says that the rise of its stacks was not measured."""
    size = getattr(profile, "sizes", {}).get("stack_pitch")
    return size is not None and float(size["sure"]) < KNOWN


@dataclass(slots=True)
class RiseSeeker:
    """Weighs the possible rises against each other, picture by picture."""

    geometry: Mapping[str, Any]
    eye: Array
    arms: Mapping[str, Mapping[str, float]]
    project: Project
    scores: dict[float, float] = field(default_factory=dict)
    _looks: dict[float, tuple[SpaceView, Sampler]] = field(default_factory=dict)

    @property
    def best_mm(self) -> float:
        """The likeliest rise: between neighbours that speak for it alike."""
        top = max(self.scores.values())
        weights = {rise: math.exp(score - top) for rise, score in self.scores.items()}
        best = max(weights, key=lambda rise: weights[rise])
        usual = min(weights, key=lambda rise: abs(rise - float(self.geometry.get("stack_pitch", USUAL_MM))))
        if top - self.scores[usual] < LEAD:
            best = usual
        near = {rise: w for rise, w in weights.items() if abs(rise - best) < 1.5}
        return sum(rise * w for rise, w in near.items()) / sum(near.values())

    @property
    def settled(self) -> bool:
        """One rise stands out."""
        best = max(self.scores, key=lambda rise: self.scores[rise])
        others = [score for rise, score in self.scores.items() if abs(rise - best) > 1.5]
        return self.scores[best] - max(others) > SETTLED

    def look(self, bgr: Array, spots: Sequence[Spot], hand: float) -> bool:
        """Add a picture; False where no stack of two or more could be seen at any rise."""
        beside = Counter(c for spot in spots for c in max(spot.options, key=lambda g: g.weight).text)
        read = {rise: self._stacks(bgr, rise) for rise in RISES_MM}
        if all(len(text) < 2 for stacks in read.values() for text, _ in stacks):
            return False
        for rise, stacks in read.items():
            seen = beside + Counter(c for text, _ in stacks for c in text)
            usual = -0.5 * ((rise - USUAL_MM) / USUAL_SD_MM) ** 2
            self.scores[rise] = self.scores.get(rise, usual) + balance(seen, hand)
            self.scores[rise] += PICTURE_SAYS * sum(math.log(weight) for text, weight in stacks if text)
        return True

    def _stacks(self, bgr: Array, rise: float) -> list[tuple[str, float]]:
        if rise not in self._looks:
            view = space_view({**self.geometry, "stack_pitch": rise}, self.eye, self.arms)
            self._looks[rise] = view, Sampler.of(self.project, view.patches, ROWS, COLUMNS)
        view, sampler = self._looks[rise]
        levels = level_log_probs(stack_scores(sampler.take(bgr), view)[0], view)
        best = [max(guesses(heights), key=lambda g: g.weight) for heights in levels]
        return [(one.text, max(one.weight, 1e-6)) for one in best]


def balance(seen: Mapping[str, int], hand: float) -> float:
    """How well a count of pawns agrees with five of each colour."""
    off = np.array([seen.get(colour, 0) - OF_EACH_COLOUR for colour in COLOURS])
    missing = MISSING_UNDER_A_HAND if hand > 0.5 else MISSING
    return float(-EXTRA * np.maximum(off, 0).sum() - missing * np.maximum(-off, 0).sum())
