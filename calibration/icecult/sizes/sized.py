"""A board whose sizes are unknowns too: pose, lens and proportions solved together.

Only proportions can be seen. Each size has a usual value with a wide spread, and together these settle the scale: the
sizes come out as near to the usual ones as the proportions allow. Known sizes are held.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.fitting.least_squares import Problem, minimised
from calibration.fitting.seeing import seen_through
from calibration.fitting.windows import Keypoint
from calibration.icecult.fitting.solver import STEPS, UNKNOWNS, Fit, laid, own_axes, priors
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.lens import Lens

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Points = Callable[[Geometry], list[Keypoint]]

KEYS = ("base_size", "space_length", "path_width", "tip_length", "cube_edge", "base_height")
USUAL_MM = dict(zip(KEYS, (92.0, 39.0, 38.5, 24.0, 40.0, 12.0), strict=True))
USUAL_LOG_SD = dict(zip(KEYS, (0.2, 0.12, 0.15, 0.3, 0.12, 0.5), strict=True))
HOLDER_RATIO, HOLDER_LOG_SD = 2.27, 0.07  # of the holder to a cube: it is a little more than two cubes wide
KNOWN_LOG_SD = 0.0005  # of a size that is held


@dataclass(frozen=True, slots=True)
class SizePrior:
    """What is known of the sizes beforehand: combinations of their logarithms, in units of the spread."""

    ties: Array  # (M, 6)
    goals: Array  # (M,)

    @classmethod
    def of(cls, board: Geometry, known: Collection[str] = ()) -> SizePrior:
        """Known sizes are those of the board; the others may be anything usual."""
        mean = np.array([math.log(board[k] if k in known else USUAL_MM[k]) for k in KEYS])
        weight = np.array([1 / (KNOWN_LOG_SD if k in known else USUAL_LOG_SD[k]) for k in KEYS])
        holder = np.zeros(len(KEYS))
        holder[KEYS.index("base_size")], holder[KEYS.index("cube_edge")] = 1 / HOLDER_LOG_SD, -1 / HOLDER_LOG_SD
        ties = np.vstack([np.diag(weight), holder])
        return cls(ties, np.concatenate([mean * weight, [math.log(HOLDER_RATIO) / HOLDER_LOG_SD]]))

    def oddness(self, board: Geometry) -> float:
        """How unusual these sizes are: a negative log likelihood."""
        logs = np.log([board[k] for k in KEYS])
        return float(0.5 * ((self.ties @ logs - self.goals) ** 2).sum())


@dataclass(frozen=True, slots=True)
class SizedFit:
    """A board with the sizes it turned out to have, its pose, and the covariance of the sizes' logarithms."""

    board: Geometry
    fit: Fit
    spread: Array  # (6, 6)

    def relative_sd(self) -> Array:
        """How uncertain each size is against the whole board (the scale is a convention)."""
        sizes = np.array([self.board[k] for k in KEYS])
        whole = np.array([1 / (math.sqrt(2) if self.board.corners else 2), self.board.spaces, 0.0, 1.0, 0.0, 0.0])
        share = whole * sizes / self.board.tip_mm  # of each size in the length from centre to tip
        against = np.eye(len(KEYS)) - share[None, :]
        return np.asarray(np.sqrt(np.maximum(np.diag(against @ self.spread @ against.T), 0.0)))


class SizedProjector:
    """Predicts the pixels of points from pose and the logarithms of the sizes."""

    def __init__(self, points_of: Points, board: Geometry, numbers: Numbers, lens: Lens) -> None:
        points = points_of(board)
        owner = [len(ARMS) if p.arm is None else ARMS.index(p.arm) for p in points]
        self._owner = np.array(owner, int)[numbers]
        here = self._spots(points, numbers)
        grown = [make_geometry({**board.values, k: board[k] + 1.0}) for k in KEYS]
        self._slopes = np.stack([self._spots(points_of(one), numbers) - here for one in grown], axis=2)
        self._fixed = here - self._slopes @ np.array([board[k] for k in KEYS])
        self._lens = lens

    def _spots(self, points: list[Keypoint], numbers: Numbers) -> Array:
        spots = np.array([p.spot_mm for p in points], np.float64).reshape(-1, 3)[numbers]
        return own_axes(spots, self._owner)

    def __call__(self, values: Array) -> Array:
        """Pixels (N, 2), or (M, N, 2) for M vectors of unknowns at once."""
        local = self._fixed + np.tensordot(np.exp(values[..., UNKNOWNS:]), self._slopes, axes=(-1, -1))
        return seen_through(laid(local, self._owner, values), values, self._lens)


@dataclass(frozen=True, slots=True)
class SizeEvidence:
    """Pixels (N, 2) and whitening matrices of some of the points that `points_of` gives for a board."""

    points_of: Points
    numbers: Numbers
    pixels: Array
    whiten: Array


def solve_sized(evidence: SizeEvidence, board: Geometry, start: Fit, prior: SizePrior, rounds: int = 25) -> SizedFit:
    """Pose and sizes that explain the evidence best."""
    project = SizedProjector(evidence.points_of, board, evidence.numbers, start.lens)
    mean, weight = priors(start.lens)
    ties = np.zeros((UNKNOWNS + len(prior.ties), UNKNOWNS + len(KEYS)))
    ties[:UNKNOWNS, :UNKNOWNS], ties[UNKNOWNS:, UNKNOWNS:] = np.diag(weight), prior.ties
    goals = np.concatenate([mean * weight, prior.goals])
    steps = np.concatenate([STEPS, np.full(len(KEYS), 1e-5)])
    problem = Problem(project, evidence.pixels, evidence.whiten, ties, goals, steps)
    begin = np.concatenate([start.values, np.log([board[k] for k in KEYS])])
    values, covariance, cost = minimised(problem, begin, rounds)
    sizes = {k: float(v) for k, v in zip(KEYS, np.exp(values[UNKNOWNS:]), strict=True)}
    precision = np.linalg.inv(covariance)[:UNKNOWNS, :UNKNOWNS]  # of the pose once the sizes are settled
    pose = Fit(values[:UNKNOWNS], np.linalg.inv(precision), start.lens, cost)
    return SizedFit(make_geometry({**board.values, **sizes}), pose, covariance[UNKNOWNS:, UNKNOWNS:])
