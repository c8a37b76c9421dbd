"""The points of the board that can be measured in a picture, and the small window cut around each of them.

Every window is warped to the board's own plane (0.75 mm a pixel, 64 x 64): a tip always points up, the strip always
lies to the right of its edge. The patch network answers with an offset in mm and how sure it is of it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.fitting.windows import Keypoint
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS, Geometry
from calibration.icecult.profile import ArmPose, arm_points
from engine.icecult.board import SLOTS

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

KINDS = ("tip", "line", "shoulder", "inner", "holder", "cube", "centre")


def board_keypoints(board: Geometry) -> list[Keypoint]:
    """All measurable points: tips, both edges at each line of each strip, holder corners, block top and its centre."""
    points = [point for arm in ARMS for point in _arm_keypoints(board, arm)]
    holder = board.block_square(board["base_size"] / 2, board["base_height"])
    cubes = board.block_square(board["cube_edge"] + board["cube_gap"] / 2, board.cube_top_mm)
    for kind, square in (("holder", holder), ("cube", cubes)):
        for corner, _slot in zip(square, SLOTS, strict=True):
            points.append(_outward(kind, corner))
    turn = rotation_z(board.block_yaw_deg)
    points.append(Keypoint("centre", None, (0.0, 0.0, board.cube_top_mm), _triple(turn[:, 0]), _triple(turn[:, 1])))
    return points


def _arm_keypoints(board: Geometry, arm: str) -> list[Keypoint]:
    turn, z, half = rotation_z(ARM_YAW_DEG[arm]), board["board_thickness"], board["path_width"] / 2
    right, up = _triple(turn[:, 0]), _triple(turn[:, 1])
    left = _triple(-turn[:, 0])
    points = [Keypoint("tip", arm, (board.tip_mm, 0.0, z), right, up)]
    for line in range(board.spaces + 1):
        kind = "inner" if line == 0 else "shoulder" if line == board.spaces else "line"
        along = board.arm_start_mm + line * board["space_length"]
        points.append(Keypoint(kind, arm, (along, -half, z), right, up))
        points.append(Keypoint(kind, arm, (along, half, z), left, up))  # mirrored: the strip lies to the right again
    return points


def _outward(kind: str, corner: Array) -> Keypoint:
    up = np.array([corner[0], corner[1], 0.0]) / np.hypot(corner[0], corner[1])
    return Keypoint(kind, None, _triple(corner), (float(up[1]), float(-up[0]), 0.0), _triple(up))


def _triple(values: Array) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def table_points(points: list[Keypoint], arms: dict[str, ArmPose]) -> Array:
    """Where the keypoints are in table mm when the strips lie like that; shape (N, 3)."""
    out = np.array([p.spot_mm for p in points])
    for arm in ARMS:
        mine = [i for i, p in enumerate(points) if p.arm == arm]
        out[mine] = arm_points(arm, arms[arm], out[mine])
    return np.asarray(out)
