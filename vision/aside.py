"""What goes on beside the board: people behind it, a screen in the room, a curtain.

aside = Aside(region)
aside.left_out(moved, at_s)        those of the tiles that moved which say nothing about the table
aside.tiles                        where something has gone on for a while without coming near the board

A hand comes from the edge to the board within a moment, and then what is near the board moves as well: only what has
moved for a while and never came near is left out, and what reaches from there towards the board is seen again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Small = npt.NDArray[np.float32]
Region = Sequence[tuple[float, float]]
"""The corners of the part of a picture where the board lies, as shares of its width and height."""

NEAR: Final = 1.25  # times the board's outline: what moves in there may be a hand, or a piece that tips over
ASIDE_S: Final = 1.5  # what has moved for so long beside the board goes on beside it
ASIDE_MOST_S: Final = 3.0
FADES: Final = 8.0
"""Each second of rest makes up for 1 / `FADES` of movement, of which at most `ASIDE_MOST_S` are remembered."""
FORGOTTEN_S: Final = 0.3
PAUSE_S: Final = 0.5  # two pictures farther apart do not tell what moved between them
OUTSIDE_TILES: Final = 1  # so many of its tiles may lie where nothing went on before
TILE: Final = 16  # small pixels a side: the parts of the picture that are judged one by one
AROUND: Final = np.ones((3, 3), np.uint8)


class Aside:
    """Learns where something goes on beside the board; without a region everything may be the board."""

    def __init__(self, region: Region | None = None) -> None:
        self._region = region
        self._near: Mask | None = None
        self._moved_s: Small | None = None
        self._at_s: float | None = None
        self.tiles: Mask | None = None

    def left_out(self, moved: Mask, at_s: float) -> Mask:
        """The moving tiles that hang together with what has gone on beside the board, and do not come near it."""
        if self._region is None:
            return np.zeros(moved.shape, np.bool_)
        if self._near is None or self._near.shape != moved.shape:
            self._near, self._moved_s = near_tiles(self._region, moved.shape), np.zeros(moved.shape, np.float32)
            self.tiles = None
        self._learn(moved, at_s)
        return self.beside(moved)

    def beside(self, moved: Mask) -> Mask:
        """The same for other tiles, with nothing learned."""
        out = np.zeros(moved.shape, np.bool_)
        if self.tiles is None or self._near is None:
            return out
        count, pieces = cv2.connectedComponents(moved.astype(np.uint8), connectivity=8)
        for piece in range(1, count):
            here = pieces == piece
            outside = int((here & ~self.tiles).sum())
            if outside <= OUTSIDE_TILES and outside < int(here.sum()) and not (here & self._near).any():
                out |= here
        return out

    def _learn(self, moved: Mask, at_s: float) -> None:
        assert self._near is not None
        assert self._moved_s is not None
        passed_s = 0.0 if self._at_s is None else max(at_s - self._at_s, 0.0)
        self._at_s = at_s
        around = cv2.dilate(moved.astype(np.uint8), AROUND) > 0
        rests = -passed_s / FADES
        goes_on = rests if (moved & self._near).any() else min(passed_s, PAUSE_S)
        self._moved_s = np.clip(self._moved_s + np.where(around, goes_on, rests), 0.0, ASIDE_MOST_S).astype(np.float32)
        before = False if self.tiles is None else self.tiles
        kept = (self._moved_s >= ASIDE_S) | (before & (self._moved_s > FORGOTTEN_S))
        tiles = np.asarray(kept & ~self._near, np.bool_)
        self.tiles = tiles if tiles.any() else None


def near_tiles(region: Region, shape: tuple[int, ...]) -> Mask:
    """The tiles on and around the board."""
    rows, columns = shape
    corners = np.array(region, float)
    wide = corners.mean(axis=0) + NEAR * (corners - corners.mean(axis=0))
    out = np.zeros((rows, columns), np.uint8)
    hull = cv2.convexHull(np.rint(wide * (columns, rows) - 0.5).astype(np.int32))
    cv2.fillConvexPoly(out, hull, 1)
    return np.asarray(out > 0, np.bool_)


def box(region: Region) -> tuple[float, float, float, float]:
    """The upright box around a region: left, top, right, bottom."""
    xs, ys = zip(*region, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def pixels_of(tiles: Mask | None, shape: tuple[int, ...]) -> Mask:
    """The pixels of a small picture that lie in these tiles."""
    height, width = shape[:2]
    if tiles is None:
        return np.zeros((height, width), np.bool_)
    return np.asarray(tiles.repeat(TILE, 0).repeat(TILE, 1)[:height, :width], np.bool_)
