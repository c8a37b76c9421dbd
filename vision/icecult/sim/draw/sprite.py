"""A piece drawn on its own: colour, coverage and depth in a window of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

FINE = 2  # samples per pixel and axis
BAND_ROWS = 32  # pasted at a time: a hand may fill half the picture


@dataclass(frozen=True)
class Sprite:
    """Display BGR, coverage 0..1 and depth of one piece; (x0, y0) is its upper left pixel."""

    x0: int
    y0: int
    bgr: Array
    alpha: Array
    depth: Array
    far_mm: float  # where it stands in the drawing order


@dataclass(frozen=True)
class Canvas:
    """A picture under construction."""

    bgr: Array
    depth: Array
    ids: Array | None = None

    def paste(self, sprite: Sprite, number: int = 0) -> None:
        """Draw a piece where nothing nearer stands."""
        h, w = sprite.alpha.shape
        for y0 in range(0, h, BAND_ROWS):
            rows = slice(y0, min(y0 + BAND_ROWS, h))
            window = (slice(sprite.y0 + rows.start, sprite.y0 + rows.stop), slice(sprite.x0, sprite.x0 + w))
            depth, part = self.depth[window], self.bgr[window]
            alpha = np.where(sprite.depth[rows] < depth, sprite.alpha[rows], np.float32(0))
            part[:] = cv2.blendLinear(sprite.bgr[rows], np.ascontiguousarray(part), alpha, 1 - alpha)
            solid = alpha > 0.5
            depth[solid] = sprite.depth[rows][solid]
            if self.ids is not None:
                self.ids[window][solid] = number


def filled(mask: Array) -> tuple[slice, slice]:
    """The smallest window that has all of a mask."""
    rows, columns = (np.flatnonzero(mask.any(axis)) for axis in (1, 0))
    if not len(rows):
        return slice(0), slice(0)
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def window_of(camera: VirtualCamera, points_mm: Array, margin_px: int = 2) -> tuple[int, int, int, int] | None:
    """x0, y0, x1, y1 of the pixels that can show these points; None outside the picture."""
    uv = camera.project(points_mm)
    if not np.isfinite(uv).all():
        return None
    x0, y0 = np.maximum(np.floor(uv.min(0)).astype(int) - margin_px, 0)
    x1, y1 = np.ceil(uv.max(0)).astype(int) + margin_px + 1
    x1, y1 = min(x1, camera.width), min(y1, camera.height)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def fine_rays(camera: VirtualCamera, window: tuple[int, int, int, int], fine: int = FINE) -> Array:
    """World directions of the samples of a window, (N, 3)."""
    x0, y0, x1, y1 = window
    xs = (np.arange((x1 - x0) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + x0
    ys = (np.arange((y1 - y0) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + y0
    return camera.rays(*np.meshgrid(xs, ys)).reshape(-1, 3)


def gathered(
    window: tuple[int, int, int, int], index: Array, bgr: Array, depth: Array, far_mm: float, fine: int = FINE
) -> Sprite:
    """A sprite from samples: `index` says which samples of the window were hit."""
    x0, y0, x1, y1 = window
    h, w = y1 - y0, x1 - x0
    n = h * w * fine * fine
    colour, cover, near = np.zeros((n, 3), np.float32), np.zeros(n, np.float32), np.full(n, np.inf, np.float32)
    colour[index], cover[index], near[index] = bgr, 1.0, depth
    if fine == 1:
        return Sprite(x0, y0, colour.reshape(h, w, 3), cover.reshape(h, w), near.reshape(h, w), far_mm)
    blocks = (h, fine, w, fine)
    total = cover.reshape(blocks).sum((1, 3))
    mean = colour.reshape(*blocks, 3).sum((1, 3)) / np.maximum(total, 1)[..., None]
    return Sprite(x0, y0, mean, total / (fine * fine), near.reshape(blocks).min((1, 3)), far_mm)
