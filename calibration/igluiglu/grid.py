"""Where the points of the board lie in a picture: a camera, and how far the board bends away from a plane.

Points of the board are in spaces: (0, 0) is the outer corner of a1, (8, 0) of h1, (8, 8) of h8. How large a space is no
picture tells; on the table of a profile it measures `SPACE_MM`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera

Array = npt.NDArray[Any]
SIDE = 8  # spaces
SPACE_MM = 40.0
CROSSINGS = SIDE + 1
COLUMNS = "abcdefgh"
CELLS = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, SIDE + 1))
CORNERS = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])  # of a1, h1, h8, a8
CORNER_NAMES = ("a1", "h1", "h8", "a8")


def every_crossing() -> Array:
    """(81, 2): the crossings of the grid's lines, row by row from the south."""
    v, u = np.mgrid[:CROSSINGS, :CROSSINGS]
    return np.stack([u.ravel(), v.ravel()], 1).astype(float)


def on_table(uv: Array, high: float = 0.0) -> Array:
    """(n, 3): points of the board, so many spaces above it, in table mm."""
    flat = (np.asarray(uv, float) - SIDE / 2) * SPACE_MM
    return np.column_stack([flat, np.full(len(flat), high * SPACE_MM)])


def column_row(cell: str) -> tuple[int, int]:
    """Where a space is, counted from a1."""
    return COLUMNS.index(cell[0]), int(cell[1]) - 1


@dataclass(frozen=True)
class Grid:
    """The board in one camera's pictures."""

    camera: Camera
    bend: Array  # (9, 9, 2) pixels from where the camera has each crossing of a plane to where it is; [row][column]

    @classmethod
    def flat(cls, camera: Camera) -> Grid:
        """A board that lies flat."""
        return cls(camera, np.zeros((CROSSINGS, CROSSINGS, 2)))

    @classmethod
    def through(cls, camera: Camera, crossings: Array) -> Grid:
        """A board whose crossings (81, 2) are seen at these pixels."""
        bend = crossings - camera.project(on_table(every_crossing()))
        return cls(camera, bend.reshape(CROSSINGS, CROSSINGS, 2))

    def pixels(self, uv: Array) -> Array:
        """(n, 2): where points (n, 2) of the board are in the picture, also of the plane beside it."""
        uv = np.asarray(uv, float)
        return np.asarray(self.camera.project(on_table(uv)) + self.bent(uv))

    def raised(self, uv: Array, high: float) -> Array:
        """(n, 2): where what is so many spaces above points of the board is seen."""
        return np.asarray(self.camera.project(on_table(uv, high)) + self.bent(uv))

    def bent(self, uv: Array) -> Array:
        """(n, 2): `bend` between the crossings, and beyond them as at the edge."""
        at = np.clip(uv, 0, SIDE - 1e-9)
        low = at.astype(int)
        share = at - low
        out = np.zeros((len(at), 2))
        for down in (0, 1):
            for right in (0, 1):
                weight = np.where(right, share[:, 0], 1 - share[:, 0]) * np.where(down, share[:, 1], 1 - share[:, 1])
                out += weight[:, None] * self.bend[low[:, 1] + down, low[:, 0] + right]
        return out

    @property
    def crossings(self) -> Array:
        """(81, 2) pixels."""
        return self.pixels(every_crossing())

    @property
    def corners(self) -> Array:
        """(4, 2): the pixels of the outer corners of a1, h1, h8, a8."""
        return self.pixels(CORNERS)

    @cached_property
    def _back(self) -> Array:
        """From pixels to the board, but for lens and bends."""
        return np.asarray(cv2.findHomography(self.crossings, every_crossing())[0])

    def points(self, pixels: Array) -> Array:
        """(n, 2): the points of the board that are seen at these pixels."""
        wanted = seen_at(self._back, pixels)
        at = wanted
        for _ in range(4):
            at = at + wanted - seen_at(self._back, self.pixels(at))
        return np.asarray(at)

    def leans(self, uv: Array) -> Array:
        """(n, 2): how far the top of what stands one space high is seen beyond its foot, in spaces of the board."""
        x, y, z = self.camera.position_mm / SPACE_MM
        away = np.asarray(uv, float) - SIDE / 2 - np.array([x, y])
        return np.asarray(away / max(float(z), 0.5))

    def fineness(self, uv: Array) -> Array:
        """(n,): pixels to a space."""
        steps = [self.pixels(uv + step) - self.pixels(uv - step) for step in np.eye(2) / 2]
        cross = steps[0][:, 0] * steps[1][:, 1] - steps[0][:, 1] * steps[1][:, 0]
        return np.asarray(np.sqrt(np.abs(cross)))

    def narrowest(self, uv: Array) -> Array:
        """(n,): pixels to a space in the direction in which it is seen the shortest."""
        steps = [self.pixels(uv + step) - self.pixels(uv - step) for step in np.eye(2) / 2]
        return np.asarray(np.linalg.svd(np.stack(steps, 2), compute_uv=False)[:, 1])

    @property
    def quarter(self) -> int:
        """By how many quarter turns, counter-clockwise, what stands on the board points upwards best (see `turned`)."""
        return quarter_of(self.leans(np.full((1, 2), SIDE / 2))[0])


def quarter_of(lean: Array) -> int:
    """By how many quarter turns a direction points northwards best."""
    x, y = lean
    return int(np.argmax([y, x, -y, -x]))


def turned(uv: Array, quarter: int) -> Array:
    """Points of the board after so many quarter turns about its middle, counter-clockwise."""
    out = np.asarray(uv, float) - SIDE / 2
    for _ in range(quarter % 4):
        out = np.stack([-out[..., 1], out[..., 0]], -1)
    return out + SIDE / 2


def seen_at(homography: Array, points: Array) -> Array:
    """(n, 2) points as a homography moves them."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, float)[None], homography)[0])


def cells_in_order(quarter: int) -> list[str]:
    """The spaces of the board turned so, row by row from its north-west."""
    rows, columns = np.mgrid[:SIDE, :SIDE]
    uv = np.stack([columns.ravel() + 0.5, SIDE - rows.ravel() - 0.5], 1)
    return [f"{COLUMNS[int(u)]}{int(v) + 1}" for u, v in turned(uv, -quarter)]


def middles(cells: Sequence[str]) -> Array:
    """(n, 2): the middles of spaces."""
    return np.array([column_row(cell) for cell in cells], float) + 0.5
