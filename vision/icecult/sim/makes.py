"""Sets of other makes: every size by chance, within what could be bought."""

from __future__ import annotations

import numpy as np

from vision.icecult.sim.geometry import Dimensions


def random_make(seed: int, layout: str = "sides") -> Dimensions:
    """The sizes of one make; seeds that are the same give the same make."""
    rng = np.random.default_rng([seed, 97])
    edge, foot = rng.uniform(35, 48), rng.uniform(21, 30)
    height = rng.uniform(28, 40)
    sizes = {
        "cube_edge": edge,
        "base_size": 2 * edge + rng.uniform(6, 22),
        "base_height": rng.uniform(4, 20),
        "space_length": rng.uniform(max(32.0, foot + 6), 46),
        "path_width": rng.uniform(max(30.0, foot + 4), 46),
        "tip_length": rng.uniform(14, 36),
        "cone_foot_size": foot,
        "cone_foot_corner_radius": foot * 0.15,
        "cone_height": height,
        "cone_radius_bottom": foot * rng.uniform(0.34, 0.4),
        "cone_radius_top": rng.uniform(2.4, 3.4),
        "stack_pitch": rng.uniform(8.0, min(13.5, 0.4 * height)),
    }
    return Dimensions.from_json({"exit": layout} | {name: round(float(value), 2) for name, value in sizes.items()})
