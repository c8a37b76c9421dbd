"""From a whole picture to a network's small input, and from the heat maps it answers with to places."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.networks import Network

Picture = npt.NDArray[np.uint8]
Map = npt.NDArray[np.float32]

INPUT_WH = (320, 192)
STRIDE = 2


def letterbox(bgr: Picture, into_wh: tuple[int, int] = INPUT_WH) -> tuple[Picture, float]:
    """The picture fitted into the network's input, top left, grey elsewhere; and the zoom."""
    h, w = bgr.shape[:2]
    zoom = min(into_wh[0] / w, into_wh[1] / h)
    fitted = max(1, round(w * zoom)), max(1, round(h * zoom))
    out = np.full((into_wh[1], into_wh[0], 3), 114, np.uint8)
    mode = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    out[: fitted[1], : fitted[0]] = cv2.resize(bgr, fitted, interpolation=mode)
    return out, zoom


def heat_maps(net: Network, bgr: Picture, into_wh: tuple[int, int] = INPUT_WH) -> tuple[list[Map], float]:
    """What a network answers to a whole picture, one probability map (0..1) for each channel; and their zoom."""
    small, zoom = letterbox(bgr, into_wh)
    blob = (small.astype(np.float32).transpose(2, 0, 1)[None] - 114.0) / 64.0
    (scores,) = net.answer(["answer"], picture=blob)
    out, map_zoom = 1 / (1 + np.exp(-np.asarray(scores, np.float32)[0])), zoom / STRIDE
    h, w = (max(1, round(n * map_zoom)) for n in bgr.shape[:2])
    return [np.ascontiguousarray(channel[:h, :w]) for channel in out], map_zoom


def in_picture(at: tuple[float, float], zoom: float) -> tuple[float, float]:
    """Picture pixel of a map position."""
    return (at[0] + 0.5) / zoom - 0.5, (at[1] + 0.5) / zoom - 0.5


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
