"""Dimensions of the board on this table, and where its parts stand in table coordinates.

Table frame: x = east, y = north, z = up, millimetres, origin = board centre on the table top.
An arm's own coordinates are `along` (outwards from the centre), `across` (to the right when looking outwards) and z.
In the corner layout the block (holder and cubes) is turned 45 degrees clockwise against the paths.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.files import read_json
from engine.core.errors import IcekeeperError

Points = npt.NDArray[np.float64]

ARMS = ("N", "E", "S", "W")
ARM_YAW_DEG = {"N": 0.0, "W": 90.0, "S": 180.0, "E": 270.0}  # counter-clockwise from north
STANDARD_PATH = Path(__file__).resolve().parent / "data" / "geometry.json"
AIR_MM = 0.06
"""Cubes never lie quite flat in their holder."""
NEAR_SIDE = math.pi / 3  # to both sides of the direction of the camera: there a lower pawn shows its rim
LEAST, MOST = 0.01, 2000  # of any size, in millimetres or as a share of a cube
_WORDS = ("units", "frame", "arms", "cube_slots", "exit")


class GeometryError(IcekeeperError):
    """Dimensions that cannot be those of a board."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """All dimensions of one set (the keys of geometry.json) and the places that follow from them."""

    values: Mapping[str, Any]

    def __getitem__(self, key: str) -> float:
        return float(self.values[key])

    @property
    def corners(self) -> bool:
        """Paths leave through the block's corners instead of its sides."""
        return bool(self.values["exit"] == "corners")

    @property
    def spaces(self) -> int:
        return int(self.values["spaces_per_arm"])

    @property
    def block_yaw_deg(self) -> float:
        """Turn of holder and cubes against the paths."""
        return -45.0 if self.corners else 0.0

    @property
    def arm_start_mm(self) -> float:
        """Where space 1 begins, from the centre."""
        return self["base_size"] / (math.sqrt(2) if self.corners else 2)

    @property
    def arm_end_mm(self) -> float:
        return self.arm_start_mm + self["space_length"] * self.spaces

    @property
    def tip_mm(self) -> float:
        return self.arm_end_mm + self["tip_length"]

    def space_along_mm(self, space: int) -> float:
        """Centre of space 1..5 along its arm."""
        return self.arm_start_mm + (space - 0.5) * self["space_length"]

    def on_arm(self, arm: str, along_mm: float, across_mm: float = 0.0, z_mm: float = 0.0) -> Points:
        """A point of an ideal (not askew) arm in table coordinates."""
        return np.asarray(rotation_z(ARM_YAW_DEG[arm]) @ (across_mm, along_mm, z_mm))

    def block_square(self, half_mm: float, z_mm: float) -> Points:
        """Corners NW, NE, SE, SW of a square of the block's own orientation; shape (4, 3)."""
        h = half_mm
        square = np.array([(-h, h, z_mm), (h, h, z_mm), (h, -h, z_mm), (-h, -h, z_mm)])
        return np.asarray(square @ rotation_z(self.block_yaw_deg).T)

    def block_rings(self) -> list[Points]:
        """Holder and block in table mm: the holder's square, the block's foot, and its standing edges."""
        cubes = self["cube_edge"] + self["cube_gap"] / 2
        foot, top = self.block_square(cubes, self["base_height"]), self.block_square(cubes, self.cube_top_mm)
        standing = [np.array(pair) for pair in zip(foot, top, strict=True)]
        return [self.block_square(self["base_size"] / 2, self["base_height"]), foot, *standing]

    @property
    def cube_top_mm(self) -> float:
        """Height of the cubes' top faces."""
        return self["base_height"] + self["cube_edge"] + AIR_MM

    def slot_centre(self, slot: str, z_mm: float = 0.0) -> Points:
        """A point on the upright axis of the cube in a slot."""
        pitch = (self["cube_edge"] + self["cube_gap"]) / 2
        at = (pitch if "E" in slot else -pitch, pitch if "N" in slot else -pitch, z_mm)
        return np.asarray(rotation_z(self.block_yaw_deg) @ at)

    def cube_centre(self, slot: str) -> Points:
        """The middle of the cube in a slot."""
        return self.slot_centre(slot, self["base_height"] + self["cube_edge"] / 2 + AIR_MM)

    def cube_top(self, slot: str) -> Points:
        """Corners NW, NE, SE, SW of one cube's top face; shape (4, 3)."""
        return np.asarray(self.block_square(self["cube_edge"] / 2, self.cube_top_mm) + self.slot_centre(slot))

    def to_json(self) -> dict[str, Any]:
        return dict(self.values)


