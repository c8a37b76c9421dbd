"""The proof picture: the found board drawn on a copy of the photograph."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from engine.icecult.board import SLOTS

Picture = npt.NDArray[np.uint8]
LINE, BLOCK, TIP, DARK = (60, 255, 60), (255, 200, 0), (60, 60, 255), (0, 0, 0)


def draw_profile(bgr: Picture, profile: TableProfile) -> Picture:
    """Strips with their spaces, holder, cubes' tops and named tips."""
    out = bgr.copy()
    thick = max(1, round(max(bgr.shape[:2]) / 900))
    for arm in ARMS:
        _draw_arm(out, profile, arm, thick)
    board = profile.board
    _draw_block(out, profile, thick)
    for slot in SLOTS:
        corners = profile.project(board.cube_top(slot))
        _polygon(out, corners, BLOCK, thick)
        _label(out, slot, corners.mean(axis=0), thick)
    return out


def _draw_block(out: Picture, profile: TableProfile, thick: int) -> None:
    """Holder and the block of cubes with their standing edges."""
    board = profile.board
    holder, block = board["base_size"] / 2, board["cube_edge"] + board["cube_gap"] / 2
    rings = [(holder, 0.0), (holder, board["base_height"]), (block, board["base_height"]), (block, board.cube_top_mm)]
    squares = [profile.project(board.block_square(half, z)) for half, z in rings]
    for square in squares:
        _polygon(out, square, BLOCK, thick)
    for low, high in (squares[:2], squares[2:]):
        for pair in zip(low, high, strict=True):
            _polygon(out, np.array(pair), BLOCK, thick)


def _draw_arm(out: Picture, profile: TableProfile, arm: str, thick: int) -> None:
    board, half = profile.board, profile.board["path_width"] / 2
    z, end = board["board_thickness"], board.arm_end_mm
    outline = [(board.arm_start_mm, -half, z), (end, -half, z), (board.tip_mm, 0.0, z), (end, half, z)]
    outline.append((board.arm_start_mm, half, z))
    _polygon(out, profile.project(profile.arm_points(arm, outline)), LINE, thick)
    for space in range(1, board.spaces + 1):
        along = board.arm_start_mm + space * board["space_length"]
        _polygon(out, profile.project(profile.arm_points(arm, [(along, -half, z), (along, half, z)])), LINE, thick)
        centre = profile.project(profile.arm_point(arm, board.space_along_mm(space)))[0]
        _label(out, str(space), centre, thick)
    tip = profile.tips_px[arm]
    cv2.circle(out, _whole(np.array(tip)), 4 * thick, TIP, thick, cv2.LINE_AA)
    beyond = profile.project(profile.arm_point(arm, board.tip_mm + 18))[0]
    _label(out, arm, beyond, thick, 2.0)


def _polygon(out: Picture, pixels: npt.NDArray[np.float64], colour: tuple[int, int, int], thick: int) -> None:
    if np.all(np.isfinite(pixels)) and np.abs(pixels).max() < 1e5:
        whole = np.round(pixels * 16).astype(np.int32)
        cv2.polylines(out, [whole], True, colour, thick, cv2.LINE_AA, 4)


def _label(out: Picture, text: str, at: npt.NDArray[np.float64], thick: int, scale: float = 1.0) -> None:
    if not np.all(np.isfinite(at)):
        return
    scale *= 0.42 * thick
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    spot = _whole(at - (w / 2, -h / 2))
    cv2.putText(out, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, DARK, thick + 2, cv2.LINE_AA)
    cv2.putText(out, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thick, cv2.LINE_AA)


def _whole(at: npt.NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.clip(at, -30000, 30000)
    return round(float(x)), round(float(y))
