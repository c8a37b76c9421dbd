"""Why a table cannot be judged, as a key that page and terminal put into words.

too-dark, too-noisy, flicker   said by the gate
cut-off, too-far, too-steep, out-of-focus   said of a resting table that is read badly
frozen   said of a live camera that sends the very same picture again and again
other-shape   said of pictures that are wider or higher than those the board was found in
out-of-focus   said of a board that is not found again, too: it may well be where it was
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.camera import Array
from calibration.fitting.quality import within
from calibration.profile import Profile
from vision.focus import blur_px, blur_share, outlined
from vision.frame import Bgr

TROUBLES: Final = (
    *("too-dark", "too-noisy", "flicker"),
    *("frozen", "other-shape"),
    *("cut-off", "too-far", "too-steep", "out-of-focus"),
)
FROZEN: Final = "frozen"
ELEVATION_DEG: Final = (20.0, 86.0)  # of the camera above the table: lower or higher is too steep a view
BLUR_MOST: Final = 3.4
"""Blur of outlines in thousandths of the picture's longer side, from which on a picture is out of focus."""
BLUR_LOST, BLUR_WORSE = 2.5, 1.5
"""The same where the board is not found again, of the whole picture; and how many times the usual blur that must be."""


def view_trouble(profile: Profile, faces_px: Sequence[Array], least_px: float) -> str:
    """What is wrong with where the camera stands: cut-off, too-far, too-steep or nothing.

    The edges of `faces_px`, the corners of what is smallest to read, must measure `least_px` or more.
    """
    if not all(within(at, profile.resolution_wh) for at in profile.landmarks().values()):
        return "cut-off"
    edges = [np.linalg.norm(face - np.roll(face, 1, axis=0), axis=1).mean() for face in faces_px]
    if not np.isfinite(edges).all() or float(np.mean(edges)) < least_px:
        return "too-far"
    low, high = ELEVATION_DEG
    return "" if low <= profile.camera.elevation_deg <= high else "too-steep"


def blurred(profile: Profile, bgr: Bgr) -> bool:
    """Whether the board's part of a picture is too blurred to be read."""
    return blur_share(_board_of(profile, bgr)) > BLUR_MOST / 1000


def out_of_focus(profile: Profile, bgr: Bgr, usual: float = 0.0) -> bool:
    """Whether a picture is too blurred to find the board in it: its part of the picture and the picture as a whole.

    `usual` is `board_blur` of this camera when all was well. Smooth cloth without an outline is not blurred.
    """
    least = min(max(BLUR_LOST / 1000, BLUR_WORSE * usual), BLUR_MOST / 1000)
    return outlined(_board_of(profile, bgr)) and board_blur(profile, bgr) > least and blur_share(bgr) > least


def board_blur(profile: Profile, bgr: Bgr) -> float:
    """The blur of the board's outlines, as a share of the whole picture's longer side."""
    return blur_px(_board_of(profile, bgr)) / max(profile.resolution_wh)


def _board_of(profile: Profile, bgr: Bgr) -> Bgr:
    """The part of a picture that the board fills."""
    marks = np.array(list(profile.landmarks().values()))
    (x0, y0), (x1, y1) = marks.min(axis=0).astype(int), marks.max(axis=0).astype(int)
    part = bgr[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    return part if min(part.shape[:2]) > 32 else bgr
