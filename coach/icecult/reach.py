"""What the cubes offer the next player: how many moves each colour can get on each path, for every double tilt.

Exact for one path; for several paths at once it is a bound, since a circle or an arc serves only one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.icecult.board import COLOURS, PAIRS, PATHS, SLOTS
from engine.icecult.cube import POSES, ROLLED, CubeSet
from engine.icecult.ends.ends import DOUBLE_TILTS

Ints = NDArray[np.int8]
Poses = tuple[str, ...]
_NUMBER: Final = {pose: i for i, pose in enumerate(POSES)}
_NONE: Final = 9  # in place of a path or colour: there is no arrow on top


class Offer(NamedTuple):
    """For each way the cubes can stand, each double tilt and each colour: moves on every path, and in all."""

    on_path: Ints
    """[standing, double tilt, colour, path]"""
    in_all: Ints
    """[standing, double tilt, colour]"""


class _Tops(NamedTuple):
    path: Ints
    colour: Ints
    circle: Ints
    arc: Ints


def _rolled() -> Ints:
    """[double tilt, slot, pose] -> pose; ways that come to the same are left out."""
    table = np.empty((len(DOUBLE_TILTS), 4, len(POSES)), np.int8)
    for d, tilts in enumerate(DOUBLE_TILTS):
        for s, slot in enumerate(SLOTS):
            for p, pose in enumerate(POSES):
                for tilt in tilts:
                    pose = ROLLED[pose][tilt[1]] if slot in PAIRS[tilt[0]] else pose
                table[d, s, p] = _NUMBER[pose]
    return np.unique(table, axis=0)


@lru_cache(maxsize=1)
def _tilted() -> Ints:
    return _rolled()


@lru_cache(maxsize=8)
def _tops(cube_set: CubeSet) -> _Tops:
    """[slot, pose] -> what lies on top."""
    tops = _Tops(*(np.full((4, len(POSES)), fill, np.int8) for fill in (_NONE, _NONE, 0, 0)))
    for s, cube in enumerate(cube_set.cubes):
        for p, pose in enumerate(POSES):
            top = cube.top(pose)
            if top and top.colour and top.facing:
                tops.path[s, p], tops.colour[s, p] = PATHS.index(top.facing), COLOURS.index(top.colour)
            elif top:
                tops.circle[s, p], tops.arc[s, p] = top.symbol == "circle", top.symbol == "arc"
    return tops


def offers(cube_set: CubeSet, standing: Sequence[Poses], colours: str) -> Offer:
    """What these ways to stand offer to these colours."""
    poses = np.array([[_NUMBER[pose] for pose in four] for four in standing], np.int8).reshape(-1, 4)
    tilted, tops = _tilted(), _tops(cube_set)
    slots = np.arange(4)
    after = tilted[:, slots[None], poses].transpose(1, 0, 2)
    circles, arcs = (table[slots, after].sum(2, dtype=np.int8) for table in (tops.circle, tops.arc))
    paths, colour = tops.path[slots, after], tops.colour[slots, after]
    rows = [_of_colour(np.where(colour == COLOURS.index(c), paths, _NONE), circles, arcs) for c in colours]
    return Offer(np.stack([row[0] for row in rows], 2), np.stack([row[1] for row in rows], 2))


def _of_colour(pointing: Ints, circles: Ints, arcs: Ints) -> tuple[Ints, Ints]:
    """Moves of one colour: arrows that point there or can be turned there, and circles that copy one of them."""
    count = np.stack([(pointing == path).sum(2, dtype=np.int8) for path in range(4)], 2)
    near = np.roll(count, 1, 2) + np.roll(count, -1, 2)
    beside = np.minimum(near, arcs[..., None])
    behind = np.minimum(np.roll(count, 2, 2), (arcs[..., None] - beside) // 2)
    arrows = count + beside + behind
    every = count.sum(2, dtype=np.int8)
    return arrows + circles[..., None] * (arrows > 0), every + circles * (every > 0)
