"""Looking at the cubes' tops: once, and in doubt from three sides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from vision.icecult.read.networks import cube_log_probs, cube_scores, sigmoid, turned_cube_scores
from vision.icecult.read.rectify import CUBE_PX, Array, corners, cube_patches
from vision.rectify import Project, Sampler

TURN = 0.97  # a top less certain than this is turned
IN_VIEW = 0.3  # what is hardly in view deserves no second look


class Tops:
    """The four tops of one table."""

    def __init__(self, geometry: Mapping[str, Any], project: Project) -> None:
        self._diagonal = corners(geometry)
        self._here = Sampler.of(project, cube_patches(geometry), CUBE_PX, CUBE_PX)

    def scores(self, bgr: Array) -> Array:
        """(4, 38): class scores of the tops, and of being plainly in view; of doubtful ones the mean of three looks."""
        crops = self._here.take(bgr)
        scores = cube_scores(crops)
        best = cube_log_probs(scores, self._diagonal).max(1)
        doubtful = np.flatnonzero((best < math.log(TURN)) & (sigmoid(scores[:, -1]) > IN_VIEW))
        if len(doubtful):
            turned = [turned_cube_scores(crops[doubtful], quarter) for quarter in (1, 2)]
            scores[doubtful] = (scores[doubtful] + turned[0] + turned[1]) / 3
        return scores
