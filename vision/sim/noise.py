"""Value noise and colour mixing shared by all textures."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from vision.sim.space import Array

BAND_ROWS = 64  # mixed at a time: a table top has seven million pixels


def fbm(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float], octaves: int = 4) -> Array:
    """Fractal value noise in 0..1; `cell` = (rows, columns) size in pixels of the coarsest cell."""
    total, weight, out = 0.0, 1.0, np.zeros(shape, np.float32)
    for o in range(octaves):
        n = [max(2, math.ceil(shape[i] / max(cell[i] / 2**o, 1.0)) + 1) for i in (0, 1)]
        grid = rng.random(n, dtype=np.float32)
        out += weight * cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        total, weight = total + weight, weight * 0.5
    return np.asarray(np.clip(out / total, 0, 1))


def mix(a: Any, b: Any, t: Array) -> Array:
    """Colour between `a` (t = 0) and `b` (t = 1) for every pixel."""
    a, b, t = np.broadcast_arrays(np.asarray(a, np.float32), np.asarray(b, np.float32), t[..., None])
    out = np.empty(a.shape, np.float32)
    for y0 in range(0, len(out), BAND_ROWS):
        rows = slice(y0, y0 + BAND_ROWS)
        share = t[rows].astype(np.float32)
        out[rows] = a[rows] * (1 - share) + b[rows] * share
    return out


def colour_tuple(rgb: Any) -> tuple[float, float, float]:
    """A colour as OpenCV wants it."""
    return (float(rgb[0]), float(rgb[1]), float(rgb[2]))
