"""First guesses of a camera from four landmarks on a plane: the start of a solution, at several focal lengths."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]
CAMERA = 8  # unknowns of a camera: see `seeing`


def cross(a: Array, b: Array) -> float:
    """On which side of `a` `b` points, as an area."""
    return float(a[0] * b[1] - a[1] * b[0])


def focals(lens: Lens) -> list[float]:
    """Focal lengths to try: the lens's usual one, and one spread to both sides."""
    spread = lens.focal_log_sd
    return [lens.focal_px * math.exp(k * spread) for k in (-1.0, 0.0, 1.0)]


def planar_starts(flat: Array, pixels: Array, focal: float, lens: Lens, height_mm: float) -> list[Array]:
    """Cameras above the table that see landmarks of one height where they were seen."""
    matrix = np.array([[focal, 0, lens.centre_px[0]], [0, focal, lens.centre_px[1]], [0, 0, 1.0]])
    count, rvecs, tvecs, _ = cv2.solvePnPGeneric(flat, pixels, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    lift = np.array([0.0, 0.0, height_mm])
    out = []
    for rvec, tvec in zip(rvecs[:count], tvecs[:count], strict=True):
        if above(rvec, tvec):
            lowered = tvec.ravel() - cv2.Rodrigues(rvec)[0] @ lift
            out.append(guess(focal, rvec, lowered, lens))
    return out


def above(rvec: Numbers, tvec: Numbers) -> bool:
    """The camera is above the table and the board in front of it."""
    rotation = cv2.Rodrigues(rvec)[0]
    return bool((-rotation.T @ tvec.ravel())[2] > 30 and tvec.ravel()[2] > 30)


def guess(focal: float, rvec: Numbers, tvec: Numbers, lens: Lens) -> Array:
    """A camera as the vector of its unknowns."""
    values = np.zeros(CAMERA)
    values[0], values[1] = math.log(focal), lens.distortion[0]
    values[2:5], values[5:8] = rvec.ravel(), tvec.ravel()
    return values


def whitened(count: int, spread_px: float) -> Array:
    """What turns the pixel errors of so many points into units of one spread."""
    return np.repeat(np.eye(2)[None] / spread_px, count, axis=0)
