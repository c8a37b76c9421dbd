"""One look at the whole picture: where strips' tips, the board's centre, the strips and hands are.

overview = Overview()
overview.look(bgr)           -> Maps of the four channels in picture proportions
overview.hand(bgr)           -> (h, w) probability that a hand or arm covers a place (a small map of the picture)
overview.tips(bgr)           -> [(x, y, score)] candidate tips in pixels, best first
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.defaults import MODELS
from calibration.networks import network

Picture = npt.NDArray[np.uint8]
Map = npt.NDArray[np.float32]

CHANNELS = ("tip", "centre", "strip", "hand")
INPUT_WH = (320, 192)
STRIDE = 2


@dataclass(frozen=True, slots=True)
class Maps:
    """Probability maps (0..1) and the zoom from picture pixels to map pixels."""

    tip: Map
    centre: Map
    strip: Map
    hand: Map
    zoom: float

    @property
    def hand_share(self) -> float:
        """Share of the picture that a hand or an arm covers; above 0.008 there is one."""
        return float((self.hand > 0.5).mean())

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """Picture pixel of a map position."""
        return (x + 0.5) / self.zoom - 0.5, (y + 0.5) / self.zoom - 0.5


def letterbox(bgr: Picture) -> tuple[Picture, float]:
    """The picture fitted into the network's input, top left, grey elsewhere; and the zoom."""
    h, w = bgr.shape[:2]
    zoom = min(INPUT_WH[0] / w, INPUT_WH[1] / h)
    fitted = max(1, round(w * zoom)), max(1, round(h * zoom))
    out = np.full((INPUT_WH[1], INPUT_WH[0], 3), 114, np.uint8)
    mode = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    out[: fitted[1], : fitted[0]] = cv2.resize(bgr, fitted, interpolation=mode)
    return out, zoom


class Overview:
    """The overview network."""

    def __init__(self, path: Path | None = None) -> None:
        self._net = network(path or MODELS / "overview.onnx")

    def look(self, bgr: Picture) -> Maps:
        """All maps of one picture."""
        small, zoom = letterbox(bgr)
        blob = (small.astype(np.float32).transpose(2, 0, 1)[None] - 114.0) / 64.0
        (scores,) = self._net.answer(["answer"], picture=blob)
        out = 1 / (1 + np.exp(-np.asarray(scores, np.float32)[0]))
        map_zoom = zoom / STRIDE
        h, w = (max(1, round(n * map_zoom)) for n in bgr.shape[:2])
        tip, centre, strip, hand = (np.ascontiguousarray(channel[:h, :w]) for channel in out)
        return Maps(tip, centre, strip, hand, map_zoom)

    def hand(self, bgr: Picture) -> Map:
        """Probability of a hand or an arm, as a small map of the whole picture."""
        return self.look(bgr).hand

    def hand_share(self, bgr: Picture) -> float:
        """Share of the picture that a hand or an arm covers; above 0.008 there is one."""
        return self.look(bgr).hand_share

    def tips(self, bgr: Picture) -> list[tuple[float, float, float]]:
        """Candidate tips (x, y, score), best first."""
        maps = self.look(bgr)
        return [(*maps.to_picture(x, y), score) for x, y, score in peaks(maps.tip)]


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
