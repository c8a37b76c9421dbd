"""How spaces and other places are looked at: where their pictures are cut out, if a pawn raises a stack by so much."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from vision.icecult.read.networks import COUNTED, FIRST, SECOND, nothing_there, stack_scores
from vision.icecult.read.rectify import COLUMNS, RIM_COLUMNS, RIM_ROWS, ROWS, Array, SpaceView, view_of
from vision.rectify import Project, Sampler

BESIDE_MM = (-1.0, -2.0)  # to the right, upwards
USUAL_PAWN_MM, USUAL_HALF_MM = {"cone_height": 34.0, "cone_foot_size": 26.0}, 64.0  # what `Aim.scale` is relative to
PLAIN_PX, FAINT_PX = 3.0, 1.5  # of the picture, by which a pawn raises a stack: more shows plainly, less hardly at all
FAINT = 0.3  # how likely one more pawn then hides in a stack, above its equal
STANDS = 0.3  # a space less likely to be empty has a stack to be counted

Scores = tuple[Array, Array]
"""What `stack_scores` gives: of the levels, and of being in view."""


class Aim:
    """The planes through places on which stacks may stand, and the pictures cut out along them."""

    def __init__(self, geometry: Mapping[str, Any], eye: Array, feet_mm: Sequence[Array], project: Project) -> None:
        self.view = view_of(geometry, feet_mm, eye)
        self._geometry, self._eye, self._feet, self._project = geometry, eye, feet_mm, project
        self._moved = self.view.patches.copy()
        self._moved[:, 0] += sum(BESIDE_MM[k] * _unit(self._moved[:, 1 + k]) for k in (0, 1))
        self._samplers: dict[tuple[int, bool], dict[int, Sampler]] = {}

    @property
    def rise_mm(self) -> float:
        """How far each pawn raises a stack."""
        return float(self._geometry["stack_pitch"])

    def faint(self) -> Array:
        """How likely one more pawn hides in a stack at each place, because a pawn hardly rises above its equal."""
        feet = np.array(self._feet, float)
        raised = feet + np.array([0.0, 0.0, self.rise_mm])
        rises_px = np.linalg.norm(self._project(raised) - self._project(feet), axis=1)
        return np.asarray(FAINT * np.clip((PLAIN_PX - rises_px) / (PLAIN_PX - FAINT_PX), 0.0, 1.0))

    def resized(self, sizes: Mapping[str, float]) -> Aim:
        """The same places if the pawns have other sizes."""
        return Aim({**self._geometry, **sizes}, self._eye, self._feet, self._project)

    def at(self, feet_mm: Sequence[Array]) -> Aim:
        """The same look at other places."""
        return Aim(self._geometry, self._eye, feet_mm, self._project)

    def spaces(self, bgr: Array, places: Sequence[int]) -> Array:
        """The pictures of these places."""
        return self._taken(bgr, places, (ROWS, COLUMNS))

    def beside(self, bgr: Array, places: Sequence[int]) -> Array:
        """The same for another look: mirrored, and cut a little beside."""
        return self._taken(bgr, places, (ROWS, COLUMNS), moved=True)[:, :, ::-1]

    def scale(self, places: Sequence[int]) -> Array:
        """(n, 10) float32: the facts of these places, how large the pawns are taken for, how much a picture shows."""
        facts, half = self.view.facts[list(places)], np.linalg.norm(self.view.patches[list(places), 2], axis=1)
        pawn = [np.full(len(facts), float(self._geometry[key]) / usual) for key, usual in USUAL_PAWN_MM.items()]
        return np.column_stack([facts, *pawn, half / USUAL_HALF_MM]).astype(np.float32)

    def rims(self, bgr: Array, places: Sequence[int]) -> Array:
        """The same for a closer look."""
        return self._taken(bgr, places, (RIM_ROWS, RIM_COLUMNS))

    def _taken(self, bgr: Array, places: Sequence[int], size: tuple[int, int], moved: bool = False) -> Array:
        """Where the pixels of a place come from is worked out once, when it is first looked at."""
        patches, kept = self._moved if moved else self.view.patches, self._samplers.setdefault((size[1], moved), {})
        if fresh := [place for place in places if place not in kept]:
            kept.update(zip(fresh, Sampler.of(self._project, patches[fresh], *size).each(), strict=True))
        return Sampler.together([kept[place] for place in places]).take(bgr)


Look = Callable[[Array, Sequence[Aim], Sequence[int], str], list[Scores]]


def scores_of(bgr: Array, aims: Sequence[Aim], places: Sequence[int], name: str = FIRST) -> list[Scores]:
    """What a network says of these places through each aim."""
    return _scored(np.concatenate([aim.spaces(bgr, places) for aim in aims]), aims, places, name)


def scores_beside(bgr: Array, aims: Sequence[Aim], places: Sequence[int], name: str = FIRST) -> list[Scores]:
    """The same for another look at them."""
    return _scored(np.concatenate([aim.beside(bgr, places) for aim in aims]), aims, places, name)


def scores_by_second(look: Look, bgr: Array, aims: Sequence[Aim], places: Sequence[int]) -> list[Scores]:
    """What the second networks say: one knows whether anything stands there on any board, one counts what stands."""
    seen = look(bgr, aims, places, SECOND)
    stands = np.flatnonzero(np.mean([nothing_there(levels) for levels, _ in seen], 0) < STANDS).tolist()
    if not stands:
        return seen
    counted = look(bgr, aims, [places[k] for k in stands], COUNTED)
    return [replaced(one, stands, (levels, one[1][stands])) for one, (levels, _) in zip(seen, counted, strict=True)]


def _scored(crops: Array, aims: Sequence[Aim], places: Sequence[int], name: str) -> list[Scores]:
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


def mean(one: Scores, other: Scores) -> Scores:
    """Two looks as one."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def at(scores: Scores, places: Sequence[int]) -> Scores:
    """The scores of some places."""
    return scores[0][places], scores[1][places]


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))
