"""Looking at the cubes' tops: once, and in doubt from several sides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from vision.icecult.read.networks import cube_log_probs, cube_scores, sigmoid, turned_cube_scores
from vision.icecult.read.rectify import CUBE_PX, Array, Project, Sampler, corners, cube_patches

TURN, AROUND = 0.97, 0.95  # a top less certain than this is turned; after that, looked at around its place too
IN_VIEW = 0.3  # what is hardly in view deserves no second look
UP_MM = (-12.0, -8.0, -4.0, 4.0, 8.0, 12.0, 16.0)  # the block may be lower or higher than measured
WIDER_MM = ((0.0, 2.0), (0.0, -2.0), (8.0, 2.0), (8.0, -2.0))  # higher, and the cubes wider or narrower
UP_SD_MM = 6.0
AGREE = 4.0  # how much a place counts at which one more top is plain and certain


class Tops:
    """The four tops of one table."""

    def __init__(self, geometry: Mapping[str, Any], project: Project, other: str | None) -> None:
        self._geometry, self._project, self._other = geometry, project, other
        self._diagonal = corners(geometry)
        self._here = self._sampler(0.0, 0.0)
        self._around: list[tuple[float, Sampler]] = []

    def scores(self, bgr: Array) -> Array:
        """(4, 38): class scores of the tops, and of being plainly in view."""
        crops = self._here.take(bgr)
        scores = cube_scores(crops, self._other)
        if self._certain(scores, TURN):
            return scores
        scores = three_ways(crops, self._other)
        return scores if self._certain(scores, AROUND) else self._from_around(bgr, scores)

    def _certain(self, scores: Array, share: float) -> bool:
        """Whether every top in view is."""
        best = cube_log_probs(scores, self._diagonal).max(1)
        return bool(((best >= math.log(share)) | (sigmoid(scores[:, -1]) <= IN_VIEW)).all())

    def _from_around(self, bgr: Array, here: Array) -> Array:
        """The mean of looks at several heights and widths: those count most at which the tops are plain and certain."""
        self._around = self._around or [
            (up, self._sampler(up, wider)) for up, wider in (*((up, 0.0) for up in UP_MM), *WIDER_MM)
        ]
        looks = [(0.0, here), *((up, three_ways(sampler.take(bgr), self._other)) for up, sampler in self._around)]
        agreed = np.array([AGREE * self._plain(scores) - (up / UP_SD_MM) ** 2 for up, scores in looks])
        return np.asarray(np.average([scores for _, scores in looks], axis=0, weights=np.exp(agreed - agreed.max())))

    def _plain(self, scores: Array) -> float:
        """How many tops are plain and certain."""
        return float((sigmoid(scores[:, -1]) * np.exp(cube_log_probs(scores, self._diagonal).max(1))).sum())

    def _sampler(self, up_mm: float, wider_mm: float) -> Sampler:
        """Of tops so much higher, of cubes so much wider."""
        height, edge = float(self._geometry["base_height"]), float(self._geometry["cube_edge"])
        geometry = {**self._geometry, "base_height": height + up_mm - wider_mm, "cube_edge": edge + wider_mm}
        return Sampler.of(self._project, cube_patches(geometry), CUBE_PX, CUBE_PX)


def three_ways(crops: Array, other: str | None) -> Array:
    """The mean scores of tops seen as they are, and turned by one and by two quarters."""
    turned = [turned_cube_scores(crops, quarter, other) for quarter in (1, 2)]
    return np.asarray((cube_scores(crops, other) + turned[0] + turned[1]) / 3)
