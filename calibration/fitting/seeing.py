"""Where a camera that is itself unknown sees points of the table: many guesses of it at once, for solving.

The first eight unknowns of any such vector: log focal length, k1, rotation vector (3), translation in mm (3).
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.lens import Lens

Array = npt.NDArray[np.float64]
CAMERA = 8  # unknowns of a camera


def camera_of(values: Array, lens: Lens) -> Camera:
    """The camera that these unknowns are, with what the lens adds."""
    numbers = [float(v) for v in values[:CAMERA]]
    distortion = (numbers[1], *lens.distortion[1:])
    rvec, tvec = (numbers[2], numbers[3], numbers[4]), (numbers[5], numbers[6], numbers[7])
    return Camera(lens.resolution_wh, math.exp(numbers[0]), lens.centre_px, distortion, rvec, tvec)


def unknowns_of(camera: Camera) -> Array:
    """Inverse of `camera_of`."""
    return np.array([math.log(camera.focal_px), camera.distortion[0], *camera.rvec, *camera.tvec_mm])


def seen_through(table: Array, values: Array, lens: Lens) -> Array:
    """Pixels (..., N, 2) of table points."""
    seen = table @ _rotations(values[..., 2:5]).swapaxes(-1, -2) + values[..., None, 5:8]
    depth = np.maximum(seen[..., 2], 1.0)
    x, y = seen[..., 0] / depth, seen[..., 1] / depth
    _, k2, p1, p2, k3 = lens.distortion
    r2 = x * x + y * y
    bend = 1 + values[..., 1:2] * r2 + k2 * r2**2 + k3 * r2**3
    bent_x = x * bend + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent_y = y * bend + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    focal = np.exp(values[..., :1])
    return np.stack([bent_x * focal + lens.centre_px[0], bent_y * focal + lens.centre_px[1]], axis=-1)


def _rotations(turns: Array) -> Array:
    """Matrices (..., 3, 3) of rotation vectors (..., 3)."""
    rows = np.ascontiguousarray(turns).reshape(-1, 3)
    known = {row.tobytes(): cv2.Rodrigues(row)[0] for row in rows}  # most of them are the same
    return np.array([known[row.tobytes()] for row in rows]).reshape(*turns.shape[:-1], 3, 3)
