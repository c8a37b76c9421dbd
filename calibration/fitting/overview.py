"""From a whole picture to a network's small input, and from the heat maps it answers with to places."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Map = npt.NDArray[np.float32]

INPUT_WH = (320, 192)
STRIDE = 2


def letterbox(bgr: Picture) -> tuple[Picture, float]:
    """The picture fitted into the network's input, top left, grey elsewhere; and the zoom."""
    h, w = bgr.shape[:2]
    zoom = min(INPUT_WH[0] / w, INPUT_WH[1] / h)
    fitted = max(1, round(w * zoom)), max(1, round(h * zoom))
    out = np.full((INPUT_WH[1], INPUT_WH[0], 3), 114, np.uint8)
    mode = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    out[: fitted[1], : fitted[0]] = cv2.resize(bgr, fitted, interpolation=mode)
    return out, zoom


def peaks(heat: Map, floor: float = 0.05, most: int = 10) -> list[tuple[float, float, float]]:
    """Local maxima (x, y, value) with sub-pixel places, highest first."""
    grown = cv2.dilate(heat, np.ones((5, 5), np.uint8))
    ys, xs = np.nonzero((heat >= grown) & (heat > floor))
    order = np.argsort(-heat[ys, xs])[:most]
    return [(*_centroid(heat, int(xs[i]), int(ys[i])), float(heat[ys[i], xs[i]])) for i in order]


def _centroid(heat: Map, x: int, y: int, radius: int = 2) -> tuple[float, float]:
    y0, x0 = max(y - radius, 0), max(x - radius, 0)
    cell = heat[y0 : y + radius + 1, x0 : x + radius + 1]
    total = float(cell.sum())
    xs, ys = np.arange(cell.shape[1]) + x0, np.arange(cell.shape[0]) + y0
    return float((cell.sum(0) * xs).sum() / total), float((cell.sum(1) * ys).sum() / total)
