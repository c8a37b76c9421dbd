"""Path strips whose spaces are cut out or sunk: rails, cross bars and floors instead of one flat top."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.icecult.sim.geometry import Dimensions
from vision.sim.space import Array
from workshop.lab.shapes.meshes import Tri, join, prism
from workshop.lab.space import Json

FLOOR_MM = 0.5  # height of a sunk space's floor


def bars(geo: Dimensions, art: Json) -> Iterator[Array]:
    """Outlines of what is left of a strip that points north: two rails, a bar at each border, the tip."""
    half, step = geo.path_width / 2, float(geo.space_length)
    rail, cross = art["rail_share"] * geo.path_width, art["rail_share"] * step / 2
    start, end = geo.arm_start, geo.arm_end
    inner = start - (half + 1.0 if geo.corners else 0.0)
    yield box(-half, half, inner, start + cross)
    for i in range(1, geo.spaces_per_arm):
        y = start + i * step
        yield box(-half + rail, half - rail, y - cross, y + cross)
    yield box(-half, -half + rail, start + cross, end - cross)
    yield box(half - rail, half, start + cross, end - cross)
    yield np.array([(-half, end - cross), (half, end - cross), (half, end), (0, geo.tip), (-half, end)])


def floors(geo: Dimensions, art: Json) -> Iterator[Array]:
    """Outlines of the sunk spaces' floors."""
    half, step = geo.path_width / 2, float(geo.space_length)
    rail, cross = art["rail_share"] * geo.path_width, art["rail_share"] * step / 2
    for i in range(geo.spaces_per_arm):
        y = geo.arm_start + i * step
        yield box(-half + rail, half - rail, y + cross, y + step - cross)


def box(x0: float, x1: float, y0: float, y1: float) -> Array:
    """Corners of a rectangle, counter-clockwise."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def strip_uv(geo: Dimensions, outline: Array) -> Array:
    """Texture coordinates of points of a strip."""
    return np.column_stack(
        [outline[:, 0] / geo.path_width + 0.5, (geo.tip - outline[:, 1]) / (geo.tip - geo.arm_start)]
    )


def cut_strip(geo: Dimensions, art: Json) -> tuple[Tri, Tri, Tri | None]:
    """Printed top, cut sides and, for sunk spaces, their floors."""
    parts = [prism(o, 0.05, geo.board_thickness, strip_uv(geo, o)) for o in bars(geo, art)]
    top, wall = join([p[0] for p in parts]), join([p[1] for p in parts])
    if art["spaces"] == "hole":
        return top, wall, None
    return top, wall, join([prism(o, 0.05, FLOOR_MM, strip_uv(geo, o))[0] for o in floors(geo, art)])
