"""The board that was found as lines in pixels, for the page to draw over the live picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from calibration.icecult.geometry import Geometry
    from calibration.profile import TableProfile

ARMS = "NESW"
SLOTS = ("NW", "NE", "SE", "SW")


def proof_lines(profile: TableProfile) -> list[list[list[float]]]:
    """Closed outlines: every space and tip as it really lies, the holder, the block's sides and the cubes' tops."""
    board, half = profile.board, profile.board["path_width"] / 2
    z = board["board_thickness"]
    out: list[Any] = []
    for arm in ARMS:
        for space in range(1, board.spaces + 1):
            near = board.arm_start_mm + (space - 1) * board["space_length"]
            far = near + board["space_length"]
            corners = [(near, -half, z), (far, -half, z), (far, half, z), (near, half, z)]
            out.append(profile.project(profile.arm_points(arm, corners)))
        end = board.arm_end_mm
        out.append(profile.project(profile.arm_points(arm, [(end, -half, z), (board.tip_mm, 0.0, z), (end, half, z)])))
    out += [profile.project(ring) for ring in _block(board)]
    out += [profile.project(board.cube_top(slot)) for slot in SLOTS]
    return [[[round(float(x), 1), round(float(y), 1)] for x, y in line] for line in out if np.isfinite(line).all()]


def _block(board: Geometry) -> list[Any]:
    """Holder and block: their squares and standing edges in table mm."""
    holder, cubes = board["base_size"] / 2, board["cube_edge"] + board["cube_gap"] / 2
    low, top = board["base_height"], board.cube_top_mm
    foot, upper = board.block_square(cubes, low), board.block_square(cubes, top)
    standing = [np.array(pair) for pair in zip(foot, upper, strict=True)]
    return [board.block_square(holder, low), foot, *standing]
