"""Why a table cannot be judged, as a key that page and terminal put into words.

too-dark, too-noisy, flicker   said by the gate
cut-off, too-far, too-steep, out-of-focus, cubes-unread   said of a resting table that is read badly
frozen   said of a live camera that sends the very same picture again and again
other-shape   said of pictures that are wider or higher than those the board was found in
out-of-focus   said of a board that is not found again, too: it may well be where it was
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.icecult.quality import outside
from engine.icecult.board import SLOTS
from vision.focus import blur_px, blur_share, outlined
from vision.frame import Bgr
from vision.icecult.observation import Observation

TROUBLES: Final = (
    *("too-dark", "too-noisy", "flicker"),
    *("frozen", "other-shape"),
    *("cut-off", "too-far", "too-steep", "out-of-focus", "cubes-unread"),
)
FROZEN: Final = "frozen"
UNREAD_SHARE, UNREAD_CUBES = 0.25, 3
"""A table of which more than this share, or so many cubes, cannot be read is read badly."""
UNSURE: Final = 0.6  # a reading below this confidence counts as not read
CUBE_LEAST_PX: Final = 13.0  # edge of a cube's top in the picture
ELEVATION_DEG: Final = (20.0, 86.0)  # of the camera above the table: lower or higher is too steep a view
BLUR_MOST: Final = 3.4
"""Blur of outlines in thousandths of the picture's longer side, from which on a picture is out of focus."""
BLUR_LOST, BLUR_WORSE = 2.5, 1.5
"""The same where the board is not found again, of the whole picture; and how many times the usual blur that must be."""


def trouble(profile: TableProfile, bgr: Bgr, reading: Observation, tops_only: bool = False) -> str:
    """What is wrong with the view of a table that is read badly; "" where it is read well or nothing can be said."""
    if not (cubes_unread(reading) if tops_only else read_badly(reading)):
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
    if outside(profile.tips_px, profile.resolution_wh):
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


def out_of_focus(profile: TableProfile, bgr: Bgr, usual: float = 0.0) -> bool:
    """Whether a picture is too blurred to find the board in it: its part of the picture and the picture as a whole.

    `usual` is `board_blur` of this camera when all was well. Smooth cloth without an outline is not blurred.
    """
    least = min(max(BLUR_LOST / 1000, BLUR_WORSE * usual), BLUR_MOST / 1000)
    return outlined(_board_of(profile, bgr)) and board_blur(profile, bgr) > least and blur_share(bgr) > least


def board_blur(profile: TableProfile, bgr: Bgr) -> float:
    """The blur of the board's outlines, as a share of the whole picture's longer side."""
    return blur_px(_board_of(profile, bgr)) / max(profile.resolution_wh)


def _board_of(profile: TableProfile, bgr: Bgr) -> Bgr:
    """The part of a picture that the board fills."""
    tips = np.array([profile.tips_px[arm] for arm in ARMS])
    (x0, y0), (x1, y1) = tips.min(axis=0).astype(int), tips.max(axis=0).astype(int)
    part = bgr[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    return part if min(part.shape[:2]) > 32 else bgr
