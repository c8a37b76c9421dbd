"""Colours of this table in this light: strips, table top and pawns, as robust medians.

All are CIE Lab after the light's own colour is taken out, so that they can be compared when the light drifts.
Pawn colours start from what red, yellow, green and blue mean to anyone and move to the plastic seen on this table.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

USUAL_AB = {"r": (58.0, 42.0), "y": (2.0, 72.0), "g": (-45.0, 25.0), "b": (18.0, -50.0)}  # chroma in daylight
_ENOUGH = 60  # pixels of a colour before it is believed


def learn_colours(bgr: Picture, profile: TableProfile) -> dict[str, Any]:
    """Light, strip, table and pawn colours of one picture."""
    table = _inside_board(bgr.shape, profile)
    light = light_bgr(bgr, table)
    lab = to_lab(bgr, light)
    strips = strip_colours(lab, profile)
    return {
        "light_bgr": [round(float(v), 4) for v in light],
        "strips": strips,
        "table": _rounded(np.median(lab[table], axis=0)) if table.any() else None,
        "pawns": pawn_colours(lab, table & ~printed(bgr.shape, profile)) if table.any() else {},
    }


def light_bgr(bgr: Picture, where: npt.NDArray[np.bool_]) -> Array:
    """The light's colour (mean 1): shades of grey, which leans on the bright pixels but not on burnt ones."""
    pixels = bgr[where] if where.any() else bgr.reshape(-1, 3)
    usable = pixels[(pixels.max(axis=1) < 250)]
    if len(usable) < 100:
        return np.ones(3)
    power = (usable.astype(np.float64) / 255) ** 4
    light = power.mean(axis=0) ** 0.25
    return np.asarray(light / max(float(light.mean()), 1e-6))


def to_lab(bgr: Picture, light: Array) -> Array:
    """CIE Lab (L 0..100) of the picture under neutral light."""
    neutral = np.clip(bgr.astype(np.float32) / 255 / np.maximum(light, 0.3).astype(np.float32), 0, 1)
    return np.asarray(cv2.cvtColor(neutral, cv2.COLOR_BGR2LAB), np.float64)


def strip_colours(lab: Array, profile: TableProfile) -> dict[str, list[float]]:
    """Median colour of each space's print, read near its edges where pawns seldom stand."""
    board, half = profile.board, profile.board["path_width"] / 2
    h, w = lab.shape[:2]
    out = {}
    for arm in ARMS:
        for space in range(1, board.spaces + 1):
            along = board.space_along_mm(space)
            z = board["board_thickness"]
            spots = [
                (along + a * board["space_length"] * 0.4, side * half * c, z)
                for a in np.linspace(-1, 1, 9)
                for side in (-1, 1)
                for c in (0.7, 0.8, 0.88)
            ]
            at = np.round(np.nan_to_num(profile.project(profile.arm_points(arm, spots)), nan=-1)).astype(int)
            seen = at[(at >= 0).all(axis=1) & (at[:, 0] < w) & (at[:, 1] < h)]
            if len(seen) >= 12:
                out[f"{arm}{space}"] = _rounded(np.median(lab[seen[:, 1], seen[:, 0]], axis=0))
    return out


def printed(shape: tuple[int, ...], profile: TableProfile) -> npt.NDArray[np.bool_]:
    """Pixels of the strips and the block, whose prints look like pawns."""
    board, half = profile.board, profile.board["path_width"] / 2 + 2
    area = np.zeros(shape[:2], np.uint8)
    for arm in ARMS:
        z, end = board["board_thickness"], board.arm_end_mm
        outline = [(0.0, -half, z), (end, -half, z), (board.tip_mm + 2, 0.0, z), (end, half, z), (0.0, half, z)]
        _fill(area, profile.project(profile.arm_points(arm, outline)))
    base, top = (
        board.block_square(board["base_size"] / 2, 0.0),
        board.block_square(board["cube_edge"] + 1, board.cube_top_mm),
    )
    hull = cv2.convexHull(np.nan_to_num(profile.project(np.concatenate([base, top]))).astype(np.float32))
    _fill(area, np.asarray(hull, np.float64).reshape(-1, 2))
    return np.asarray(area > 0)


def pawn_colours(lab: Array, where: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Where the four colours lie on this table; None for one that is not seen."""
    pixels = lab[where][::2]
    table = np.median(pixels, axis=0) if len(pixels) else np.zeros(3)
    apart = np.hypot(pixels[:, 1] - table[1], pixels[:, 2] - table[2])
    usual = float(np.median(apart)) if len(apart) else 0.0
    vivid = pixels[(apart > max(12.0, 4 * usual)) & (np.hypot(pixels[:, 1], pixels[:, 2]) > 18)]
    centres = {name: np.array(ab) for name, ab in USUAL_AB.items()}
    names, owner = list(centres), np.zeros(len(vivid), int)
    for _ in range(6):
        angles = np.arctan2(vivid[:, 2], vivid[:, 1])[:, None]
        own = np.array([np.arctan2(centres[n][1], centres[n][0]) for n in names])
        apart = np.abs((angles - own + np.pi) % (2 * np.pi) - np.pi)
        owner = np.where(apart.min(axis=1) < 0.55, apart.argmin(axis=1), -1) if len(vivid) else owner
        for i, name in enumerate(names):
            if (owner == i).sum() >= _ENOUGH:
                seen = np.median(vivid[owner == i][:, 1:], axis=0)
                centres[name] = 0.5 * np.array(USUAL_AB[name]) + 0.5 * seen  # stays near what the word means
    out: dict[str, Any] = {}
    for i, name in enumerate(names):
        mine = vivid[owner == i] if len(vivid) else vivid
        enough = len(mine) >= _ENOUGH
        out[name] = {"lab": _rounded(np.median(mine, axis=0)), "pixels": len(mine)} if enough else None
    return out


def _inside_board(shape: tuple[int, ...], profile: TableProfile) -> npt.NDArray[np.bool_]:
    """Pixels of the square around the four tips: the board and the start areas."""
    reach = profile.board.tip_mm * 0.8
    square = np.array([(-reach, reach, 0), (reach, reach, 0), (reach, -reach, 0), (-reach, -reach, 0)])
    area = np.zeros(shape[:2], np.uint8)
    _fill(area, profile.project(square))
    return np.asarray(area > 0)


def _fill(area: Picture, pixels: Array) -> None:
    if np.all(np.isfinite(pixels)) and np.abs(pixels).max() < 30000:
        cv2.fillPoly(area, [np.round(pixels).astype(np.int32)], 1)


def _rounded(values: npt.NDArray[Any]) -> list[float]:
    return [round(float(v), 2) for v in values]
