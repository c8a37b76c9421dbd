"""Pawns beside the paths as lessons for the stack networks: they take the place of empty spaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.icecult.board import COLOURS
from vision.icecult.read.rectify import LEVELS

Array = npt.NDArray[Any]
Json = dict[str, Any]
FAINT_PX = 25  # a pawn that shows less cannot be asked for
LEAST_SHARE = 0.15  # in view, of what is worth learning from
OF_EMPTY = 0.7  # at most so much of the empty spaces is given up
FOUND_MM = 2.5  # how far from its foot a pawn is found
NOTHING = 2  # places where nothing stands
CLEAR_MM = 40.0  # from any pawn


@dataclass(frozen=True, slots=True)
class Stray:
    """A place beside the paths: where it is taken to be, where the foot is, the levels, the share in view."""

    place: Array  # (3,)
    foot: Array  # (2,); not a number where nothing stands
    levels: Array  # (LEVELS,)
    share: float


def strays(truth: Json, eye: Array) -> list[Stray]:
    """Pawns and stacks beside the paths that can be seen, and a few places where nothing stands, in any order."""
    rng = np.random.default_rng([int(truth.get("seed") or 0), 78])
    heaps: dict[str, list[Json]] = {}
    for pawn in truth["pawns"]:
        if not pawn["where"][1:].isdigit():
            heaps.setdefault(pawn["where"], []).append(pawn)
    sizes = {where: _size(heap[-1], eye) for where, heap in heaps.items()}
    whole = float(np.quantile(list(sizes.values()), 0.9)) if sizes else 1.0
    found = []
    for where, heap in heaps.items():
        share = min(1.0, sizes[where] / max(whole, 1.0))
        if any(pawn["visible_px"] < FAINT_PX for pawn in heap):
            share = min(share, 0.4)
        foot = np.array(heap[0]["foot_mm"][:2], float)
        levels = np.zeros(LEVELS, np.int64)
        levels[: len(heap)] = [COLOURS.index(pawn["color"][0]) + 1 for pawn in heap[:LEVELS]]
        if share >= LEAST_SHARE:
            near = foot + np.clip(rng.normal(0, FOUND_MM, 2), -2 * FOUND_MM, 2 * FOUND_MM)
            found.append(Stray(np.array([*near, 0.0]), foot, levels, share))
    found += _nothing(truth, rng)
    return [found[k] for k in rng.permutation(len(found))]


def _size(pawn: Json, eye: Array) -> float:
    """How much of a pawn shows, whatever its distance."""
    return float(pawn["visible_px"]) * float(np.sum((np.array(pawn["foot_mm"], float) - eye) ** 2))


def _nothing(truth: Json, rng: np.random.Generator) -> Iterator[Stray]:
    """Places away from all pawns."""
    feet = np.array([pawn["foot_mm"][:2] for pawn in truth["pawns"]], float).reshape(-1, 2)
    for at in rng.uniform(-260, 260, (NOTHING, 2)):
        if len(feet) == 0 or np.linalg.norm(feet - at, axis=1).min() > CLEAR_MM:
            yield Stray(np.array([*at, 0.0]), np.full(2, np.nan), np.zeros(LEVELS, np.int64), 1.0)


def take_in(arrays: dict[str, Array], found: list[Stray]) -> None:
    """Put strays where spaces are empty; the arrays of the spaces are changed."""
    empty = np.flatnonzero(arrays["levels"][:, 0] == 0)
    for k, stray in zip(empty[: int(OF_EMPTY * len(empty))], found, strict=False):
        arrays["space_foot"][k], arrays["foot"][k], arrays["levels"][k] = stray.place, stray.foot, stray.levels
        arrays["share"][k], arrays["plain"][k] = stray.share, stray.share >= 0.8
