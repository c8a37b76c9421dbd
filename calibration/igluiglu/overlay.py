"""The proof picture: the found board drawn on a copy of the photograph."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.grid import COLUMNS, CROSSINGS, SIDE
from calibration.igluiglu.profile import BoardProfile

Array = npt.NDArray[Any]
Colour = tuple[int, int, int]
LINE, EDGE, FIRST, WHITE, BLACK = (60, 255, 60), (255, 200, 0), (60, 60, 255), (255, 255, 255), (20, 20, 20)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_profile(bgr: Array, profile: BoardProfile) -> Array:
    """The grid with the names of its columns and rows, and a ring at a1."""
    out, grid = bgr.copy(), profile.grid
    thick = max(1, round(max(bgr.shape[:2]) / 900))
    lines = grid.crossings.reshape(CROSSINGS, CROSSINGS, 2)
    for both in (lines, lines.swapaxes(0, 1)):
        for k, line in enumerate(both):
            outline(out, line, EDGE if k in (0, SIDE) else LINE, thick, False)
    for k in range(SIDE):
        for at, name in (((k + 0.5, -0.45), COLUMNS[k]), ((-0.45, k + 0.5), str(k + 1))):
            label(out, name, grid.pixels(np.array([at]))[0], thick)
    outline(out, grid.pixels(0.35 * circle() + np.array([0.5, 0.5])), FIRST, thick + 1, True)
    return out


def circle() -> Array:
    """(24, 2): a circle about the origin."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], 1)


def outline(out: Array, pixels: Array, colour: Colour, thick: int, closed: bool = True) -> None:
    """A line through pixels."""
    if np.isfinite(pixels).all() and np.abs(pixels).max() < 1e5:
        cv2.polylines(out, [np.round(pixels * 16).astype(np.int32)], closed, colour, thick, cv2.LINE_AA, 4)


def label(out: Array, text: str, at: Array, thick: int, colour: Colour = WHITE, scale: float = 0.42) -> None:
    """A few letters about a pixel, legible on anything."""
    if not np.isfinite(at).all() or np.abs(at).max() > 1e5:
        return
    (w, h), _ = cv2.getTextSize(text, FONT, scale * thick, thick)
    x, y = round(float(at[0]) - w / 2), round(float(at[1]) + h / 2)
    cv2.putText(out, text, (x, y), FONT, scale * thick, BLACK, thick + 2, cv2.LINE_AA)
    cv2.putText(out, text, (x, y), FONT, scale * thick, colour, thick, cv2.LINE_AA)
