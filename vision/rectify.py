"""Flat patches of the scene cut out of a picture, for a camera that is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

EVERY = 4  # pixels of a patch from one that is projected to the next; those between lie on a line to 0.01 px
OUTSIDE = -1e4  # the pixel for what lies behind the camera


def patch_points(patches: Array, rows: Array, columns: Array) -> Array:
    """(N * rows * columns, 3) world points of the patches at these shares of their height, from the top, and width."""
    centre, right, up = (patches[:, None, None, k] for k in range(3))
    points = centre + right * (columns * 2 - 1)[None, None, :, None] + up * (1 - rows * 2)[None, :, None, None]
    return np.asarray(points.reshape(-1, 3))


@cache
def _knots(pixels: int) -> tuple[Array, Array]:
    """Shares of a patch's side at which it is projected, and how much each of them counts for each pixel's middle."""
    knots = np.linspace(0.5, pixels - 0.5, math.ceil((pixels - 1) / EVERY) + 1)
    shares = [np.interp(np.arange(pixels) + 0.5, knots, knot) for knot in np.eye(len(knots))]
    return knots / pixels, np.array(shares).T


Project = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Sampler:
    """Where each pixel of a set of patches comes from; made once for a profile."""

    x: Array  # (N * rows, columns) float32 pixel positions
    y: Array
    count: int

    @classmethod
    def of(cls, project: Project, patches: Array, rows: int, columns: int) -> Sampler:
        """Sampler of `patches` for a camera that projects world points to pixels."""
        (down, by_row), (across, by_column) = _knots(rows), _knots(columns)
        xy = project(patch_points(patches, down, across)).reshape(len(patches), len(down), len(across), 2)
        behind = np.isnan(xy[..., 0])
        every = by_row @ np.moveaxis(np.where(behind[..., None], 0.0, xy), 3, 0) @ by_column.T
        every[:, by_row @ behind @ by_column.T > 0] = OUTSIDE
        x, y = every.astype(np.float32).reshape(2, -1, columns)
        return cls(x, y, len(patches))

    def take(self, bgr: Array) -> Array:
        """The patches' pictures (N, rows, columns, 3); black outside the frame."""
        flat = cv2.remap(bgr, self.x, self.y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(flat.reshape(self.count, -1, *flat.shape[1:]))

    def each(self) -> list[Sampler]:
        """A sampler of every patch."""
        parts = zip(*(np.split(a, self.count) for a in (self.x, self.y)), strict=True)
        return [Sampler(x, y, 1) for x, y in parts]

    @classmethod
    def together(cls, parts: Sequence[Sampler]) -> Sampler:
        """One sampler of the patches of several."""
        x, y = (np.concatenate(maps) for maps in zip(*((part.x, part.y) for part in parts), strict=True))
        return cls(x, y, sum(part.count for part in parts))