def standard_values() -> dict[str, Any]:
    """The dimensions of the standard table."""
    values: dict[str, Any] = json.loads(STANDARD_PATH.read_text(encoding="utf-8"))
    return values


def make_geometry(overrides: Mapping[str, Any] | None = None) -> Geometry:
    """The standard dimensions with some of them replaced; unknown keys and impossible numbers are refused by name."""
    values = standard_values()
    for key, value in (overrides or {}).items():
        if key not in values:
            raise GeometryError(f"geometry: unknown key {key!r}; known are {', '.join(sorted(values))}")
        values[key] = _checked(key, value)
    return Geometry(values)


def load_geometry(path: Path | str | None) -> Geometry:
    """Read overrides from a JSON file; None gives the standard table."""
    if path is None:
        return make_geometry()
    try:
        data = read_json(path)
    except OSError as error:
        raise GeometryError(f"{path}: cannot read the geometry ({error.strerror})") from error
    except ValueError as error:
        raise GeometryError(f"{path}: expected a JSON object of dimensions ({error})") from error
    if not isinstance(data, dict):
        raise GeometryError(f"{path}: expected a JSON object of dimensions, got {type(data).__name__}")
    return make_geometry(data)


def _checked(key: str, value: Any) -> Any:
    if key == "exit":
        if value not in ("sides", "corners"):
            raise GeometryError(f'geometry: "exit" must be "sides" or "corners", got {value!r}')
        return value
    if key in _WORDS:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not LEAST <= value < MOST:
        raise GeometryError(f"geometry: {key!r} must be a number above 0 and below {MOST}, got {value!r}"[:200])
    if key == "spaces_per_arm" and (value != int(value) or value > 12):
        raise GeometryError(f'geometry: "spaces_per_arm" must be a whole number from 1 to 12, got {value!r}')
    return value


def in_sight(board: Geometry, feet_mm: Sequence[Points], camera_mm: Points) -> tuple[Points, Points]:
    """How much the block leaves in sight: of a pawn on each foot, and of the near side of what it would stand on."""
    foot, tall, rise = board["cone_foot_size"] / 2, board["cone_height"], board["stack_pitch"]
    pawn = [(foot * (1 - z), z * tall) for z in np.linspace(0.0, 1.0, 5)]
    whole = [_outside(board, at + _ring(pawn, 0.0, math.pi), camera_mm) for at in feet_mm]
    low = [(foot, z) for z in np.linspace(0.0, rise, 3)]
    towards = [math.atan2(*(camera_mm - at)[1::-1]) for at in feet_mm]
    near = [_outside(board, at + _ring(low, to, NEAR_SIDE), camera_mm) for at, to in zip(feet_mm, towards, strict=True)]
    return np.array(whole), np.array(near)


def _ring(circles: Sequence[tuple[float, float]], middle: float, half: float) -> Points:
    """Points on arcs of circles, each with its radius and height, to both sides of a direction."""
    angles = middle + np.linspace(-half, half, 9)
    return np.concatenate(
        [np.column_stack([r * np.cos(angles), r * np.sin(angles), np.full(9, z)]) for r, z in circles]
    )


def _outside(board: Geometry, points: Points, camera_mm: Points) -> float:
    """The share of points between which and the camera there is no block."""
    turned = rotation_z(-board.block_yaw_deg)
    points, eye = points @ turned.T, turned @ camera_mm
    edge, base = board["cube_edge"], board["base_height"]
    boxes = ((board["base_size"] / 2, 0.0, base), (edge, base, base + edge))
    hidden = [_crosses(points, eye, np.array([-a, -a, low]), np.array([a, a, high])) for a, low, high in boxes]
    return 1.0 - float(np.any(hidden, axis=0).mean())


def _crosses(points: Points, eye: Points, low: Points, high: Points) -> Points:
    """Which of the points are seen through a box with these corners."""
    way = eye - points
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one, other = (low - points) / way, (high - points) / way
    enters, leaves = np.minimum(one, other).max(-1), np.maximum(one, other).min(-1)
    return np.asarray((np.maximum(enters, 0.0) < np.minimum(leaves, 1.0)) & (leaves > 0))
