"""What a kept picture shows of a table: the board, and nothing of what lies before the players.

A kept tile may lie with its face to the camera, or be looked at; it is its owner's alone (I2, I4). Whatever is kept as
evidence is plain beyond the board, so that no face can be made out in it, nor its colour.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np

from calibration.igluiglu.grid import CORNERS, SIDE
from calibration.igluiglu.profile import BoardProfile
from vision.frame import Bgr

BEYOND: Final = 0.12
"""Of a space: so far beyond the grid a picture is kept."""
TALL: Final = 0.7
"""Of a space: figures at the far edge stand out so high."""
GREY: Final = (96, 96, 96)


def shown_px(profile: BoardProfile) -> Any:
    """The outline of what is kept: the grid with what stands on it."""
    ring = (CORNERS - SIDE / 2) * (1 + 2 * BEYOND / SIDE) + SIDE / 2
    spots = np.vstack([profile.grid.pixels(ring), profile.grid.raised(CORNERS, TALL)])
    return cv2.convexHull(spots.astype(np.float32))[:, 0]


def veiled(profile: BoardProfile, bgr: Bgr) -> Bgr:
    """A copy of the picture that shows the board alone."""
    mask = np.zeros(bgr.shape[:2], np.uint8)
    outline = shown_px(profile)
    if np.isfinite(outline).all() and np.abs(outline).max() < 1e5:
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    out = np.full_like(bgr, GREY)
    out[mask > 0] = bgr[mask > 0]
    return out
