"""How a place is looked at: one geometry for training and for reading.

`xp` is the module of the arrays that are given: numpy to read, torch to train on a GPU.
A place is cut out along the plane through its foot that is square to the line of sight. It is as high as ten pawns
that rise as the set's are taken to: a pawn is some nine rows in every set, and the foot is in the same row and column.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

Array = Any
ROWS, COLUMNS = 128, 64  # of a place's crop
FOOT_ROW, FOOT_COLUMN = 104.0, 31.5  # where its foot is; a mirrored crop has it in the same column
PAWNS, FIRST_MM = 10, 25.0  # of higher stacks the lowest ten are in the crop; how tall one pawn may be
USUAL_RISE_MM = 11.5  # of a set nobody has looked at yet
RISE_STEP = 0.1  # of a logarithm: by how much a set rises more than it was taken to
LEAST_RISE_MM, MOST_RISE_MM = 4.5, 14.0  # that a set is taken to have
BESIDE_MM, ABOVE_MM = 13.0, 4.0  # the far edge of what stands there, and room for a profile that is off
WIDE_MM = 52.0
LEAST_MM = 0.6  # a row
TOP_PX = 64
FACTS = 10
CAMERA = 21  # numbers that describe a camera
KNOT = 8  # pixels from one that is projected to the next
OUTSIDE = -1e4  # the pixel for what lies behind the camera


def camera_vector(camera: Mapping[str, Any], scale: float = 1.0) -> Array:
    """(CAMERA,): R row by row, t, fx fy cx cy, k1 k2 p1 p2 k3; `scale` is how much the picture was resized."""
    k = np.array(camera["K"], float)
    lens = [k[0, 0] * scale, k[1, 1] * scale, (k[0, 2] + 0.5) * scale - 0.5, (k[1, 2] + 0.5) * scale - 0.5]
    rotation, shift = camera["R_world_to_camera"], camera["t_world_to_camera_mm"]
    parts = [np.array(rotation, float).ravel(), np.array(shift, float), lens]
    return np.concatenate([*parts, np.array(camera["distortion_k1k2p1p2k3"], float)])


def eye_of(xp: Any, camera: Array) -> Array:
    """(n, 3): where cameras (n, CAMERA) stand."""
    turn = camera[:, :9].reshape(-1, 3, 3)
    return -xp.einsum("nij,ni->nj", turn, camera[:, 9:12])


def project(xp: Any, camera: Array, points: Array) -> Array:
    """(n, m, 2): pixels of points (n, m, 3), each row through its own camera (n, CAMERA)."""
    turn = camera[:, :9].reshape(-1, 3, 3)
    seen = xp.einsum("nij,nmj->nmi", turn, points) + camera[:, None, 9:12]
    behind = seen[..., 2] < 1.0
    depth = xp.where(behind, xp.ones_like(seen[..., 2]), seen[..., 2])
    x, y = seen[..., 0] / depth, seen[..., 1] / depth
    fx, fy, cx, cy, k1, k2, p1, p2, k3 = (camera[:, k : k + 1] for k in range(12, CAMERA))
    square, across = x * x + y * y, 2 * x * y
    bend = 1 + square * (k1 + square * (k2 + square * k3))
    u = (x * bend + p1 * across + p2 * (square + 2 * x * x)) * fx + cx
    v = (y * bend + p1 * (square + 2 * y * y) + p2 * across) * fy + cy
    away = xp.full_like(u, OUTSIDE)
    return xp.stack([xp.where(behind, away, u), xp.where(behind, away, v)], -1)


class SightLine(NamedTuple):
    """How eyes see feet: the sides of the planes square to the lines of sight, and the size of a row."""

    right: Array  # (n, 3)
    up: Array  # (n, 3)
    sin: Array  # (n,) of the elevation
    cos: Array
    distance_mm: Array
    row_mm: Array


def sight_of(xp: Any, eye: Array, feet: Array, rise_mm: Array | float = USUAL_RISE_MM) -> SightLine:
    """The lines of sight from eyes (n, 3) to feet (n, 3) where pawns rise by `rise_mm`."""
    ray = eye - feet
    flat = xp.clip(xp.sqrt(ray[:, 0] ** 2 + ray[:, 1] ** 2), 1e-3, None)
    distance = xp.sqrt(flat**2 + ray[:, 2] ** 2)
    sin, cos = ray[:, 2] / distance, flat / distance
    x, y, none = -ray[:, 0] / flat, -ray[:, 1] / flat, xp.zeros_like(flat)
    up, right = xp.stack([x * sin, y * sin, cos], -1), xp.stack([y, -x, none], -1)
    tallest = FIRST_MM + PAWNS * rise_mm
    high = tallest * cos / xp.clip(1 - tallest * sin / distance, 0.3, None)
    row = xp.clip((high + BESIDE_MM * sin + ABOVE_MM) / FOOT_ROW, LEAST_MM, None)
    return SightLine(right, up, sin, cos, distance, row)


def plane_points(feet: Array, sight: SightLine, rows: Array, columns: Array) -> Array:
    """(n, r, c, 3): the points that rows (n, r) and columns (n, c) of the crops show; pixel centres at integers."""
    up = (FOOT_ROW - rows) * sight.row_mm[:, None]
    right = (columns - FOOT_COLUMN) * (WIDE_MM / COLUMNS)
    across = right[:, None, :, None] * sight.right[:, None, None, :]
    return feet[:, None, None, :] + up[:, :, None, None] * sight.up[:, None, None, :] + across


def flat_points(patches: Array, rows: Array, columns: Array) -> Array:
    """(n, r, c, 3): the points of flat patches (n, 3, 3; centre, half-width, half-height) at pixels of `TOP_PX`."""
    right, down = (columns + 0.5) / TOP_PX * 2 - 1, (rows + 0.5) / TOP_PX * 2 - 1
    across = right[:, None, :, None] * patches[:, None, None, 1]
    return patches[:, None, None, 0] + across - down[:, :, None, None] * patches[:, None, None, 2]


def facts_of(xp: Any, eye: Array, feet: Array, sight: SightLine, ways: Array, focal: Array) -> Array:
    """(n, FACTS): what is known of each view; `ways` (n, 2) point outwards along a path, (0, 0) beside the paths.

    The table is turned so that the camera looks up the picture: only who stands before whom can be told, not where
    north is. `focal` (n,) in pixels says how finely the picture shows the place.
    """
    away = -eye[:, :2] / xp.clip(xp.sqrt(eye[:, :1] ** 2 + eye[:, 1:2] ** 2), 1e-3, None)
    aside = xp.stack([away[:, 1], -away[:, 0]], -1)
    place = [(feet[:, :2] * side).sum(-1) / 250 for side in (aside, away)]
    way = [(ways * side).sum(-1) for side in (aside, away)]
    fine = focal / sight.distance_mm * sight.row_mm - 1
    inside = (ways**2).sum(-1)
    how = [sight.sin, sight.cos, 600 / sight.distance_mm - 1, sight.row_mm - 1, fine]
    return xp.stack([*how, *place, *way, inside], -1)


MIRRORED_FACTS = (5, 7)  # change their sign when a picture is mirrored


def knots(pixels: int) -> Array:
    """Where a crop's side is projected; what lies between is on a line."""
    count = math.ceil(pixels / KNOT) + 1
    return np.linspace(0.0, pixels - 1.0, count)


