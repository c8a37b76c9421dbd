"""A first camera pose from the four path tips (or three of them and the board's centre)."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import PoseError
from calibration.fitting.pose import above, check_landmarks, focals, guess, planar_starts, spots_text, whitened
from calibration.fitting.seeing import CAMERA
from calibration.fitting.windows import Keypoint
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.solver import UNKNOWNS, Fit, Projector, SeenPoints, solve
from calibration.icecult.geometry import ARMS, Geometry
from calibration.lens import Lens

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]


def tip_keypoints(board: Geometry) -> list[Keypoint]:
    """The four tips in the order N E S W."""
    return [p for p in board_keypoints(board) if p.kind == "tip"]


def centre_keypoint() -> Keypoint:
    """The board's centre on the table top."""
    return Keypoint("centre", None, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def check_tips(tips: Array, resolution_wh: tuple[int, int]) -> None:
    """Refuse tips that no camera above the table could see."""
    odd = "do not form a cross; give the four path tips in the order N E S W"
    check_landmarks(tips, resolution_wh, "tips", "N E S W", odd)


def pose_from_tips(tips: Array, board: Geometry, lens: Lens, spread_px: float = 3.0) -> Fit:
    """The pose that explains four tips N E S W best, under the usual lens."""
    points = tip_keypoints(board)
    flat = np.array([board.on_arm(arm, board.tip_mm) for arm in ARMS])
    high = board["board_thickness"]
    starts = [_straight(one) for focal in focals(lens) for one in planar_starts(flat, tips, focal, lens, high)]
    if not starts:
        raise PoseError(f"the tips {spots_text(tips)} do not fit any camera above the table; check their order N E S W")
    return _best(SeenPoints(points, tips, whitened(4, spread_px)), starts, lens)


def pose_from_three(tips: dict[str, Array], centre: Array, board: Geometry, lens: Lens) -> list[Fit]:
    """Poses that explain three tips and the board's centre; best first."""
    points = [p for p in tip_keypoints(board) if p.arm in tips]
    pixels = np.array([tips[str(p.arm)] for p in points] + [centre])
    seen = SeenPoints([*points, centre_keypoint()], pixels, whitened(4, 6.0))
    spots = np.array([board.on_arm(str(p.arm), board.tip_mm) for p in points])
    starts = []
    for focal in focals(lens):
        matrix = np.array([[focal, 0, lens.centre_px[0]], [0, focal, lens.centre_px[1]], [0, 0, 1.0]])
        count, rvecs, tvecs = cv2.solveP3P(spots, pixels[:3], matrix, np.zeros(5), cv2.SOLVEPNP_P3P)
        starts += [
            _straight(guess(focal, r, t, lens))
            for r, t in zip(rvecs[:count], tvecs[:count], strict=True)
            if above(r, t)
        ]
    starts = [start for start in starts if abs(_unsolved(start, lens).camera.roll_deg) < 60]  # the other way up
    starts = sorted(starts, key=lambda start: pose_cost(_unsolved(start, lens), seen))[:3]
    fits = [solve(seen, start, lens) for start in starts]
    return sorted(fits, key=lambda fit: pose_cost(fit, seen))[:2]


def pose_cost(fit: Fit, seen: SeenPoints) -> float:
    """Weighted squared error of the points, plus how unusual the lens would be."""
    errors = Projector(seen.points, fit.lens)(fit.values) - seen.pixels
    unusual = (fit.values[0] - math.log(fit.lens.focal_px)) / fit.lens.focal_log_sd
    return float((np.einsum("nij,nj->ni", seen.whiten, errors) ** 2).sum() + unusual**2)


def _best(seen: SeenPoints, starts: list[Array], lens: Lens) -> Fit:
    starts = sorted(starts, key=lambda start: pose_cost(_unsolved(start, lens), seen))[:2]
    fits = [solve(seen, start, lens) for start in starts]
    return min(fits, key=lambda fit: pose_cost(fit, seen))


def _straight(camera: Array) -> Array:
    """All unknowns of a table: this camera, and strips that lie as they should."""
    return np.concatenate([camera, np.zeros(UNKNOWNS - CAMERA)])


def _unsolved(start: Array, lens: Lens) -> Fit:
    return Fit(start, np.zeros((UNKNOWNS, UNKNOWNS)), lens)
