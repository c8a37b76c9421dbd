"""Picture to table coordinates: flat patches of the scene (cube tops, planes through the spaces, the table) cut out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.icecult.geometry import Geometry as Board
from calibration.icecult.profile import ArmPose, arm_points
from engine.icecult.board import SLOTS

Array = npt.NDArray[Any]
Sizes = Mapping[str, Any]

PATHS = ("N", "E", "S", "W")
SPACES = 20
LEVELS = 12  # the highest stack that is read
ROWS, COLUMNS = 128, 56  # of a space's picture
WIDTH_MM = 52.0
RIM_ROWS, RIM_COLUMNS = 128, 80  # of a stack's picture when its rims are read one by one
BLIND = {"stack_pitch": 13.0, "cone_foot_size": 26.0, "cone_height": 34.0}  # a crop for stacks of any rise
CUBE_PX = 64
CUBE_MARGIN = 1.18  # of the cube's edge
TABLE_PX = 384
TABLE_MM = 704.0
COVER_CELLS = TABLE_PX // 4  # to a side, of the map of what covers the table
SLOTS_PER_LEVEL = 2
FINE = 2  # rows of a space's picture for one row of its inner picture
SPACE_FACTS = 7
OUTWARD = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}


def board_of(geometry: Sizes) -> Board:
    """The board with these dimensions; truths of old pictures do not say how the paths leave the block."""
    return Board({"exit": "sides", **geometry})


def corners(geometry: Sizes) -> bool:
    """Whether the paths leave through the block's corners."""
    return board_of(geometry).corners


def arm_start_mm(geometry: Sizes) -> float:
    """Distance of the first space's inner border from the board's centre."""
    return board_of(geometry).arm_start_mm


def space_centre_mm(geometry: Sizes, path: str, index: int, arm: Mapping[str, float] | None = None) -> Array:
    """Centre of space `index` (from 0) on the strip's top; `arm` is the strip's own small pose."""
    board = board_of(geometry)
    point = (board.space_along_mm(index + 1), 0.0, board["board_thickness"])
    return np.asarray(arm_points(path, ArmPose(**(arm or {})), [point])[0])


def cube_patches(geometry: Sizes) -> Array:
    """(4, 3, 3) in the order of SLOTS: centre, half-width to the block's east, half-height to its north."""
    board = board_of(geometry)
    half, height = board["cube_edge"] / 2 * CUBE_MARGIN, board["base_height"] + board["cube_edge"]
    east, north = (rotation_z(board.block_yaw_deg)[:, axis] * half for axis in (0, 1))
    return np.array([[board.slot_centre(slot, height), east, north] for slot in SLOTS])


@dataclass(frozen=True, slots=True)
class SpaceView:
    """The planes through the 20 spaces (N1..N5, E1..W5), square to the line of sight."""

    patches: Array  # (20, 3, 3): centre of the plane, half-width to the right, half-height upwards
    facts: Array  # (20, SPACE_FACTS) float32: how each is seen
    slot_rows: (
        Array  # (20, LEVELS * SLOTS_PER_LEVEL) float32: inner row in which each half level of a centred stack appears
    )


def space_view(geometry: Sizes, camera_mm: Array, arms: Mapping[str, Mapping[str, float]] | None = None) -> SpaceView:
    """Planes through the spaces, each tall enough for a high stack as this camera sees it."""
    return view_of(geometry, space_feet(geometry, arms), camera_mm)


