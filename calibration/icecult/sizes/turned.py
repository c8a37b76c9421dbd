"""Does the block stand square to the paths (sides) or turned by 45 degrees (corners)? Its edges' directions tell."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.fitting.solver import Fit

Picture = npt.NDArray[np.uint8]

HEIGHTS_MM = (10.0, 25.0)  # between the holder's top and the middle of the cubes
CELLS = 128  # a side, of the picture of the block from above
WITHIN = 0.92  # of the distance at which the paths begin
SOFT_CELLS = 1.2  # blur before edges are looked for
EVEN = -0.03  # where neither layout is likelier: paths' ends show as well
WEIGHT = 50.0  # of score, for edges that all run one way


def squareness(bgr: Picture, fit: Fit, start_mm: float) -> float:
    """From -1 (all edges around the centre run diagonally to the paths) to 1 (all along or across them)."""
    return float(np.mean([_directions(_cut(bgr, fit, start_mm, z)) for z in HEIGHTS_MM]))


def layout_bonus(bgr: Picture, fit: Fit, start_mm: float, layout: str) -> float:
    """What the edges' directions add to a layout's score."""
    lean = WEIGHT * (squareness(bgr, fit, start_mm) - EVEN)
    return lean if layout == "sides" else -lean


def _cut(bgr: Picture, fit: Fit, reach_mm: float, z_mm: float) -> npt.NDArray[np.float32]:
    axis = ((np.arange(CELLS) + 0.5) / CELLS * 2 - 1) * reach_mm
    x, y = np.meshgrid(axis, -axis)
    spots = np.stack([x, y, np.full_like(x, z_mm)], axis=-1).reshape(-1, 3)
    at = np.nan_to_num(fit.camera.project(spots), nan=-1e4).astype(np.float32).reshape(CELLS, CELLS, 2)
    picture = cv2.remap(bgr, at[..., 0], at[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), SOFT_CELLS), np.float32)


def _directions(picture: npt.NDArray[np.float32]) -> float:
    """Mean of cos 4a over the gradients' angles a, the strongest colour of each place speaking for it."""
    across, down = cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    best = np.argmax(across**2 + down**2, axis=2)[..., None]
    u, v = np.take_along_axis(across, best, 2)[..., 0], np.take_along_axis(down, best, 2)[..., 0]
    axis = (np.arange(CELLS) + 0.5) / CELLS * 2 - 1
    inside = np.hypot(*np.meshgrid(axis, axis)) < WITHIN
    strength = np.hypot(u, v)
    strength = np.minimum(strength, np.percentile(strength, 90)) * inside
    return float((strength * np.cos(4 * np.arctan2(v, u))).sum() / max(float(strength.sum()), 1e-6))
