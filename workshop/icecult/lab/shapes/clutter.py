"""Random props beside the board."""

from __future__ import annotations

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.sample import free_spot, muted
from vision.icecult.sim.scene import PLASTICS
from workshop.lab.space import Json

PROP_RADIUS = {
    "mug": 45.0,
    "book": 129.0,
    "phone": 84.0,
    "box": 135.0,
    "card": 55.0,
    "ball": 36.0,
    "paper": 183.0,
    "pen": 72.0,
}
PLAIN_PROPS = ("mug", "book", "phone", "box", "card", "card")


def sample_props(
    geo: Dimensions, rng: np.random.Generator, count: int, kinds: tuple[str, ...] = PLAIN_PROPS, bright: bool = False
) -> list[Json]:
    """Clutter beside the board."""
    out: list[Json] = []
    for _ in range(count):
        kind = str(rng.choice(kinds))
        spot = free_spot(rng, geo, PROP_RADIUS[kind], [(o["x_mm"], o["y_mm"], PROP_RADIUS[o["kind"]]) for o in out])
        if spot:
            x, y, yaw = (round(float(v), 1) for v in (*spot, rng.uniform(0, 360)))
            colour, seed = vivid(rng) if bright else list(muted(rng)), int(rng.integers(1 << 30))
            out.append({"kind": kind, "x_mm": x, "y_mm": y, "yaw_deg": yaw, "color": colour, "seed": seed})
    return out


def vivid(rng: np.random.Generator) -> list[float]:
    """A saturated colour, often one of the pawns' own."""
    if rng.random() < 0.6:
        base = np.array(PLASTICS[str(rng.choice(list(COLOURS)))])
        return [round(float(v), 3) for v in np.clip(base + rng.normal(0, 0.06, 3), 0.02, 0.97)]
    wheel = 0.5 + 0.5 * np.cos(2 * np.pi * (rng.random() + np.array([0, 1 / 3, 2 / 3])))
    return [round(float(v), 3) for v in np.clip(wheel * rng.uniform(0.4, 0.95), 0.03, 0.95)]
