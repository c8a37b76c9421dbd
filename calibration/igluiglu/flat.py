"""The board seen flat from above, turned so that what stands on it leans upwards: what the networks look at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.grid import SIDE, Grid, turned

Array = npt.NDArray[Any]
KNOT = 16  # pixels from one that is projected to the next; those between lie on a line
OUTSIDE = -1e4  # the pixel for what lies behind the camera


@dataclass(frozen=True, slots=True)
class Window:
    """What part of the turned board is cut out, in spaces, and how finely."""

    left: float
    bottom: float
    right: float
    top: float
    px: int  # to a space

    @property
    def hw(self) -> tuple[int, int]:
        """Rows and columns."""
        return round((self.top - self.bottom) * self.px), round((self.right - self.left) * self.px)

    def places(self, xy: Array) -> Array:
        """Points of the turned board at pixels (n, 2) of the window."""
        return np.asarray(
            np.stack([self.left + (xy[..., 0] + 0.5) / self.px, self.top - (xy[..., 1] + 0.5) / self.px], -1)
        )

    def pixels(self, uv: Array) -> Array:
        """Pixels of the window at points (n, 2) of the turned board."""
        return np.asarray(
            np.stack([(uv[..., 0] - self.left) * self.px - 0.5, (self.top - uv[..., 1]) * self.px - 0.5], -1)
        )


WHOLE = Window(-2.0, -2.0, SIDE + 2.0, SIDE + 2.0, 80)
"""What lessons keep of a picture."""
READ = Window(-0.8, -0.8, SIDE + 0.8, SIDE + 1.6, 80)
"""What is read: what stands in the last row leans beyond it."""
MARGIN = 28 / 24
FITTED = Window(-MARGIN, -MARGIN, SIDE + MARGIN, SIDE + MARGIN, 24)
"""Where crossings are measured: every third step of a network whose steps are of 8 pixels falls on one."""


def maps(grid: Grid, quarter: int, window: Window) -> tuple[Array, Array]:
    """Where each pixel of a window of the board, turned by so many quarters, comes from, as `cv2.remap` takes it."""
    height, width = window.hw
    rows, columns = (np.linspace(0, side - 1, math.ceil(side / KNOT) + 1) for side in (height, width))
    xy = np.stack(np.meshgrid(columns, rows), -1).reshape(-1, 2)
    seen = grid.pixels(turned(window.places(xy), -quarter))
    seen = np.where(np.isnan(seen), OUTSIDE, seen).reshape(len(rows), len(columns), 2)
    down, across = (_between(knots, side) for knots, side in ((rows, height), (columns, width)))
    x, y = (np.asarray(down @ seen[..., k] @ across.T, np.float32) for k in (0, 1))
    return cv2.convertMaps(x, y, cv2.CV_16SC2)  # in whole numbers and shares of 32: twice as fast


def _between(knots: Array, side: int) -> Array:
    """(side, knots): how much each knot counts for each pixel."""
    at = np.arange(side)
    return np.stack([np.interp(at, knots, one) for one in np.eye(len(knots))], 1)


def seen_flat(bgr: Array, grid: Grid, quarter: int, window: Window) -> Array:
    """The window's picture; black beyond the frame."""
    return cut(bgr, *maps(grid, quarter, window))


def cut(bgr: Array, x: Array, y: Array) -> Array:
    """What a picture shows where maps say."""
    return np.asarray(cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))
