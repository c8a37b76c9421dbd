"""Where every pawn stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .geometry import Array, Geometry, Json, rot_axis, rot_z


@dataclass
class Pawn:
    """One placed pawn with its rigid transform (kept for the ground truth)."""

    where: str
    level: int
    colour: str
    rotation: Array
    origin: Array


def place_pawns(geo: Geometry, scene: Json) -> list[Pawn]:
    out: list[Pawn] = []

    def stack(where: str, colours: list[str], foot: Array, pose: Json) -> None:
        lean = rot_axis(
            np.array([pose.get("lean_x_deg", 0.0), pose.get("lean_y_deg", 0.0), 1e-9]),
            math.hypot(pose.get("lean_x_deg", 0.0), pose.get("lean_y_deg", 0.0)),
        )
        for level, colour in enumerate(colours):
            turn = rot_z(pose.get("yaw_deg", 0.0) + level * pose.get("twist_deg", 0.0))
            spot = np.array(foot, float)
            if pose.get("lying"):  # on its side: foot edge and cap touch the table
                slope = math.degrees(math.atan2(geo.cone_foot_size / 2 - geo.cone_radius_top, geo.cone_height - 1.2))
                turn = turn @ rot_axis(np.array([0, 1.0, 0]), 90.0 + slope)
                spot[2] += geo.cone_foot_size / 2 * math.cos(math.radians(slope)) + 0.1
            up = lean @ np.array([0.0, 0.0, 1.0])
            out.append(Pawn(where, level, colour, lean @ turn, spot + up * geo.stack_pitch * level + (0, 0, 0.05)))

    poses = scene.get("placement", {})
    for arm in geo.arms:
        for i, colours in enumerate(scene["state"]["arms"][arm]):
            pose = poses.get(f"{arm}{i}", {})
            if colours:
                stack(
                    f"{arm}{i}",
                    colours,
                    geo.space_centre(arm, i) + np.array([pose.get("dx_mm", 0.0), pose.get("dy_mm", 0.0), 0.0]),
                    pose,
                )
    for kind in ("start", "goal"):
        for k, item in enumerate(scene["state"][kind]):
            stack(f"{kind}{k}", item["colors"], np.array([item["x_mm"], item["y_mm"], 0.0]), item)
    return out