def virtual_camera(eye: Array, foot: Array, rows_columns: tuple[float, float], px_mm: tuple[float, float]) -> Array:
    """(CAMERA,): a camera at the eye that sees the plane through a foot squarely, `px_mm` pixels to a mm each way.

    `rows_columns` is the pixel that shows the foot. What is cut out of a picture so can be cut again.
    """
    sight = sight_of(np, eye[None], foot[None])
    turn = np.array([sight.right[0], -sight.up[0], np.cross(sight.right[0], -sight.up[0])])
    distance = float(sight.distance_mm[0])
    lens = [distance * px_mm[1], distance * px_mm[0], rows_columns[1], rows_columns[0]]
    return np.concatenate([turn.ravel(), -turn @ eye, lens, np.zeros(5)])


def top_reach_mm(patch: Array) -> float:
    """From the middle of a cube's top to the corners of what is cut out."""
    return float(np.linalg.norm(patch[1] + patch[2])) * 1.08


def patches_of(feet: Array, sight: SightLine) -> Array:
    """(n, 3, 3): the crops as flat patches of the scene: centre, half-width to the right, half-height upwards."""
    half_row, half_column = sight.row_mm * ROWS / 2, WIDE_MM / 2
    above = (FOOT_ROW + 0.5 - ROWS / 2) * sight.row_mm
    centre = feet + above[:, None] * sight.up
    return np.stack([centre, sight.right * half_column, sight.up * half_row[:, None]], 1)
