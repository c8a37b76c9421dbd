"""Everyday things beside and on the board: bottles, cans, bowls, plates, coins, dice, remotes, cables, candles."""

from __future__ import annotations

import math

import numpy as np

from workshop.lab.shapes.meshes import Tri, join, lathe, prism, rectangle_outline, rounded_cube

Rng = np.random.Generator
RADII = {"bottle": 38.0, "can": 36.0, "bowl": 85.0, "plate": 110.0, "candle": 28.0, "coin": 13.0, "die": 12.0}
RADII |= {"remote": 95.0, "cable": 150.0, "pawnlike": 18.0, "stick": 75.0}
ON_BOARD = ("coin", "die", "cable", "stick")


def turned_thing(kind: str, rng: Rng) -> Tri:
    """Things with an axis."""
    k = float(rng.uniform(0.8, 1.2))
    profiles: dict[str, list[tuple[float, float]]] = {
        "bottle": [
            (0, 0),
            (34, 0),
            (36, 4),
            (36, 130),
            (28, 160),
            (14, 185),
            (13, 225),
            (15, 228),
            (15, 236),
            (0, 236),
        ],
        "can": [(0, 0), (28, 0), (33, 6), (33, 106), (29, 114), (29, 117), (26, 114), (0, 113)],
        "bowl": [(0, 2), (40, 2), (70, 26), (82, 58), (80, 58), (66, 28), (38, 8), (0, 7)],
        "plate": [(0, 3), (60, 3), (105, 14), (105, 16), (60, 6), (0, 6)],
        "candle": [(0, 0), (25, 0), (25, 26), (22, 28), (0, 27)],
        "coin": [(0, 0), (12, 0), (12.4, 0.6), (12.4, 1.4), (12, 2.0), (0, 2.0)],
        "pawnlike": [(0, 0), (12, 0), (13, 2), (9, 4), (5, 22), (7, 26), (6, 33), (0, 36)],
    }
    return lathe([(r * k, z * k) for r, z in profiles[kind]], 48)


def cable(rng: Rng) -> Tri:
    """A lead lying in curves."""
    n, radius = 60, float(rng.uniform(1.2, 2.6))
    turn = np.cumsum(np.cumsum(rng.normal(0, 0.05, n)))
    spine = np.column_stack([np.cumsum(np.cos(turn)), np.cumsum(np.sin(turn))]) * 5.0
    spine -= spine.mean(0)
    ring = np.linspace(0, 2 * math.pi, 9)
    ahead = np.gradient(spine, axis=0)
    side = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.linalg.norm(ahead, axis=1, keepdims=True)
    v = np.zeros((n, 9, 3))
    v[..., :2] = spine[:, None] + side[:, None] * (radius * np.cos(ring))[None, :, None]
    v[..., 2] = 2.6 + radius * (1 + np.sin(ring))
    index = np.arange(n * 9).reshape(n, 9)
    a, b, c, d = index[:-1, :-1].ravel(), index[:-1, 1:].ravel(), index[1:, 1:].ravel(), index[1:, :-1].ravel()
    out = np.zeros_like(v)
    out[..., :2], out[..., 2] = side[:, None] * np.cos(ring)[None, :, None], np.sin(ring)
    return Tri(v.reshape(-1, 3), np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]), out.reshape(-1, 3))


def thing_mesh(kind: str, rng: Rng) -> Tri:
    """The mesh of a thing, standing or lying on z = 0."""
    if kind == "cable":
        return cable(rng)
    if kind == "die":
        edge = float(rng.uniform(10, 17))
        return Tri((cube := rounded_cube(edge, 1.6)).v + np.array([0, 0, edge / 2 + 2.4]), cube.f, cube.n)
    if kind in ("remote", "stick"):
        size = (48, 170, 18) if kind == "remote" else (rng.uniform(4, 9), 140, 7)
        outline, uv = rectangle_outline(size[0], size[1])
        top, wall = prism(outline, 2.4 if kind == "stick" else 0.1, size[2], uv)
        return join([Tri(top.v, top.f, top.n), wall])
    return turned_thing(kind, rng)
