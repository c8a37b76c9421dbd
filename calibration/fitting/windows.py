"""Points of a board that can be measured in a picture, and the small window cut around each of them.

Every window is warped to the board's own plane (0.75 mm a pixel, 64 x 64) along the axes its keypoint names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

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
