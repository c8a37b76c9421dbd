"""Sizes of one make of the set, and where things lie: millimetres, x = east (a to h), y = north, z = up.

The origin is the middle of the 8x8 grid on the table top.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.igluiglu.board import CELLS, SIDE
from vision.sim.space import Array

NODES = 5
"""Heights of the warped board are known at so many places a side."""


@dataclass(frozen=True)
class Geometry:
    """One set: its board (folded, warped), tiles and tokens."""

    cell: float = 40.0
    border: tuple[float, float, float, float] = (15.0, 15.0, 15.0, 15.0)  # west, east, south, north
    board_thickness: float = 2.2
    warp: tuple[tuple[float, ...], ...] = ((0.0,) * NODES,) * NODES  # rows from the south
    folds: tuple[bool, bool] = (True, True)  # along the middle: between d and e, between 4 and 5
    tile_edge: float = 37.0
    tile_thickness: float = 2.0
    token_shape: str = "round"
    token_size: float = 20.0
    bear_size: float = 20.0
    token_thickness: float = 1.9

    @property
    def half(self) -> float:
        """From the middle of the grid to its edge."""
        return self.cell * SIDE / 2

    @property
    def outline(self) -> tuple[float, float, float, float]:
        """The board's west, east, south and north edges."""
        west, east, south, north = self.border
        return -self.half - west, self.half + east, -self.half - south, self.half + north

    def lift(self, x: Array, y: Array) -> Array:
        """How far the warped board stands off its level at these places."""
        west, east, south, north = self.outline
        u = np.clip((x - west) / (east - west), 0, 1) * (NODES - 1)
        v = np.clip((y - south) / (north - south), 0, 1) * (NODES - 1)
        i, j = np.minimum(u.astype(int), NODES - 2), np.minimum(v.astype(int), NODES - 2)
        s, t, z = u - i, v - j, np.asarray(self.warp, float)
        low, high = z[j, i] * (1 - s) + z[j, i + 1] * s, z[j + 1, i] * (1 - s) + z[j + 1, i + 1] * s
        return np.asarray(low * (1 - t) + high * t)

    def on_board(self, xy: Array, up: float = 0.0) -> Array:
        """Places on the board's face, so far above it, (N, 3)."""
        xy = np.asarray(xy, float).reshape(-1, 2)
        return np.column_stack([xy, self.board_thickness + up + self.lift(xy[:, 0], xy[:, 1])])

    def centre(self, name: str) -> tuple[float, float]:
        """The middle of a space."""
        column, row = divmod(CELLS[name], SIDE)
        return (column - 3.5) * self.cell, (row - 3.5) * self.cell

    def corners(self, name: str) -> Array:
        """A space's corners: south-west, south-east, north-east, north-west."""
        return np.asarray(self.centre(name)) + square(self.cell)

    def grid_corners(self) -> Array:
        """The outer corners of a1, h1, h8, a8."""
        return square(self.cell * SIDE)

    def token(self, kind: str) -> float:
        """How wide a token of this kind is."""
        return self.bear_size if kind == "bear" else self.token_size


def around(x: float, y: float, points: Array) -> Array:
    """Points of a thing's own plane where it lies."""
    return np.asarray(points + np.array([x, y]))


def square(edge: float, yaw_deg: float = 0.0) -> Array:
    """Corners of a square around the origin: south-west, south-east, north-east, north-west."""
    out = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) * (edge / 2)
    return out @ turn2(yaw_deg).T


def turn2(yaw_deg: float) -> Array:
    """A turn in the plane, counter-clockwise."""
    a = np.radians(yaw_deg)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