def space_feet(geometry: Sizes, arms: Mapping[str, Mapping[str, float]] | None = None) -> list[Array]:
    """Where stacks on the spaces stand."""
    names = [(path, i) for path in PATHS for i in range(SPACES // len(PATHS))]
    return [space_centre_mm(geometry, path, i, (arms or {}).get(path)) for path, i in names]


def view_of(geometry: Sizes, feet_mm: Iterable[Array], camera_mm: Array) -> SpaceView:
    """The same for any places on which stacks may stand."""
    patches, facts, rows = zip(*(_view(geometry, foot, camera_mm) for foot in feet_mm), strict=True)
    return SpaceView(np.array(patches), np.array(facts, np.float32), np.array(rows, np.float32))


def rise_mm(height_mm: Array, elevation: float, distance_mm: float) -> Array:
    """How far up the plane a point of the axis `height_mm` above its foot appears."""
    return np.asarray(height_mm * math.cos(elevation) / (1 - height_mm * math.sin(elevation) / distance_mm))


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """How a camera sees a foot: from where, and the unit sides of the plane square to the line of sight."""

    elevation: float
    distance_mm: float
    right: Array
    up: Array


def sight_of(foot: Array, camera_mm: Array) -> LineOfSight:
    """The line of sight from a camera to a foot."""
    ray = camera_mm - foot
    flat, distance = float(np.hypot(ray[0], ray[1])), float(np.linalg.norm(ray))
    away, elevation = -ray[:2] / max(flat, 1e-6), math.atan2(ray[2], flat)
    cos, sin = math.cos(elevation), math.sin(elevation)
    up = np.array([away[0] * sin, away[1] * sin, cos])
    return LineOfSight(elevation, distance, np.array([away[1], -away[0], 0.0]), up)


def _view(geometry: Sizes, foot: Array, camera_mm: Array) -> tuple[Array, Array, Array]:
    """For one space: the plane through it, how it is seen (`facts`), and the row of each half level."""
    sight = sight_of(foot, camera_mm)
    elevation, distance = sight.elevation, sight.distance_mm
    cos, sin = math.cos(elevation), math.sin(elevation)
    pitch, reach = float(geometry["stack_pitch"]), float(geometry["cone_foot_size"]) / 2 + 8.0
    tallest = np.array((LEVELS - 2) * pitch + float(geometry["cone_height"]))
    bottom, top = -reach * sin - 2.0, max(float(rise_mm(tallest, elevation, distance)) + 6.0 * sin, reach * sin + 2.0)
    heights = np.arange(LEVELS * SLOTS_PER_LEVEL) * pitch / SLOTS_PER_LEVEL
    rows_per_mm = ROWS / FINE / (top - bottom)
    rows = (top - rise_mm(heights, elevation, distance)) * rows_per_mm - 0.5
    facts = [
        cos,
        sin,
        pitch * cos * rows_per_mm / 2,
        top * rows_per_mm / 32,
        sin * 13 * rows_per_mm / 8,
        600 / distance,
        float(geometry["cone_height"]) * cos * rows_per_mm / 16,
    ]
    half = (top - bottom) / 2
    patch = np.array([foot + sight.up * (top + bottom) / 2, sight.right * WIDTH_MM / 2, sight.up * half])
    return patch, np.array(facts), rows


class Screened(NamedTuple):
    """A place that is seen through a stack on a nearer one, so high above the foot of the latter."""

    place: int
    by: int
    height_mm: float


def screened(geometry: Sizes, feet_mm: Sequence[Array], camera_mm: Array) -> list[Screened]:
    """Every pair of places of which one stands before the other, for stacks of at most `LEVELS` pawns."""
    board, found = board_of(geometry), []
    for (place, far), (by, near) in permutations(enumerate(feet_mm), 2):
        sight, towards = camera_mm - far, near - far
        along = float(towards[:2] @ sight[:2]) / max(float(sight[:2] @ sight[:2]), 1e-6)
        aside = float(np.linalg.norm(towards[:2] - along * sight[:2]))
        height = along * sight[2] - towards[2]
        if 0 < along < 1 and aside < board["cone_foot_size"] / 2 and height < LEVELS * board["stack_pitch"]:
            found.append(Screened(place, by, float(height)))
    return found


def table_patch(camera_mm: Array) -> Array:
    """(1, 3, 3): the table top, turned so that the camera looks up the picture."""
    away = -camera_mm[:2] / max(float(np.linalg.norm(camera_mm[:2])), 1e-6)
    up = np.array([away[0], away[1], 0.0]) * TABLE_MM / 2
    return np.array([[np.zeros(3), np.array([up[1], -up[0], 0.0]), up]])


def space_cells(geometry: Sizes, feet_mm: Sequence[Array], patch: Array) -> tuple[Array, Array]:
    """Rows and columns (20, 25) of the map of what covers the table, where it shows the ground of each space."""
    along, across = (float(geometry[key]) * np.linspace(-0.4, 0.4, 5) for key in ("space_length", "path_width"))
    out = np.repeat([OUTWARD[path] for path in PATHS], SPACES // len(PATHS), 0)  # (20, 2)
    side = np.stack([-out[:, 1], out[:, 0]], -1)
    steps = out[:, None, None] * along[:, None, None] + side[:, None, None] * across[:, None]
    ground = np.array(feet_mm)[:, None, :2] + steps.reshape(SPACES, -1, 2)
    right, up = (patch[0, k, :2] / (patch[0, k, :2] @ patch[0, k, :2]) for k in (1, 2))
    rows, columns = (1 - ground @ up) / 2 * COVER_CELLS, (1 + ground @ right) / 2 * COVER_CELLS
    return np.clip(rows.astype(int), 0, COVER_CELLS - 1), np.clip(columns.astype(int), 0, COVER_CELLS - 1)
