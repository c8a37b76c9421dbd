"""How spaces and other places are looked at: where their pictures are cut out, if a pawn raises a stack by so much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vision.icecult.read.networks import FIRST, stack_scores
from vision.icecult.read.rectify import COLUMNS, RIM_COLUMNS, RIM_ROWS, ROWS, Array, SpaceView, view_of
from vision.rectify import Project, Sampler

Scores = tuple[Array, Array]
"""What `stack_scores` gives: of the levels, and of being in view."""


class Aim:
    """The planes through places on which stacks may stand, and the pictures cut out along them."""

    def __init__(self, geometry: Mapping[str, Any], eye: Array, feet_mm: Sequence[Array], project: Project) -> None:
        self.view = view_of(geometry, feet_mm, eye)
        self._geometry, self._eye, self._feet, self._project = geometry, eye, feet_mm, project
        self._samplers: dict[int, dict[int, Sampler]] = {}

    @property
    def rise_mm(self) -> float:
        """How far each pawn raises a stack."""
        return float(self._geometry["stack_pitch"])

    def at(self, feet_mm: Sequence[Array]) -> Aim:
        """The same look at other places."""
        return Aim(self._geometry, self._eye, feet_mm, self._project)

    def spaces(self, bgr: Array, places: Sequence[int]) -> Array:
        """The pictures of these places."""
        return self._taken(bgr, places, (ROWS, COLUMNS))

    def rims(self, bgr: Array, places: Sequence[int]) -> Array:
        """The same for a closer look."""
        return self._taken(bgr, places, (RIM_ROWS, RIM_COLUMNS))

    def _taken(self, bgr: Array, places: Sequence[int], size: tuple[int, int]) -> Array:
        """Where the pixels of a place come from is worked out once, when it is first looked at."""
        kept = self._samplers.setdefault(size[1], {})
        if fresh := [place for place in places if place not in kept]:
            kept.update(zip(fresh, Sampler.of(self._project, self.view.patches[fresh], *size).each(), strict=True))
        return Sampler.together([kept[place] for place in places]).take(bgr)


def scores_of(bgr: Array, aims: Sequence[Aim], places: Sequence[int], name: str = FIRST) -> list[Scores]:
    """What a network says of these places through each aim."""
    crops = np.concatenate([aim.spaces(bgr, places) for aim in aims])
    view = SpaceView(
        *(np.concatenate([getattr(aim.view, name)[list(places)] for aim in aims]) for name in SpaceView.__slots__)
    )
    size = len(places)
    together = np.kron(np.eye(len(aims)), np.full((size, size), 1 / size))
    levels, other = stack_scores(crops, view, together, name)
    return [(levels[k : k + size], other[k : k + size]) for k in range(0, len(crops), size)]


def replaced(scores: Scores, places: Sequence[int], part: Scores) -> Scores:
    """The scores with those of some places replaced."""
    levels, other = (array.copy() for array in scores)
    levels[places], other[places] = part
    return levels, other
