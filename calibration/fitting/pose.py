"""First guesses of a camera from four landmarks on a plane: the start of a solution, at several focal lengths."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import PoseError
from calibration.fitting.seeing import CAMERA
from calibration.lens import Lens

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]

LEAST_ACROSS_PX = 60  # a board that shows smaller is not measured


def cross(a: Array, b: Array) -> float:
    """On which side of `a` `b` points, as an area."""
    return float(a[0] * b[1] - a[1] * b[0])


def check_landmarks(spots: Array, resolution_wh: tuple[int, int], what: str, order: str, odd: str) -> None:
    """Refuse four landmarks that no camera above the table could see: far outside, too close, not clockwise.

    `what` they are, their `order`, and what to say where they are `odd`, is for the sentence.
    """
    w, h = resolution_wh
    if not np.all(np.isfinite(spots)) or np.any(spots < -0.25 * max(w, h)) or np.any(spots > 1.25 * max(w, h)):
        raise PoseError(
            f"the {what} {spots_text(spots)} are far outside the picture of {w}x{h}; give pixel positions {order}"
        )
    turns = [cross(spots[i - 1] - spots[i - 2], spots[i] - spots[i - 1]) for i in range(4)]
    if all(t < 0 for t in turns):
        raise PoseError(
            f"the {what} go round anticlockwise; give them in the order {order}, clockwise as seen from above"
        )
    if not all(t > 0 for t in turns):
        raise PoseError(f"the {what} {spots_text(spots)} {odd}")
    if min(np.linalg.norm(spots[0] - spots[2]), np.linalg.norm(spots[1] - spots[3])) < LEAST_ACROSS_PX:
        raise PoseError(
            f"the {what} lie less than {LEAST_ACROSS_PX} pixels apart:"
            " the board is too small in this picture; move closer"
        )


def spots_text(spots: Array) -> str:
    """Pixels as they are given."""
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)


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
