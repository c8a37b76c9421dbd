"""Cones from other moulds: bent profiles, heads, collars, rings, feet with any number of corners."""

from __future__ import annotations

import math

import numpy as np

from vision.icecult.sim.geometry import Dimensions
from workshop.lab.shapes.meshes import Tri, foot_top, join, lathe
from workshop.lab.space import Json

Rng = np.random.Generator
FEET = ("square", "square", "round", "round", "octagon")


def sample_mould(rng: Rng, geo: Dimensions) -> Json:
    """The shape of one make's pawns."""
    head = float(rng.choice([0.0, 0.0, 0.0, 1.0])) * rng.uniform(0.9, 1.9)
    return {
        "foot": str(rng.choice(FEET)),
        "bend": round(float(rng.uniform(-0.35, 0.5)), 3),
        "head": round(head * float(geo.cone_radius_top), 2),
        "collar": round(float(rng.choice([0.0, 0.0, 1.0])) * float(rng.uniform(0.4, 1.4)), 2),
        "collar_at": round(float(rng.uniform(0.15, 0.85)), 2),
        "rings": int(rng.choice([0, 0, 0, 2])),
        "hole": bool(rng.random() < 0.15),
    }


def body(geo: Dimensions, mould: Json) -> list[tuple[float, float]]:
    """(radius, z) of the cone's outside above its foot."""
    r0, r1, low, high = geo.cone_radius_bottom, geo.cone_radius_top, geo.cone_foot_height, geo.cone_height
    out = [(r0 + 1.2, low), (r0 + 0.4, low + 0.3)]
    for s in np.linspace(0.06, 1.0, 22):
        r = r0 + (r1 - r0) * s - mould["bend"] * (r0 - r1) * s * (1 - s)
        r += mould["collar"] * math.exp(-(((s - mould["collar_at"]) / 0.05) ** 2))
        if mould["rings"]:
            r += 0.25 * (math.cos(2 * math.pi * mould["rings"] * s) > 0.7)
        out.append((max(float(r), 0.6), low + (high - 0.8 - low) * float(s)))
    return out


def cap(geo: Dimensions, mould: Json) -> list[tuple[float, float]]:
    """The top: rounded, a ball, or open."""
    r, h = geo.cone_radius_top, geo.cone_height
    if mould["head"] > 0:
        ball, z = mould["head"], h - mould["head"]
        return [(ball * math.sin(a), z - ball * math.cos(a)) for a in np.linspace(0.5, math.pi - 0.01, 14)]
    if mould["hole"]:
        return [(r, h - 0.8), (r - 0.3, h), (max(r - 1.2, 0.3), h), (max(r - 1.3, 0.2), h - 6.0)]
    return [(r, h - 0.8), (r - 0.3, h - 0.3), (r - 0.9, h), (0.0, h)]


def moulded_cone(geo: Dimensions, mould: Json) -> Tri:
    """Hollow cone of this mould standing on z = 0."""
    foot, fh, wall = geo.cone_foot_size / 2, geo.cone_foot_height, geo.cone_wall
    square = (foot, geo.cone_foot_corner_radius) if mould["foot"] == "square" else None
    sides = {"octagon": 8, "hexagon": 6}.get(str(mould["foot"]), 64)
    rim = [(foot, 0.0), (foot, fh - 0.4), (foot - 0.4, fh)]
    r0 = geo.cone_radius_bottom
    plate = foot_top(foot - 0.4, r0 + 1.2, fh, square) if sides == 64 else lathe([(foot - 0.4, fh), (r0, fh)], sides)
    inner = [(0.0, geo.cone_height - wall), (geo.cone_radius_top * 0.6, geo.cone_height - wall), (r0 - wall, 0.0)]
    parts = [lathe(rim, sides, square), plate, lathe(body(geo, mould), 56), lathe(cap(geo, mould), 40)]
    return join([*parts, lathe(inner, 40), lathe([(r0 - wall, 0.0), (foot - 0.4, 0.0)], 48)])


def cone_mesh(geo: Dimensions, square_foot: bool) -> Tri:
    """Hollow traffic cone standing on z = 0."""
    foot, fh, h = geo.cone_foot_size / 2, geo.cone_foot_height, geo.cone_height
    r0, r1, wall = geo.cone_radius_bottom, geo.cone_radius_top, geo.cone_wall
    sq = (foot, geo.cone_foot_corner_radius) if square_foot else None
    e = 0.5  # edge rounding
    rim = [(foot, 0.0), (foot, fh - e), (foot - 0.15 * e, fh - 0.4 * e), (foot - 0.5 * e, fh - 0.1 * e), (foot - e, fh)]
    fillet = [(r0 + 1.3, fh), (r0 + 0.6, fh + 0.15), (r0 + 0.15, fh + 0.6), (r0 - 0.1, fh + 1.4)]
    body = [(r0 - 0.1 + (r1 - r0 + 0.1) * s, fh + 1.4 + (h - 1.2 - fh - 1.4) * s) for s in (0.25, 0.5, 0.75, 1.0)]
    cap = [(r1 - 0.18, h - 0.55), (r1 - 0.6, h - 0.15), (r1 - 1.1, h), (0.0, h)]
    inner = [(0.0, h - wall), (r1 - wall * 0.8, h - wall), (r0 - wall, fh), (r0 - wall, 0.0)]
    return join(
        [
            lathe(rim, 64, sq),
            foot_top(foot - e, r0 + 1.3, fh, sq),
            lathe(fillet + body, 64),
            lathe([body[-1], *cap], 64),
            lathe(inner[:2], 48),
            lathe(inner[1:3], 48),
            lathe(inner[2:], 48),
            foot_top(r0 - wall, foot, 0.0, sq, outer_first=False),
        ]
    )
