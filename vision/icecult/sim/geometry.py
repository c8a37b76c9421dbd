"""The virtual table's own sizes, and how its cubes are turned; where its parts lie, `calibration` says.

Millimetres, x = east, y = north, z = up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS, Geometry
from vision.sim.space import FACES, Array

SEEDED_SLOTS = ("NW", "NE", "SW", "SE")
"""The cubes in the order in which chance is asked about them: another order would change every seeded match."""


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The keys of geometry.json that are lengths, with the standard set's values."""

    exit: str = "sides"
    cube_edge: float = 40.0
    cube_gap: float = 0.4
    cube_bevel: float = 0.9
    cube_ior: float = 1.49
    symbol_arrow_length: float = 0.74
    symbol_arrow_head_width: float = 0.56
    symbol_arrow_shaft_width: float = 0.21
    symbol_circle_diameter: float = 0.6
    symbol_arc_radius: float = 0.5
    symbol_arc_stroke: float = 0.15
    base_size: float = 92.0
    base_height: float = 8.0
    board_thickness: float = 2.2
    path_width: float = 40.0
    space_length: float = 40.0
    spaces_per_arm: int = 5
    tip_length: float = 24.0
    cone_foot_size: float = 26.0
    cone_foot_height: float = 2.4
    cone_foot_corner_radius: float = 4.0
    cone_height: float = 34.0
    cone_radius_bottom: float = 9.6
    cone_radius_top: float = 2.9
    cone_wall: float = 1.5
    stack_pitch: float = 11.0
    pawns_per_colour: int = 5
    goal_distance_from_tip: float = 24.0

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Dimensions:
        """The standard set with those keys that differ; keys that are no dimensions are left out."""
        known = {f.name for f in fields(cls)}
        return cls(**{k: v for k, v in data.items() if k in known})

    def to_json(self) -> dict[str, Any]:
        """All keys of geometry.json."""
        frame = "x = east, y = north, z = up; origin = board centre on the table top (z = 0)"
        head: dict[str, Any] = {"units": "mm", "frame": frame, "arms": list(ARMS), "cube_slots": list(SEEDED_SLOTS)}
        return head | {f.name: getattr(self, f.name) for f in fields(self)}

    @property
    def board(self) -> Geometry:
        """Where the parts of this table lie."""
        return _board(self)

    @property
    def corners(self) -> bool:
        """Whether the paths leave through the block's corners."""
        return self.exit == "corners"

    @property
    def block_yaw_deg(self) -> float:
        """Turn of holder and cubes against the paths: in the corner layout NW stands in the north."""
        return self.board.block_yaw_deg

    @property
    def arm_start(self) -> float:
        """Distance from the centre at which the first space begins."""
        return self.board.arm_start_mm

    @property
    def arm_end(self) -> float:
        """Distance at which the last space ends and the tip begins."""
        return self.board.arm_end_mm

    @property
    def tip(self) -> float:
        """Distance of the tip's point."""
        return self.board.tip_mm

    def cube_centre(self, slot: str) -> Array:
        """Centre of the cube that stands in a slot."""
        return self.board.cube_centre(slot)

    def on_arm(self, arm: str, along: float, across: float, z: float = 0.0) -> Array:
        """Point `along` mm outwards from the centre and `across` mm to the right of the way out."""
        return self.board.on_arm(arm, along, across, z)

    def tips(self) -> list[Array]:
        """The points of the four paths."""
        return [self.on_arm(arm, self.tip, 0.0) for arm in ARMS]

    def space_centre(self, arm: str, index: int) -> Array:
        """Middle of a space (counted from 0) on top of the strip."""
        return self.on_arm(arm, self.board.space_along_mm(index + 1), 0.0, self.board_thickness)


@cache
def _board(dims: Dimensions) -> Geometry:
    return Geometry(dims.to_json())


def pose_rotation(pose: str) -> Array:
    """Rotation that takes the home pose to a pose like "UN" (the home faces now up and north)."""
    up, north = np.array(FACES[pose[0]][0]), np.array(FACES[pose[1]][0])
    return np.stack([np.cross(north, up), north, up]).astype(float)


def all_poses() -> list[str]:
    """The 24 poses of a cube."""
    opposite = {"U": "D", "D": "U", "N": "S", "S": "N", "E": "W", "W": "E"}
    return [u + n for u in FACES for n in FACES if n not in (u, opposite[u])]
