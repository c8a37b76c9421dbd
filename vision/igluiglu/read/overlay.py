"""Draws what was seen on a copy of the picture: words on the spaces, hatching where nothing can be seen."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.grid import CORNERS, SIDE, middles
from calibration.igluiglu.overlay import label, outline
from calibration.igluiglu.profile import BoardProfile
from vision.igluiglu.observation import Observation, Space

Array = npt.NDArray[Any]
SURE = 0.9
INK = {"L": (120, 160, 200), "#": (255, 255, 255), "^": (255, 120, 200), "~": (200, 110, 20), "?": (40, 140, 255)}
DOUBT = (40, 140, 255)


def draw_observation(bgr: Array, profile: BoardProfile, seen: Observation) -> Array:
    """A copy of the picture with every reading drawn where it was made."""
    out = bgr.copy()
    thick = max(1, round(max(bgr.shape[:2]) / 1100))
    for name, space in seen.spaces.items():
        middle = middles([name])[0]
        quad = profile.grid.pixels(middle + (CORNERS / SIDE - 0.5) * 0.9)
        if not space.seen:
            _hatch(out, quad, thick)
            continue
        outline(out, quad, INK[space.ground], thick)
        _draw_words(out, profile, middle, space, thick)
    return out


def _draw_words(out: Array, profile: BoardProfile, middle: Array, space: Space, thick: int) -> None:
    words = (space.words or "").replace("fish", "f").replace("fox", "x").replace("bear4", "bear").split()
    for k, word in enumerate(words):
        at = profile.grid.pixels(middle[None])[0] + (0, 13 * thick * (k - (len(words) - 1) / 2))
        label(out, word, at, thick, (255, 255, 255) if space.confidence >= SURE else DOUBT)


def _hatch(out: Array, quad: Array, thick: int) -> None:
    """Slanted lines over a space."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:
        return
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    diagonal = np.add.outer(np.arange(out.shape[0]), np.arange(out.shape[1]))
    out[(mask > 0) & (diagonal % (9 * thick) < 2 * thick)] = DOUBT
    outline(out, quad, DOUBT, thick)
