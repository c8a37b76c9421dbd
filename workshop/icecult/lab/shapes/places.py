"""Where every piece of a scene given as plain data stands."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import ArmPose, CubePlace, Look, PawnPlace, Scene, stacked
from vision.sim.camera import VirtualCamera
from workshop.lab.space import Json

ABOVE_MM = 0.05  # no pawn lies exactly in the table's plane
POSE = ("yaw_deg", "lean_x_deg", "lean_y_deg", "lying")


def cube_place(cube: Json) -> CubePlace:
    """A cube as the shipped scene has it."""
    return CubePlace(**{f.name: cube[f.name] for f in fields(CubePlace) if f.name in cube})


def place_stack(
    geo: Dimensions, where: str, colours: list[str], foot: tuple[float, ...], pose: Json
) -> list[PawnPlace]:
    """The pawns of one stack, leaning, twisted and rising as its pose says."""
    x, y, z = (float(v) for v in foot)
    this = replace(geo, stack_pitch=pose.get("rise_mm", geo.stack_pitch))
    how = {key: pose[key] for key in POSE if key in pose}
    return stacked(where, "".join(colours), (x, y, z + ABOVE_MM), this, pose.get("twist_deg", 0.0), **how)


def place_pawns(geo: Dimensions, scene: Json) -> list[PawnPlace]:
    """All pawns on the table, paths first, then start and goal."""
    out: list[PawnPlace] = []
    for arm in ARMS:
        for i, colours in enumerate(scene["state"]["arms"][arm]):
            pose = scene.get("placement", {}).get(f"{arm}{i}", {})
            foot = geo.space_centre(arm, i) + np.array([pose.get("dx_mm", 0.0), pose.get("dy_mm", 0.0), 0.0])
            out += place_stack(geo, f"{arm}{i}", colours, foot, pose)
    for kind in ("start", "goal"):
        for k, item in enumerate(scene["state"][kind]):
            out += place_stack(geo, f"{kind}{k}", item["colors"], (item["x_mm"], item["y_mm"], 0.0), item)
    return out


def table_of(geo: Dimensions, scene: Json, pawns: list[PawnPlace]) -> Scene:
    """What stands where before which camera, as the shipped scene has it."""
    poses = {arm: ArmPose(**scene["board"]["arm_pose"].get(arm, {})) for arm in ARMS}
    cubes = tuple(cube_place(cube) for cube in scene.get("state", {}).get("cubes", ()))
    look = Look(arm_poses=poses)
    return Scene(cubes, tuple(pawns), VirtualCamera.from_json(scene["camera"]), geo, look, seed=scene["seed"])
