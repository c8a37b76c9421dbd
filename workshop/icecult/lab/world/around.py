"""Where things may stand around a board."""

from __future__ import annotations

import math

from vision.icecult.sim.geometry import Dimensions
from workshop.icecult.lab.shapes.clutter import PROP_RADIUS
from workshop.lab.paint.patterns import any_colour
from workshop.lab.shapes.things import ON_BOARD, RADII, Rng
from workshop.lab.space import Json


def free_of_pieces(geo: Dimensions, q: tuple[float, float], radius: float, placement: Json) -> bool:
    """Whether a thing at this place touches no stack, pawn or block."""
    gap = geo.cone_foot_size * 0.75 + radius
    apart = all(math.hypot(q[0] - s["x_mm"], q[1] - s["y_mm"]) > gap for s in placement.values())
    return apart and math.hypot(*q) > geo.base_size * 0.75 + radius


def sample_things(geo: Dimensions, rng: Rng, placement: Json, count: int, near: bool) -> list[Json]:
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
        if apart and (small or lane or outside) and free_of_pieces(geo, q, reach, placement):
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
