"""The points of the board that can be measured in a picture, and the small window cut around each of them.

Every window is warped to the board's own plane (0.75 mm a pixel, 64 x 64): a tip always points up, the strip always
lies to the right of its edge. The patch network answers with an offset in mm and how sure it is of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS, SLOTS, Geometry
from calibration.icecult.profile import ArmPose, arm_points

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

KINDS = ("tip", "line", "shoulder", "inner", "holder", "cube", "centre")
PATCH_PX = 64
PATCH_MM_PER_PX = 0.75


@dataclass(frozen=True, slots=True)
class Keypoint:
    """One measurable point: on a strip (along, across, z) or on the block (table mm), with its window's axes."""

    kind: str
    arm: str | None
    spot_mm: tuple[float, float, float]
    right: tuple[float, float, float]
    up: tuple[float, float, float]


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


def window_frames(points: list[Keypoint], where_mm: Array, project: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Pixel centres (N, 2) and Jacobians (N, 2, 2) in pixels per mm of the windows around table points."""
    right, up = np.array([p.right for p in points]), np.array([p.up for p in points])
    step = 4.0
    stacked = np.concatenate([where_mm, where_mm + right * step, where_mm - right * step])
    stacked = np.concatenate([stacked, where_mm + up * step, where_mm - up * step])
    centre, r1, r0, u1, u0 = np.split(project(stacked), 5)
    return centre, np.stack([(r1 - r0) / (2 * step), (u1 - u0) / (2 * step)], axis=2)


def cut_windows(pyramid: list[Picture], centres: Array, jacobians: Array) -> npt.NDArray[np.float32]:
    """Network input (N, 3, 64, 64): windows warped to the board's plane, each with its own mean and spread removed."""
    out = np.empty((len(centres), PATCH_PX, PATCH_PX, 3), np.float32)
    half = (PATCH_PX - 1) / 2
    for i, (centre, jacobian) in enumerate(zip(centres, jacobians, strict=True)):
        step = jacobian * PATCH_MM_PER_PX
        level = pyramid_level(step, len(pyramid))
        zoom = 0.5**level
        matrix = np.empty((2, 3))
        matrix[:, 0], matrix[:, 1] = step[:, 0] * zoom, -step[:, 1] * zoom
        origin = (centre + 0.5) * zoom - 0.5
        matrix[:, 2] = origin - matrix[:, :2] @ (half, half)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out[i] = cv2.warpAffine(
            pyramid[level], matrix, (PATCH_PX, PATCH_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return normalised(out.transpose(0, 3, 1, 2))


def pyramid_level(step: Array, levels: int) -> int:
    """Which half-size copy to sample from, so that a window's pixel covers about one of the picture's."""
    scale = float(np.sqrt(abs(np.linalg.det(step))))
    return int(np.clip(round(np.log2(max(scale, 1e-6)) - 0.2), 0, levels - 1))


def build_pyramid(bgr: Picture, levels: int = 3) -> list[Picture]:
    """The picture and its half-size copies."""
    out = [bgr]
    while len(out) < levels and min(out[-1].shape[:2]) >= 64:
        h, w = out[-1].shape[:2]
        small = cv2.resize(out[-1], ((w + 1) // 2, (h + 1) // 2), interpolation=cv2.INTER_AREA)
        out.append(np.asarray(small, np.uint8))
    return out


def normalised(patches: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Light and white balance removed: mean per channel, one spread for the whole window."""
    mean = patches.mean(axis=(2, 3), keepdims=True)
    spread = np.sqrt(((patches - mean) ** 2).mean(axis=(1, 2, 3), keepdims=True))
    return np.asarray((patches - mean) / (spread + 4.0), np.float32)
