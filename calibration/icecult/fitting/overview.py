"""One look at the whole picture: where strips' tips, the board's centre, the strips and hands are.

overview = Overview()
overview.look(bgr)           -> Maps of the four channels in picture proportions
overview.hand(bgr)           -> (h, w) probability that a hand or arm covers a place (a small map of the picture)
overview.tips(bgr)           -> [(x, y, score)] candidate tips in pixels, best first
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibration.fitting.overview import Map, heat_maps, in_picture, peaks
from calibration.icecult.defaults import MODELS
from calibration.networks import network

Picture = npt.NDArray[np.uint8]

CHANNELS = ("tip", "centre", "strip", "hand")


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
        return in_picture((x, y), self.zoom)


class Overview:
    """The overview network."""

    def __init__(self, path: Path | None = None) -> None:
        self._net = network(path or MODELS / "overview.onnx")

    def look(self, bgr: Picture) -> Maps:
        """All maps of one picture."""
        (tip, centre, strip, hand), zoom = heat_maps(self._net, bgr)
        return Maps(tip, centre, strip, hand, zoom)

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
