"""Camera pose, focal length, distortion and the strips' askew poses from measured points: robust least squares.

The unknowns, in this order: log focal length, k1, rotation vector (3), translation in mm (3), and for each strip
N E S W its yaw in degrees, across and along in mm. Weak priors keep what the picture cannot tell at common values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.fitting.least_squares import Problem, jacobian_of, minimised
from calibration.fitting.seeing import camera_of, seen_through
from calibration.fitting.windows import Keypoint
from calibration.icecult.fitting.keypoints import table_points
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS
from calibration.icecult.profile import ArmPose
from calibration.lens import Lens

Array = npt.NDArray[np.float64]

UNKNOWNS = 8 + 3 * len(ARMS)
STEPS = np.array([1e-6, 1e-6, *[1e-6] * 3, *[1e-3] * 3, *[1e-4, 1e-4, 1e-4] * 4])
BASE = np.radians([*(ARM_YAW_DEG[arm] for arm in ARMS), 0.0])  # of the strips, and of what belongs to none
BASE_COS, BASE_SIN = np.cos(BASE), np.sin(BASE)


@dataclass(frozen=True, slots=True)
class Fit:
    """A solved table: unknowns, their covariance, and what the lens adds."""

    values: Array
    covariance: Array
    lens: Lens
    cost: float = 0.0  # negative log likelihood, up to a constant

    @property
    def camera(self) -> Camera:
        return camera_of(self.values, self.lens)

    @property
    def arms(self) -> dict[str, ArmPose]:
        rows = self.values[8:].reshape(-1, 3)
        return {arm: ArmPose(*(float(v) for v in row)) for arm, row in zip(ARMS, rows, strict=True)}

    def places(self, points: list[Keypoint]) -> Array:
        """Where these points would be, in table mm (N, 3)."""
        return table_points(points, self.arms)


@dataclass(frozen=True, slots=True)
class SeenPoints:
    """Measured pixels (N, 2) of keypoints; `whiten` (N, 2, 2) turns pixel errors into units of their spread."""

    points: list[Keypoint]
    pixels: Array
    whiten: Array


class Projector:
    """Predicts the pixels of keypoints from the vector of unknowns."""

    def __init__(self, points: list[Keypoint], lens: Lens) -> None:
        spots = np.array([p.spot_mm for p in points], np.float64).reshape(-1, 3)
        self._owner = np.array([len(ARMS) if p.arm is None else ARMS.index(p.arm) for p in points], int)
        self._local = own_axes(spots, self._owner)
        self._lens = lens

    def __call__(self, values: Array) -> Array:
        """Pixels (N, 2), or (M, N, 2) for M vectors of unknowns at once."""
        return seen_through(laid(self._local, self._owner, values), values, self._lens)


def own_axes(spots: Array, owner: npt.NDArray[np.intp]) -> Array:
    """Points of strips (along, across, z) as (x, y, z) of a strip to the north; others keep their table coordinates."""
    free = (owner == len(ARMS))[:, None]
    return np.asarray(np.where(free, spots, spots[:, [1, 0, 2]]))


def laid(local: Array, owner: npt.NDArray[np.intp], values: Array) -> Array:
    """Table mm (..., N, 3) of points given in their strips' own axes; `values` may be several vectors of unknowns."""
    several = values.shape[:-1]
    poses = np.zeros((*several, len(ARMS) + 1, 3))
    poses[..., :-1, :] = values[..., 8:UNKNOWNS].reshape(*several, -1, 3)
    yaw, across, along = poses[..., 0], poses[..., 1], poses[..., 2]
    shift_x, shift_y = BASE_COS * across - BASE_SIN * along, BASE_SIN * across + BASE_COS * along
    turn = BASE + np.radians(yaw)
    c, s = np.cos(turn)[..., owner], np.sin(turn)[..., owner]
    x, y, z = local[..., 0], local[..., 1], local[..., 2]
    out = np.empty((*several, len(owner), 3))
    out[..., 0], out[..., 1] = c * x - s * y + shift_x[..., owner], s * x + c * y + shift_y[..., owner]
    out[..., 2] = z
    return out


def priors(lens: Lens) -> tuple[Array, Array]:
    """Usual values of the unknowns and one over their spread (0 = free)."""
    mean, weight = np.zeros(UNKNOWNS), np.zeros(UNKNOWNS)
    mean[0], weight[0] = math.log(lens.focal_px), 1 / lens.focal_log_sd
    mean[1], weight[1] = lens.distortion[0], 1 / lens.k1_sd
    for i in range(len(ARMS)):
        mean[8 + 3 * i : 11 + 3 * i] = 0.0, 0.0, 0.35
        weight[8 + 3 * i : 11 + 3 * i] = 1 / 0.5, 1 / 0.9, 1 / 0.7
    return mean, weight


def solve(seen: SeenPoints, start: Array, lens: Lens, rounds: int = 12, free: slice | None = None) -> Fit:
    """The pose that explains what was seen best; `free` limits the unknowns that may move."""
    mean, weight = priors(lens)
    problem = Problem(Projector(seen.points, lens), seen.pixels, seen.whiten, np.diag(weight), mean * weight, STEPS)
    values, covariance, cost = minimised(problem, start, rounds, free)
    return Fit(values, covariance, lens, cost)


def pixel_spread(fit: Fit, points: list[Keypoint]) -> Array:
    """How uncertain (standard deviation in pixels, along the worst direction) the fit leaves some keypoints."""
    eye = np.repeat(np.eye(2)[None], len(points), axis=0)
    jacobian = jacobian_of(Projector(points, fit.lens), eye, fit.values, STEPS)
    spread = np.einsum("nik,kl,njl->nij", jacobian, fit.covariance, jacobian)
    return np.asarray(np.sqrt(np.maximum(np.linalg.eigvalsh(spread)[:, -1], 0.0)))
