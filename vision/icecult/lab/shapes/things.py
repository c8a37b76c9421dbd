"""Everyday things beside and on the board: bottles, cans, bowls, plates, coins, dice, remotes, cables, candles."""

from __future__ import annotations

import math

import numpy as np

from vision.icecult.lab.geometry import Geometry, Json
from vision.icecult.lab.paint.art import any_colour
from vision.icecult.lab.shapes.clutter import PROP_RADIUS
from vision.icecult.lab.shapes.meshes import Tri, join, lathe, prism, rectangle_outline, rounded_cube

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


def free_of_pieces(geo: Geometry, q: tuple[float, float], radius: float, state: Json) -> bool:
    """Whether a thing at this place touches no stack, pawn or block."""
    spots = [(s["x_mm"], s["y_mm"]) for part in ("start", "goal") for s in state[part]]
    for arm in geo.arms:
        spots += [tuple(geo.space_centre(arm, i)[:2]) for i, s in enumerate(state["arms"][arm]) if s]
    gap = geo.cone_foot_size * 0.75 + radius
    apart = all(math.hypot(q[0] - x, q[1] - y) > gap for x, y in spots)
    return apart and math.hypot(*q) > geo.base_size * 0.75 + radius


def sample_things(geo: Geometry, rng: Rng, state: Json, count: int, near: bool) -> list[Json]:
    """Things that stand anywhere off the board, and small ones close to it or on it."""
    out: list[Json] = []
    for _ in range(count * 12):
        if len(out) >= count:
            break
        kind = str(rng.choice(list(RADII)))
        small = kind in ON_BOARD and near
        q = (float(rng.uniform(-480, 480)), float(rng.uniform(-480, 480)))
        radius = RADII[kind]
        lane = min(abs(q[0]), abs(q[1])) > geo.path_width / 2 + radius + 4
        outside = max(abs(q[0]), abs(q[1])) > geo.tip + 30 + radius
        reach = 20.0 if small else radius
        apart = all(math.hypot(q[0] - o["x_mm"], q[1] - o["y_mm"]) > reach + o["radius_mm"] for o in out)
        if apart and (small or lane or outside) and free_of_pieces(geo, q, reach, state):
            yaw, seed = round(float(rng.uniform(0, 360)), 1), int(rng.integers(1 << 30))
            place = {"x_mm": round(q[0], 1), "y_mm": round(q[1], 1), "yaw_deg": yaw, "radius_mm": reach}
            gloss = round(float(rng.uniform(0.03, 0.4)), 3)
            out.append({"kind": kind, **place, "color": any_colour(rng, 0.03), "seed": seed, "alpha": gloss})
    return out


def near_books(props: list[Json], things: list[Json]) -> list[Json]:
    """The things that do not stand inside a book, mug or box that is there already."""
    return [
        t
        for t in things
        if all(
            math.hypot(t["x_mm"] - p["x_mm"], t["y_mm"] - p["y_mm"]) > PROP_RADIUS[p["kind"]] + t["radius_mm"]
            for p in props
        )
    ]
