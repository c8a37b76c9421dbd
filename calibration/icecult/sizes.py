"""Other makes of the set: dimensions that the picture itself shows to differ from the given ones.

Only proportions can be seen, so the length of a space stays the yardstick. A dimension is changed only where that
explains the measured points much better; otherwise the given one stands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.icecult.geometry import Geometry, make_geometry
from calibration.icecult.keypoints import board_keypoints
from calibration.icecult.measure import Measured
from calibration.icecult.solver import Fit, Seen, solve

KEYS = ("cube_edge", "base_size", "path_width", "tip_length")
STEP = 0.045
LEAST_CHANGE = 0.02
LEAST_GAIN = 3.0  # of log likelihood
SOFT_MM = 1.0


@dataclass(frozen=True, slots=True)
class Size:
    """A dimension as the picture has it, and how much better that explains the picture."""

    key: str
    factor: float
    gain: float


def estimated(board: Geometry, fit: Fit, measured: Measured) -> tuple[Geometry, Fit, dict[str, float]]:
    """Board and fit with those dimensions changed that clearly differ; and which these are, in mm."""
    changed: dict[str, float] = {}
    fit = solve(_seen(board, measured), fit.values, fit.lens)
    for _ in range(len(KEYS)):
        best = max((_tried(key, board, fit, measured) for key in KEYS if key not in changed), key=lambda s: s.gain)
        if best.gain < LEAST_GAIN or abs(best.factor - 1) < LEAST_CHANGE:
            break
        changed[best.key] = round(board[best.key] * best.factor, 2)
        board = make_geometry({**board.values, best.key: changed[best.key]})
        fit = solve(_seen(board, measured), fit.values, fit.lens, rounds=25)
    return board, fit, changed


def _tried(key: str, board: Geometry, fit: Fit, measured: Measured) -> Size:
    """The best factor for one dimension: the lowest of a row of fits, then of a parabola through its neighbours."""

    def cost(factor: float) -> float:
        other = make_geometry({**board.values, key: board[key] * factor})
        return solve(_seen(other, measured), fit.values, fit.lens, rounds=6).cost

    row = 1 + STEP * np.arange(-3, 4)
    costs = [cost(float(factor)) for factor in row]
    at = int(np.clip(np.argmin(costs), 1, len(row) - 2))
    low, middle, high = costs[at - 1 : at + 2]
    bend = low - 2 * middle + high
    shift = float(np.clip((low - high) / 2 / bend, -1, 1)) if bend > 1e-6 else 0.0
    factor = float(row[at]) + shift * STEP
    return Size(key, factor, fit.cost - cost(factor))


def _seen(board: Geometry, measured: Measured) -> Seen:
    """The measured points, belonging to a board of these dimensions."""
    usable: npt.NDArray[np.intp] = np.flatnonzero(measured.spread_mm < 6.0)
    points = board_keypoints(board)
    # a wrong dimension moves points by millimetres: they must still pull, not count as outliers
    soft = np.minimum(measured.spread_mm[usable] / SOFT_MM, 1.0)[:, None, None]
    mine = [points[measured.numbers[i]] for i in usable]
    return Seen(mine, measured.pixels[usable], measured.whiten[usable] * soft)
