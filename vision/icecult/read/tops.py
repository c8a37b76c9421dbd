"""Looking at the cubes' tops: once, and in doubt from several sides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.icecult.board import SLOTS
from vision.icecult.read.networks import cube_log_probs, cube_scores, sigmoid, turned_cube_scores
from vision.icecult.read.rectify import CUBE_PX, Array, corners, cube_patches
from vision.rectify import Project, Sampler

TURN, AROUND = 0.97, 0.95  # a top less certain than this is turned; after that, looked at around its place too
IN_VIEW = 0.3  # what is hardly in view deserves no second look
AROUND_MM = (
    *((up, 0.0) for up in (0.0, -12.0, -8.0, -4.0, 4.0, 8.0, 12.0, 16.0)),
    *((0.0, 2.0), (0.0, -2.0), (8.0, 2.0), (8.0, -2.0)),
)
"""The block may be lower or higher than measured by so much, and the cubes wider or narrower."""
UP_SD_MM = 6.0
AGREE = 4.0  # how much a place counts at which one more top is plain and certain
LEAST = 0.05  # of the best place: what counts less is not looked at thoroughly


class Tops:
    """The four tops of one table."""

    def __init__(self, geometry: Mapping[str, Any], project: Project) -> None:
        self._geometry, self._project = geometry, project
        self._diagonal = corners(geometry)
        self._here = self._sampler([(0.0, 0.0)])
        self._around: Sampler | None = None

    def scores(self, bgr: Array) -> Array:
        """(4, 38): class scores of the tops, and of being plainly in view; the doubtful ones are looked at again."""
        crops = self._here.take(bgr)
        scores = cube_scores(crops)
        turn = self._doubtful(scores, TURN)
        if not len(turn):
            return scores
        scores[turn] = three_ways(crops[turn], scores[turn])
        around = self._doubtful(scores, AROUND)
        return self._from_around(bgr, around) if len(around) else scores

    def _doubtful(self, scores: Array, share: float) -> Array:
        """Which of the tops in view are less certain than that."""
        best = cube_log_probs(scores, self._diagonal).max(1)
        return np.flatnonzero((best < math.log(share)) & (sigmoid(scores[:, -1]) > IN_VIEW))

    def _from_around(self, bgr: Array, doubtful: Array) -> Array:
        """The mean of looks at several heights and widths: those count most at which the tops are plain and certain."""
        self._around = self._around or self._sampler(AROUND_MM)
        crops = self._around.take(bgr)
        looks = cube_scores(crops).reshape(len(AROUND_MM), len(SLOTS), -1)
        agreed = np.array([AGREE * self._plain(scores) for scores in looks])
        agreed -= np.array([(up / UP_SD_MM) ** 2 for up, _ in AROUND_MM])
        weights = np.exp(agreed - agreed.max())
        worth = np.flatnonzero(weights > LEAST)
        again = (worth[:, None] * len(SLOTS) + doubtful).ravel()
        turned = three_ways(crops[again], looks.reshape(len(crops), -1)[again])
        looks[worth[:, None], doubtful] = turned.reshape(len(worth), len(doubtful), -1)
        return np.asarray(np.average(looks[worth], axis=0, weights=weights[worth]))

    def _plain(self, scores: Array) -> float:
        """How many tops are plain and certain."""
        return float((sigmoid(scores[:, -1]) * np.exp(cube_log_probs(scores, self._diagonal).max(1))).sum())

    def _sampler(self, looks: Sequence[tuple[float, float]]) -> Sampler:
        """Of tops so much higher, of cubes so much wider, each look."""
        height, edge = float(self._geometry["base_height"]), float(self._geometry["cube_edge"])
        sizes = [{"base_height": height + up - wider, "cube_edge": edge + wider} for up, wider in looks]
        patches = [cube_patches({**self._geometry, **size}) for size in sizes]
        return Sampler.of(self._project, np.concatenate(patches), CUBE_PX, CUBE_PX)


def three_ways(crops: Array, seen: Array) -> Array:
    """The mean scores of tops as they were `seen`, and turned by one and by two quarters."""
    turned = [turned_cube_scores(crops, quarter) for quarter in (1, 2)]
    return np.asarray((seen + turned[0] + turned[1]) / 3)
