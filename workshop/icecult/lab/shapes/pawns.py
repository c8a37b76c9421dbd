"""Where every pawn stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARMS
from vision.icecult.sim.geometry import Dimensions
from vision.sim.space import Array, rot_axis
from workshop.lab.space import Json


@dataclass(frozen=True, slots=True)
class Pawn:
    """One placed pawn with its rigid transform (kept for the ground truth)."""

    where: str
    level: int
    colour: str
    rotation: Array
    origin: Array


def stack(geo: Dimensions, where: str, colours: list[str], foot: Array, pose: Json) -> list[Pawn]:
    """The pawns of one stack, bottom to top, leaning and twisted as its pose says."""
    rise = pose.get("rise_mm", geo.stack_pitch)
    lean_x, lean_y = pose.get("lean_x_deg", 0.0), pose.get("lean_y_deg", 0.0)
    lean = rot_axis(np.array([lean_x, lean_y, 1e-9]), math.hypot(lean_x, lean_y))
    out = []
    for level, colour in enumerate(colours):
        turn = rotation_z(pose.get("yaw_deg", 0.0) + level * pose.get("twist_deg", 0.0))
        spot = np.array(foot, float)
        if pose.get("lying"):  # on its side: foot edge and cap touch the table
            slope = math.degrees(math.atan2(geo.cone_foot_size / 2 - geo.cone_radius_top, geo.cone_height - 1.2))
            turn = turn @ rot_axis(np.array([0, 1.0, 0]), 90.0 + slope)
            spot[2] += geo.cone_foot_size / 2 * math.cos(math.radians(slope)) + 0.1
        up = lean @ np.array([0.0, 0.0, 1.0])
        out.append(Pawn(where, level, colour, lean @ turn, spot + up * rise * level + (0, 0, 0.05)))
    return out


def place_pawns(geo: Dimensions, scene: Json) -> list[Pawn]:
    """All pawns on the table, paths first, then start and goal."""
    out: list[Pawn] = []
    for arm in ARMS:
        for i, colours in enumerate(scene["state"]["arms"][arm]):
            pose = scene.get("placement", {}).get(f"{arm}{i}", {})
            foot = geo.space_centre(arm, i) + np.array([pose.get("dx_mm", 0.0), pose.get("dy_mm", 0.0), 0.0])
            out += stack(geo, f"{arm}{i}", colours, foot, pose)
    for kind in ("start", "goal"):
        for k, item in enumerate(scene["state"][kind]):
            out += stack(geo, f"{kind}{k}", item["colors"], np.array([item["x_mm"], item["y_mm"], 0.0]), item)
    return out
