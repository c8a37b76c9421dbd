"""Where cards lie, by the maps of a network; and pictures of each for the network that reads their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.flat import READ, cut
from vision.igluiglu.kinds import KINDS

Array = npt.NDArray[Any]
HEAT = 8  # pixels of `READ` to one of a map
FAINT = 0.2  # what is less likely is no card
MOST = 56  # cards in a picture: there are 42, and what is taken for one
SAME = 0.45  # of a card's side: two middles nearer than this are one card's
AROUND = 1.2  # of a card's side that is cut out
TOKEN_PX = 40


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a card may lie."""

    at: tuple[float, float]  # on the turned board
    kind: str
    likely: float


def spots(maps: Array, size: float) -> list[Spot]:
    """The places (kinds, h, w) maps show, the likeliest first; of two on one spot the likelier."""
    found = []
    for kind, heat in zip(KINDS, maps, strict=True):
        grown = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        for y, x in np.argwhere((heat >= grown) & (heat > FAINT)):
            found.append((float(heat[y, x]), kind, _middle(heat, int(x), int(y))))
    out: list[Spot] = []
    for likely, kind, xy in sorted(found, key=lambda each: -each[0]):
        u, v = READ.places((np.array(xy) + 0.5) * HEAT - 0.5).tolist()
        if all(np.hypot(u - spot.at[0], v - spot.at[1]) > SAME * size for spot in out):
            out.append(Spot((u, v), kind, likely))
    return out[:MOST]


def _middle(heat: Array, x: int, y: int) -> tuple[float, float]:
    """The middle of a peak to parts of a pixel."""
    y0, x0 = max(y - 1, 0), max(x - 1, 0)
    part = heat[y0 : y + 2, x0 : x + 2].astype(float) ** 2
    rows, columns = np.arange(part.shape[0]) + y0, np.arange(part.shape[1]) + x0
    total = part.sum()
    return float((part.sum(0) * columns).sum() / total), float((part.sum(1) * rows).sum() / total)


def pictures(fine: Array, at: Array, size: float) -> Array:
    """(n, TOKEN_PX, TOKEN_PX, 3): squares about points (n, 2) of the turned board, cut out of `READ`."""
    step = ((np.arange(TOKEN_PX) + 0.5) / TOKEN_PX - 0.5) * size * AROUND * READ.px
    xy = READ.pixels(at)
    x = np.broadcast_to(xy[:, 0, None, None] + step[None, None, :], (len(at), TOKEN_PX, TOKEN_PX))
    y = np.broadcast_to(xy[:, 1, None, None] + step[None, :, None], (len(at), TOKEN_PX, TOKEN_PX))
    columns, rows = (np.ascontiguousarray(each.reshape(-1, TOKEN_PX), np.float32) for each in (x, y))
    flat = cut(fine, columns, rows)
    return np.asarray(flat.reshape(len(at), TOKEN_PX, TOKEN_PX, 3))
