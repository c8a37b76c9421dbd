"""From crossings that were seen to the camera that sees them, and to how the board bends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.errors import PoseError
from calibration.fitting.least_squares import Problem, minimised
from calibration.fitting.pose import focals, planar_starts
from calibration.fitting.seeing import CAMERA, camera_of, seen_through
from calibration.igluiglu.grid import CORNERS, SIDE, Grid, every_crossing, on_table
from calibration.lens import Lens

Array = npt.NDArray[Any]
STEPS = np.array([1e-6, 1e-6, *[1e-6] * 3, *[1e-3] * 3])
FLAT_PX = 0.6  # by which a board that lies flat is off a plane, beside what crossings are off
ROUNDS = 15
SPREADS = (3.0, 1.0, 1.0, 1.0, 0.7, 0.7, 0.7, 0.7, 1.0, 1.0)
"""How far each part of a bend moves crossings, in fiftieths of a space: first a shift, at last two folds."""


@dataclass(frozen=True, slots=True)
class Crossings:
    """Crossings as they were seen."""

    pixels: Array  # (81, 2)
    spread_px: Array  # (81,) by which each may be off


def solved(seen: Crossings, lens: Lens) -> Grid:
    """The board that explains what was seen of its crossings: a camera, and how it bends."""
    flat, outer = on_table(every_crossing()), on_table(CORNERS)
    corners = seen.pixels.reshape(SIDE + 1, SIDE + 1, 2)[[0, 0, -1, -1], [0, -1, -1, 0]]
    starts = [start for focal in focals(lens) for start in planar_starts(outer, corners, focal, lens, 0.0)]
    if not starts:
        raise PoseError("the corners cannot be those of a board seen from above")
    mean, weight = np.zeros(CAMERA), np.zeros(CAMERA)
    mean[0], weight[0] = np.log(lens.focal_px), 1 / lens.focal_log_sd
    mean[1], weight[1] = lens.distortion[0], 1 / lens.k1_sd
    whiten = np.eye(2)[None] / np.hypot(seen.spread_px, FLAT_PX)[:, None, None]
    project = partial(_projected, flat, lens)
    problem = Problem(project, seen.pixels, whiten, np.diag(weight), mean * weight, STEPS)
    tried = [minimised(problem, start, ROUNDS) for start in starts]
    values, _, _ = min(tried, key=lambda each: each[2])
    camera = camera_of(values, lens)
    if camera.elevation_deg < 5 or not np.isfinite(camera.project(flat)).all():
        raise PoseError("the corners cannot be those of a board seen from above")
    return bent(Grid.flat(camera), seen)


def _projected(flat: Array, lens: Lens, values: Array) -> Array:
    return seen_through(flat, values, lens)


def bent(grid: Grid, seen: Crossings) -> Grid:
    """The same camera, and a board bent as far as the crossings say and boards do."""
    terms = parts(every_crossing())
    px = float(np.median(grid.fineness(np.full((1, 2), SIDE / 2))))
    spread = np.hypot(seen.spread_px, 0.01 * px)[:, None]
    off = seen.pixels - grid.camera.project(on_table(every_crossing()))
    ties = np.diag(1 / (np.array(SPREADS) * 0.02 * px))
    pull: Array = np.ones((len(off), 1))
    said: Array = np.zeros((len(SPREADS), 2))
    for _ in range(4):
        weighted = np.vstack([terms * pull / spread, ties])
        said = np.linalg.lstsq(weighted, np.vstack([off * pull / spread, np.zeros((len(ties), 2))]), rcond=None)[0]
        far = np.linalg.norm((off - terms @ said) / spread, axis=1, keepdims=True)
        pull = np.sqrt(6 / (4 + far**2))
    return Grid.through(grid.camera, grid.camera.project(on_table(every_crossing())) + terms @ said)


def parts(uv: Array) -> Array:
    """(n, 10): smooth bends up to the third degree, and folds across the middle both ways."""
    x, y = (uv / (SIDE / 2) - 1).T
    smooth = [np.ones_like(x), x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3]
    return np.stack([*smooth, np.abs(x), np.abs(y)], 1)
