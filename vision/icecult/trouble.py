"""Why a table cannot be judged, as a key that page and terminal put into words.

too-dark, too-noisy, flicker   said by the gate
cut-off, too-far, too-steep, out-of-focus, cubes-unread   said of a resting table that is read badly
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np

from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from vision.frame import Bgr
from vision.icecult.observation import SLOTS, Observation

TROUBLES: Final = (
    *("too-dark", "too-noisy", "flicker"),
    *("cut-off", "too-far", "too-steep", "out-of-focus", "cubes-unread"),
)
UNREAD_SHARE, UNREAD_CUBES = 0.25, 3
"""A table of which more than this share, or so many cubes, cannot be read is read badly."""
UNSURE: Final = 0.6  # a reading below this confidence counts as not read
OUTSIDE_PX: Final = 4.0  # a tip may be so far outside the picture
CUBE_LEAST_PX: Final = 13.0  # edge of a cube's top in the picture
ELEVATION_DEG: Final = (20.0, 86.0)  # of the camera above the table: lower or higher is too steep a view
FINE_PX, COARSE_PX = 1.0, 3.0  # two blurs, added to the picture to measure its own
BLUR_MOST: Final = 3.4
"""Blur of outlines in thousandths of the picture's longer side, from which on a picture is out of focus."""


def trouble(profile: TableProfile, bgr: Bgr, reading: Observation) -> str:
    """What is wrong with the view of a table that is read badly; "" where it is read well or nothing can be said."""
    if not read_badly(reading):
        return ""
    if where := view_trouble(profile):
        return where
    if blur_share(_board_of(profile, bgr)) > BLUR_MOST / 1000:
        return "out-of-focus"
    return "cubes-unread" if cubes_unread(reading) else ""


def read_badly(reading: Observation) -> bool:
    """Whether much of the table is hidden or unsure, or nearly all cubes are."""
    sure: Mapping[str, Any] = reading.confidences
    values = _sureness_of_cubes(reading)
    for path, stacks in reading.paths.items():
        values += [0.0 if stack is None else sure.get(f"{path}{n}", 1.0) for n, stack in enumerate(stacks, start=1)]
    return cubes_unread(reading) or float(np.mean(np.array(values) < UNSURE)) > UNREAD_SHARE


def cubes_unread(reading: Observation) -> bool:
    """Whether nearly all cubes are hidden or unsure."""
    return sum(sure < UNSURE for sure in _sureness_of_cubes(reading)) >= UNREAD_CUBES


def _sureness_of_cubes(reading: Observation) -> list[float]:
    return [0.0 if (cube := reading.cubes[slot]) is None else cube.confidence for slot in SLOTS]


def view_trouble(profile: TableProfile) -> str:
    """What is wrong with where the camera stands: cut-off, too-far, too-steep or nothing."""
    size = np.array(profile.resolution_wh)
    tips = np.array([profile.tips_px[arm] for arm in ARMS])
    if ((tips < -OUTSIDE_PX) | (tips > size + OUTSIDE_PX)).any():
        return "cut-off"
    tops = [profile.project(profile.board.cube_top(slot)) for slot in SLOTS]
    edges = [np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean() for top in tops]
    if not np.isfinite(edges).all() or float(np.mean(edges)) < CUBE_LEAST_PX:
        return "too-far"
    low, high = ELEVATION_DEG
    return "" if low <= elevation_deg(profile) <= high else "too-steep"


def elevation_deg(profile: TableProfile) -> float:
    """How high above the table the camera stands, seen from its middle."""
    x, y, z = (-profile.camera.rotation.T @ np.array(profile.camera.tvec_mm)).tolist()
    return float(np.degrees(np.arctan2(z, np.hypot(x, y))))


def blur_share(bgr: Bgr) -> float:
    """The blur of the sharpest outlines, as a share of the picture's longer side."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = (_steepest(cv2.GaussianBlur(grey, (0, 0), by)) for by in (FINE_PX, COARSE_PX))
    ratio = max(fine / max(coarse, 1e-3), 1.001) ** 2  # an outline blurred by s is steep by 1 / sqrt(s^2 + by^2)
    blur_px = max((COARSE_PX**2 - ratio * FINE_PX**2) / (ratio - 1.0), 0.0) ** 0.5
    return float(blur_px / max(bgr.shape[:2]))


def _steepest(grey: Any) -> float:
    """The slope of the steepest outlines."""
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return float(np.percentile(slope, 99.5))


def _board_of(profile: TableProfile, bgr: Bgr) -> Bgr:
    """The part of a picture that the board fills."""
    tips = np.array([profile.tips_px[arm] for arm in ARMS])
    (x0, y0), (x1, y1) = tips.min(axis=0).astype(int), tips.max(axis=0).astype(int)
    part = bgr[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    return part if min(part.shape[:2]) > 32 else bgr
