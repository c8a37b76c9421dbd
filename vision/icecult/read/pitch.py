"""How far a stack rises with each pawn, where nobody measured it.

Several rises are tried. Too small a one sees pawns that do not exist, too large a one loses some; at the true rise all
pawns are accounted for. One picture rarely tells: then a stack is read at every rise that is still likely, and is as
sure as these readings agree. A picture adds its part where a stack was not there before: a table that rests looks wrong
in the same way again and again. When one rise stands out it is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.read.aim import Aim, Scores, replaced, scores_of
from vision.icecult.read.networks import level_log_probs
from vision.icecult.read.pawns import Spot
from vision.icecult.read.rectify import Array
from vision.icecult.read.stacks import Guess, guesses
from vision.rectify import Project

RISES_MM = (7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0)
NEXT_MM = 1.5  # rises less apart are neighbours
USUAL_MM, USUAL_SD_MM = 11.0, 2.0
OF_EACH_COLOUR = 5
EXTRA, MISSING, MISSING_UNDER_A_HAND = 1.0, 0.6, 0.2  # what a pawn too many or too few costs
PICTURE_SAYS = 0.75  # how much the certainty of the single stacks counts
UNLIKELY = 0.05  # a rise less likely than this is not looked through
SETTLED = 12.0  # lead over every rise that is not next to the best
KNOWN = 0.8  # a size that is as sure as this needs no seeking
PLAIN = 0.5  # a stack read less surely may look otherwise in the next picture
SURELY_EMPTY = 0.97  # such a space looks the same at every rise


def is_unknown(profile: Any, name: str = "stack_pitch") -> bool:
    """Whether a profile says that a size (the rise of its stacks, if no other is named) was not measured."""
    size = getattr(profile, "sizes", {}).get(name)
    return size is not None and float(size["sure"]) < KNOWN


@dataclass(slots=True)
class RiseSeeker:
    """Weighs the possible rises against each other, picture by picture."""

    geometry: Mapping[str, Any]
    eye: Array
    feet_mm: Sequence[Array]  # of the spaces
    project: Project
    scores: dict[float, float] = field(default_factory=dict)
    seen: set[tuple[int, str]] = field(default_factory=set)  # stacks by their place that have been counted
    _aims: dict[float, Aim] = field(default_factory=dict)

    @property
    def best_mm(self) -> float:
        """The likeliest rise: between neighbours that speak for it alike."""
        weights = self.weights
        best = max(weights, key=lambda rise: weights[rise])
        near = {rise: w for rise, w in weights.items() if abs(rise - best) < NEXT_MM}
        return sum(rise * w for rise, w in near.items()) / sum(near.values())

    @property
    def weights(self) -> dict[float, float]:
        """How likely each rise is; before any stack was seen the usual one is taken."""
        if not self.scores:
            return {USUAL_MM: 1.0}
        top = max(self.scores.values())
        weights = {rise: math.exp(score - top) for rise, score in self.scores.items()}
        return {rise: weight / sum(weights.values()) for rise, weight in weights.items()}

    @property
    def likely(self) -> dict[float, float]:
        """The rises that are worth a look, weighed against each other."""
        likely = {rise: weight for rise, weight in self.weights.items() if weight >= UNLIKELY}
        return {rise: weight / sum(likely.values()) for rise, weight in likely.items()}

    @property
    def settled(self) -> bool:
        """One rise stands out."""
        if not self.scores:
            return False
        best = max(self.scores, key=lambda rise: self.scores[rise])
        others = [score for rise, score in self.scores.items() if abs(rise - best) > NEXT_MM]
        return self.scores[best] - max(others) > SETTLED

    def aim(self, rise_mm: float) -> Aim:
        """How the spaces are looked at if this is the rise."""
        if rise_mm not in self._aims:
            geometry = {**self.geometry, "stack_pitch": rise_mm}
            self._aims[rise_mm] = Aim(geometry, self.eye, self.feet_mm, self.project)
        return self._aims[rise_mm]

    def look(self, bgr: Array, spots: Sequence[Spot], hand: float) -> list[tuple[float, Aim, Scores]]:
        """Add a picture; each rise that is still likely with its weight, its aim and what is seen through it."""
        usual = self.aim(USUAL_MM)
        (first,) = scores_of(bgr, [usual], range(len(usual.view.facts)))
        stacks = _best(first, usual)
        filled = [k for k, best in enumerate(stacks) if best.text or best.weight < SURELY_EMPTY]
        if not filled:
            return [(1.0, usual, first)]
        standing = {(k, stacks[k].text if stacks[k].weight >= PLAIN else "?") for k in filled}
        fresh = not standing <= self.seen
        scores = {USUAL_MM: first}
        scores |= self._through(bgr, RISES_MM if fresh else list(self.likely), filled, first)
        if fresh:
            self.seen |= standing
            self._add({rise: _best(seen, self.aim(rise)) for rise, seen in scores.items()}, spots, hand)
        return [(weight, self.aim(rise), scores[rise]) for rise, weight in self.likely.items()]

    def _through(self, bgr: Array, rises: Sequence[float], filled: Sequence[int], first: Scores) -> dict[float, Scores]:
        """What is seen at other rises than the usual one; empty spaces look as they did `first`."""
        others = [rise for rise in rises if rise != USUAL_MM]
        parts = scores_of(bgr, [self.aim(rise) for rise in others], filled) if others else []
        return {rise: replaced(first, filled, part) for rise, part in zip(others, parts, strict=True)}

    def _add(self, read: Mapping[float, Sequence[Guess]], spots: Sequence[Spot], hand: float) -> None:
        """Count what was read at each rise for or against it; single pawns say nothing."""
        if all(len(one.text) < 2 for stacks in read.values() for one in stacks):
            return
        beside = Counter(c for spot in spots for c in max(spot.options, key=lambda g: g.weight).text)
        for rise, stacks in read.items():
            pawns = beside + Counter(c for one in stacks for c in one.text)
            usual = -0.5 * ((rise - USUAL_MM) / USUAL_SD_MM) ** 2
            self.scores[rise] = self.scores.get(rise, usual) + balance(pawns, hand)
            self.scores[rise] += PICTURE_SAYS * sum(math.log(max(one.weight, 1e-6)) for one in stacks if one.text)


def _best(scores: Scores, aim: Aim) -> list[Guess]:
    """The likeliest stack of each space."""
    return [max(guesses(heights), key=lambda g: g.weight) for heights in level_log_probs(scores[0], aim.view)]


def balance(seen: Mapping[str, int], hand: float) -> float:
    """How well a count of pawns agrees with five of each colour."""
    off = np.array([seen.get(colour, 0) - OF_EACH_COLOUR for colour in COLOURS])
    missing = MISSING_UNDER_A_HAND if hand > 0.5 else MISSING
    return float(-EXTRA * np.maximum(off, 0).sum() - missing * np.maximum(-off, 0).sum())
