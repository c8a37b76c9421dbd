"""The outline of the strips against the table, whatever is printed on them: how wide they are, where the tip begins."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.fitting.solver import Fit
from calibration.icecult.geometry import ARMS, Geometry
from calibration.icecult.profile import arm_points

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

STEP_MM = 0.5  # across
ALONG_STEP_MM = 2.0  # along
FURTHEST_MM = 40.0  # from the middle of the strip, or more where a wider side is tried
WEAK = 10.0  # grey levels: steps much below count little, steps much above count alike
INSET_MM = 2.0  # from where a strip begins
WIDTHS, TIPS_MM = np.arange(0.7, 1.36, 0.02), np.arange(8.0, 50.0, 1.0)  # tried: shares of the width; tips


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline that shows best: half width and tip in mm of the board it was looked for with."""

    half_width_mm: float
    tip_mm: float
    support: float  # how much stronger than elsewhere the picture's steps are along it


def steps_across(bgr: Picture, board: Geometry, fit: Fit) -> tuple[Array, Array]:
    """Strength (4 strips x 2 sides, along, across) of the picture's steps square to the strips, and where along."""
    along = np.arange(board.arm_start_mm + INSET_MM, board.tip_mm - 1.0, ALONG_STEP_MM)
    widest = WIDTHS[-1] * board["path_width"] / 2 + 2 * STEP_MM
    across = np.arange(0.0, max(FURTHEST_MM, widest), STEP_MM)
    s, t = np.meshgrid(along, across, indexing="ij")
    out = []
    for arm in ARMS:
        for side in (-1.0, 1.0):
            spots = np.stack([s, side * t, np.full_like(s, board["board_thickness"])], axis=-1).reshape(-1, 3)
            at = fit.camera.project(arm_points(arm, fit.arms[arm], spots)).reshape(*s.shape, 2)
            at = np.nan_to_num(at, nan=-1e4).astype(np.float32)
            line = cv2.remap(bgr, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            step = np.abs(np.gradient(cv2.GaussianBlur(line.astype(np.float32), (0, 0), 1.2), axis=1)).max(axis=2)
            out.append(step / (step + WEAK * STEP_MM))
    return np.array(out, np.float64), along


def best_outline(bgr: Picture, board: Geometry, fit: Fit) -> Outline:
    """Width and tip whose outline follows the strongest steps, all strips and sides together."""
    strength, along = steps_across(bgr, board, fit)
    mean = strength.mean(axis=0)
    rows, usual = np.arange(len(along)), float(mean.mean())
    best = Outline(0.0, 0.0, 0.0)
    for half in WIDTHS * board["path_width"] / 2:
        for tip in TIPS_MM:
            at = np.minimum(half, half * (board.tip_mm - along) / tip)
            score = float(mean[rows, np.round(at / STEP_MM).astype(int)].mean()) / usual
            if score > best.support:
                best = Outline(float(half), float(tip), score)
    return best


def is_wider(bgr: Picture, board: Geometry, fit: Fit) -> bool:
    """Whether steps well outside the strips' sides are stronger than at them: then frames were taken for sides."""
    strength, along = steps_across(bgr, board, fit)
    mean = strength.mean(axis=0)[along < board.arm_end_mm].mean(axis=0)
    share = np.arange(len(mean)) * STEP_MM / (board["path_width"] / 2)
    near, outer = (share > 0.97) & (share < 1.05), (share > 1.08) & (share < 1.3)
    return bool(near.any() and outer.any() and mean[outer].max() > mean[near].max())
